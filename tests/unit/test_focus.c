// What a figure points at, several tensors in one figure, and what a change did.
#include "support/figure.h"
#include "support/opened.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "figure/kind.h"
#include "figure/page/theme.h"
#include "walk/edits/edit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char LESSON[] =
    "# Focus\n\n## Score\n\n```python\n"
    "import torch\n"
    "words = ['the', 'cat', 'sat']\n"
    "#| axes: x = words, f\n"
    "x = torch.tensor([[1., 0., 2.], [2., 2., 2.], [0., 1., 3.]])\n"
    "scores = x @ x.T\n"
    "weights = torch.softmax(scores / 4, dim=-1)\n"
    "outputs = weights @ x\n"
    "heads = torch.softmax(torch.arange(36.).reshape(2, 2, 3, 3) % 7, dim=-1)\n"
    "wide = torch.arange(400.).reshape(20, 20) / 7\n"
    "row = x.sum(0)\n"
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

// ---- a command line ---------------------------------------------------------------------------

typedef struct Asked {
    Arguments arguments;
    const char *words[5], *texts[OPTION_COUNT][5];
    FigureLook look;
} Asked;

static Asked asked_for(const char *first, const char *second)
{
    Asked asked = {.words = {"lesson", first, second}};
    asked.arguments.count = second ? 3 : first ? 2 : 1;
    return asked;
}

static void give(Asked *asked, OptionId option, const char *text)
{
    OptionValue *value = &asked->arguments.value[option];
    value->given = true;
    value->text = text;
    asked->texts[option][value->text_count++] = text;
}

static bool read_request(Asked *asked, const char *kind, FigureRequest *request, Error *error)
{
    Arguments *arguments = &asked->arguments;
    arguments->words = asked->words;
    for (int i = 0; i < OPTION_COUNT; i++) arguments->value[i].texts = asked->texts[i];
    const FigureKind *found = figure_kind_find(kind);
    *request = (FigureRequest){.look = asked->look};
    Buf said = {.arena = &arena};
    return figure_request_read(request, &walk, arguments, &arena, error) &&
           figure_request_tensor(request, found, &walk, arguments, &said, error) &&
           panel_options(request, &walk, arguments, &arena, error) &&
           focus_options(request, found, &walk, arguments, &arena, error);
}

static Figure draw_kind(Asked asked, const char *kind)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    FigureRequest request;
    bool ok = read_request(&asked, kind, &request, &error) &&
              figure_kind_build(figure_kind_find(kind), &figure, &request, &fake_measure, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return figure;
}

static Figure draw(Asked asked)
{
    return draw_kind(asked, "heatmap");
}

static Error refused(Asked asked)
{
    FigureRequest request;
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    assert_false(
        read_request(&asked, "heatmap", &request, &error) &&
        figure_kind_build(figure_kind_find(NULL), &figure, &request, &fake_measure, &error));
    assert_true(error.hint || strstr(error.message, "counts 0 to"));
    return error;
}

// ---- what is drawn ----------------------------------------------------------------------------

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

// The cells of a matrix, drawn row by row as large filled rectangles of one size.
static const FigureShape *cell_of(const Figure *figure, int index)
{
    const FigureShape *first = NULL;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_RECTANGLE || shape->stroke > 0 || shape->width < 30) continue;
        if (!first) first = shape;
        if (near(shape->width, first->width) && index-- == 0) return shape;
    }
    return NULL;
}

// The n-th frame, which is drawn over its halo; a pale cell's outline is thinner.
static const FigureShape *frame_of(const Figure *figure, int index)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_RECTANGLE && shape->stroke > 1 && index-- == 0) return shape + 1;
    }
    return NULL;
}

static bool same_color(Color a, Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

// The number in a cell, which stands behind the outline where it has one.
static const FigureShape *number_shape(const FigureShape *cell)
{
    const FigureShape *number = cell;
    while (number->kind != SHAPE_TEXT || !near(number->x, cell->x + cell->width / 2) ||
           !near(number->y, cell->y + cell->height / 2))
        number++;
    return number;
}

static const FigureShape *text_of(const Figure *figure, const char *text)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0) return shape;
    }
    return NULL;
}

