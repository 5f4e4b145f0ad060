// Display lists are compared with tests/figures/*.txt; `UPDATE=1 make unit` writes them anew.
#include "support/figure.h"
#include "support/figure_text.h"
#include "support/test.h"
#include "tensor/op.h"

#include "support/sample.h"

#include "base/files/file.h"
#include "figure/kind.h"
#include "figure/page/theme.h"
#include "study/looks/ramp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;
static Trace trace;

static int open_trace(void **state)
{
    (void)state;
    sample_open(&trace);
    return 0;
}

static int close_trace(void **state)
{
    (void)state;
    trace_free(&trace);
    arena_free(&arena);
    return 0;
}

// ---- numbers ----------------------------------------------------------------------------------

static double eight_steps(int64_t i)
{
    static const double scores[] = {2, 4, 4, 4, 16, 12, 4, 12, 10};
    return scores[i % 9] + (double)(i / 9);
}

static double softmax(int64_t i)
{
    static const double weights[] = {0.06337894, 0.46831053, 0.46831053, 6.0337e-06, 0.98200786,
                                     0.01798617, 0.00029539, 0.88053696, 0.1191677};
    return weights[i % 9];
}

static double causal(int64_t i)
{
    return i % 4 > i / 4 ? -(double)INFINITY
           : i == 8      ? (double)NAN
           : i == 12     ? (double)INFINITY
                         : sin((double)i);
}

static double quarter(int64_t i)
{
    (void)i;
    return 0.25;
}

static double wave(int64_t i)
{
    return sin((double)i * 0.37) * 12.5;
}

static double tiny(int64_t i)
{
    return 1.5e-6 * (double)(i + 1);
}

static const char *const tokens[] = {
    "The",  "cat",       "sat",  "on",    "the",  "internationalization",
    "東京", "line\nend", "🙂", "naïve", "</s>", "x"};

// ---- helpers ----------------------------------------------------------------------------------

static bool build_heatmap(Figure *figure, int entry, Index slice, FigureLook look, Error *error)
{
    FigureRequest request = {.trace = &trace, .cell = {entry, slice}, .look = look};
    return figure_kind_build(&heatmap_kind, figure, &request, &fake_measure, error);
}

static Figure build_at(int entry, Index slice, FigureLook options)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    bool ok = build_heatmap(&figure, entry, slice, options, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return figure;
}

static Figure build(int entry, FigureLook options)
{
    return build_at(entry, (Index){0}, options);
}

static Error build_error(int entry, Index slice, FigureLook options)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    assert_false(build_heatmap(&figure, entry, slice, options, &error));
    assert_true(error.set);
    return error;
}

// The four corners of a shape, turned as it is drawn.
static void corners(const FigureShape *shape, double x[4], double y[4])
{
    double left = 0, top = 0, right = shape->width, bottom = shape->height;
    if (shape->kind == SHAPE_TEXT) {
        double width =
            fake_measure.text_width(NULL, shape->text, shape->size, shape->bold, shape->mono);
        left = -width * (double)shape->align / 2;
        right = left + width;
        top = -0.4 * shape->size; // ink, from the top of a capital letter
        bottom = 0.4 * shape->size;
    }
    double turn = shape->angle * 3.14159265358979 / 180;
    for (int i = 0; i < 4; i++) {
        double dx = i & 1 ? right : left, dy = i & 2 ? bottom : top;
        x[i] = shape->x + dx * cos(turn) - dy * sin(turn);
        y[i] = shape->y + dx * sin(turn) + dy * cos(turn);
    }
}

static void assert_inside(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        double x[4], y[4];
        corners(&figure->shapes[i], x, y);
        for (int k = 0; k < 4; k++) {
            assert_true(x[k] >= 0 && x[k] <= figure->width);
            assert_true(y[k] >= 0 && y[k] <= figure->height);
        }
    }
}

static bool level_text(const FigureShape *shape)
{
    return shape->kind == SHAPE_TEXT && shape->angle == 0;
}

