// Places of a lesson: steps, lines, tensors, cells, marks.
#include "tui/find/maker.h"

#include "base/number.h"
#include "tui/input.h"
#include "tui/matrix/large.h"
#include "walk/go.h"
#include "walk/mark.h"
#include "walk/names.h"

#include <string.h>

// The screen below is left as its own key leaves it.
void to_walk(App *app)
{
    if (app->under != app->home) app_press(app, app->under, KEYCODE_ESCAPE);
    app->screen = app->home;
    app->lesson_scroll = SCROLL_FOLLOWS;
}

static void take_step(App *app, const Offer *offer)
{
    to_walk(app);
    walk_visit_step(app->walk, offer->number);
}

static void take_statement(App *app, const Offer *offer)
{
    to_walk(app);
    walk_visit_statement(app->walk, offer->number);
}

// In the matrix on the screen, where the cell lies in that.
void take_cell(App *app, const Offer *offer)
{
    if (app->under == ON_LARGE && large_show(app, offer->cell)) {
        app->screen = ON_LARGE;
        return;
    }
    to_walk(app);
    if (!walk_visit_cell(app->walk, offer->cell))
        app_say(app, false, "%s has no cells.", offer->completes);
}

static void take_mark(App *app, const Offer *offer)
{
    to_walk(app);
    walk_go_to_mark(app->walk, (char)offer->number);
}

void maker_add_steps(Maker *maker, const char *verb)
{
    const Lesson *lesson = &maker->walk->lesson;
    for (int i = 0; i < lesson->step_count; i++) {
        const char *title = lesson->steps[i].title;
        maker_add_fitting(
            maker, (Offer){.text = text_printf(maker->arena, "%sstep %d: %s", verb, i + 1, title),
                           .right = "",
                           .take = take_step,
                           .completes = text_printf(maker->arena, "step %d", i + 1),
                           .number = i});
    }
}

// Each name once, as what it is in the end.
static bool is_last_of_name(const Name *names, int count, int i)
{
    for (int k = i + 1; k < count; k++) {
        if (strcmp(names[k].name, names[i].name) == 0) return false;
    }
    return true;
}

void maker_add_tensors(Maker *maker, const char *verb, void (*take)(App *, const Offer *))
{
    Name *names;
    int count = names_of(maker->walk, maker->arena, &names);
    for (int i = 0; i < count; i++) {
        if (!is_last_of_name(names, count, i)) continue;
        const Tensor *tensor = maker->walk->trace->entries[names[i].entry].call.output;
        const char *shape = shape_tuple(maker->arena, &tensor->shape);
        maker_add_fitting(
            maker,
            (Offer){.text = text_printf(maker->arena, "%s%s", verb, names[i].name),
                    .right = text_printf(maker->arena, "%s, step %d", shape, names[i].step + 1),
                    .take = take,
                    .completes = names[i].name,
                    .cell = {.entry = names[i].entry}});
    }
}

void maker_add_marks(Maker *maker, const char *verb)
{
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Mark *mark = walk_marked(maker->walk, letter);
        if (!mark) continue;
        const char *title = mark_title(maker->walk, mark, maker->arena);
        maker_add_fitting(
            maker, (Offer){.text = text_printf(maker->arena, "%s%c  %s", verb, letter, title),
                           .right = text_printf(maker->arena, "step %d", mark->stage.step + 1),
                           .take = take_mark,
                           .number = letter});
    }
}

// ---- what is typed ------------------------------------------------------------------------------

// The number behind `word`, or alone; false: it is something else.
static bool number_after(Str typed, const char *word, int *number)
{
    int64_t value;
    if (str_starts(typed, word)) typed = str_trim(str_slice(typed, (int)strlen(word), typed.n));
    if (!number_parse_int(typed, &value) || value < 0 || value > 1000000000) return false;
    *number = (int)value;
    return true;
}

static void offer_step(Maker *maker, int step)
{
    const Lesson *lesson = &maker->walk->lesson;
    if (step < 0 || step >= lesson->step_count) return;
    const char *title = lesson->steps[step].title;
    maker_add(maker, (Offer){.text = text_printf(maker->arena, "step %d: %s", step + 1, title),
                             .right = "",
                             .score = OFFER_EXACT,
                             .take = take_step,
                             .number = step});
}

static void offer_line(Maker *maker, int line)
{
    const Trace *trace = maker->walk->trace;
    for (int i = 0; i < trace->statement_count; i++) {
        Span at = trace->statements[i].source;
        if (!at.source ||
            source_place(at.source, at.end > at.start ? at.end - 1 : at.start).line < line)
            continue;
        Buf code = {.arena = maker->arena};
        buf_add_one_line(&code, span_text(at));
        maker_add(maker, (Offer){.text = buf_text(&code),
                                 .right = text_printf(maker->arena, "line %d",
                                                      source_place(at.source, at.start).line),
                                 .score = OFFER_EXACT,
                                 .take = take_statement,
                                 .number = i});
        return;
    }
}

// "scores 1 2" is "scores[1,2]".
static Str as_cell(Str typed, Arena *arena)
{
    int blank = str_find(typed, " ");
    bool has_line = str_find(typed, " (line ") >= 0;
    if (blank < 0 || has_line || str_find(typed, "[") >= 0) return typed;
    Buf cell = {.arena = arena};
    buf_printf(&cell, "%.*s[", blank, typed.p);
    Str rest = str_trim(str_slice(typed, blank, typed.n));
    for (int i = 0; i < rest.n; i++) {
        bool separates = rest.p[i] == ' ' || rest.p[i] == ',';
        if (!separates)
            buf_add_char(&cell, rest.p[i]);
        else if (cell.p[cell.n - 1] != ',')
            buf_add_char(&cell, ',');
    }
    buf_add_char(&cell, ']');
    return buf_str(&cell);
}

static void offer_cell(Maker *maker)
{
    Cell cell;
    int indices;
    Error error = {.arena = maker->arena}, unheard = {.arena = maker->arena};
    Str text = as_cell(maker->typed, maker->arena);
    bool is_there = tensor_parse(maker->walk->trace, text, &cell, &indices, &unheard);
    if (!is_there && cell.entry < 0) {
        maker->offers.problem = text_printf(maker->arena, "No step, tensor or cell is called %.*s.",
                                            STR_ARG(maker->typed));
    } else if (cell_parse(maker->walk->trace, text, &cell, &error)) {
        const char *named = cell_name(maker->walk->trace, cell, maker->arena);
        int step = walk_step_of(maker->walk, cell.entry) + 1;
        maker_add(maker, (Offer){.text = named,
                                 .right = text_printf(maker->arena, "cell, step %d", step),
                                 .score = OFFER_EXACT,
                                 .take = take_cell,
                                 .completes = named,
                                 .cell = cell});
    } else {
        const char *hint = error.hint ? text_printf(maker->arena, ": %s", error.hint) : "";
        maker->offers.problem = text_printf(maker->arena, "Error: %s%s", error.message, hint);
    }
}

void offer_places(Maker *maker)
{
    Str typed = maker->typed;
    int number;
    if (!offer_matrix_places(maker)) return;
    if (str_starts(typed, "line") && number_after(typed, "line", &number))
        offer_line(maker, number);
    else if (number_after(typed, "step", &number))
        offer_step(maker, number - 1);
    else if (typed.n)
        offer_cell(maker);
    if (maker->offers.count && number_after(typed, "step", &number)) return;
    maker_add_steps(maker, "");
    maker_add_tensors(maker, "", take_cell);
    if (!maker->offers.problem) maker->offers.problem = "There is no such step or line.";
}
