// Kinds of figures from the trace of a lesson. Display lists are compared with tests/figures/*.txt;
// `UPDATE=1 make unit` writes them anew.
#include "study/names/typed_name.h"
#include "support/figure.h"
#include "support/lessons.h"
#include "support/opened.h"
#include "support/test.h"

#include "base/files/file.h"
#include "base/text/number.h"
#include "command/figures/figures.h"
#include "export/export.h"
#include "figure/kind.h"
#include "study/attention/pattern.h"

#include <math.h>
#include <string.h>

static const char LESSON[] =
    "# Small attention\n\n## Score\n\n```python\n"
    "import torch\n"
    "words = ['The', 'internationalization', '東京', '🙂', 'שלום', '</s>']\n"
    "#| axes: x = words, f\n"
    "x = torch.arange(24.).reshape(6, 4) % 5 - 1\n"
    "keys = x[:3]\n"
    "scores = x @ keys.T / 2\n"
    "```\n\n## Weigh\n\n```python\n"
    "#| axes: heads = batch, head; crowd = head; joined = head\n"
    "weights = torch.softmax(scores, dim=-1)\n"
    "heads = torch.softmax(torch.arange(36.).reshape(2, 2, 3, 3) % 7, dim=-1)\n"
    "wide = torch.arange(400.).reshape(20, 20) / 7\n"
    "product = wide @ wide\n"
    "odd = torch.tensor([[float('inf'), float('nan')], [-float('inf'), 1e-9]]) + 1\n"
    "crowd = torch.softmax(torch.arange(81.).reshape(9, 3, 3) % 7, dim=-1)\n"
    "one = torch.softmax(torch.tensor([[3.]]), dim=-1)\n"
    "row = torch.softmax(x[0] @ keys.T, dim=-1)\n"
    "equal = torch.full((3, 3), 0.25)\n"
    "many = torch.cat([x, x, x, x, x, x, x])\n"
    "nothing = x[:0] * 2\n"
    "single = x.sum()\n"
    "higher = wide[:3, :3] > wide[1, 1] - 1\n"
    "whole = torch.tensor([[1000000., -2.], [3., 4.]])\n"
    "joined = torch.softmax(torch.stack([x @ x.T, x @ x.T]), dim=-1)\n"
    "```\n";

// So little that the figures of the whole of it can be read as text.
static const char TINY_LESSON[] = "# Tiny attention\n\n## Score\n\n```python\n"
                                  "import torch\n"
                                  "x = torch.tensor([[1., 2.]])\n"
                                  "scores = x @ x.T\n"
                                  "```\n\n## Weigh\n\n```python\n"
                                  "weights = torch.softmax(scores, dim=-1)\n"
                                  "```\n";

// W goes from 0 to 3, by a tenth of the slope in each step.
static const char LEARNING[] = "# Learning\n\n## Learn\n\n```python\n"
                               "import torch\n"
                               "x = torch.ones(2)\n"
                               "W = torch.nn.Parameter(torch.zeros(1, 2))\n"
                               "for step in range(20):\n"
                               "    y = W + torch.tensor([0., float('-inf')])\n"
                               "    loss = ((W - 3) ** 2).sum()\n"
                               "    loss.backward()\n"
                               "    with torch.no_grad():\n"
                               "        W -= 0.1 * W.grad\n"
                               "    W.grad = None\n"
                               "```\n";

static Arena arena;
static Walk walk, tiny_walk, learning_walk;

static bool open_text(Walk *opened, const char *text)
{
    Error error = {.arena = &arena};
    bool ok = open_text_as(opened, text, ".md", &error);
    if (ok && opened->ran.error.set) print_error("%s\n", opened->ran.error.message);
    return ok && !opened->ran.error.set;
}

static int open_lesson(void **state)
{
    (void)state;
    return open_text(&walk, LESSON) && open_text(&tiny_walk, TINY_LESSON) &&
                   open_text(&learning_walk, LEARNING)
               ? 0
               : -1;
}

static int close_lesson(void **state)
{
    (void)state;
    walk_close(&walk);
    walk_close(&tiny_walk);
    walk_close(&learning_walk);
    arena_free(&arena);
    return 0;
}

static const Measure *measure = &fake_measure; // of the texts that are looked at

// ---- helpers ----------------------------------------------------------------------------------

static FigureRequest request_whole(const Walk *drawn)
{
    FigureRequest request = {
        .trace = drawn->trace, .pick = {.head = -1, .query = -1}, .tasks = {.seed = -1}};
    request.marked.entry = -1;
    figure_request_parts(&request, drawn, &arena);
    return request;
}

static FigureRequest request_for(const char *tensor)
{
    FigureRequest request = request_whole(&walk);
    Error error = {.arena = &arena};
    if (tensor)
        assert_true(trace_parse_tensor(walk.trace, str_from(tensor), &request.cell,
                                       &request.indices, &error));
    return request;
}

static bool try_build(const char *kind, const FigureRequest *request, Figure *figure, Error *error)
{
    *figure = (Figure){.arena = &arena};
    *error = (Error){.arena = &arena};
    assert_non_null(figure_kind_find(kind));
    return figure_kind_build(figure_kind_find(kind), figure, request, &fake_measure, error);
}