// Level texts are boxes: no two of them may meet.
static void assert_apart(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        for (int k = i + 1; k < figure->count; k++) {
            if (!level_text(&figure->shapes[i]) || !level_text(&figure->shapes[k])) continue;
            double ax[4], ay[4], bx[4], by[4];
            corners(&figure->shapes[i], ax, ay);
            corners(&figure->shapes[k], bx, by);
            bool apart = ax[1] <= bx[0] || bx[1] <= ax[0] || ay[2] <= by[0] || by[2] <= ay[0];
            if (!apart) {
                print_error("'%s' meets '%s'\n", figure->shapes[i].text, figure->shapes[k].text);
            }
            assert_true(apart);
        }
    }
}

// ---- colours ----------------------------------------------------------------------------------

static void assert_color(const char *ramp, int position, uint32_t published)
{
    Color got = ramp_color(ramp_find(ramp), position / 255.0), want = RGB(published);
    assert_in_range(abs(got.r - want.r), 0, 2);
    assert_in_range(abs(got.g - want.g), 0, 2);
    assert_in_range(abs(got.b - want.b), 0, 2);
}

static void test_ramps_are_the_published_ones(void **state)
{
    (void)state; // matplotlib 3.6.3, colormaps[name](position)
    assert_color("cividis", 0, 0x00224e);
    assert_color("cividis", 10, 0x002a5f);
    assert_color("cividis", 25, 0x083370);
    assert_color("cividis", 37, 0x233c6e);
    assert_color("cividis", 50, 0x34456c);
    assert_color("cividis", 64, 0x434e6c);
    assert_color("cividis", 90, 0x5c616e);
    assert_color("cividis", 110, 0x6d6f72);
    assert_color("cividis", 128, 0x7d7c78);
    assert_color("cividis", 150, 0x928c78);
    assert_color("cividis", 175, 0xaaa073);
    assert_color("cividis", 192, 0xbcae6c);
    assert_color("cividis", 215, 0xd4c15f);
    assert_color("cividis", 235, 0xead34c);
    assert_color("cividis", 250, 0xfce236);
    assert_color("cividis", 255, 0xfee838);
    assert_color("viridis", 0, 0x440154);
    assert_color("viridis", 10, 0x471063);
    assert_color("viridis", 25, 0x482475);
    assert_color("viridis", 37, 0x46337f);
    assert_color("viridis", 50, 0x414287);
    assert_color("viridis", 64, 0x3b528b);
    assert_color("viridis", 90, 0x2e6d8e);
    assert_color("viridis", 110, 0x27808e);
    assert_color("viridis", 128, 0x21918c);
    assert_color("viridis", 150, 0x21a585);
    assert_color("viridis", 175, 0x3dbc74);
    assert_color("viridis", 192, 0x5ec962);
    assert_color("viridis", 215, 0x95d840);
    assert_color("viridis", 235, 0xcae11f);
    assert_color("viridis", 250, 0xf1e51d);
    assert_color("viridis", 255, 0xfde725);
    assert_color("magma", 0, 0x000004);
    assert_color("magma", 10, 0x050416);
    assert_color("magma", 25, 0x140e36);
    assert_color("magma", 37, 0x241253);
    assert_color("magma", 50, 0x390f6e);
    assert_color("magma", 64, 0x51127c);
    assert_color("magma", 90, 0x792282);
    assert_color("magma", 110, 0x992d80);
    assert_color("magma", 128, 0xb73779);
    assert_color("magma", 150, 0xd9466b);
    assert_color("magma", 175, 0xf4695c);
    assert_color("magma", 192, 0xfc8961);
    assert_color("magma", 215, 0xfeb47b);
    assert_color("magma", 235, 0xfed89a);
    assert_color("magma", 250, 0xfcf4b6);
    assert_color("magma", 255, 0xfcfdbf);
    assert_color("blues", 0, 0xf7fbff);
    assert_color("blues", 64, 0xc5daee);
    assert_color("blues", 128, 0x6aadd5);
    assert_color("blues", 192, 0x2070b4);
    assert_color("blues", 255, 0x08306b);
    assert_color("rdbu", 0, 0x67001f);
    assert_color("rdbu", 64, 0xe58368);
    assert_color("rdbu", 128, 0xf6f6f6);
    assert_color("rdbu", 192, 0x68aacf);
    assert_color("rdbu", 255, 0x053061);
}

