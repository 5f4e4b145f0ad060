// The answers of a worksheet are the numbers of the run, rounded.
#include "study/names/typed_name.h"
#include "support/figure.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "figure/kind.h"
#include "study/axes/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;
static Walk walk;

static int open_lesson(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    return walk_open(&walk, "lessons/01-eight-steps.md", &(WalkOptions){0}, &error) ? 0 : -1;
}

static int close_lesson(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

static Figure worksheet(bool answers)
{
    FigureRequest request = {.trace = walk.trace,
                             .pick = {.head = -1, .query = -1},
                             .tasks = {.seed = -1, .answers = answers}};
    request.marked.entry = -1;
    figure_request_parts(&request, &walk, &arena);
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    assert_true(
        figure_kind_build(figure_kind_find("worksheet"), &figure, &request, &fake_measure, &error));
    return figure;
}

// ---- what is on a page --------------------------------------------------------------------------

static int page_of(const Figure *figure, int shape)
{
    int page = 0;
    for (int i = 0; i < shape; i++) page += figure->shapes[i].kind == SHAPE_PAGE;
    return page;
}

// A box with an answer is tinted, and then framed.
static bool is_around(const FigureShape *box, const FigureShape *text)
{
    bool is_framed = box->kind == SHAPE_RECTANGLE && box->stroke > 0,
         is_tinted = box[-1].kind == SHAPE_RECTANGLE && box[-1].stroke <= 0 && box[-1].x == box->x;
    return is_framed && is_tinted && text->x > box->x && text->x < box->x + box->width &&
           text->y > box->y && text->y < box->y + box->height;
}

static bool is_in_box(const Figure *figure, int text)
{
    for (int i = text - 1; i > 0 && figure->shapes[i].kind != SHAPE_PAGE; i--) {
        if (is_around(&figure->shapes[i], &figure->shapes[text])) return true;
    }
    return false;
}

// "4.  scores = queries @ keys.T"
static bool is_task(const FigureShape *shape)
{
    return shape->kind == SHAPE_TEXT && shape->mono && strstr(shape->text, ".  ");
}

// The task that a number belongs to stands above it, in the same column.
static int task_of(const Figure *figure, int number)
{
    const FigureShape *shapes = figure->shapes, *text = &shapes[number];
    int found = -1;
    for (int i = 0; i < figure->count; i++) {
        bool above = is_task(&shapes[i]) && page_of(figure, i) == page_of(figure, number) &&
                     shapes[i].y < text->y && shapes[i].x < text->x;
        bool nearer = found < 0 || shapes[i].x > shapes[found].x ||
                      (shapes[i].x == shapes[found].x && shapes[i].y > shapes[found].y);
        if (above && nearer) found = i;
    }
    return found;
}

// ---- the numbers ------------------------------------------------------------------------------

static Matrix result_of(const FigureShape *task)
{
    Str rest = str_from(strstr(task->text, ".  ") + 3);
    Str name = str_slice(rest, 0, str_find(rest, " ="));
    Cell cell;
    int given;
    Error error = {.arena = &arena};
    assert_true(trace_parse_tensor(walk.trace, name, &cell, &given, &error));
    return matrix_shown(walk.trace, cell.entry, cell.at);
}

static bool is_rounded(const char *answer, double value)
{
    const char *minus = "\u2212", *digits = answer;
    bool is_negative = strncmp(answer, minus, strlen(minus)) == 0;
    if (is_negative) digits += strlen(minus);
    char *end;
    double read = strtod(digits, &end) * (is_negative ? -1 : 1);
    assert_true(end > digits && *end == '\0');
    const char *point = strchr(digits, '.');
    double unit = point ? pow(10, -(double)strlen(point + 1)) : 1;
    return fabs(read - value) <= unit / 2 * (1 + 1e-6);
}

// Answers of a task are in the order of its cells; some cells may be printed instead.
static void check_task(const Figure *figure, int task, int *answers)
{
    Matrix matrix = result_of(&figure->shapes[task]);
    int64_t cell = 0, cells = matrix.rows * matrix.columns;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_TEXT || task_of(figure, i) != task || !is_in_box(figure, i))
            continue;
        while (cell < cells && !is_rounded(shape->text, matrix_value(&matrix, cell / matrix.columns,
                                                                     cell % matrix.columns)))
            cell++;
        if (cell == cells) print_error("%s: %s\n", figure->shapes[task].text, shape->text);
        assert_true(cell++ < cells);
        ++*answers;
    }
}

static int blanks_of(const Figure *sheet)
{
    for (int i = 0; i < sheet->count; i++) {
        const FigureShape *shape = &sheet->shapes[i];
        if (shape->kind == SHAPE_TEXT && strncmp(shape->text, "of ", 3) == 0)
            return (int)strtol(shape->text + 3, NULL, 10);
    }
    return -1;
}

static void check_answers(void)
{
    Figure sheet = worksheet(false), filled = worksheet(true);
    int answers = 0, tasks = 0;
    for (int i = 0; i < filled.count; i++) {
        if (!is_task(&filled.shapes[i])) continue;
        check_task(&filled, i, &answers);
        tasks++;
    }
    assert_true(tasks >= 8);
    assert_int_equal(answers, blanks_of(&sheet));
}

static void test_the_answers_are_the_numbers_of_the_run(void **state)
{
    (void)state;
    check_answers();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_answers_are_the_numbers_of_the_run),
    };
    return cmocka_run_group_tests(tests, open_lesson, close_lesson);
}