static Figure build(const char *kind, FigureRequest request)
{
    Figure figure;
    Error error;
    bool ok = try_build(kind, &request, &figure, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return figure;
}

static Error build_error(const char *kind, FigureRequest request)
{
    Figure figure;
    Error error;
    assert_false(try_build(kind, &request, &figure, &error));
    assert_true(error.set);
    return error;
}

typedef struct Box {
    double left, right, top, bottom;
} Box;

// Of level texts; the ink from the top of a capital letter.
static Box box_of(const FigureShape *shape)
{
    double width =
        measure->text_width(measure->context, shape->text, shape->size, shape->bold, shape->mono);
    double left = shape->x - width * (double)shape->align / 2;
    return (Box){left, left + width, shape->y - 0.4 * shape->size, shape->y + 0.4 * shape->size};
}

static bool is_level(const FigureShape *shape)
{
    return shape->kind == SHAPE_TEXT && shape->angle == 0;
}

static void assert_inside(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_PAGE || shape->kind == SHAPE_CURVE) continue;
        Box box = {shape->x, shape->x + shape->width, shape->y, shape->y + shape->height};
        if (is_level(shape)) box = box_of(shape);
        assert_true(box.left >= 0 && box.right <= figure->width);
        assert_true(box.top >= 0 && box.bottom <= figure->height);
    }
}

// No two level texts of a page meet.
static void assert_apart(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        for (int k = i + 1; k < figure->count; k++) {
            const FigureShape *first = &figure->shapes[i], *second = &figure->shapes[k];
            if (second->kind == SHAPE_PAGE) break;
            if (!is_level(first) || !is_level(second)) continue;
            Box a = box_of(first), b = box_of(second);
            bool apart =
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            if (!apart) print_error("'%s' meets '%s'\n", first->text, second->text);
            assert_true(apart);
        }
    }
}

// ---- equations --------------------------------------------------------------------------------

static void test_an_equation_with_its_cell_worked_out(void **state)
{
    (void)state;
    Figure figure = build("equation", request_for("scores[1,2]"));
    assert_figure_as_file(&figure, "equation");
    figure = build("equation", request_for("weights[1]")); // a row: each cell has a line
    assert_int_equal(count_texts(&figure, "weights = torch.softmax(scores, dim=-1)"), 1);
    int lines = 0;
    for (int i = 0; i < figure.count; i++) lines += figure.shapes[i].mono;
    assert_int_equal(lines, 3);
    assert_int_equal(count_texts(&figure, "interna…ion"), 4); // cut labels keep their ends
    figure = build("equation", request_for("whole"));
    assert_int_equal(count_texts(&figure, "1000000"), 1); // not 1.00e+06
    assert_int_equal(count_texts(&figure, "3"), 1);
}

static void test_a_large_matrix_leaves_lines_out_but_not_the_marked_cell(void **state)
{
    (void)state;
    Figure figure = build("equation", request_for("product[9,9]"));
    assert_true(count_texts(&figure, "···") > 10);
    const char *marked = NULL;
    for (int i = 0; i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        if (shape->kind == SHAPE_TEXT && shape->bold && shape->size == 13 &&
            shape->text[0] != '\xc2')
            marked = shape->text;
    }
    assert_non_null(marked);
    double value = cell_value(walk.trace, request_for("product[9,9]").cell);
    double shown;
    assert_true(number_parse_double(str_from(marked), &shown));
    assert_true(fabs(shown - value) <= 0.01 * fabs(value));
    FigureRequest heat = request_for("product");
    heat.look.no_values = true;
    figure = build("equation", heat);
    assert_int_equal(count_kind(&figure, SHAPE_IMAGE), 3);
    assert_int_equal(count_texts(&figure, "···"), 0);
}

static void test_every_tensor_has_an_equation_without_collisions(void **state)
{
    (void)state;
    static const char *const names[] = {
        "x",   "keys",  "scores", "weights", "heads",   "wide",   "odd",   "one",
        "row", "equal", "many",   "product", "nothing", "single", "whole", "joined"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Figure figure = build("equation", request_for(names[i]));
        assert_inside(&figure);
        assert_apart(&figure);
        assert_non_null(figure.description);
    }
}

// In a narrow column the result goes below, and its arithmetic takes more lines; nothing is
// cut.
static void test_an_equation_folds_into_a_narrow_column(void **state)
{
    (void)state;
    static const char *const names[] = {"scores", "weights", "keys", "one", "row", "odd", "single"};
    const double column = 120 * 72 / 25.4;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        FigureRequest request = request_for(names[i]);
        request.look.width = column;
        Figure figure = build("equation", request);
        assert_true(figure.width == column);
        assert_inside(&figure);
        assert_apart(&figure);
        for (int k = 0; k < figure.count; k++) {
            const FigureShape *shape = &figure.shapes[k];
            if (shape->kind != SHAPE_TEXT || !shape->mono) continue;
            assert_true(!strstr(shape->text, "…") || strstr(shape->text, " more …"));
        }
    }
}