static void test_positions_outside_take_the_nearest_end(void **state)
{
    (void)state;
    Color low = ramp_color(ramp_find(NULL), -3), high = ramp_color(ramp_find(NULL), 7);
    assert_int_equal(low.b, 0x4e);
    assert_int_equal(high.r, 0xfe);
}

static void test_numbers_are_readable_on_every_colour_of_every_ramp(void **state)
{
    (void)state;
    for (int i = 0; ramp_names[i]; i++) {
        for (int at = 0; at <= 255; at++) {
            Color color = ramp_color(ramp_find(ramp_names[i]), at / 255.0);
            assert_true(color_contrast(color, color_on(color)) >= 4.5);
        }
    }
}

static void test_letters_and_themes_are_readable(void **state)
{
    (void)state;
    for (int role = ROLE_INPUT; role < ROLE_COUNT; role++) {
        RoleSign sign = theme_role(theme_find(NULL), (Role)role);
        assert_true(sign.letter[0]);
        assert_true(color_contrast(sign.chip, sign.text) >= 5);
    }
    for (int i = 0; theme_names[i]; i++) {
        const FigureTheme *theme = theme_find(theme_names[i]);
        assert_true(color_contrast(theme->text, theme->background) >= 7);
        assert_true(color_contrast(theme->muted, theme->background) >= 4.5);
        assert_true(color_contrast(theme->text, theme->special) >= 7);
    }
}

// ---- scales -----------------------------------------------------------------------------------

static double both_signs(int64_t i)
{
    return wave(i + 4);
}

static Scale scale_of(double (*value)(int64_t), ScaleOptions options, const char *theme)
{
    Plane plane;
    Scale scale = {0};
    Error error = {.arena = &arena};
    int entry = sample_tensor(&trace, "s", (Shape){2, {3, 3}}, value);
    assert_true(plane_of(&plane, &trace, matrix_shown(&trace, entry, (Index){0}), (Sight){0},
                         &arena, &error));
    scale_read(&scale, &plane);
    assert_true(scale_choose(&scale, &options, theme_find(theme), &error));
    return scale;
}

static void test_the_ramp_is_chosen_by_the_numbers(void **state)
{
    (void)state;
    assert_ptr_equal(scale_of(softmax, (ScaleOptions){0}, NULL).ramp, ramp_find("cividis"));
    assert_ptr_equal(scale_of(both_signs, (ScaleOptions){0}, NULL).ramp, ramp_find("rdbu"));
    Scale in_greys = scale_of(both_signs, (ScaleOptions){0}, "print");
    assert_ptr_equal(in_greys.ramp, ramp_find("signed-greys"));
    assert_true(scale_hides_sign(&in_greys, -1) && !scale_hides_sign(&in_greys, 1));
    ScaleOptions magma = {.ramp = "magma"};
    assert_ptr_equal(scale_of(both_signs, magma, NULL).ramp, ramp_find("magma"));
}

static void test_zero_is_in_the_middle_of_a_diverging_ramp(void **state)
{
    (void)state;
    Scale scale = scale_of(both_signs, (ScaleOptions){0}, NULL);
    assert_true(scale.low == -scale.high);
    assert_true(scale_position(&scale, 0) == 0.5);
    assert_true(scale_position(&scale, scale.high) == 1);
    assert_true(scale_position(&scale, scale.low) == 0);
}

static void test_numbers_beyond_a_range_have_the_colour_of_its_end(void **state)
{
    (void)state;
    ScaleOptions options = {.ranged = true, .low = 4, .high = 12};
    Scale scale = scale_of(eight_steps, options, NULL);
    assert_true(scale.below && scale.above);
    assert_true(scale_position(&scale, 2) == 0 && scale_position(&scale, 16) == 1);
    assert_true(scale_position(&scale, 8) == 0.5);
    int entry = sample_tensor(&trace, "scores", (Shape){2, {3, 3}}, eight_steps);
    Figure figure = build(entry, (FigureLook){.scale = options});
    assert_int_equal(count_texts(&figure, "≤ 4") + count_texts(&figure, "≥ 12"), 2);
}