static int count_text(const Figure *figure, const char *text)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++)
        count += figure->shapes[i].kind == SHAPE_TEXT && strcmp(figure->shapes[i].text, text) == 0;
    return count;
}

typedef struct Ink {
    double left, top, right, bottom;
} Ink;

static Ink ink_of(const FigureShape *text)
{
    double width = fake_measure.text_width(NULL, text->text, text->size, text->bold, text->mono);
    double start = -width * (double)text->align / 2, high = 0.4 * text->size;
    if (text->angle == 0)
        return (Ink){text->x + start, text->y - high, text->x + start + width, text->y + high};
    return (Ink){text->x - high, text->y - start - width, text->x + high, text->y - start};
}

static bool meet(Ink a, Ink b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static void assert_on_page(const Figure *figure, double x, double y)
{
    assert_true(x >= 0 && x <= figure->width && y >= 0 && y <= figure->height);
}

// All texts lie on the page and apart, and so does every corner of a line.
static void assert_readable(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        for (int p = 0; p < shape->point_count; p++)
            assert_on_page(figure, shape->points[p].x, shape->points[p].y);
        if (shape->kind != SHAPE_TEXT || (shape->angle != 0 && shape->angle != -90)) continue;
        Ink ink = ink_of(shape);
        assert_on_page(figure, ink.left, ink.top);
        assert_on_page(figure, ink.right, ink.bottom);
        for (int k = 0; k < i; k++) {
            const FigureShape *other = &figure->shapes[k];
            if (other->kind != SHAPE_TEXT || (other->angle != 0 && other->angle != -90)) continue;
            if (meet(ink, ink_of(other))) print_error("'%s' '%s'\n", shape->text, other->text);
            assert_false(meet(ink, ink_of(other)));
        }
    }
}

// No number lies under a line that goes from a text to its cell.
static void assert_lines_between_numbers(const Figure *figure, const char *const *numbers)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *line = &figure->shapes[i];
        if (line->kind != SHAPE_CURVE) continue;
        for (int p = 0; p + 3 < line->point_count; p += 3) {
            Point from = line->points[p], to = line->points[p + 3];
            for (int part = 0; part <= 20; part++) {
                double x = from.x + (to.x - from.x) * part / 20;
                double y = from.y + (to.y - from.y) * part / 20;
                for (int n = 0; numbers[n]; n++) {
                    Ink ink = ink_of(text_of(figure, numbers[n]));
                    assert_false(x > ink.left && x < ink.right && y > ink.top && y < ink.bottom);
                }
            }
        }
    }
}

// ---- frames -----------------------------------------------------------------------------------

