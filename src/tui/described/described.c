// Title, words, arithmetic, question and actions of the screen on top.
#include "tui/described/described.h"

#include "base/text/ascii.h"
#include "study/axes/role.h"
#include "terminal/text.h"
#include "terminal/theme.h"
#include "text/lesson_text.h"
#include "tui/core/hints.h"
#include "tui/core/screen.h"
#include "tui/described/lines.h"
#include "tui/described/question_json.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/views.h"
#include "walk/places/names.h"

typedef struct Describer {
    const App *app;
    const Walk *walk;
    ScreenId id;
    const Screen *screen;
    int columns;
    Arena *arena;
    json_t *out;
} Describer;

static void put(Describer *d, const char *key, json_t *value)
{
    json_tree_put(d->out, key, value);
}

static void put_text(Describer *d, const char *key, const char *text)
{
    if (text && *text) put(d, key, json_tree_text(text));
}

static json_t *flag(bool value)
{
    return json_tree_have(json_boolean(value));
}

// ---- lines --------------------------------------------------------------------------------------

static Canvas canvas_of(Describer *d, Frame *frame, int rows)
{
    *frame = frame_new(d->arena, d->columns, rows);
    return (Canvas){.app = d->app, .walk = d->walk, .arena = d->arena, .frame = frame};
}

static json_t *text_json(Describer *d, const Text *text)
{
    Frame frame = frame_new(d->arena, d->columns, text->count + !text->count);
    text_draw(text, &frame, (Rect){0, 0, frame.columns, text->count}, 0);
    return lines_json(&frame, 0, text->count);
}

// One line, with the inks that its words are marked with.
static json_t *line_json(Describer *d, const char *words)
{
    Text text = {.arena = d->arena, .columns = d->columns};
    text_plain(&text, PLAIN, words);
    return text_json(d, &text);
}

// ---- what a page of text shows ------------------------------------------------------------------

static void put_list(Describer *d, const List *list)
{
    json_t *entries = json_tree_have(json_array());
    for (int i = 0; i < list->count; i++)
        json_tree_append(entries, json_tree_of("{s:i, s:i}", "from", list->entries[i].line, "to",
                                               list->entries[i].end));
    put(d, "list",
        json_tree_of("{s:o, s:o, s:i}", "lines", text_json(d, &list->text), "entries", entries,
                     "selected", screen_at(d->app, d->id)));
}

static void put_page(Describer *d)
{
    if (d->screen->text) {
        Text text = d->screen->text(d->app, d->columns, d->arena);
        put(d, "text", text_json(d, &text));
    }
    if (d->screen->list) {
        List list = d->screen->list(d->app, d->columns, d->arena);
        put_list(d, &list);
    }
    if (d->screen->foot) put_text(d, "foot", d->screen->foot(d->app, d->arena));
}

// ---- the walk -----------------------------------------------------------------------------------

static void put_place(Describer *d)
{
    const Walk *walk = d->walk;
    json_t *steps = json_tree_have(json_array()), *done = json_tree_have(json_array());
    for (int i = 0; i < walk->lesson.step_count; i++) {
        json_tree_append(steps, json_tree_text(walk->lesson.steps[i].title));
        json_tree_append(done, flag(walk->past.done && walk->past.done[i]));
    }
    put(d, "lesson", json_tree_text(walk->lesson.title));
    put(d, "known", json_tree_text(walk->lesson.name));
    put(d, "step", json_tree_have(json_integer(walk_stage(walk).step)));
    put(d, "steps", steps);
    put(d, "done", done);
    put(d, "at",
        json_tree_of("{s:i, s:i, s:i}", "stage", walk->at.stage, "substep", walk->at.substep,
                     "stages", walk->ran.stage_count));
}

static void put_names(Describer *d)
{
    static const char *const STATES[] = {
        [NAME_DONE] = "done", [NAME_CURRENT] = "now", [NAME_TO_COME] = "to-come"};
    Name *names;
    json_t *list = json_tree_have(json_array());
    for (int i = 0, count = names_of(d->walk, d->arena, &names); i < count; i++) {
        Ink ink = ink_of_role(role_of(d->walk->trace, names[i].entry));
        json_tree_append(list,
                         json_tree_of("{s:o, s:s, s:i, s:s}", "name", json_tree_text(names[i].name),
                                      "state", STATES[names[i].state], "step", names[i].step, "ink",
                                      ink_name(ink)));
    }
    put(d, "names", list);
}

