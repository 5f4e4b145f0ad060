// Kinds of figures from the trace of a lesson. Display lists are compared with tests/figures/*.txt;
// `UPDATE=1 make unit` writes them anew.
#include "support/figure.h"
#include "support/opened.h"
#include "support/test.h"

#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"
#include "command/figures/figure_request.h"
#include "command/figures/reseed.h"
#include "figure/kind.h"
#include "study/pattern.h"

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
    "weights = torch.softmax(scores, dim=-1)\n"
    "heads = torch.softmax(torch.arange(36.).reshape(2, 2, 3, 3) % 7, dim=-1)\n"
    "wide = torch.arange(400.).reshape(20, 20) / 7\n"
    "product = wide @ wide\n"
    "odd = torch.tensor([[float('inf'), float('nan')], [-float('inf'), 1e-9]]) + 1\n"
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
    if (ok && opened->error.set) print_error("%s\n", opened->error.message);
    return ok && !opened->error.set;
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

// Letters of 0.6 font sizes, wide ones of 1.2; bold is a tenth wider.
static double fake_width(const void *context, const char *text, double size, bool bold, bool mono)
{
    (void)context, (void)mono;
    return utf8_width(str_from(text)) * size * (bold ? 0.66 : 0.6);
}

static const Measure fake = {.text_width = fake_width};

// ---- helpers ----------------------------------------------------------------------------------

static FigureRequest request_whole(const Walk *drawn)
{
    FigureRequest request = {.trace = drawn->trace, .head = -1, .query = -1, .seed = -1};
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
    return figure_kind_build(figure_kind_find(kind), figure, request, &fake, error);
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
    double width = fake_width(NULL, shape->text, shape->size, shape->bold, shape->mono);
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
            assert_false(shape->kind == SHAPE_TEXT && shape->mono && strstr(shape->text, "…"));
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
    assert_int_equal(count_texts(&figure, "0, head 1"), 1);
    FigureRequest each = request_for("heads[1]");
    each.scale_each = true;
    figure = build("heads", each);
    assert_int_equal(count_texts(&figure, "head 1"), 1);
    assert_int_equal(count_texts(&figure, "2 heads, 3 × 3, each on its own scale"), 1);
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
    one.query = 1;
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

// The wider curve is the larger weight.
static void test_width_and_opacity_follow_the_weight(void **state)
{
    (void)state;
    Figure figure = build("flow", request_for("row"));
    Cell cell = request_for("row").cell;
    int curve = 0;
    for (int i = 0; i < figure.count; i++) {
        if (figure.shapes[i].kind != SHAPE_CURVE) continue;
        while (tensor_get(walk.trace->entries[cell.entry].call.output, cell.at) < 0.01)
            cell.at.at[0]++;
        double weight = cell_value(walk.trace, cell);
        cell.at.at[0]++;
        assert_int_equal(figure.shapes[i].color.a, lround(255 * (0.15 + 0.85 * weight)));
        curve++;
    }
    assert_true(curve >= 1);
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
    sized.look.width = 100;
    assert_non_null(strstr(build_error("steps", sized).message, "cannot be read"));
}

static void test_a_worksheet_and_its_answers(void **state)
{
    (void)state;
    Figure tiny = build("worksheet", request_whole(&tiny_walk));
    assert_figure_as_file(&tiny, "worksheet");
    Figure figure = build("worksheet", request_for(NULL));
    assert_inside(&figure);
    assert_apart(&figure);
    assert_true(figure_pages(&figure) >= 2);
    assert_int_equal(figure_pages(&figure) % 2, 0); // as many with the answers
    assert_int_equal(count_texts(&figure, "Name"), 1);
}

// Random numbers and the weights of a layer do not follow from anything on the sheet.
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
    assert_int_equal(count_texts(&figure, "torch.randn(2, 2)"), 2); // given, and on the answers
    assert_int_equal(count_texts(&figure, "1.  noise = torch.randn(2, 2).round()"), 2);
    assert_int_equal(count_texts(&figure, "2.  twice = double(hidden)"), 2);
    assert_int_equal(count_texts(&figure, "hidden"), 2);
    walk_close(&layers);
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
    assert_int_equal(count_texts(&figure, "spare"), 0);
    assert_int_equal(count_texts(&figure, "simple_scores"), 2); // given, and on the answers
    assert_int_equal(count_texts(&figure, "2.  mixed = simple_scores @ x"), 2);
    request.seed = 7;
    figure = build("worksheet", request);
    assert_int_equal(count_texts(&figure, "scores"), 2);
    assert_int_equal(count_texts(&figure, "simple_scores"), 0);
    assert_int_equal(count_texts(&figure, "2.  outputs = weights @ x"), 2);
    walk_close(&opened);
}

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
    assert_true(binding >= 0);
    return trace->entries[trace->bindings[binding].entry].call.output;
}

static void test_inputs_of_a_seed_can_be_worked_by_hand(void **state)
{
    (void)state;
    static const char *const inputs[] = {"x", "w_key", "w_query", "w_value"};
    const char *words[] = {"lessons/01-eight-steps.md"};
    for (int seed = 0; seed < 40; seed++) {
        Error error = {.arena = &arena};
        Session session = {.arena = &arena, .error = &error};
        Arguments arguments = {.words = words, .count = 1};
        arguments.value[OPTION_SEED] = (OptionValue){.given = true, .integer = seed};
        Walk opened;
        assert_true(walk_open(&opened, words[0], &(WalkOptions){0}, &error));
        assert_true(reseed_walk(&opened, &session, &arguments));
        for (int i = 0; i < 4; i++)
            assert_false(has_line_of_zeros(tensor_called(&opened, inputs[i])));
        const Tensor *scores = tensor_called(&opened, "scores_0");
        for (int i = 0; i < 3; i++) assert_true(exp(tensor_get(scores, (Index){{i}})) < 100);
        walk_close(&opened);
    }
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
    request.query = 1;
    Figure figure = build("arrows", request);
    assert_figure_as_file(&figure, "arrows");
    assert_inside(&figure);
    assert_int_equal(count_kind(&figure, SHAPE_POLYGON), 4);
    FigureRequest of_weights = request_for("weights");
    of_weights.query = 1;
    assert_string_equal(build("arrows", of_weights).description, figure.description);
    request.query = 6;
    assert_string_equal(build_error("arrows", request).message, "there is no query 6");
    assert_string_equal(build_error("arrows", request_for("product")).message,
                        "product cannot be drawn as arrows: it holds no dot products of queries "
                        "and keys");
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
    far.query = 9;
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
        cmocka_unit_test(test_heads_in_greys_are_told_apart_by_dashes),
        cmocka_unit_test(test_width_and_opacity_follow_the_weight),
        cmocka_unit_test(test_all_steps_on_a_poster),
        cmocka_unit_test(test_a_worksheet_and_its_answers),
        cmocka_unit_test(test_a_worksheet_asks_what_follows_from_it),
        cmocka_unit_test(test_a_worksheet_gives_what_its_results_need),
        cmocka_unit_test(test_inputs_of_a_seed_can_be_worked_by_hand),
        cmocka_unit_test(test_patterns_are_named),
        cmocka_unit_test(test_a_kind_that_does_not_fit_says_which_do),
    };
    return cmocka_run_group_tests(tests, open_lesson, close_lesson);
}