static void test_a_cell_is_framed_where_it_is_drawn(void **state)
{
    (void)state;
    static const struct {
        OptionId option;
        const char *text;
        int first, last; // cells
    } cases[] = {
        {OPTION_CELL, "weights[0,1]", 1, 1},
        {OPTION_CELL, "weights[1]", 3, 5},
        {OPTION_CELL, "2,0", 6, 6},
        {OPTION_CELL, "weights[cat,sat]", 5, 5},
        {OPTION_CELL, "cat,-1", 5, 5},
        {OPTION_ROW, "2", 6, 8},
        {OPTION_ROW, "cat", 3, 5},
        {OPTION_ROW, "-1", 6, 8},
        {OPTION_HIGHLIGHT, "0,1:1,2", 1, 5},
        {OPTION_HIGHLIGHT, "the,the:cat,cat", 0, 4},
        {OPTION_HIGHLIGHT, "weights[1,1:2,2]", 4, 8},
        {OPTION_HIGHLIGHT, "1,1", 4, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Asked asked = asked_for("weights", NULL);
        give(&asked, cases[i].option, cases[i].text);
        Figure figure = draw(asked);
        const FigureShape *frame = frame_of(&figure, 0);
        const FigureShape *first = cell_of(&figure, cases[i].first);
        const FigureShape *last = cell_of(&figure, cases[i].last);
        assert_true(near(frame->x, first->x) && near(frame->y, first->y));
        assert_true(near(frame->x + frame->width, last->x + last->width));
        assert_true(near(frame->y + frame->height, last->y + last->height));
    }
}

static void test_the_rest_is_quiet_and_still_readable(void **state)
{
    (void)state;
    for (int theme = 0; theme_names[theme]; theme++) {
        Asked asked = asked_for("weights", NULL);
        asked.look.theme = theme_names[theme];
        Figure plain = draw(asked);
        give(&asked, OPTION_CELL, "0,1");
        Figure figure = draw(asked);
        for (int i = 0; i < 9; i++) {
            const FigureShape *cell = cell_of(&figure, i);
            assert_int_equal(same_color(cell->color, cell_of(&plain, i)->color), i == 1);
            assert_int_equal(number_shape(cell)->kind, SHAPE_TEXT);
            assert_true(color_contrast(number_shape(cell)->color, cell->color) >= 4.5);
        }
    }
}

static void test_pixels_outside_of_a_region_are_quiet(void **state)
{
    (void)state;
    Asked asked = asked_for("wide", NULL);
    asked.look.width = asked.look.height = 200;
    Figure plain = draw(asked);
    give(&asked, OPTION_HIGHLIGHT, "2,3:4,5");
    Figure figure = draw(asked);
    const FigureShape *before = NULL, *after = NULL;
    for (int i = 0; i < plain.count && !before; i++)
        if (plain.shapes[i].pixel_rows == 20) before = &plain.shapes[i];
    for (int i = 0; i < figure.count && !after; i++)
        if (figure.shapes[i].pixel_rows == 20) after = &figure.shapes[i];
    assert_non_null(before);
    for (int i = 0; i < 400; i++) {
        bool inside = i / 20 >= 2 && i / 20 <= 4 && i % 20 >= 3 && i % 20 <= 5;
        assert_int_equal(same_color(before->pixels[i], after->pixels[i]), inside);
    }
}

static void test_heads_frame_a_row_in_each_and_a_cell_in_one(void **state)
{
    (void)state;
    Asked asked = asked_for("heads", NULL);
    give(&asked, OPTION_ROW, "1");
    Figure figure = draw_kind(asked, "heads");
    assert_non_null(frame_of(&figure, 6)); // two shapes each
    assert_null(frame_of(&figure, 8));
    Asked one = asked_for("heads", NULL);
    give(&one, OPTION_CELL, "heads[1,0,2,2]");
    figure = draw_kind(one, "heads");
    assert_non_null(frame_of(&figure, 0));
    assert_null(frame_of(&figure, 2));
}

static void test_an_equation_takes_words_too(void **state)
{
    (void)state;
    Asked numbers = asked_for("scores", NULL), words = numbers;
    give(&numbers, OPTION_CELL, "scores[1,2]");
    give(&words, OPTION_CELL, "cat,sat");
    Figure a = draw_kind(numbers, "equation"), b = draw_kind(words, "equation");
    assert_string_equal(a.description, b.description);
}

// ---- texts and arrows -------------------------------------------------------------------------

static Asked annotated(void)
{
    Asked asked = asked_for("scores", NULL);
    give(&asked, OPTION_ANNOTATE, "0,0=the first of them");
    give(&asked, OPTION_ANNOTATE,
         "cat,cat=a text that takes more than one line wherever it stands");
    give(&asked, OPTION_ANNOTATE, "1,2=another one of the same row");
    give(&asked, OPTION_ANNOTATE, "scores[2,1]=last");
    give(&asked, OPTION_ARROW, "0,0->2,2");
    return asked;
}

static void test_texts_are_apart_and_on_the_page_at_any_size(void **state)
{
    (void)state;
    static const double sizes[][2] = {{0, 0}, {960, 540}, {306, 193}, {238, 0}, {500, 500}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int theme = 0; theme_names[theme]; theme++) {
            Asked asked = annotated();
            asked.look.width = sizes[i][0];
            asked.look.height = sizes[i][1];
            asked.look.theme = theme_names[theme];
            Figure figure = draw(asked);
            assert_readable(&figure);
        }
    }
}