// The arithmetic of the selected cell, and below it what it is made from and feeds.
static void put_sum(Describer *d)
{
    enum { MOST = 24 };
    Frame frame;
    Canvas canvas = canvas_of(d, &frame, MOST);
    int rows = inspector_draw_cell(&canvas, (Rect){0, 0, d->columns, MOST});
    int end = lines_count(&frame);
    put(d, "sum", lines_json(&frame, 0, rows));
    if (end > rows) put(d, "links", lines_json(&frame, rows, end));
}

static void put_status(Describer *d)
{
    Frame frame;
    const Equation none = {0}; // whose colours have a legend
    Canvas canvas = canvas_of(d, &frame, 1);
    canvas.equation = &none;
    Buf text = {.arena = d->arena};
    view_status(&canvas, (Rect){0, 0, d->columns, 1});
    frame_print(&frame, &text);
    put(d, "status", json_tree_text(str_copy(d->arena, str_trim(buf_str(&text)))));
}

static void put_walk(Describer *d)
{
    const Walk *walk = d->walk;
    put_names(d);
    if (walk->at.focus >= 0)
        put(d, "about", line_json(d, view_entry_title(walk, walk->at.focus, d->columns, d->arena)));
    question_put_json(d->app, d->out, d->arena);
    Buf prose = {.arena = d->arena};
    lesson_html(walk, lesson_sight(d->app), &prose);
    put(d, "prose", json_tree_text(buf_text(&prose)));
    if (!walk_question(walk) && walk->at.selected.entry >= 0) put_sum(d);
    if (!d->app->message) put_status(d);
    put(d, "welcome", flag(welcome_rows(d->app) > 0));
}

// ---- actions ------------------------------------------------------------------------------------

// As web_keys() reads them: "[", "<Space>".
static const char *written(Str word, Arena *arena)
{
    Key keys[ACTION_KEYS];
    Buf out = {.arena = arena};
    int count = keys_of_word(word, keys, ACTION_KEYS);
    for (int i = 0; i < count && i < ACTION_KEYS; i++) {
        bool plain = keys[i].code > ' ' && keys[i].code < KEYCODE_ENTER && keys[i].code != '<';
        buf_add(&out, plain ? STR("") : STR("<"));
        if (keys[i].code == '<')
            buf_add(&out, STR("lt"));
        else
            key_write(&out, keys[i]);
        buf_add(&out, plain ? STR("") : STR(">"));
    }
    return buf_text(&out);
}

// What "[ ]:step" has beside the action's own key; NULL: nothing.
static const char *other_keys(const Hint *hint, Str own, Arena *arena)
{
    Str rest = str_slice(str_from(hint->text), 0, hint_keys(str_from(hint->text))), word;
    while (str_next_word(&rest, &word)) {
        Key keys[ACTION_KEYS];
        const Action *begun;
        int count = keys_of_word(word, keys, ACTION_KEYS);
        if (str_equal(word, own) || count > ACTION_KEYS) continue;
        if (action_find(keys, count, ON_ALL, &begun)) return written(word, arena);
    }
    return NULL;
}

static json_t *action_json(Describer *d, const Hint *hint)
{
    static const char *const SLOTS[HINT_SLOTS] = {"help", "arrows", "own", "shared", "way-out"};
    Str text = str_from(hint->text), all = str_from(hint->action->keys), first = {0};
    str_next_word(&all, &first);
    int keys = hint_keys(text);
    const char *other = other_keys(hint, first, d->arena);
    const char *help = hint->action->help ? hint->action->help : "";
    return json_tree_of("{s:o, s:o, s:o, s:o, s:i, s:s, s:o*}", "keys",
                        json_tree_text(written(first, d->arena)), "key",
                        json_tree_text(str_copy(d->arena, str_slice(text, 0, keys))), "label",
                        json_tree_text(str_copy(d->arena, str_slice(text, keys + 1, text.n))),
                        "help", json_tree_text(help), "rank", hint->rank, "slot", SLOTS[hint->slot],
                        "other", other ? json_tree_text(other) : NULL);
}

