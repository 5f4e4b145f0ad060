// The presenter's notes: the lesson's text at the place that is presented, and what comes next; on
// a large terminal the slides themselves, now and next.
#include "tui/core/screen.h"
#include "tui/parts/slide.h"
#include "tui/parts/views.h"
#include "walk/walk.h"

#include "base/text/utf8.h"

// "next: scores = queries @ keys.T" or "next: step 5, Turn scores into shares".
static const char *next_text(const App *app, Arena *arena)
{
    const Walk *walk = app->walk;
    Stage here = walk_stage(walk);
    if (walk->at.stage + 1 >= walk->ran.stage_count) return "next: the end of the lesson";
    const Stage *next = &walk->ran.stages[walk->at.stage + 1];
    if (next->step != here.step)
        return arena_printf(arena, "next: step %d, %s", next->step + 1,
                            walk->lesson.steps[next->step].title);
    if (next->entry < 0) return "next: goes on in this step";
    return arena_printf(arena, "next: %s", view_entry_code(walk, next->entry, arena));
}

static const char *now_text(const App *app, int columns, Arena *arena)
{
    const Walk *walk = app->walk;
    const Question *question = walk_question_reached(walk);
    if (question)
        return arena_printf(arena, "asked: %s  (answer %s)", question->name,
                            question_solution(question, walk->view.digits, arena));
    if (walk->at.focus < 0) return "now: text";
    const char *code = view_entry_code(walk, walk->at.focus, arena);
    int substeps = walk_stage(walk).substeps;
    if (substeps == 0) return arena_printf(arena, "now: %s", code);
    int room = columns - utf8_width(STR("now:   (99 of 99)")) - 2;
    return arena_printf(arena, "now: %s  (%d of %d)", canvas_fit_text(arena, str_from(code), room),
                        walk->at.substep, substeps);
}

// What the other side says gives way to what comes next, but for half of the row.
static const char *next_row(Canvas *canvas, const char *says, int columns)
{
    const char *next = next_text(canvas->app, canvas->arena);
    if (!says) return next;
    int room = columns - utf8_width(STR("()  ")), left = room - frame_columns(next);
    const char *said =
        canvas_fit_text(canvas->arena, str_from(says), left > room / 2 ? left : room / 2);
    return arena_printf(canvas->arena, "(%s)  %s", said, next);
}

static int row_columns(Rect whole, const char *right)
{
    int wide = frame_columns(right);
    return whole.columns - 2 - (wide ? wide + 2 : 0);
}

static void draw_row(Canvas *canvas, Rect whole, int row, const char *text, const char *right)
{
    int room = row_columns(whole, right), wide = frame_columns(right);
    canvas_put(canvas, (Rect){1, row, room, 1}, BOLD, text);
    frame_text(canvas->frame, whole, whole.columns - 1 - wide, row, BOLD, str_from(right));
}

// A slide in miniature, of a walk that need not be ours. Nothing in it can be clicked.
static void draw_wall(Canvas *canvas, Walk *walk, Rect wall, const char *title, const char *right)
{
    App there = *canvas->app;
    Canvas copy = *canvas;
    int cursor_column = canvas->frame->cursor_column, cursor_row = canvas->frame->cursor_row;
    Rect slide = {wall.column, wall.row + 1, wall.columns, wall.rows - 1};
    there.walk = walk;
    there.columns = slide.columns;
    there.rows = slide.rows;
    copy.app = &there;
    copy.walk = walk;
    copy.hits = NULL;
    canvas_rule(canvas, wall, title, right);
    slide_draw(&copy, slide);
    canvas_cursor(canvas, cursor_column, cursor_row);
}

static void draw_walls(Canvas *canvas, const Rect walls[NOTES_WALLS])
{
    Walk *walk = canvas->app->walk, next;
    if (walls[0].rows) draw_wall(canvas, walk, walls[0], "on the wall", "");
    if (!walls[1].rows || !walk_peek(walk, &next)) return;
    draw_wall(canvas, &next, walls[1], "next", "");
    walk_peek_end(&next);
}

// The lesson is where it is on the screen of a walk, so that it scrolls as there.
static void draw(Canvas *canvas, Rect whole)
{
    const App *app = canvas->app;
    Layout made = walk_layout(app, canvas->arena);
    Rect lesson = made.part[PART_LESSON], status = made.part[PART_STATUS];
    Rect beside = {lesson.column, lesson.row, whole.columns - lesson.column, lesson.rows};
    Rect walls[NOTES_WALLS];
    present_walls(&beside, walls);
    draw_walls(canvas, walls);
    view_title(canvas, made.part[PART_TITLE]);
    if (made.part[PART_MAP].rows) view_map(canvas, made.part[PART_MAP]);
    view_lesson(canvas, lesson);
    draw_row(canvas, whole, made.part[PART_PROGRESS].row,
             now_text(app, whole.columns, canvas->arena), "");
    const char *says = app->message ? app->message : app->far;
    const char *time = slide_time(app, canvas->arena);
    draw_row(canvas, whole, status.row, next_row(canvas, says, row_columns(whole, time)), time);
    view_keys(canvas, made.part[PART_KEYS]);
}

// What a page says below the lesson's text and the equation that is on the wall.
static const char *foot(const App *app, Arena *arena)
{
    enum { COLUMNS = 120 };
    return arena_printf(arena, "%s; %s", now_text(app, COLUMNS, arena), next_text(app, arena));
}

const Screen notes_screen = {.draw = draw, .foot = foot, .shows_equation = true};