static void test_lines_go_between_the_numbers(void **state)
{
    (void)state;
    static const char *const numbers[] = {"5", "6", "12", "8", "10", NULL};
    for (double width = 300; width < 1500; width *= 1.3) {
        Asked asked = annotated();
        asked.look.width = width;
        Figure figure = draw(asked);
        assert_lines_between_numbers(&figure, numbers);
    }
}

static void test_an_arrow_ends_in_its_cell(void **state)
{
    (void)state;
    Asked asked = asked_for("scores", NULL);
    give(&asked, OPTION_ARROW, "the,the->sat,cat");
    Figure figure = draw(asked);
    const FigureShape *head = NULL, *cell = cell_of(&figure, 7);
    for (int i = 0; i < figure.count; i++)
        if (figure.shapes[i].kind == SHAPE_POLYGON) head = &figure.shapes[i];
    Point tip = head->points[0];
    assert_true(tip.x > cell->x && tip.x < cell->x + cell->width);
    assert_true(tip.y > cell->y && tip.y < cell->y + cell->height);
}

static void test_marks_are_said_in_words(void **state)
{
    (void)state;
    Asked asked = annotated();
    give(&asked, OPTION_ROW, "cat");
    Figure figure = draw(asked);
    assert_non_null(strstr(figure.description, ". Framed: row cat. An arrow from 0,0 to 2,2. "
                                               "At 0,0: the first of them."));
}

// ---- errors -----------------------------------------------------------------------------------