// What goes on: Space, or Enter where one chooses from a list, whichever of them the screen ranks
// first; where it has neither, the way out.
static int primary_of(const Screen *screen, const Hint *hints, int count)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        Str text = str_from(hints[i].text);
        if (!str_starts(text, "Space") && !(screen->list && str_starts(text, "Enter"))) continue;
        if (best < 0 || hints[i].rank < hints[best].rank) best = i;
    }
    return best < 0 ? count - 1 : best;
}

static void put_actions(Describer *d)
{
    Hint *hints;
    json_t *list = json_tree_have(json_array());
    int count = hints_of(d->app, d->arena, &hints), primary = primary_of(d->screen, hints, count);
    for (int i = 0; i < count; i++) {
        json_t *action = action_json(d, &hints[i]);
        if (i == primary) json_tree_put(action, "primary", flag(true));
        json_tree_append(list, action);
    }
    put(d, "actions", list);
}

// ---- all of it ----------------------------------------------------------------------------------

static const char *screen_name(ScreenId id, Arena *arena)
{
    static const char *const NAMES[] = {
#define SCREEN_NAME(NAME, screen) [SCREEN_##NAME] = #NAME,
        SCREENS(SCREEN_NAME)
#undef SCREEN_NAME
    };
    Buf name = {.arena = arena};
    for (const char *p = NAMES[id]; *p; p++) buf_add_char(&name, (char)ascii_lower(*p));
    return buf_text(&name);
}

// Of what is over another one, the screen below.
static ScreenId shown_screen(const App *app)
{
    int at = app->depth - 1;
    while (at > 0 && screen_of(app->stack[at])->is_over) at--;
    return app->stack[at];
}

static void put_title(Describer *d)
{
    const Walk *walk = d->walk;
    int step = walk_stage(walk).step;
    const char *title = d->screen->title       ? d->screen->title(d->app, d->arena)
                        : d->screen->words_now ? d->screen->words_now(d->app, d->arena)
                                               : d->screen->words;
    bool is_step = d->id == SCREEN_WALK && step >= 0 && step < walk->lesson.step_count;
    if (is_step) title = walk->lesson.steps[step].title;
    put(d, "title", json_tree_text(title ? title : walk->lesson.title));
}

const char *described_figure(const App *app, Subject *subject, Arena *arena)
{
    *subject = app_subject(app, arena);
    bool has = subject->cell.entry >= 0 && !subject->average;
    return has && shown_screen(app) == app_subject_screen(app) ? subject->figure : NULL;
}

json_t *described(const App *app, int columns)
{
    static const char *const MODES[] = {
        [MODE_WALK] = "walk", [MODE_PRESENT] = "present", [MODE_NOTES] = "notes"};
    SCRATCH(scratch);
    ScreenId id = shown_screen(app), top = app_top(app);
    Describer d = {.app = app,
                   .walk = app->walk,
                   .id = id,
                   .screen = screen_of(id),
                   .columns = columns,
                   .arena = &scratch,
                   .out = json_tree_have(json_object())};
    Subject subject;
    put_text(&d, "screen", screen_name(id, &scratch));
    if (top != id) put_text(&d, "over", screen_name(top, &scratch));
    put_text(&d, "mode", MODES[app->options->mode]);
    put_place(&d);
    put_title(&d);
    put_page(&d);
    if (id == SCREEN_WALK) put_walk(&d);
    if (app->message)
        put(&d, "message",
            json_tree_of("{s:o, s:o}", "text", json_tree_text(app->message), "error",
                         flag(app->message_is_error)));
    typing_put_json(app, d.out, &scratch);
    put_actions(&d);
    put(&d, "playing", flag(app->playing));
    bool is_page = d.screen->text || d.screen->list || id == SCREEN_WALK;
    put(&d, "grid", flag(!is_page && !described_figure(app, &subject, &scratch)));
    return d.out;
}
