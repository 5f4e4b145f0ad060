// From the state to a frame: the layout, then one view for each of its parts.
#include "tui/draw.h"

#include "tui/edit/changes.h"
#include "tui/edit/reach.h"
#include "tui/edit/whatif.h"
#include "tui/parts/question.h"

#include "base/utf8.h"
#include "tui/find/prompt.h"
#include "tui/input.h"
#include "tui/parts/equation.h"
#include "tui/present/present_layout.h"

static View *const VIEWS[PART_COUNT] = {
    [PART_TITLE] = view_title,         [PART_MAP] = view_map,
    [PART_EQUATION] = view_equation,   [PART_PIPELINE] = view_pipeline,
    [PART_INSPECTOR] = view_inspector, [PART_LESSON] = view_lesson,
    [PART_NOTES] = view_left,          [PART_CODE] = view_code,
    [PART_PROGRESS] = view_progress,   [PART_STATUS] = view_status,
    [PART_KEYS] = view_keys,
};

int app_depth(const App *app)
{
    bool roomy = layout_tier(app->columns, app->rows) == TIER_XL;
    return roomy && app->walk->depth ? 4 : app->walk->depth;
}

// Rows of arithmetic for each depth: the same for all cells, so that nothing jumps.
static int inspector_rows(const App *app)
{
    int depth = app_depth(app);
    if (depth == 0 && walk_question(app->walk)) depth = 1; // a question wants its place
    if (depth == 0) return 0;
    int rows = depth == 1 ? 4 : depth == 2 ? 8 : 12;
    return app->rows >= 36 ? rows + 1 : rows;
}

static Layout layout_with(const App *app, const Equation *equation, Arena *arena)
{
    LayoutWish wish = {.lesson = app->lesson};
    int columns = layout_equation_columns(app->columns, app->rows, app->lesson);
    if (app->walk->focus >= 0 && layout_tier(app->columns, app->rows) != TIER_NONE) {
        wish.equation_rows = equation_rows(equation, app->walk, columns, arena);
        wish.inspector_rows = inspector_rows(app);
    }
    if (layout_tier(app->columns, app->rows) == TIER_XL) wish.notes_rows = left_rows(app, arena);
    int question = question_rows(app, arena);
    if (question) { // the question and its choices come first
        if (layout_tier(app->columns, app->rows) == TIER_S) wish.equation_rows = 0;
        if (wish.inspector_rows < question) wish.inspector_rows = question;
        wish.inspector_least = question < app->rows / 2 - 2 ? question : app->rows / 2 - 2;
    }
    return layout(app->columns, app->rows, wish);
}

Layout app_layout(const App *app, Arena *arena)
{
    Equation equation = equation_measure(app, arena);
    Layout made = layout_with(app, &equation, arena);
    Rect walls[NOTES_WALLS];
    if (app->home == ON_NOTES) present_walls(&made.part[PART_LESSON], walls);
    return made;
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

const char *fit_facts(Arena *arena, Str facts, int columns)
{
    Str kept = str_trim(facts);
    while (utf8_width(kept) > columns) {
        int end = kept.n - 1;
        while (end > 0 && !(kept.p[end] == ' ' && kept.p[end - 1] == ' ')) end--;
        if (end <= 0) break;
        kept = str_trim(str_slice(kept, 0, end));
    }
    return fit_text(arena, kept, columns);
}

const char *first_fitting(const char *const *texts, int columns)
{
    while (texts[1] && utf8_width(str_from(*texts)) > columns) texts++;
    return *texts;
}

void canvas_cursor_behind(Canvas *canvas, Str prompt, Rect area)
{
    int typed = str_find(prompt, "_   ("),
        column = typed < 0 ? 0 : utf8_width((Str){prompt.p, typed});
    canvas->frame->cursor_column = area.column + (column < area.columns ? column : 0);
    canvas->frame->cursor_row = area.row;
}

int canvas_rule_room(int columns, const char *right)
{
    int right_columns = utf8_width(str_from(right));
    return columns - 6 - (right_columns ? right_columns + 4 : 0);
}

void canvas_rule(Canvas *canvas, Rect row, const char *title, const char *right)
{
    Style rule = {.ink = INK_RULE}, bold = {.attributes = ATTR_BOLD};
    int end = row.column + row.columns;
    row.rows = 1;
    for (int column = row.column; column < end; column++)
        frame_text(canvas->frame, row, column, row.row, rule, STR("─"));
    int right_columns = utf8_width(str_from(right));
    int room = canvas_rule_room(row.columns, right);
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

// Those that have the whole screen.
static const struct {
    Screen screen;
    View *view;
} SCREENS[] = {
    {ON_HELP, view_help},       {ON_OUTLINE, view_outline}, {ON_COST, view_cost},
    {ON_LESSONS, view_lessons}, {ON_FIGURE, view_figure},   {ON_CHANGES, view_changes},
    {ON_REACH, view_reach},     {ON_WHATIF, view_whatif},   {ON_PRESENT, view_present},
    {ON_STEPS, view_steps},     {ON_NOTES, view_notes},     {ON_LARGE, view_large},
    {ON_HEADS, view_heads},     {ON_FLOW, view_flow},       {ON_WHY, view_why},
};

// The wheel does what the arrow does; text goes on by several lines.
static bool turn_wheel(App *app, int direction)
{
    enum { OF_TEXT = ON_COST | ON_CHANGES | ON_WHY, LINES = 3 };
    for (int i = 0; i < (app->screen & OF_TEXT ? LINES : 1); i++)
        app_press(app, app->screen, direction < 0 ? KEYCODE_UP : KEYCODE_DOWN);
    return true;
}

static void draw_screen(Canvas *canvas, Screen screen)
{
    Rect whole = {0, 0, canvas->app->columns, canvas->app->rows};
    if (screen == ON_WALK) draw_walk(canvas);
    for (size_t i = 0; i < sizeof SCREENS / sizeof *SCREENS; i++) {
        if (SCREENS[i].screen == screen) SCREENS[i].view(canvas, whole);
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
        canvas_wheel(canvas, whole, turn_wheel);
        view_prompt(canvas, whole);
    } else {
        if (app->screen != ON_WALK) canvas_wheel(canvas, whole, turn_wheel);
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