static void test_truth_is_written_as_python_writes_it(void **state)
{
    (void)state;
    Figure figure = build("equation", request_for("higher"));
    assert_int_equal(count_texts(&figure, "True") + count_texts(&figure, "False"), 9);
    assert_apart(&figure);
    figure = build("heatmap", request_for("higher"));
    assert_int_equal(count_texts(&figure, "True"), 6 + 1); // and once at the colour bar
    assert_int_equal(count_texts(&figure, "0.5"), 0);
}

static void test_a_long_title_is_broken_and_not_cut(void **state)
{
    (void)state;
    static const char *const kinds[] = {"heatmap", "equation", "flow", "heads"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        FigureRequest request = request_for("weights");
        request.look.title = "The weights that each of the six words gives the three of before";
        Figure figure = build(kinds[i], request);
        assert_inside(&figure);
        assert_apart(&figure);
        int lines = 0;
        for (int k = 0; k < figure.count; k++) {
            const FigureShape *shape = &figure.shapes[k];
            bool title = shape->kind == SHAPE_TEXT && shape->bold && shape->size >= 17;
            assert_false(title && strstr(shape->text, "…"));
            lines += title;
        }
        assert_true(lines >= 2);
    }
}

// ---- heads ------------------------------------------------------------------------------------

static void test_heads_of_a_tensor(void **state)
{
    (void)state;
    Figure figure = build("heads", request_for("heads"));
    assert_figure_as_file(&figure, "heads");
    assert_int_equal(count_texts(&figure, "head 1"), 1);
    FigureRequest each = request_for("heads[1]");
    each.scale_each = true;
    figure = build("heads", each);
    assert_int_equal(count_texts(&figure, "heads, batch 1"), 1);
    assert_int_equal(count_texts(&figure, "2 heads, 3×3, each on its own scale"), 1);
    figure = build("heads", request_for("joined"));    // what stack joined keeps its labels
    assert_int_equal(count_texts(&figure, "東京"), 3); // the rows of the first, the columns of both
}

static void test_odd_matrices_make_grids(void **state)
{
    (void)state;
    static const char *const names[] = {"weights", "one", "odd", "equal", "wide", "whole"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Figure figure = build("heads", request_for(names[i]));
        assert_inside(&figure);
        assert_apart(&figure);
    }
    Figure figure = build("heads", request_for("odd"));
    assert_int_equal(count_texts(&figure, "nan"), 1); // a legend, and no pattern
    assert_int_equal(count_texts(&figure, "mixed"), 0);
}

// ---- flow -------------------------------------------------------------------------------------

static void test_flow_of_weights(void **state)
{
    (void)state;
    Figure figure = build("flow", request_for("weights"));
    assert_figure_as_file(&figure, "flow");
    FigureRequest one = request_for("weights");
    one.pick.query = 1;
    figure = build("flow", one);
    assert_int_equal(count_texts(&figure, "query internationalization"), 1);
    figure = build("flow", request_for("row"));
    assert_true(count_kind(&figure, SHAPE_CURVE) >= 1);
    figure = build("flow", request_for("heads"));
    assert_int_equal(count_texts(&figure, "head 1"), 1);
}

static void test_heads_in_greys_are_told_apart_by_dashes(void **state)
{
    (void)state;
    FigureRequest request = request_for("heads");
    request.look.theme = "print";
    Figure figure = build("flow", request);
    int solid = 0, dashed = 0;
    for (int i = 0; i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        if (shape->kind == SHAPE_CURVE) *(shape->dash > 0 ? &dashed : &solid) += 1;
    }
    assert_true(solid > 0 && dashed > 0);
    assert_int_equal(count_texts(&figure, "head 1"), 1);
}

// Curves that end beside each other, from the upper one on: each begins where the last one ends.
static void assert_no_overlap(const Figure *figure, int end)
{
    double low[64], high[64];
    int count = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_CURVE) continue;
        assert_true(count < 64);
        low[count] = shape->points[end].y - shape->stroke / 2;
        high[count++] = shape->points[end].y + shape->stroke / 2;
    }
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < i; other++)
            assert_true(high[i] <= low[other] + 1e-6 || high[other] <= low[i] + 1e-6);
    }
}

static void test_widths_of_ribbons_are_in_proportion_to_the_weights(void **state)
{
    (void)state;
    FigureRequest request = request_for("heads");
    request.pick.least_weight = 1e-9;
    Figure figure = build("flow", request);
    const Tensor *tensor = walk.trace->entries[request.cell.entry].call.output;
    double unit = 0;
    int curve = 0;
    for (int i = 0; i < figure.count; i++) {
        if (figure.shapes[i].kind != SHAPE_CURVE) continue;
        int head = curve % 2, key = curve / 2 % 3, query = curve / 6;
        double weight = tensor_get(tensor, (Index){{0, head, query, key}});
        double width = figure.shapes[i].stroke / weight;
        if (curve++ == 0) unit = width;
        assert_true(fabs(width / unit - 1) < 0.01);
    }
    assert_int_equal(curve, 18);
    assert_no_overlap(&figure, 0);
    assert_no_overlap(&figure, 3);
}

