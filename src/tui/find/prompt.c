// The prompt: a line to type into at the bottom of the screen, above it what fits of what there is
// to choose from. It is the palette of commands (":"), the search ("/"), go to ("g") and the list
// of marks ("M"); they differ in their completions. These are computed anew for each key from the
// text that has been typed (completions.h), so nothing but the text and the selected row is kept.
#include "tui/core/input.h"
#include "tui/find/completions.h"
#include "tui/parts/page.h"

#include "base/text/ascii.h"

typedef struct Prompt {
    PromptKind kind;
    Line lines[PROMPT_KINDS]; // what is typed into each, and what was before
    int at;                   // which of its completions is selected; -1: the first that fits
} Prompt;

SCREEN_STATE(Prompt, prompt_of, SCREEN_PROMPT)

static Line *line_of(const App *app)
{
    return &prompt_of(app)->lines[prompt_of(app)->kind];
}

static Completions completions_now(const App *app, Arena *arena)
{
    return completions_of(app, prompt_of(app)->kind, line_of(app), arena);
}

static bool open(App *app, int kind)
{
    prompt_of(app)->kind = (PromptKind)kind;
    prompt_of(app)->at = -1;
    line_set(line_of(app), (Str){0});
    line_of(app)->history_at = line_of(app)->history_count;
    return true;
}

static void close(void *state)
{
    for (int i = 0; i < PROMPT_KINDS; i++) line_free(&((Prompt *)state)->lines[i]);
}

// Rows that the list of completions has at most on the screen.
static int most_rows(const App *app)
{
    enum { MOST_ROWS = 16 };
    int rows = app->rows / 2 - 1;
    return rows > MOST_ROWS ? MOST_ROWS : rows < 1 ? 1 : rows;
}

// ---- choosing -----------------------------------------------------------------------------------

static int selected(const App *app, const Completions *completions)
{
    int at = prompt_of(app)->at < 0 ? completions->first : prompt_of(app)->at;
    return at < completions->count ? at : completions->count - 1;
}

static bool enter(App *app, int by UNUSED)
{
    Completions completions = completions_now(app, app->scratch);
    if (completions.count) {
        const Completion *completion = &completions.list[selected(app, &completions)];
        bool chosen = prompt_of(app)->kind == PROMPT_COMMAND; // of others the text is kept
        Str kept = chosen ? str_from(completion->text) : line_text(line_of(app));
        kept = str_from(str_copy(app->scratch, kept));
        Line *line = line_of(app);
        if (prompt_of(app)->kind == PROMPT_SEARCH) // of the help, which stays
            app_leave(app);
        else
            app_return_to(app, app_subject_screen(app));
        completion->take(app, completion);
        line_remember(line, str_trim(kept));
    }
    return true;
}

static bool move(App *app, int move)
{
    Completions completions = completions_now(app, app->scratch);
    int from = selected(app, &completions), to = from + move_lines((Move)move, most_rows(app));
    if (to >= completions.count) to = completions.count - 1;
    if (to < 0) to = 0;
    if (completions.count) prompt_of(app)->at = to;
    return to != from;
}

static bool complete(App *app, int by UNUSED)
{
    Completions completions = completions_now(app, app->scratch);
    if (completions.count) {
        const Completion *completion = &completions.list[selected(app, &completions)];
        line_set(line_of(app),
                 str_from(completion->completes ? completion->completes : completion->text));
        prompt_of(app)->at = -1;
    }
    return true;
}

static bool recall(App *app, int direction)
{
    prompt_of(app)->at = -1;
    return line_recall(line_of(app), direction);
}

// ---- typing -------------------------------------------------------------------------------------

// The "gg" of other programs, where nothing that can be gone to begins with a g.
static const Action *gg_action(const App *app)
{
    if (prompt_of(app)->kind != PROMPT_GO || !str_is(line_text(line_of(app)), "g")) return NULL;
    Completions completions = completions_now(app, app->scratch);
    bool named = false;
    for (int i = 0; i < completions.count; i++)
        named |= ascii_lower(completions.list[i].text[0]) == 'g';
    const Action *begun;
    const Key keys[2] = {{.code = 'g'}, {.code = 'g'}};
    return named ? NULL : action_find(keys, 2, 1u << app_subject_screen(app), &begun);
}

static bool take_key(App *app, Key key)
{
    bool was_empty = line_text(line_of(app)).n == 0;
    LineResult result = line_key(line_of(app), key);
    if (result == LINE_CHANGED) prompt_of(app)->at = -1;
    const Action *action = key.code == 'g' && !key.pasted ? gg_action(app) : NULL;
    if (key.code == KEYCODE_BACKSPACE && was_empty) app_leave(app);
    if (action) {
        app_return_to(app, app_subject_screen(app));
        app_run(app, action);
    }
    return result != LINE_OTHER;
}

static bool offers_lines(const App *app)
{
    int count = completions_now(app, app->scratch).count;
    return count > 1;
}

static bool has_typed_before(const App *app)
{
    return line_of(app)->history_count > 0;
}