static void test_a_range_as_wide_as_doubles_go_does_not_overflow(void **state)
{
    (void)state;
    ScaleOptions options = {.ranged = true, .low = -1.7e308, .high = 1.7e308};
    Scale scale = scale_of(eight_steps, options, NULL);
    assert_true(scale_position(&scale, 0) == 0.5);
    assert_true(scale_position(&scale, 1.7e308) == 1);
    int entry = sample_tensor(&trace, "scores", (Shape){2, {3, 3}}, eight_steps);
    build(entry, (FigureLook){.scale = options});
}

// ---- display lists ----------------------------------------------------------------------------

static void test_a_matrix_with_labels(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "scores", (Shape){2, {3, 3}}, eight_steps);
    sample_labels(&trace, "scores", "tokens", tokens, 3);
    Figure figure = build(entry, (FigureLook){0});
    assert_figure_as_file(&figure, "scores");
}

static void test_labels_caption_and_range_are_the_users(void **state)
{
    (void)state;
    static const char *const rows[] = {"שלום", "two", "line\nend"};
    int entry = sample_tensor(&trace, "scores", (Shape){2, {3, 3}}, eight_steps);
    Figure figure = build(entry, (FigureLook){
                                     .theme = "print",
                                     .rows = {.label = rows, .count = 3, .source = "rows.txt"},
                                     .caption = "Scores of three tokens, each with each; "
                                                "what is above ten is as dark as ten.",
                                     .scale = {.ranged = true, .low = 0, .high = 10},
                                     .font = "serif",
                                 });
    assert_figure_as_file(&figure, "caption");
    Error error = build_error(
        entry, (Index){0}, (FigureLook){.rows = {.label = rows, .count = 2, .source = "rows.txt"}});
    assert_string_equal(error.message, "rows.txt has 2 labels, and the figure 3 rows");
}

static const FigureShape *first_image(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        if (figure->shapes[i].kind == SHAPE_IMAGE) return &figure->shapes[i];
    }
    return NULL;
}

static double of_map(int64_t i)
{
    return i == 1 ? 1 : i == 2 ? 0.5 : 0;
}

static void test_a_picture_is_under_the_cells(void **state)
{
    (void)state;
    Color pixels[24]; // 4 rows of 6: each cell has 2 by 3 of them
    for (int i = 0; i < 24; i++) pixels[i] = (Color){200, 0, 0, 255};
    const FigurePhoto photo = {pixels, 4, 6};
    int entry = sample_tensor(&trace, "scores", (Shape){2, {2, 2}}, of_map);
    ScaleOptions scale = {.photo = &photo, .ramp = "blues", .ranged = true, .high = 1};
    Figure figure = build(entry, (FigureLook){.scale = scale});
    const FigureShape *image = first_image(&figure);
    assert_non_null(image);
    assert_int_equal(image->pixel_rows, 4);
    assert_int_equal(image->pixel_columns, 6);
    assert_true(fabs(image->height / image->width - 4. / 6) < 1e-3);
    Color none = image->pixels[0], all = image->pixels[3], half = image->pixels[12];
    assert_true(none.r == none.g && none.g == none.b && none.r > 120); // grey, and pale
    assert_memory_equal(&none, &image->pixels[8], sizeof none);        // of the same cell
    assert_memory_equal(&none, &image->pixels[23], sizeof none);
    assert_true(all.b > all.r + 60 && half.b > half.r + 20 && all.a == 255);
    assert_true(all.r < half.r && half.r < none.r);
    for (int i = 0; i < figure.count; i++) // no numbers in the cells
        assert_false(figure.shapes[i].kind == SHAPE_TEXT && figure.shapes[i].size > 14 &&
                     strcmp(figure.shapes[i].text, "0.5") == 0);
}