static void test_what_is_left_out_of_a_flow_is_said(void **state)
{
    (void)state;
    FigureRequest request = request_for("weights");
    request.pick.least_weight = 0.5;
    Figure figure = build("flow", request);
    assert_int_equal(count_kind(&figure, SHAPE_CURVE), 6);
    assert_non_null(strstr(figure.description, "Not drawn: weights below 0.5, "));
    request.pick.query_word = "東京";
    figure = build("flow", request);
    assert_int_equal(count_texts(&figure, "query 東京"), 1);
    request.pick.query_word = "Teh";
    Error error = build_error("flow", request);
    assert_string_equal(error.message, "there is no query 'Teh'");
    assert_string_equal(error.hint, "did you mean The?");
}

static void test_more_heads_than_colours_are_drawn_as_their_mean(void **state)
{
    (void)state;
    Figure figure = build("flow", request_for("crowd"));
    assert_non_null(strstr(figure.description, ", mean of 9 heads"));
    assert_int_equal(count_texts(&figure, "head 1"), 0);
    FigureRequest one = request_for("crowd");
    one.pick.head = 8;
    figure = build("flow", one);
    assert_non_null(strstr(figure.description, ", head 8"));
}

// ---- the whole walk ---------------------------------------------------------------------------

static void test_all_steps_on_a_poster(void **state)
{
    (void)state;
    Figure tiny = build("steps", request_whole(&tiny_walk));
    assert_figure_as_file(&tiny, "steps");
    Figure figure = build("steps", request_for(NULL));
    assert_inside(&figure);
    assert_apart(&figure);
    assert_int_equal(count_texts(&figure, "1  Score"), 1);
    FigureRequest sized = request_for(NULL);
    sized.look.width = 2000;
    figure = build("steps", sized);
    assert_true(figure.width == 2000);
    sized.look.width = 20;
    assert_non_null(strstr(build_error("steps", sized).message, "nothing could be recognised"));
}

// ---- worksheets -------------------------------------------------------------------------------

static void test_a_worksheet_and_its_answers(void **state)
{
    (void)state;
    FigureRequest request = request_whole(&tiny_walk);
    Figure sheet = build("worksheet", request);
    assert_figure_as_file(&sheet, "worksheet");
    assert_int_equal(count_texts(&sheet, "Name"), 1);
    assert_int_equal(count_texts(&sheet, "5"), 0); // x @ x.T
    request.tasks.answers = true;
    Figure answers = build("worksheet", request);
    assert_int_equal(figure_pages(&answers), figure_pages(&sheet));
    assert_int_equal(count_texts(&answers, "5"), 1);
    assert_int_equal(count_texts(&answers, "Name"), 0);
}

// Random numbers follow from nothing on the sheet; rounding is no arithmetic. What a layer uses
// stands beside the task.
static void test_a_worksheet_asks_what_follows_from_it(void **state)
{
    (void)state;
    static const char lesson[] = "# Layers\n\n## Compute\n\n```python\n"
                                 "import torch\n"
                                 "noise = torch.randn(2, 2).round()\n"
                                 "layer = torch.nn.Linear(2, 2)\n"
                                 "hidden = layer(noise)\n"
                                 "def double(x):\n    return x + x\n"
                                 "twice = double(hidden)\n"
                                 "```\n";
    Walk layers;
    assert_true(open_text(&layers, lesson));
    Figure figure = build("worksheet", request_whole(&layers));
    walk_close(&layers);
    assert_int_equal(count_texts(&figure, "1.  hidden = layer(noise)"), 1);
    assert_int_equal(count_texts(&figure, "noise"), 1);
    assert_int_equal(count_texts(&figure, "layer.weight"), 1);
    assert_int_equal(count_texts(&figure, "2.  twice = double(hidden)"), 1);
}

// What only moves numbers, compares or makes them is never asked for.
static void test_a_worksheet_asks_for_arithmetic_alone(void **state)
{
    (void)state;
    static const char lesson[] = "# Moves\n\n## Compute\n\n```python\n"
                                 "import torch\n"
                                 "x = torch.tensor([[1., 2.], [3., 4.]])\n"
                                 "a = x.permute(1, 0).contiguous()\n"
                                 "b = x.view(4)\n"
                                 "c = torch.cat([x, x])\n"
                                 "d = torch.tril(x)\n"
                                 "e = torch.full((2, 2), 3.)\n"
                                 "f = x.round()\n"
                                 "g = x > 2\n"
                                 "h = x.masked_fill(g, 0.)\n"
                                 "i = x * float('inf')\n"
                                 "j = -x\n"
                                 "y = a + e\n"
                                 "```\n";
    Walk moves;
    assert_true(open_text(&moves, lesson));
    Figure figure = build("worksheet", request_whole(&moves));
    walk_close(&moves);
    assert_int_equal(count_texts(&figure, "1.  y = a + e"), 1);
    int tasks = 0;
    for (int i = 0; i < figure.count; i++)
        tasks += figure.shapes[i].kind == SHAPE_TEXT && figure.shapes[i].mono;
    assert_int_equal(tasks, 1);
}

