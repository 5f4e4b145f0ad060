// Layouts, measured: each kind of figure on slides, in beamer, in a column of a paper, and small.
#include "study/names/typed_name.h"
#include "support/figure.h"
#include "support/opened.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "figure/kind.h"
#include "figure/kinds/poster.h"

#include <math.h>
#include <string.h>

static const char LESSON[] =
    "# Layouts\n\n## Score\n\n```python\n"
    "import torch\n"
    "words = ['the', 'cat', 'sat']\n"
    "#| axes: x = words, f\n"
    "x = torch.arange(12.).reshape(3, 4) % 5 - 1\n"
    "scores = x @ x.T / 2\n"
    "```\n\n## Talk\n\n```python\nprint('nothing is computed')\n"
    "```\n\n## Hand on\n\n```python\n"
    "same = scores.detach()\n"
    "```\n\n## Weigh\n\n```python\n"
    "weights = torch.softmax(same, dim=-1)\n"
    "outputs = weights @ x\n"
    "five = torch.softmax(torch.arange(45.).reshape(5, 3, 3) % 7, dim=-1)\n"
    "twelve = torch.softmax(torch.arange(768.).reshape(12, 8, 8) % 7, dim=-1)\n"
    "long = torch.softmax(torch.arange(900.).reshape(30, 30) % 11, dim=-1)\n"
    "```\n";

static Arena arena;
static Walk walk;

static int open_lesson(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    return open_text_as(&walk, LESSON, ".md", &error) && !walk.ran.error.set ? 0 : -1;
}

static int close_lesson(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

// As --for has them.
typedef struct PaperPlace {
    const char *name;
    double width, height, good, least; // letters, in points
} PaperPlace;

static const PaperPlace places[] = {
    {"slides", 960, 540, 13.5, 6}, {"beamer", 306.14, 192.76, 7, 3}, {"paper", 238.11, 0, 6, 6}};
enum { PLACES = sizeof places / sizeof *places };

static FigureRequest request_for(const char *tensor, const PaperPlace *place)
{
    FigureRequest request = {
        .trace = walk.trace, .pick = {.head = -1, .query = -1}, .tasks = {.seed = -1}};
    Error error = {.arena = &arena};
    request.marked.entry = -1;
    figure_request_parts(&request, &walk, &arena);
    if (place)
        request.look = (FigureLook){.width = place->width,
                                    .height = place->height,
                                    .least_text = place->good,
                                    .rows.least = place->least};
    if (tensor)
        assert_true(trace_parse_tensor(walk.trace, str_from(tensor), &request.cell,
                                       &request.indices, &error));
    return request;
}

static Figure build(const char *kind, FigureRequest request)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    bool ok = figure_kind_build(figure_kind_find(kind), &figure, &request, &fake_measure, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return figure;
}

// ---- boxes ------------------------------------------------------------------------------------

typedef struct Box {
    double left, right, top, bottom;
} Box;

// Of the ink of a text, from the top of a capital letter, turned as it is drawn.
static Box box_of(const FigureShape *shape)
{
    double width =
        fake_measure.text_width(NULL, shape->text, shape->size, shape->bold, shape->mono);
    double left = -width * (double)shape->align / 2, half = 0.4 * shape->size;
    double turn = shape->angle * acos(-1) / 180, c = cos(turn), s = sin(turn);
    Box box = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (int corner = 0; corner < 4; corner++) {
        double x = left + (corner & 1 ? width : 0), y = corner & 2 ? half : -half;
        box.left = fmin(box.left, shape->x + x * c - y * s);
        box.right = fmax(box.right, shape->x + x * c - y * s);
        box.top = fmin(box.top, shape->y + x * s + y * c);
        box.bottom = fmax(box.bottom, shape->y + x * s + y * c);
    }
    return box;
}

static void assert_inside(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_CURVE || shape->kind == SHAPE_POLYGON) {
            for (int k = 0; k < shape->point_count; k++)
                assert_true(shape->points[k].x >= 0 && shape->points[k].x <= figure->width &&
                            shape->points[k].y >= 0 && shape->points[k].y <= figure->height);
            continue;
        }
        if (shape->kind == SHAPE_PAGE) continue;
        Box box = {shape->x, shape->x + shape->width, shape->y, shape->y + shape->height};
        if (shape->kind == SHAPE_TEXT) box = box_of(shape);
        if (box.left < 0 || box.right > figure->width) print_error("%s\n", shape->text);
        assert_true(box.left >= 0 && box.right <= figure->width);
        assert_true(box.top >= 0 && box.bottom <= figure->height);
    }
}

