// More room never shows less: what a screen of 60x16 shows of an operation, one of 80x24 shows, and
// what that shows, every larger one. Where 60x16 lacks something, tests/golden/room.txt says why.
#include "support/lessons.h"
#include "support/test.h"

#include "base/files/file.h"
#include "tensor/op.h"
#include "tui/core/input.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/views.h"
#include "walk/places/focus.h"
#include "walk/places/stages.h"

#include <limits.h>
#include <stdlib.h>

enum { MOST_BLOCKS = 8 };

static const char LIST[] = "tests/golden/room.txt";

typedef struct Window { // of a matrix of the equation
    int decimals;
    int64_t rows, columns, slices, of_rows;
    int needed; // columns that the cell at hand is made from
    bool hidden;
} Window;

typedef struct OnScreen {
    Window block[MOST_BLOCKS];
    int count;
    bool code; // the rule above has all of the code
    int lines; // of the lesson that are in sight; INT_MAX: all
} OnScreen;

static const int SMALLEST[] = {60, 16};
static const int SIZES[][2] = {{80, 24},  {90, 24},  {100, 30}, {119, 40}, {120, 30},
                               {120, 40}, {130, 40}, {149, 40}, {150, 40}, {155, 45},
                               {160, 30}, {160, 45}, {199, 50}, {200, 60}, {250, 80}};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

static Window window_of(const EquationBlock *block)
{
    const Grid *grid = &block->grid;
    if (block->hidden) return (Window){.hidden = true};
    return (Window){grid->decimals,
                    grid->rows.count,
                    grid->columns.count,
                    grid->slices.count,
                    grid->matrix.rows,
                    (int)block->needed,
                    false};
}

static OnScreen sight_at(App *app, const int size[2], Arena *arena)
{
    OnScreen sight = {0};
    app_resize(app, size[0], size[1]);
    const Walk *walk = app->walk;
    Equation measured = equation_measure(app, arena);
    Layout made = walk_layout_of(app, &measured, arena);
    Rect part = made.part[PART_EQUATION];
    int rows = view_equation_code(app, part, arena).count;
    Equation fitted = equation_fit(&measured, walk, part.columns - 2, part.rows - 1 - rows, arena);
    for (; sight.count < fitted.count && sight.count < MOST_BLOCKS; sight.count++)
        sight.block[sight.count] = window_of(&fitted.blocks[sight.count]);
    int room = canvas_rule_room(part.columns, "");
    const char *code = view_entry_code(walk, walk->at.focus, arena);
    sight.code = frame_columns(code) <= room || rows;
    LessonShown lesson = lesson_in(app, made.part[PART_LESSON], arena);
    int line = lesson.lesson.current - lesson.top;
    sight.code |= made.part[PART_LESSON].rows && line >= 0 && line < lesson.in_sight;
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

// Why a screen of 60x16 lacks something of the operation at hand; NULL: it has the code whole, all
// matrices, and of those that are taller several rows with the columns that the cell is made from.
static const char *lacks(const App *app, const OnScreen *sight)
{
    const Walk *walk = app->walk;
    bool asks = walk_question(walk) || walk_question_reached(walk);
    bool given = !walk->trace->entries[walk->at.focus].call.op->sources;
    for (int i = 0; i < sight->count; i++) {
        const Window *shown = &sight->block[i];
        if (shown->hidden) return "the matrices are too many to be side by side";
        if (shown->columns < shown->needed) return "a row and a column are wider than the screen";
    }
    for (int i = 0; i < sight->count; i++) {
        const Window *shown = &sight->block[i];
        if (shown->rows == 1 && shown->of_rows > 1)
            return asks ? "the question leaves one row of the matrices" : "one row of several";
    }
    if (sight->code || given) return NULL;
    return asks ? "the question leaves no row for the code" : "no row for the code";
}

static int say_less(const App *app, const int size[2], const int than[2], const char *what)
{
    if (!what) return 0;
    print_error("%s, step %d, stage %d: %dx%d shows less than %dx%d: %s\n", app->walk->lesson.name,
                walk_stage(app->walk).step + 1, app->walk->at.stage, size[0], size[1], than[0],
                than[1], what);
    return 1;
}

static int check_stage(App *app, Buf *list, Arena *arena)
{
    OnScreen smallest = sight_at(app, SMALLEST, arena);
    const char *reason = lacks(app, &smallest);
    if (reason)
        buf_printf(list, "%s, step %d, operation %d: %s\n", app->walk->lesson.name,
                   walk_stage(app->walk).step + 1, app->walk->at.stage, reason);
    OnScreen small = sight_at(app, SIZES[0], arena);
    smallest.lines = 0; // its text is on pages of its own
    int less = say_less(app, SIZES[0], SMALLEST, less_of(&smallest, &small, arena));
    for (int i = 1; i < SIZE_COUNT; i++) {
        OnScreen large = sight_at(app, SIZES[i], arena);
        if (SIZES[i][1] == SIZES[0][1]) large.lines = INT_MAX; // the equation may take a row more
        less += say_less(app, SIZES[i], SIZES[0], less_of(&small, &large, arena));
    }
    return less;
}

static int check_lesson(const char *lesson, Buf *list)
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
        if (walk.at.focus >= 0) less += check_stage(&app, list, &arena);
        arena_free(&arena);
    }
    app_free(&app);
    walk_close(&walk);
    return less;
}

// The list of what 60x16 lacks is to be read, and is to get shorter.
static void compare_list(const Buf *list, Arena *arena)
{
    Error error = {.arena = arena};
    FileWriter writer;
    Str kept;
    if (getenv("UPDATE")) {
        assert_true(file_create(&writer, LIST, true, arena, &error));
        assert_true(file_write(&writer, buf_text(list), (size_t)list->n, &error));
        assert_true(file_commit(&writer, &error));
    }
    assert_true(file_read(LIST, 1 << 20, arena, &kept, &error));
    if (ONE_LESSON_IN == 1 && !str_equal(kept, buf_str(list)))
        fail_msg("%s differs: UPDATE=1 writes it, and git diff says where", LIST);
}

static void a_larger_screen_shows_what_a_smaller_one_shows(void **state)
{
    (void)state;
    Arena arena = {0};
    Buf list = {.arena = &arena};
    int less = 0;
    for (EachLesson each = {0}; lesson_next(&each);) less += check_lesson(each.name, &list);
    compare_list(&list, &arena);
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