// What nothing is computed from is not given. With other inputs, a result that the program has as
// numbers says nothing.
static void test_a_worksheet_gives_what_its_results_need(void **state)
{
    (void)state;
    static const char lesson[] = "# Round\n\n## Compute\n\n```python\n"
                                 "import torch\n"
                                 "x = torch.tensor([[1., 2.], [3., 4.]])\n"
                                 "spare = torch.tensor([7.])\n"
                                 "scores = torch.tensor([[1., 0.], [0., 1.]])\n"
                                 "weights = torch.softmax(scores, dim=-1)\n"
                                 "simple_scores = torch.tensor([[0.7, 0.3], [0.3, 0.7]])\n"
                                 "mixed = simple_scores @ x\n"
                                 "outputs = weights @ x\n"
                                 "```\n";
    Walk opened;
    assert_true(open_text(&opened, lesson));
    FigureRequest request = request_whole(&opened);
    Figure figure = build("worksheet", request);
    request.tasks.seed = 7;
    Figure seeded = build("worksheet", request);
    walk_close(&opened);
    assert_int_equal(count_texts(&figure, "spare"), 0);
    assert_int_equal(count_texts(&figure, "simple_scores"), 1);
    assert_int_equal(count_texts(&figure, "2.  mixed = simple_scores @ x"), 1);
    assert_int_equal(count_texts(&seeded, "scores"), 1);
    assert_int_equal(count_texts(&seeded, "simple_scores"), 0);
    assert_int_equal(count_texts(&seeded, "2.  outputs = weights @ x"), 1);
    assert_int_equal(count_texts(&seeded, "task 1"), 1); // where weights are
}

static int count_boxes(const Figure *figure)
{
    int boxes = 0;
    for (int i = 0; i < figure->count; i++)
        boxes += figure->shapes[i].kind == SHAPE_RECTANGLE && figure->shapes[i].stroke > 0 &&
                 figure->shapes[i].radius < 4;
    return boxes;
}

static bool has_text_with(const Figure *figure, const char *part)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, part)) return true;
    }
    return false;
}

static void test_a_worksheet_of_some_steps_and_blanks(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    Walk opened;
    assert_true(walk_open(&opened, "lessons/01-eight-steps.md", &(WalkOptions){0}, &error));
    FigureRequest request = request_whole(&opened);
    Figure all = build("worksheet", request);
    request.tasks.blanks = 20;
    Figure few = build("worksheet", request);
    request.tasks.blanks = 0;
    request.tasks.first_step = 7;
    request.tasks.step_end = 8;
    Figure step = build("worksheet", request);
    request.tasks.step_end = 0;
    request.tasks.first_step = 0;
    walk_close(&opened);
    assert_int_equal(count_boxes(&all), 48);
    assert_int_equal(count_texts(&all, "of 48"), 1);
    assert_int_equal(count_boxes(&few), 20);
    assert_true(has_text_with(&few, "10.  outputs"));
    assert_int_equal(count_boxes(&step), 18);
    assert_true(has_text_with(&step, "1.  scores = queries @ keys.T"));
    assert_int_equal(count_texts(&step, "queries"), 1); // given
}

// In the fonts of the page: few pages, nothing out of place, nothing too small.
static void check_pages(const char *lesson, double width, double height, int most)
{
    const Measure real = export_measure(NULL);
    Error error = {.arena = &arena};
    Walk opened;
    assert_true(walk_open(&opened, lesson, &(WalkOptions){0}, &error));
    FigureRequest request = request_whole(&opened);
    request.look.width = width;
    request.look.height = height;
    Figure figure = {.arena = &arena};
    bool ok = figure_kind_build(figure_kind_find("worksheet"), &figure, &request, &real, &error);
    walk_close(&opened);
    if (!ok) print_error("%s: %s\n", lesson, error.message);
    assert_true(ok);
    if (figure_pages(&figure) > most) print_error("%s: %d pages\n", lesson, figure_pages(&figure));
    assert_true(figure_pages(&figure) <= most);
    for (int i = 0; i < figure.count; i++)
        assert_true(figure.shapes[i].kind != SHAPE_TEXT || figure.shapes[i].size >= 7);
    measure = &real;
    assert_inside(&figure);
    assert_apart(&figure);
    measure = &fake_measure;
}

static void test_worksheets_fit_their_pages(void **state)
{
    (void)state;
    static const struct {
        const char *lesson;
        int most;
    } rows[] = {{"eight-steps", 2}, {"masking", 4}, {"multi-head", 4},
                {"why-scale", 4},   {"order", 4},   {"cross-attention", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_pages(rows[i].lesson, 595, 842, rows[i].most);
        check_pages(rows[i].lesson, 612, 792, rows[i].most);
    }
}

static int page_of(const Figure *figure, int shape)
{
    int page = 0;
    for (int i = 0; i < shape; i++) page += figure->shapes[i].kind == SHAPE_PAGE;
    return page;
}

// Bold: the title of a matrix, or its name where it is another task's.
static bool names_on_page(const Figure *figure, const char *name, int page)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_TEXT && shape->bold && page_of(figure, i) == page &&
            strcmp(shape->text, name) == 0)
            return true;
    }
    return false;
}

