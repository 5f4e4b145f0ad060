// More room never shows less: what a screen of 80x24 shows of an operation, every larger one shows.
#include "support/lessons.h"
#include "support/test.h"

#include "tui/core/input.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/views.h"
#include "walk/places/focus.h"
#include "walk/places/stages.h"

#include <limits.h>

enum { MOST_BLOCKS = 8 };

typedef struct Window { // of a matrix of the equation
    int decimals;
    int64_t rows, columns, slices;
} Window;

typedef struct OnScreen {
    Window block[MOST_BLOCKS];
    int count;
    bool code; // the rule above has all of the code
    int lines; // of the lesson that are in sight; INT_MAX: all
} OnScreen;

static const int SIZES[][2] = {{80, 24},  {90, 24},  {100, 30}, {119, 40}, {120, 30},
                               {120, 40}, {130, 40}, {149, 40}, {150, 40}, {155, 45},
                               {160, 30}, {160, 45}, {199, 50}, {200, 60}, {250, 80}};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

static Window window_of(const EquationBlock *block)
{
    const Grid *grid = &block->grid;
    if (block->hidden) return (Window){0};
    return (Window){grid->decimals, grid->rows.count, grid->columns.count, grid->slices.count};
}

static OnScreen sight_at(App *app, const int size[2], Arena *arena)
{
    OnScreen sight = {0};
    app_resize(app, size[0], size[1]);
    const Walk *walk = app->walk;
    Equation measured = equation_measure(app, arena);
    Layout made = walk_layout_of(app, &measured, arena);
    Rect part = made.part[PART_EQUATION];
    Equation fitted = equation_fit(&measured, walk, part.columns - 2, part.rows - 1, arena);
    for (; sight.count < fitted.count && sight.count < MOST_BLOCKS; sight.count++)
        sight.block[sight.count] = window_of(&fitted.blocks[sight.count]);
    int room = canvas_rule_room(part.columns, "");
    const char *code = view_entry_code(walk, walk->at.focus, arena);
    sight.code = frame_columns(code) <= room;
    LessonShown lesson = lesson_in(app, made.part[PART_LESSON], arena);
    sight.lines = lesson.in_sight < lesson.lesson.text.count ? lesson.in_sight : INT_MAX;
    return sight;
}

static const char *less_of(const OnScreen *a, const OnScreen *b, Arena *arena)
{
    for (int i = 0; i < a->count; i++) {
        const Window *x = &a->block[i], *y = &b->block[i];
        if (y->decimals < x->decimals)
            return arena_printf(arena, "matrix %d: decimals %d, not %d", i, y->decimals,
                                x->decimals);
        bool taller = y->rows > x->rows; // no more than a page of columns, then
        if (y->rows < x->rows || (!taller && y->columns < x->columns) || y->slices < x->slices)
            return arena_printf(arena, "matrix %d: %dx%d of %d slices, not %dx%d of %d", i,
                                (int)y->rows, (int)y->columns, (int)y->slices, (int)x->rows,
                                (int)x->columns, (int)x->slices);
    }
    if (a->code && !b->code) return "the code is cut";
    if (b->lines < a->lines) return "fewer lines of the lesson";
    return NULL;
}

static int check_stage(App *app, const char *lesson, Arena *arena)
{
    int less = 0;
    OnScreen small = sight_at(app, SIZES[0], arena);
    for (int i = 1; i < SIZE_COUNT; i++) {
        OnScreen large = sight_at(app, SIZES[i], arena);
        if (SIZES[i][1] == SIZES[0][1]) large.lines = INT_MAX; // the equation may take a row more
        const char *what = less_of(&small, &large, arena);
        if (!what) continue;
        print_error("%s, step %d, stage %d: %dx%d shows less than 80x24: %s\n", lesson,
                    walk_stage(app->walk).step + 1, app->walk->at.stage, SIZES[i][0], SIZES[i][1],
                    what);
        less++;
    }
    return less;
}

static int check_lesson(const char *lesson)
{
    Walk walk;
    App app;
    Arena arena = {0};
    Error error = {.arena = &arena};
    int less = 0;
    assert_true(walk_open(&walk, lesson, &(WalkOptions){0}, &error));
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (int i = 0; i < walk.ran.stage_count; i++) {
        walk_go_to(&walk, i, walk.ran.stages[i].substeps);
        if (walk.at.focus >= 0) less += check_stage(&app, lesson, &arena);
        arena_free(&arena);
    }
    app_free(&app);
    walk_close(&walk);
    return less;
}

static void a_larger_screen_shows_what_a_smaller_one_shows(void **state)
{
    (void)state;
    Arena arena = {0};
    Library library;
    int less = 0;
    lessons_to_try(&library, &arena);
    for (int i = 0; i < library.count; i++) less += check_lesson(library.lessons[i].name);
    arena_free(&arena);
    assert_int_equal(less, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_larger_screen_shows_what_a_smaller_one_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