// No level text over another of its page.
static void assert_apart(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *first = &figure->shapes[i];
        if (first->kind != SHAPE_TEXT || first->angle != 0) continue;
        for (int k = i + 1; k < figure->count; k++) {
            const FigureShape *second = &figure->shapes[k];
            if (second->kind == SHAPE_PAGE) break;
            if (second->kind != SHAPE_TEXT || second->angle != 0) continue;
            Box a = box_of(first), b = box_of(second);
            bool apart =
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            if (!apart) print_error("'%s' meets '%s'\n", first->text, second->text);
            assert_true(apart);
        }
    }
}

// How many different places rectangles and images of the largest size begin at, across and down:
// those of the matrices of a grid.
static void grid_of(const Figure *figure, int *columns, int *rows)
{
    double x[64], y[64];
    *columns = *rows = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        bool matrix =
            shape->kind == SHAPE_IMAGE && shape->pixel_rows > 1 && shape->pixel_columns > 1;
        if (!matrix) continue; // the colour bar is one too
        bool new_x = true, new_y = true;
        for (int k = 0; k < *columns; k++) new_x &= fabs(x[k] - shape->x) > 0.5;
        for (int k = 0; k < *rows; k++) new_y &= fabs(y[k] - shape->y) > 0.5;
        if (new_x) x[(*columns)++] = shape->x;
        if (new_y) y[(*rows)++] = shape->y;
    }
}

// ---- what is measured -------------------------------------------------------------------------

static const struct {
    const char *kind, *tensor;
} figures[] = {
    {"heatmap", "x"},    {"heatmap", "weights"}, {"heatmap", "long"}, {"equation", "weights"},
    {"equation", "x"},   {"heads", "weights"},   {"heads", "five"},   {"heads", "twelve"},
    {"heads", "scores"}, {"flow", "weights"},
};

static void test_nothing_is_too_small_outside_or_over_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        for (int k = 0; k < PLACES; k++) {
            Figure figure = build(figures[i].kind, request_for(figures[i].tensor, &places[k]));
            assert_true(figure.width == places[k].width);
            assert_inside(&figure);
            assert_apart(&figure);
            bool reflows =
                strcmp(figures[i].kind, "heatmap") == 0 || strcmp(figures[i].kind, "heads") == 0;
            double smallest = figure_smallest_text(&figure);
            bool small = smallest < places[k].least - 0.05;
            if (reflows && small)
                print_error("%s of %s for %s: %g\n", figures[i].kind, figures[i].tensor,
                            places[k].name, smallest);
            assert_false(reflows && small);
        }
    }
}

static void test_the_grid_follows_the_page(void **state)
{
    (void)state;
    int columns, rows;
    FigureRequest request = request_for("twelve", &places[0]);
    request.look.no_values = true;
    Figure slide = build("heads", request);
    grid_of(&slide, &columns, &rows);
    assert_int_equal(columns, 4);
    assert_int_equal(rows, 3);
    request = request_for("twelve", &places[2]);
    Figure column = build("heads", request);
    grid_of(&column, &columns, &rows);
    assert_int_equal(columns, 3);
    assert_int_equal(rows, 4);
}

static int count_texts_like(const Figure *figure, const char *text)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        count += shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0;
    }
    return count;
}

static void test_cells_of_a_grid_have_their_numbers(void **state)
{
    (void)state;
    FigureRequest request = request_for("five", NULL);
    Figure two = build("heads", request);
    request.look.digits = 1;
    Figure one = build("heads", request);
    request.look.no_values = true;
    Figure none = build("heads", request);
    assert_true(two.count - none.count >= 45);
    int shorter = 0;
    for (int i = 0; i < two.count && two.count == one.count; i++) {
        if (two.shapes[i].kind != SHAPE_TEXT) continue;
        shorter += strlen(one.shapes[i].text) < strlen(two.shapes[i].text);
    }
    assert_true(shorter >= 30);
}