static const Action actions[] = {
    {"Enter", "do what is selected", .run = enter, .hint = "Enter:do it", .rank = 1},
    {"Up", "the line above", "This is the first.", .run = move, .by = MOVE_UP,
     .hint = "arrows:select", .rank = 2, .when = offers_lines},
    {"Down", "the line below", "This is the last.", .run = move, .by = MOVE_DOWN},
    {"PgUp", "a page up", "This is the first.", .run = move, .by = MOVE_PAGE_UP},
    {"PgDn", "a page down", "This is the last.", .run = move, .by = MOVE_PAGE_DOWN},
    {"Tab", "type what is selected", .run = complete, .hint = "Tab:complete", .rank = 3},
    {"Ctrl-P", "what you typed before", "There is nothing typed earlier.", .run = recall, .by = -1,
     .hint = "Ctrl-P:typed before", .rank = 4, .when = has_typed_before},
    {"Ctrl-N", "what you typed after that", "There is nothing typed later.", .run = recall,
     .by = 1},
    {"Esc Ctrl-G", "leave it", .run = leave_screen, .hint = "Esc:leave", .rank = 1},
};

// ---- drawing ------------------------------------------------------------------------------------

enum { FRAME_ROWS = 3, GAP = 2 }; // the rule, the line, the keys

static const struct {
    const char *titles[3], *sign, *name; // longer and shorter titles
} KINDS[PROMPT_KINDS] = {
    [PROMPT_COMMAND] = {{"commands", NULL}, ":", "commands"},
    [PROMPT_GO] = {{"go to 4, weights, scores[1,2]; g: first cell", "go to 4, weights, scores[1,2]",
                    NULL},
                   "go to",
                   "go to"},
    [PROMPT_SEARCH] = {{"search", NULL}, "/", "search"},
    [PROMPT_MARKS] = {{"marks", NULL}, "mark", "marks"},
};

static bool take(App *app, int number)
{
    prompt_of(app)->at = number;
    return enter(app, 0);
}

static bool nothing(App *app UNUSED, int number UNUSED)
{
    return false;
}

static void clear(Canvas *canvas, Rect area)
{
    Buf blank = {.arena = canvas->arena};
    buf_add_repeat(&blank, ' ', area.columns);
    for (int row = area.row; row < area.row + area.rows; row++)
        frame_text(canvas->frame, area, area.column, row, PLAIN, buf_str(&blank));
    canvas_click(canvas, area, nothing, 0); // what is below cannot be clicked
}

// The right side keeps its place where the text leaves it some.
static List list_of(const Completions *completions, int at, int columns, Arena *arena)
{
    List list = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0; i < completions->count; i++) {
        const Completion *completion = &completions->list[i];
        int room = columns - 3;
        const char *right = canvas_fit_text(arena, str_from(completion->right), room / 3);
        if (*right) room -= frame_columns(right) + GAP;
        Buf line = {.arena = arena};
        buf_add(&line, STR("  "));
        list_column(&line, completion->text, room);
        if (*right) buf_printf(&line, "%*s%s", GAP, "", right);
        text_plain(&list.text, i == at ? BOLD : PLAIN, buf_text(&line));
        list_add(&list, i);
    }
    return list;
}

static void draw_line(Canvas *canvas, Rect row, const Line *line, const char *sign)
{
    int column = frame_text(canvas->frame, row, row.column + 1, row.row, BOLD, str_from(sign)) + 1;
    int cursor, room = row.columns - (column - row.column) - 1;
    Str shown = line_shown(line, room, &cursor);
    frame_text(canvas->frame, row, column, row.row, BOLD, shown);
    canvas_cursor(canvas, column + cursor < row.columns ? column + cursor : row.columns - 1,
                  row.row);
}

bool prompt_now(const App *app, Arena *arena, PromptNow *now)
{
    if (app_top(app) != SCREEN_PROMPT) return false;
    PromptKind kind = prompt_of(app)->kind;
    const char *places = kind == PROMPT_GO ? matrix_places_title(app) : NULL;
    *now = (PromptNow){.name = KINDS[kind].name,
                       .title = places ? places : KINDS[kind].titles[0],
                       .text = line_text(line_of(app)),
                       .completions = completions_now(app, arena)};
    now->selected = selected(app, &now->completions);
    return true;
}

static bool leave(App *app, int number UNUSED)
{
    return app_leave(app);
}

static void draw(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    canvas_click(canvas, part, leave, 0); // whatever is below it
    Completions completions = completions_now(app, canvas->arena);
    int rows = most_rows(app), at = selected(app, &completions);
    if (completions.count < rows) rows = completions.count > 0 ? completions.count : 1;
    Rect area = {0, part.rows - rows - FRAME_ROWS, part.columns, rows + FRAME_ROWS};
    const char *count =
        completions.count ? arena_printf(canvas->arena, "%d of %d", at + 1, completions.count) : "";
    clear(canvas, area);
    const char *places = prompt_of(app)->kind == PROMPT_GO ? matrix_places_title(app) : NULL;
    if (places)
        canvas_rule(canvas, area, places, count);
    else
        canvas_rule_fitting(canvas, area, KINDS[prompt_of(app)->kind].titles, count);
    List list = list_of(&completions, at, area.columns - 1, canvas->arena);
    list_draw(canvas, &list, at, (Rect){1, area.row + 1, area.columns - 1, rows}, take);
    if (completions.count == 0 && completions.problem)
        canvas_put(canvas, (Rect){3, area.row + 1, area.columns - 4, 1}, PLAIN,
                   completions.problem);
    draw_line(canvas, (Rect){0, part.rows - 2, part.columns, 1}, line_of(app),
              KINDS[prompt_of(app)->kind].sign);
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen prompt_screen = {
    .keys = {"In a line that is typed", ACTION_ROWS(actions)},
    .size = sizeof(Prompt),
    .keeps = true,
    .open = open,
    .close = close,
    .draw = draw,
    .is_over = true,
    .takes_text = true,
    .key = take_key,
    .words = "a line being typed",
};
