// From the state to a frame: the layout, then one view for each of its parts.
#include "tui/draw.h"

#include "tui/edit/changes.h"
#include "tui/edit/reach.h"
#include "tui/edit/whatif.h"

#include "base/utf8.h"
#include "tui/find/prompt.h"
#include "tui/find/prompt_view.h"
#include "tui/pages/help_text.h"
#include "tui/pages/outline.h"
#include "tui/pages/scroll.h"
#include "tui/walk/equation.h"

static View *const VIEWS[PART_COUNT] = {
    [PART_TITLE] = view_title,         [PART_MAP] = view_map,
    [PART_EQUATION] = view_equation,   [PART_PIPELINE] = view_pipeline,
    [PART_INSPECTOR] = view_inspector, [PART_LESSON] = view_lesson,
    [PART_CODE] = view_code,           [PART_PROGRESS] = view_progress,
    [PART_STATUS] = view_status,       [PART_KEYS] = view_keys,
};

// Rows of arithmetic for each depth: the same for all cells, so that nothing jumps.
static int inspector_rows(const App *app)
{
    int depth = app->walk->depth;
    if (depth == 0 && walk_question(app->walk)) depth = 1; // a question wants its place
    if (depth == 0) return 0;
    int rows = depth == 1 ? 4 : depth == 2 ? 8 : 12;
    return app->rows >= 36 ? rows + 1 : rows;
}

static int choices_asked(const Walk *walk)
{
    const Question *question = walk_question_reached(walk);
    return question && question->prediction ? question->prediction->choice_count : 0;
}

static Layout layout_with(const App *app, const Equation *equation, Arena *arena)
{
    LayoutWish wish = {.lesson = app->lesson};
    int columns = layout_equation_columns(app->columns, app->rows, app->lesson);
    if (app->walk->focus >= 0 && layout_tier(app->columns, app->rows) != TIER_NONE) {
        wish.equation_rows = equation_rows(equation, app->walk, columns, arena);
        wish.inspector_rows = inspector_rows(app);
    }
    int choices = choices_asked(app->walk);
    if (layout_tier(app->columns, app->rows) == TIER_S && choices) {
        wish.equation_rows = 0; // the question and its choices come first
        wish.inspector_rows = 2 + choices;
    }
    return layout(app->columns, app->rows, wish);
}

Layout app_layout(const App *app, Arena *arena)
{
    Equation equation = equation_measure(app, arena);
    return layout_with(app, &equation, arena);
}

static void add_hit(Canvas *canvas, Hit hit)
{
    canvas->hits = arena_grow(canvas->arena, canvas->hits, (size_t)canvas->hit_count,
                              &canvas->hit_capacity, sizeof(Hit));
    canvas->hits[canvas->hit_count++] = hit;
}

void canvas_hit(Canvas *canvas, Rect area, Cell cell, const Action *action)
{
    add_hit(canvas, (Hit){.area = area, .cell = cell, .action = action});
}

void canvas_click(Canvas *canvas, Rect area, HitDo *click, HitDo *open, int number)
{
    add_hit(
        canvas,
        (Hit){.area = area, .cell = {.entry = -1}, .click = click, .open = open, .number = number});
}

void canvas_wheel(Canvas *canvas, Rect area, HitDo *wheel)
{
    add_hit(canvas, (Hit){.area = area, .cell = {.entry = -1}, .wheel = wheel});
}

const char *fit_text(Arena *arena, Str text, int columns)
{
    if (utf8_width(text) <= columns) return str_copy(arena, text);
    if (columns <= 0) return "";
    return text_printf(arena, "%.*s…", STR_ARG(utf8_fit(text, columns - 1)));
}

void canvas_rule(Canvas *canvas, Rect row, const char *title, const char *right)
{
    Style rule = {.ink = INK_RULE}, bold = {.attributes = ATTR_BOLD};
    int end = row.column + row.columns;
    row.rows = 1;
    for (int column = row.column; column < end; column++)
        frame_text(canvas->frame, row, column, row.row, rule, STR("─"));
    int right_columns = utf8_width(str_from(right));
    int room = row.columns - 6 - (right_columns ? right_columns + 4 : 0);
    if (*title && room > 0)
        frame_printf(canvas->frame, row, row.column + 2, row.row, bold, " %s ",
                     fit_text(canvas->arena, str_from(title), room));
    if (right_columns && right_columns + 4 < row.columns)
        frame_printf(canvas->frame, row, end - right_columns - 4, row.row, (Style){0}, " %s ",
                     right);
}