static void test_a_bare_figure_has_its_cells_and_labels_alone(void **state)
{
    (void)state;
    FigureRequest request = request_for("weights", NULL);
    request.look.bare = true;
    Figure figure = build("heatmap", request);
    int texts = 0;
    for (int i = 0; i < figure.count; i++) texts += figure.shapes[i].kind == SHAPE_TEXT;
    assert_int_equal(count_texts_like(&figure, "weights"), 0);
    assert_int_equal(texts, 9 + 3 + 3 + 2); // numbers, labels, names of the axes
    request.look.no_values = true;
    figure = build("heatmap", request);
    texts = 0;
    for (int i = 0; i < figure.count; i++) texts += figure.shapes[i].kind == SHAPE_TEXT;
    assert_int_equal(texts, 3 + 3 + 2);
    assert_string_equal(figure.title, "weights"); // for who cannot see it
}

static void test_no_heading_leaves_no_room(void **state)
{
    (void)state;
    static const char *const kinds[] = {"heatmap", "heads", "equation", "flow"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        FigureRequest request = request_for("weights", NULL);
        double titled = build(kinds[i], request).height;
        request.look.title = "";
        Figure figure = build(kinds[i], request);
        assert_true(figure.height < titled - 15);
        assert_true(figure.title[0]);
        double top = HUGE_VAL;
        for (int k = 0; k < figure.count; k++)
            if (figure.shapes[k].kind == SHAPE_TEXT) top = fmin(top, box_of(&figure.shapes[k]).top);
        assert_true(top < 40);
    }
}

static void test_three_fit_beside_each_other_in_a_paper(void **state)
{
    (void)state;
    static const PaperPlace small[] = {
        {"", 113.4, 0, 0, 0}, {"", 113.4, 85, 0, 0}, {"", 100, 0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        Figure figure = build("heatmap", request_for("weights", &small[i]));
        assert_inside(&figure);
        assert_apart(&figure);
        double cells = 0; // how wide the matrix is
        for (int k = 0; k < figure.count; k++)
            if (figure.shapes[k].kind == SHAPE_RECTANGLE) cells += figure.shapes[k].width / 3;
        assert_true(cells >= 0.4 * figure.width);
        assert_true(figure_smallest_text(&figure) >= 4);
    }
}

// ---- posters and slides -----------------------------------------------------------------------

static void test_steps_are_numbered_without_holes_and_plumbing(void **state)
{
    (void)state;
    Figure figure = build("steps", request_for(NULL, NULL));
    assert_inside(&figure);
    assert_apart(&figure);
    assert_int_equal(count_texts_like(&figure, "1  Score"), 1);
    assert_int_equal(count_texts_like(&figure, "2  Weigh"), 1);
    assert_int_equal(count_texts_like(&figure, "same = scores.detach()"), 0);
    int arrows = 0;
    for (int i = 0; i < figure.count; i++) arrows += figure.shapes[i].kind == SHAPE_POLYGON;
    assert_true(arrows >= 3); // x, scores and weights are used later on
}

static void test_a_slide_is_filled(void **state)
{
    (void)state;
    FigureRequest request = request_for(NULL, &places[0]);
    int weigh = 0;
    while (strcmp(request.walk.parts[weigh].title, "Weigh") != 0) weigh++;
    request.walk.parts += weigh;
    request.walk.part_count = 1;
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    double smallest = 0;
    assert_true(poster_draw_slide(&figure, &request, 2, false, &fake_measure, &smallest, &error));
    assert_inside(&figure);
    assert_apart(&figure);
    assert_true(smallest >= 13.5);
    assert_true(smallest == figure_smallest_text(&figure));
    assert_int_equal(count_texts_like(&figure, "2  Weigh"), 1);
    Box all = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < figure.count; i++) {
        if (figure.shapes[i].kind != SHAPE_TEXT || figure.shapes[i].y < 100) continue;
        Box box = box_of(&figure.shapes[i]);
        all.left = fmin(all.left, box.left);
        all.right = fmax(all.right, box.right);
    }
    assert_true(all.right - all.left >= 0.7 * figure.width);
    assert_true(fabs(all.left + all.right - figure.width) < 0.1 * figure.width);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_too_small_outside_or_over_another),
        cmocka_unit_test(test_the_grid_follows_the_page),
        cmocka_unit_test(test_cells_of_a_grid_have_their_numbers),
        cmocka_unit_test(test_a_bare_figure_has_its_cells_and_labels_alone),
        cmocka_unit_test(test_no_heading_leaves_no_room),
        cmocka_unit_test(test_three_fit_beside_each_other_in_a_paper),
        cmocka_unit_test(test_steps_are_numbered_without_holes_and_plumbing),
        cmocka_unit_test(test_a_slide_is_filled),
    };
    return cmocka_run_group_tests(tests, open_lesson, close_lesson);
}