static void test_what_does_not_exist_is_refused(void **state)
{
    (void)state;
    static const struct {
        OptionId option;
        const char *text, *message, *hint;
    } cases[] = {
        {OPTION_ROW, "dog", "no row of shape (3, 3) is called 'dog'",
         "its labels are the, cat, sat"},
        {OPTION_CELL, "0,dog", "no column of shape (3, 3) is called 'dog'",
         "its labels are the, cat, sat"},
        {OPTION_ROW, "3", "index 3 is outside: dimension 0 of shape (3, 3) counts 0 to 2", ""},
        {OPTION_HIGHLIGHT, "0,0:1,3",
         "index 3 is outside: dimension 1 of shape (3, 3) counts 0 to 2", ""},
        {OPTION_HIGHLIGHT, "1,1:0,0", "--highlight 1,1:0,0 has no cells",
         "the upper left cell first, then the lower right one: 0,1:2,2"},
        {OPTION_HIGHLIGHT, "0,0,0", "'0,0,0' is no cell of weights: its shape is (3, 3)",
         "row and column, as 0,1"},
        {OPTION_ANNOTATE, "0,0", "--annotate 0,0 lacks a = between two parts",
         "--annotate '0,1=the largest'"},
        {OPTION_ANNOTATE, "outputs[0,0]=x",
         "'outputs[0,0]' is not in this figure: it shows weights", "leave the name out: 0,0"},
        {OPTION_ARROW, "0,0->0,0", "--arrow 0,0->0,0 does not join two cells of one matrix",
         "--arrow '0,1->2,2'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Asked asked = asked_for("weights", NULL);
        give(&asked, cases[i].option, cases[i].text);
        Error error = refused(asked);
        assert_string_equal(error.message, cases[i].message);
        assert_string_equal(error.hint ? error.hint : "", cases[i].hint);
    }
}

// ---- panels -----------------------------------------------------------------------------------

static void test_tensors_stand_side_by_side_with_their_names(void **state)
{
    (void)state;
    Figure figure = draw(asked_for("scores", "outputs"));
    const FigureShape *left = text_of(&figure, "scores"), *right = text_of(&figure, "outputs");
    assert_true(left && right && near(left->y, right->y) && left->x < right->x);
    assert_string_equal(figure.title, "scores, outputs");
    assert_readable(&figure);
}

static void test_attention_weights_share_a_scale(void **state)
{
    (void)state;
    Figure figure = draw(asked_for("heads[0,0]", "heads[1,1]"));
    assert_int_equal(count_text(&figure, "0.5"), 0);
    assert_int_equal(count_text(&figure, "1"), 3 + 2); // an end of one bar, labels of two columns
}

static void test_panels_fit_every_size(void **state)
{
    (void)state;
    static const double sizes[][2] = {{0, 0}, {960, 540}, {306, 193}, {238, 0}, {600, 600}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Asked asked = asked_for("weights", "outputs");
        asked.look.width = sizes[i][0];
        asked.look.height = sizes[i][1];
        give(&asked, OPTION_ANNOTATE, "weights[1,1]=itself");
        Figure figure = draw(asked);
        assert_readable(&figure);
    }
}

static double number_in(const Figure *figure, int cell)
{
    const FigureShape *text = number_shape(cell_of(figure, cell));
    Buf plain = {.arena = &arena};
    Str number = str_from(text->text);
    if (str_starts(number, "\u2212")) buf_add_char(&plain, '-');
    buf_add(&plain, str_slice(number, str_starts(number, "\u2212") ? 3 : 0, number.n));
    return strtod(buf_text(&plain), NULL);
}

static void test_a_difference_is_what_comes_after_less_what_was_before(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    assert_true(edit_add(&walk, STR("x[1,0]"), STR("-3"), &error) && walk_rerun(&walk));
    Asked asked = asked_for("scores", NULL);
    give(&asked, OPTION_COMPARE, "");
    Figure figure = draw(asked);
    for (int i = 0; i < 9; i++) {
        double before = number_in(&figure, i), after = number_in(&figure, 9 + i);
        assert_true(near(number_in(&figure, 18 + i), after - before));
    }
    assert_non_null(text_of(&figure, "Δ = after \u2212 before"));
    assert_non_null(text_of(&figure, "3 of 9 cells changed"));
    assert_non_null(text_of(&figure, "0")); // in the middle of its scale
    assert_non_null(strstr(figure.description, "3 of 9 cells changed"));
    assert_readable(&figure);
}

static void test_two_heads_are_compared(void **state)
{
    (void)state;
    Asked asked = asked_for("heads[0,0]", "heads[1,0]");
    give(&asked, OPTION_COMPARE, "");
    Figure figure = draw(asked);
    assert_non_null(text_of(&figure, "heads[1,0] \u2212 heads[0,0], 3 of 9 cells differ"));
    assert_readable(&figure);
}

static void test_what_cannot_be_compared_is_explained(void **state)
{
    (void)state;
    Asked alone = asked_for("heads", NULL);
    give(&alone, OPTION_COMPARE, "");
    assert_string_equal(refused(alone).message, "--compare needs something to compare heads with");
    Asked unlike = asked_for("scores", "wide");
    give(&unlike, OPTION_COMPARE, "");
    assert_string_equal(refused(unlike).message,
                        "scores is 3 by 3 and wide 20 by 20: they cannot be compared");
}

#define WITH_LESSON(test) cmocka_unit_test_setup_teardown(test, open_lesson, close_lesson)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LESSON(test_a_cell_is_framed_where_it_is_drawn),
        WITH_LESSON(test_the_rest_is_quiet_and_still_readable),
        WITH_LESSON(test_pixels_outside_of_a_region_are_quiet),
        WITH_LESSON(test_heads_frame_a_row_in_each_and_a_cell_in_one),
        WITH_LESSON(test_an_equation_takes_words_too),
        WITH_LESSON(test_texts_are_apart_and_on_the_page_at_any_size),
        WITH_LESSON(test_lines_go_between_the_numbers),
        WITH_LESSON(test_an_arrow_ends_in_its_cell),
        WITH_LESSON(test_marks_are_said_in_words),
        WITH_LESSON(test_what_does_not_exist_is_refused),
        WITH_LESSON(test_tensors_stand_side_by_side_with_their_names),
        WITH_LESSON(test_attention_weights_share_a_scale),
        WITH_LESSON(test_panels_fit_every_size),
        WITH_LESSON(test_a_difference_is_what_comes_after_less_what_was_before),
        WITH_LESSON(test_two_heads_are_compared),
        WITH_LESSON(test_what_cannot_be_compared_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