static void test_a_task_has_its_operands_beside_it(void **state)
{
    (void)state;
    static const char *const tasks[][4] = {
        {"keys", "x", "w_key"},     {"queries", "x", "w_query"},
        {"values", "x", "w_value"}, {"scores_0", "query_0", "keys.T"},
        {"weights_0", "scores_0"},  {"weighted_0", "weights_0[:, None]", "values"},
        {"output_0", "weighted_0"}, {"scores", "queries", "keys.T"},
        {"weights", "scores"},      {"outputs", "weights", "values"}};
    Error error = {.arena = &arena};
    Walk opened;
    assert_true(walk_open(&opened, "lessons/01-eight-steps.md", &(WalkOptions){0}, &error));
    Figure figure = build("worksheet", request_whole(&opened));
    walk_close(&opened);
    for (int task = 0; task < 10; task++) {
        const char *start = arena_printf(&arena, "%d.  %s =", task + 1, tasks[task][0]);
        int at = 0;
        while (at < figure.count &&
               !(figure.shapes[at].kind == SHAPE_TEXT && strstr(figure.shapes[at].text, start)))
            at++;
        assert_true(at < figure.count);
        for (int i = 1; i < 4 && tasks[task][i]; i++)
            assert_true(names_on_page(&figure, tasks[task][i], page_of(&figure, at)));
    }
}

// ---- seeds ------------------------------------------------------------------------------------

static bool has_line_of_zeros(const Tensor *tensor)
{
    const int64_t *dim = tensor->shape.dim;
    for (int64_t line = 0; line < dim[0] + dim[1]; line++) {
        bool is_row = line < dim[0], zeros = true;
        for (int64_t i = 0; i < dim[is_row]; i++) {
            Index at = is_row ? (Index){{line, i}} : (Index){{i, line - dim[0]}};
            zeros &= tensor_get(tensor, at) == 0;
        }
        if (zeros) return true;
    }
    return false;
}

static const Tensor *tensor_called(const Walk *opened, const char *name)
{
    const Trace *trace = opened->trace;
    int binding = trace_find(trace, str_from(name), -1);
    return binding < 0 ? NULL : trace->entries[trace->bindings[binding].entry].call.output;
}

// NULL, or what is wrong with the scores and weights of a row.
static const char *row_fault(const Tensor *scores, const Tensor *weights, int64_t row)
{
    double most = -HUGE_VAL, least = HUGE_VAL;
    for (int64_t i = 0; i < weights->shape.dim[1]; i++) {
        double score = tensor_get(scores, (Index){{row, i}});
        double weight = tensor_get(weights, (Index){{row, i}});
        if (isfinite(score) && exp(score) > 100) return "a power beyond 100";
        if (!isfinite(score)) continue;
        most = fmax(most, weight);
        least = fmin(least, weight);
    }
    if (most == 1 && least == 1) return NULL; // a mask leaves one cell
    if (most >= 0.995) return "all to one";
    return most - least < 0.005 ? "the same to all" : NULL;
}

static const char *seed_fault(const Walk *opened, const char *const *names)
{
    const Tensor *scores = tensor_called(opened, names[0]);
    const Tensor *weights = tensor_called(opened, names[1]);
    if (!scores || !weights) return "no such tensor";
    for (int64_t row = 0; row < weights->shape.dim[0]; row++) {
        const char *fault = row_fault(scores, weights, row);
        if (fault) return fault;
    }
    for (int i = 2; names[i]; i++) {
        const Tensor *filled = tensor_called(opened, names[i]);
        if (!filled) return "no such tensor";
        if (has_line_of_zeros(filled)) return arena_printf(&arena, "zeros in %s", names[i]);
    }
    return NULL;
}

static void check_seed(const char *lesson, const char *const *names, int seed)
{
    Error error = {.arena = &arena};
    Session session = {.arena = &arena, .error = &error};
    Arguments arguments = {.words = &lesson, .count = 1};
    Walk opened;
    assert_true(walk_open(&opened, lesson, &(WalkOptions){0}, &error));
    Reseed *reseed = reseed_new(&opened, &(FigureTasks){0}, &arguments, &session);
    bool ok = reseed && reseed_walk(reseed, seed);
    for (int i = 0; ok && i < opened.lesson.step_count; i++) ok = !reseed_spoilt(reseed, i);
    if (!ok && !error.set) error_set(&error, NULL, "a step is spoilt");
    const char *fault = ok ? seed_fault(&opened, names) : error.message;
    walk_close(&opened); // before anything is asserted, which would leave it open
    if (fault) print_error("%s, seed %d: %s\n", lesson, seed, fault);
    assert_null(fault);
}

static void test_inputs_of_a_seed_teach_something(void **state)
{
    (void)state;
    static const char *const eight[] = {"scores",  "weights", "x",       "w_key", "w_query",
                                        "w_value", "values",  "outputs", NULL};
    static const char *const cross[] = {"scaled",  "weights", "source", "target",  "w_key",
                                        "w_query", "w_value", "values", "outputs", NULL};
    static const char *const order[] = {"scores", "attention_weights", "x",
                                        "values", "outputs",           NULL};
    for (int seed = 0; seed < 200; seed += ONE_LESSON_IN) {
        check_seed("eight-steps", eight, seed);
        if (seed % 20 < ONE_LESSON_IN) check_seed("cross-attention", cross, seed);
        if (seed % 20 < ONE_LESSON_IN) check_seed("order", order, seed);
    }
}