static void test_every_shape_is_printed(void **state)
{
    (void)state;
    static const Point points[] = {{0, 0}, {1, 2}, {3, 4}, {5, 6}};
    Figure figure = {.arena = &arena, .width = 9, .height = 9};
    figure_add(&figure, (FigureShape){.kind = SHAPE_POLYGON, .points = points, .point_count = 3});
    figure_add(&figure, (FigureShape){.kind = SHAPE_PAGE});
    figure_add(&figure, (FigureShape){.kind = SHAPE_CURVE,
                                      .points = points,
                                      .point_count = 4,
                                      .stroke = 2,
                                      .dash = 3,
                                      .color = {1, 2, 3, 128}});
    Buf printed = {.arena = &arena};
    figure_print(&figure, &printed);
    assert_string_equal(buf_text(&printed), "figure 9x9 #00000000\ntitle \ndescription \n"
                                            "polygon 0,0 1,2 3,4 #00000000\n"
                                            "page\n"
                                            "curve 0,0 1,2 3,4 5,6 stroke 2 dash 3 #01020380\n");
}

// The product of two matrices, made by the bytes [from, to) of the source.
static void multiply(const Source *source, int from, int to)
{
    int left = sample_tensor(&trace, "q", (Shape){2, {3, 3}}, eight_steps);
    int right = sample_tensor(&trace, "k", (Shape){2, {3, 3}}, eight_steps);
    Tensor *inputs[] = {trace.entries[left].call.output, trace.entries[right].call.output};
    OpCall call = {.op = op_by_symbol(STR("@"), 2), .input = inputs, .input_count = 2};
    call.arena = &trace.arena;
    Error error = {.arena = &arena};
    trace_statement_begin(&trace, (Span){source, 0, to}, false);
    Tensor *product = trace_apply(&trace, &call, (Span){source, from, to}, &error);
    assert_non_null(product);
    trace_bind(&trace, "scores", product);
    trace_statement_end(&trace);
}

static void test_the_subtitle_says_how_a_matrix_was_made(void **state)
{
    (void)state;
    static const Source source = {.name = "a.py", .text = STR("s = q   @\n   k\n")};
    multiply(&source, 4, 14);
    Figure figure = build(trace.entry_count - 1, (FigureLook){.title = "All queries"});
    assert_int_equal(count_texts(&figure, "scores, 3×3,"), 1);
    assert_int_equal(count_texts(&figure, "q @ k"), 1); // as code
    assert_int_equal(count_texts(&figure, "All queries"), 1);
    assert_string_equal(figure.title, "All queries");
    figure = build(trace.entry_count - 1, (FigureLook){.width = 200,
                                                       .title = "All of it, "
                                                                "and a title that does not fit"});
    assert_inside(&figure);
    assert_string_equal(figure.title, "All of it, and a title that does not fit");
}

static void test_a_subtitle_has_no_equals_sign_of_its_own(void **state)
{
    (void)state;
    static const Source source = {.name = "a.py", .text = STR("s[:] = q @ k\n")};
    multiply(&source, 0, source.text.n);
    Figure figure = build(trace.entry_count - 1, (FigureLook){.width = 400});
    assert_int_equal(count_texts(&figure, "3×3,"), 1);
    assert_int_equal(count_texts(&figure, "s[:] = q @ k"), 1);
}

static void test_a_slice_of_three_dimensions_on_dark_ground(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "weighted_values", (Shape){3, {3, 3, 3}}, eight_steps);
    FigureLook options = {.theme = "dark", .scale = {.ramp = "viridis"}, .title = "Input 2"};
    Figure figure = build_at(entry, (Index){{1}}, options);
    assert_figure_as_file(&figure, "slice-dark");
}

static void test_masked_and_invalid_cells_are_marked_and_not_in_the_range(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "masked", (Shape){2, {4, 4}}, causal);
    Figure figure = build(entry, (FigureLook){0});
    assert_figure_as_file(&figure, "masked");
    assert_int_equal(count_texts(&figure, "\u2212\u221e"), 6);
    assert_non_null(strstr(figure.description, "values from -0.9589 to 0.9906"));
    figure = build(entry, (FigureLook){.no_values = true});
    assert_int_equal(count_texts(&figure, "\u2212\u221e"), 1); // explained below instead
    assert_int_equal(count_texts(&figure, "nan"), 1);
}

static void test_a_vector_is_one_row_with_its_bar_below(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "x", (Shape){1, {4}}, wave);
    Figure figure = build(entry, (FigureLook){0});
    assert_figure_as_file(&figure, "vector");
}