static void draw_too_small(Canvas *canvas)
{
    const App *app = canvas->app;
    Rect all = {0, 0, app->columns, app->rows};
    Buf text = {.arena = canvas->arena};
    buf_printf(&text, "Need 60x16, have %dx%d. Enlarge, or q to quit.", app->columns, app->rows);
    Str rest = buf_str(&text);
    for (int row = 0; row < app->rows && rest.n; row++) { // folded where the screen is narrow
        Str line = utf8_fit(rest, app->columns);
        if (line.n < rest.n && str_find(line, " ") >= 0) {
            while (line.n && line.p[line.n - 1] != ' ') line.n--;
        }
        frame_text(canvas->frame, all, 0, row, (Style){0}, line);
        rest = str_slice(rest, line.n ? line.n : 1, rest.n);
    }
}

static void draw_walk(Canvas *canvas)
{
    Equation *equation = NEW_ARRAY(canvas->arena, Equation, 1);
    Layout *made = NEW_ARRAY(canvas->arena, Layout, 1);
    *equation = equation_measure(canvas->app, canvas->arena);
    *made = layout_with(canvas->app, equation, canvas->arena);
    canvas->layout = made;
    canvas->equation = equation;
    for (int part = 0; part < PART_COUNT; part++) {
        if (made->part[part].rows > 0 && made->part[part].columns > 0)
            VIEWS[part](canvas, made->part[part]);
    }
}

static bool turn_reach(App *app, int direction)
{
    return direction < 0 ? reach_up(app) : reach_down(app);
}

static bool turn_whatif(App *app, int direction)
{
    return direction < 0 ? whatif_previous(app) : whatif_next(app);
}

static bool turn_large(App *app, int direction)
{
    return direction < 0 ? large_up(app) : large_down(app);
}

static bool turn_heads(App *app, int direction)
{
    return direction < 0 ? heads_up(app) : heads_down(app);
}

static bool turn_flow(App *app, int direction)
{
    return direction < 0 ? flow_up(app) : flow_down(app);
}

// Those that have the whole screen, and what the wheel does on them.
static const struct {
    Screen screen;
    View *view;
    HitDo *wheel;
} SCREENS[] = {
    {ON_HELP, view_help, help_move},    {ON_OUTLINE, view_outline, outline_move},
    {ON_COST, view_cost, cost_scroll},  {ON_LESSONS, view_lessons, NULL},
    {ON_FIGURE, view_figure, NULL},     {ON_CHANGES, view_changes, changes_scroll},
    {ON_REACH, view_reach, turn_reach}, {ON_WHATIF, view_whatif, turn_whatif},
    {ON_PRESENT, view_present, NULL},   {ON_STEPS, view_steps, NULL},
    {ON_NOTES, view_notes, NULL},       {ON_LARGE, view_large, turn_large},
    {ON_HEADS, view_heads, turn_heads}, {ON_FLOW, view_flow, turn_flow},
};

static void draw_screen(Canvas *canvas, Screen screen)
{
    Rect whole = {0, 0, canvas->app->columns, canvas->app->rows};
    if (screen == ON_WALK) draw_walk(canvas);
    for (size_t i = 0; i < sizeof SCREENS / sizeof *SCREENS; i++) {
        if (SCREENS[i].screen != screen) continue;
        if (SCREENS[i].wheel) canvas_wheel(canvas, whole, SCREENS[i].wheel);
        SCREENS[i].view(canvas, whole);
    }
}

static bool leave_prompt(App *app, int number)
{
    (void)number;
    return prompt_leave(app);
}

void draw_on(Canvas *canvas)
{
    const App *app = canvas->app;
    Rect whole = {0, 0, app->columns, app->rows};
    if (layout_tier(app->columns, app->rows) == TIER_NONE) {
        draw_too_small(canvas);
    } else if (app->screen == ON_PROMPT) {
        draw_screen(canvas, app->under);
        canvas_click(canvas, whole, leave_prompt, NULL, 0);
        view_prompt(canvas, whole);
    } else {
        draw_screen(canvas, app->screen);
    }
    if (app->ascii) frame_to_ascii(canvas->frame);
}

Frame draw(const App *app, Arena *frame_arena)
{
    Frame frame = frame_new(frame_arena, app->columns, app->rows);
    Canvas canvas = {.app = app, .walk = app->walk, .arena = frame_arena, .frame = &frame};
    draw_on(&canvas);
    return frame;
}