static void test_what_cannot_be_reseeded_says_why(void **state)
{
    (void)state;
    const char *lesson = "tests/listings/beam_search.py";
    Error error = {.arena = &arena};
    Session session = {.arena = &arena, .error = &error};
    Arguments arguments = {.words = &lesson, .count = 1};
    Walk opened;
    assert_true(walk_open(&opened, lesson, &(WalkOptions){0}, &error));
    const Reseed *reseed = reseed_new(&opened, &(FigureTasks){0}, &arguments, &session);
    walk_close(&opened);
    assert_null(reseed);
    assert_non_null(strstr(error.message, "gives no matrix of inputs"));
}

// ---- patterns ---------------------------------------------------------------------------------

static const char *pattern_in(const char *expression_name)
{
    Cell cell = request_for(expression_name).cell;
    Matrix matrix = matrix_through(walk.trace, cell.entry, cell.at);
    Attention attention = attention_of(walk.trace, cell.entry, &arena);
    Pattern pattern = pattern_of(&attention, &matrix, 1, 0);
    return pattern_name(&pattern, &arena);
}

static const char *pattern_of_rows(TensorHeap *heap, int n, double (*weight)(int, int, int))
{
    Error error = {.arena = &arena};
    Tensor *tensor = tensor_new(heap, DTYPE_FLOAT32, (Shape){2, {n, n}}, &error);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) tensor_set(tensor, (Index){{i, k}}, weight(i, k, n));
    }
    Matrix matrix = matrix_of(tensor, -1, (Index){0});
    Attention attention = {.scores = -1, .truth = -1, .sequence.is_same = true};
    Pattern pattern = pattern_of(&attention, &matrix, 1, 0);
    return pattern_name(&pattern, &arena);
}

static double self(int i, int k, int n)
{
    (void)n;
    return i == k;
}

static double previous(int i, int k, int n)
{
    (void)n;
    return i ? k == i - 1 : k == 0;
}

static double next(int i, int k, int n)
{
    return i + 1 < n ? k == i + 1 : k == i;
}

static double first(int i, int k, int n)
{
    (void)i, (void)n;
    return k == 0 ? 0.7 : 0.3 / (n - 1);
}

static double third(int i, int k, int n)
{
    (void)i, (void)n;
    return k == 2;
}

static double causal_mean(int i, int k, int n)
{
    (void)n;
    return k <= i ? 1.0 / (i + 1) : 0;
}

static double two_ways(int i, int k, int n)
{
    return k == i || k == n - 1 - i ? 0.5 : 0;
}

static void test_patterns_are_named(void **state)
{
    (void)state;
    TensorHeap heap = {0};
    assert_string_equal(pattern_of_rows(&heap, 6, self), "self");
    assert_string_equal(pattern_of_rows(&heap, 6, previous), "previous");
    assert_string_equal(pattern_of_rows(&heap, 6, next), "next");
    assert_string_equal(pattern_of_rows(&heap, 6, first), "first");
    assert_string_equal(pattern_of_rows(&heap, 6, third), "token 2");
    assert_string_equal(pattern_of_rows(&heap, 6, causal_mean), "uniform");
    assert_string_equal(pattern_of_rows(&heap, 6, two_ways), "mixed");
    assert_string_equal(pattern_of_rows(&heap, 5, self), ""); // too few tokens
    tensor_heap_free(&heap);
    assert_string_equal(pattern_in("one"), ""); // too small
    assert_string_equal(pattern_in("scores"), "");
    assert_string_equal(pattern_in("odd"), "");
    assert_string_equal(pattern_in("nothing"), "");
}

// ---- arrows -----------------------------------------------------------------------------------

// Scaling comes after the dot product, so weights and scaled scores draw the same arrows.
static void test_arrows_of_a_query_and_its_keys(void **state)
{
    (void)state;
    FigureRequest request = request_for("scores");
    request.pick.query = 1;
    Figure figure = build("arrows", request);
    assert_figure_as_file(&figure, "arrows");
    assert_inside(&figure);
    assert_int_equal(count_kind(&figure, SHAPE_POLYGON), 4);
    FigureRequest of_weights = request_for("weights");
    of_weights.pick.query = 1;
    assert_string_equal(build("arrows", of_weights).description, figure.description);
    request.pick.query = 6;
    assert_string_equal(build_error("arrows", request).message, "there is no query 6");
    assert_string_equal(build_error("arrows", request_for("product")).message,
                        "product cannot be drawn as arrows: it holds no dot products of queries "
                        "and keys");
}

static void assert_nothing_covers_arrows(const Figure *figure)
{
    bool begun = false;
    for (int i = 0; i < figure->count; i++) {
        begun = begun || figure->shapes[i].kind == SHAPE_POLYGON;
        assert_false(begun && figure->shapes[i].kind == SHAPE_RECTANGLE);
    }
}

static void test_labels_of_arrows_keep_apart(void **state)
{
    (void)state;
    FigureRequest request = request_for("scores");
    for (request.pick.query = 0; request.pick.query < 6; request.pick.query++) {
        Figure figure = build("arrows", request);
        assert_inside(&figure);
        assert_apart(&figure);
        assert_nothing_covers_arrows(&figure);
    }
    request.pick.query = 1;
    Figure figure = build("arrows", request);
    assert_int_equal(count_texts(&figure, "dot product \u22121, 97°"), 1);
}