static void test_long_labels_are_slanted_and_shortened(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "attn", (Shape){2, {12, 12}}, wave);
    sample_labels(&trace, "attn", "tokens", tokens, 12);
    Figure figure = build(entry, (FigureLook){.no_values = true});
    assert_figure_as_file(&figure, "long-labels");
}

static void test_a_large_matrix_is_one_image(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "large", (Shape){2, {300, 257}}, wave);
    Figure figure = build(entry, (FigureLook){0});
    assert_figure_as_file(&figure, "large");
    assert_int_equal(count_kind(&figure, SHAPE_IMAGE), 1);
    assert_int_equal(count_kind(&figure, SHAPE_GRADIENT), 1);
}

// ---- numbers in cells -------------------------------------------------------------------------

static void test_numbers_keep_their_decimals_and_tiny_ones_do_not_become_zero(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "weights", (Shape){2, {3, 3}}, softmax);
    Figure figure = build(entry, (FigureLook){0});
    assert_int_equal(count_texts(&figure, "0.0634"), 1);
    assert_int_equal(count_texts(&figure, "≈0"), 1); // beside larger ones
    figure = build(entry, (FigureLook){.digits = 2});
    assert_int_equal(count_texts(&figure, "0.06"), 1);
    entry = sample_tensor(&trace, "tiny", (Shape){2, {2, 2}}, tiny);
    figure = build(entry, (FigureLook){0});
    assert_int_equal(count_texts(&figure, "1.50"), 1); // and ×10⁻⁶ in the heading
}

static void test_numbers_step_aside_where_cells_get_too_small(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "attn", (Shape){2, {12, 12}}, wave);
    Figure large = build(entry, (FigureLook){0});
    Figure small = build(entry, (FigureLook){.width = 300, .height = 300});
    assert_int_equal(large.count - small.count >= 144, 1);
    assert_int_equal(count_kind(&small, SHAPE_RECTANGLE), count_kind(&large, SHAPE_RECTANGLE));
}

// A slide for beamer is 108 x 68 mm: rather than its numbers a small matrix gives up large fonts.
static void test_a_small_matrix_keeps_its_numbers_on_a_small_slide(void **state)
{
    (void)state;
    for (int side = 2; side <= 4; side++) {
        int entry = sample_tensor(&trace, "attn", (Shape){2, {side, side}}, wave);
        Figure figure = build(entry, (FigureLook){.width = 306, .height = 193});
        int numbers = 0;
        for (int i = 0; i < figure.count; i++) {
            const FigureShape *shape = &figure.shapes[i];
            if (shape->kind != SHAPE_TEXT) continue;
            assert_true(shape->size >= 5.5);
            numbers += strchr(shape->text, '.') != NULL && shape->align == ALIGN_MIDDLE;
        }
        assert_true(numbers >= side * side / 2);
    }
}

static void test_equal_cells_are_coloured_by_their_value(void **state)
{
    (void)state;
    assert_true(scale_position(&(Scale){.low = 0, .high = 1}, 0.25) == 0.25);
    Scale scale = scale_of(quarter, (ScaleOptions){0}, NULL);
    assert_true(scale.low == 0 && scale.high == 1);
    int entry = sample_tensor(&trace, "same", (Shape){2, {2, 2}}, quarter);
    Figure figure = build(entry, (FigureLook){0});
    assert_int_equal(count_texts(&figure, "0.25"), 4);
    assert_int_equal(count_kind(&figure, SHAPE_GRADIENT), 1); // the bar
}

// ---- layout -----------------------------------------------------------------------------------

static void test_nothing_is_clipped_or_overlaps_at_any_size(void **state)
{
    (void)state;
    static const int sides[] = {1, 2, 3, 7, 12, 23, 41, 64, 150};
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            int entry = sample_tensor(&trace, "m", (Shape){2, {sides[r], sides[c]}}, wave);
            Figure figure = build(entry, (FigureLook){0});
            assert_inside(&figure);
            assert_apart(&figure);
            figure = build(entry, (FigureLook){.width = 640, .height = 480});
            assert_true(figure.width == 640 && figure.height == 480);
            assert_inside(&figure);
            assert_apart(&figure);
        }
    }
}