// ---- what does not fit ------------------------------------------------------------------------

static void test_a_kind_that_does_not_fit_says_which_do(void **state)
{
    (void)state;
    Error error = build_error("flow", request_for("scores"));
    assert_string_equal(error.message,
                        "scores cannot be drawn as flow: it holds no weights (not every row sums "
                        "to 1)");
    assert_string_equal(error.hint, "what fits it: heatmap, equation, heads and arrows");
    error = build_error("heads", request_for("row"));
    assert_string_equal(error.message, "row cannot be drawn as heads: it is no matrix");
    FigureRequest far = request_for("weights");
    far.pick.query = 9;
    error = build_error("flow", far);
    assert_string_equal(error.message, "there is no query 9");
    assert_string_equal(error.hint, "they are numbered from 0 to 5");
    assert_null(figure_kind_find("heatmaps"));
}

// ---- films --------------------------------------------------------------------------------------

static FigureRequest request_learning(const char *tensor)
{
    FigureRequest request = request_whole(&learning_walk);
    Error error = {.arena = &arena};
    assert_true(trace_parse_tensor(learning_walk.trace, str_from(tensor), &request.cell,
                                   &request.indices, &error));
    return request;
}

static void test_a_film_has_matrices_and_the_curve(void **state)
{
    (void)state;
    Figure figure = build("film", request_learning("W"));
    assert_figure_as_file(&figure, "film");
    assert_inside(&figure);
    assert_apart(&figure);
    assert_int_equal(count_texts(&figure, "1 × 2, 12 of 20 iterations, one scale"), 1);
    assert_int_equal(count_texts(&figure, "loss 18"), 1); // 2 * 3 ** 2
    assert_int_equal(count_texts(&figure, "loss 0.00374"), 1);
}

static void test_a_film_of_a_number_is_its_curve(void **state)
{
    (void)state;
    Figure figure = build("film", request_learning("loss"));
    assert_inside(&figure);
    assert_int_equal(count_kind(&figure, SHAPE_LINE), 19 + 2); // and the axes
    assert_int_equal(count_texts(&figure, "20 iterations"), 1);
}

static void test_a_film_says_what_is_no_number(void **state)
{
    (void)state;
    Figure figure = build("film", request_learning("y"));
    assert_apart(&figure);
    assert_int_equal(count_texts(&figure, "-inf") + count_texts(&figure, "−inf") +
                         count_texts(&figure, "−∞"),
                     1);
}

static void test_what_is_in_no_loop_has_no_film(void **state)
{
    (void)state;
    Error error = build_error("film", request_learning("x"));
    assert_non_null(
        strstr(error.message, "x cannot be drawn as film: it does not change in a loop"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_equation_with_its_cell_worked_out),
        cmocka_unit_test(test_a_large_matrix_leaves_lines_out_but_not_the_marked_cell),
        cmocka_unit_test(test_every_tensor_has_an_equation_without_collisions),
        cmocka_unit_test(test_an_equation_folds_into_a_narrow_column),
        cmocka_unit_test(test_truth_is_written_as_python_writes_it),
        cmocka_unit_test(test_a_long_title_is_broken_and_not_cut),
        cmocka_unit_test(test_heads_of_a_tensor),
        cmocka_unit_test(test_odd_matrices_make_grids),
        cmocka_unit_test(test_a_film_has_matrices_and_the_curve),
        cmocka_unit_test(test_a_film_of_a_number_is_its_curve),
        cmocka_unit_test(test_a_film_says_what_is_no_number),
        cmocka_unit_test(test_what_is_in_no_loop_has_no_film),
        cmocka_unit_test(test_flow_of_weights),
        cmocka_unit_test(test_arrows_of_a_query_and_its_keys),
        cmocka_unit_test(test_labels_of_arrows_keep_apart),
        cmocka_unit_test(test_heads_in_greys_are_told_apart_by_dashes),
        cmocka_unit_test(test_widths_of_ribbons_are_in_proportion_to_the_weights),
        cmocka_unit_test(test_what_is_left_out_of_a_flow_is_said),
        cmocka_unit_test(test_more_heads_than_colours_are_drawn_as_their_mean),
        cmocka_unit_test(test_all_steps_on_a_poster),
        cmocka_unit_test(test_a_worksheet_and_its_answers),
        cmocka_unit_test(test_a_worksheet_asks_what_follows_from_it),
        cmocka_unit_test(test_a_worksheet_asks_for_arithmetic_alone),
        cmocka_unit_test(test_a_worksheet_gives_what_its_results_need),
        cmocka_unit_test(test_a_worksheet_of_some_steps_and_blanks),
        cmocka_unit_test(test_worksheets_fit_their_pages),
        cmocka_unit_test(test_a_task_has_its_operands_beside_it),
        cmocka_unit_test(test_inputs_of_a_seed_teach_something),
        cmocka_unit_test(test_what_cannot_be_reseeded_says_why),
        cmocka_unit_test(test_patterns_are_named),
        cmocka_unit_test(test_a_kind_that_does_not_fit_says_which_do),
    };
    return cmocka_run_group_tests(tests, open_lesson, close_lesson);
}