static void test_labelled_figures_fit_any_reasonable_size(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "attn", (Shape){2, {12, 12}}, wave);
    sample_labels(&trace, "attn", "tokens", tokens, 12);
    for (double side = 280; side < 3000; side *= 1.15) {
        Figure figure = build(entry, (FigureLook){.width = side, .height = side});
        assert_inside(&figure);
        assert_apart(&figure);
    }
}

static void test_one_given_side_leaves_the_other_natural(void **state)
{
    (void)state;
    int entry = sample_tensor(&trace, "scores", (Shape){2, {3, 3}}, eight_steps);
    Figure natural = build(entry, (FigureLook){0});
    Figure wide = build(entry, (FigureLook){.width = natural.width * 2});
    assert_true(fabs(wide.height - natural.height * 2) <= 2);
}

// ---- errors -----------------------------------------------------------------------------------

static void test_what_cannot_be_drawn_is_explained(void **state)
{
    (void)state;
    int empty = sample_tensor(&trace, "empty", (Shape){2, {0, 3}}, wave);
    int deep = sample_tensor(&trace, "deep", (Shape){3, {2, 2, 2}}, wave);
    Index none = {0};
    assert_string_equal(build_error(empty, none, (FigureLook){0}).message,
                        "shape (0, 3) has no cells, there is nothing to draw");
    assert_string_equal(build_error(deep, none, (FigureLook){.theme = "drak"}).message,
                        "no theme is called 'drak'");
    assert_string_equal(
        build_error(deep, none, (FigureLook){.scale = {.ramp = "jet"}}).hint,
        "the ramps are cividis, viridis, magma, blues, greys, rdbu, white-blue, night and "
        "signed-greys");
    assert_non_null(
        strstr(build_error(deep, none, (FigureLook){.width = 20}).message, "does not fit"));
}

#define WITH_TRACE(test) cmocka_unit_test_setup_teardown(test, open_trace, close_trace)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_TRACE(test_the_ramp_is_chosen_by_the_numbers),
        WITH_TRACE(test_zero_is_in_the_middle_of_a_diverging_ramp),
        WITH_TRACE(test_numbers_beyond_a_range_have_the_colour_of_its_end),
        WITH_TRACE(test_a_range_as_wide_as_doubles_go_does_not_overflow),
        WITH_TRACE(test_labels_caption_and_range_are_the_users),
        WITH_TRACE(test_a_picture_is_under_the_cells),
        WITH_TRACE(test_every_shape_is_printed),
        cmocka_unit_test(test_ramps_are_the_published_ones),
        cmocka_unit_test(test_positions_outside_take_the_nearest_end),
        cmocka_unit_test(test_numbers_are_readable_on_every_colour_of_every_ramp),
        cmocka_unit_test(test_letters_and_themes_are_readable),
        WITH_TRACE(test_a_matrix_with_labels),
        WITH_TRACE(test_the_subtitle_says_how_a_matrix_was_made),
        WITH_TRACE(test_a_subtitle_has_no_equals_sign_of_its_own),
        WITH_TRACE(test_a_slice_of_three_dimensions_on_dark_ground),
        WITH_TRACE(test_masked_and_invalid_cells_are_marked_and_not_in_the_range),
        WITH_TRACE(test_a_vector_is_one_row_with_its_bar_below),
        WITH_TRACE(test_long_labels_are_slanted_and_shortened),
        WITH_TRACE(test_a_large_matrix_is_one_image),
        WITH_TRACE(test_numbers_keep_their_decimals_and_tiny_ones_do_not_become_zero),
        WITH_TRACE(test_numbers_step_aside_where_cells_get_too_small),
        WITH_TRACE(test_a_small_matrix_keeps_its_numbers_on_a_small_slide),
        WITH_TRACE(test_equal_cells_are_coloured_by_their_value),
        WITH_TRACE(test_nothing_is_clipped_or_overlaps_at_any_size),
        WITH_TRACE(test_labelled_figures_fit_any_reasonable_size),
        WITH_TRACE(test_one_given_side_leaves_the_other_natural),
        WITH_TRACE(test_what_cannot_be_drawn_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
