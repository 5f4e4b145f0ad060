// The colours of figures tell the numbers truly: where scales end, what their bars say, which cells
// count in them, and what a pixel shows that stands for many cells.
#include "study/names/typed_name.h"
#include "support/figure.h"
#include "support/opened.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "export/export.h"
#include "figure/kind.h"
#include "figure/kinds/poster.h"
#include "figure/parts/cells.h"
#include "figure/parts/colorbar.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char LISTING[] =
    "import torch\n"
    "scores = torch.tensor([[1., 2., 3.], [0., -2., 1.], [2., 2., 2.]])\n"
    "def attend(scores):\n"
    "    hidden = torch.triu(torch.ones(3, 3), diagonal=1) == 1\n"
    "    masked = scores.masked_fill(hidden, float('-inf'))\n"
    "    weights = torch.softmax(masked, dim=-1)\n"
    "    return torch.nn.functional.dropout(weights, 0.0)\n"
    "inside = attend(scores)\n"
    "turned = inside.T\n"
    "added = scores + torch.triu(torch.full((3, 3), -10000.), diagonal=1)\n"
    "after = torch.softmax(added, dim=-1)\n"
    "never = torch.tensor([[-20000., 3.]])\n"
    "low = torch.softmax(torch.zeros(2, 5), dim=-1)\n"
    "open = torch.softmax(scores, dim=-1)\n"
    "zeros = torch.tensor([[0.7, 0., 0.3]]) * 1\n"
    "hundred = torch.arange(101.).reshape(1, 101)\n"
    "narrow = torch.arange(60.).reshape(2, 30) / 7\n"
    "seventh = torch.arange(6.).reshape(2, 3) / 7 + 1\n"
    "thousands = 1000 * seventh\n"
    "powers = torch.tensor([[0.001, 0.01, 0.1, 1.]])\n"
    "factor = torch.tril(torch.ones(3, 3)) * open\n"
    "hidden = torch.tril(torch.ones(3, 3))\n"
    "filled = open.masked_fill(hidden == 0, 0)\n"
    "triangle = torch.tril(open)\n"
    "again = factor / factor.sum(-1, keepdim=True)\n"
    "chosen = torch.where(hidden == 1, open, 0.0).mT.mT\n"
    "set = open.clone()\n"
    "set[hidden == 0] = 0\n"
    "both = torch.stack([open, inside, factor])\n"
    "joined = torch.cat([filled, open], dim=-1)[:, :3]\n"
    "torch.manual_seed(1)\n"
    "dropped = torch.nn.functional.dropout(open, 0.5)\n"
    "apart = open - open\n"
    "rounded = torch.round(open)\n"
    "large = torch.where(open > 0.5, open, 0.0)\n"
    "one = torch.zeros(2048, 512)\n"
    "one[1000, 77] = 1.0\n"
    "less = torch.zeros(2048, 512)\n"
    "less[1000, 77] = -1.0\n"
    "less[3, 3] = 0.5\n"
    "flat = torch.softmax(0.6 * torch.randn(16, 16), dim=-1)\n"
    "far = torch.randn(24, 24)\n"
    "far[:, 0] += 7\n"
    "sink = torch.softmax(far, dim=-1)\n"
    "rows = torch.zeros(4, 4)\n"
    "for i in range(4):\n"
    "    rows[i, :i + 1] = torch.softmax(torch.arange(i + 1.), dim=0)\n"
    "huge = torch.tensor([[2.714e11, 9e11], [-3e10, 1e3]])\n"
    "gaps = torch.tensor([[float('nan')] * 3, [1.5, float('nan'), float('nan')],\n"
    "                     [2.25, 3., float('nan')]])\n"
    "sparse = torch.full((4, 30000), float('nan'))\n"
    "sparse[1, 3] = 0.5\n"
    "sparse[2, 20000] = 1.0\n";

static Arena arena;
static Walk walk, masking;

static int open_walks(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    WalkOptions options = {0};
    return open_text_as(&walk, LISTING, ".py", &error) && !walk.ran.error.set &&
                   walk_open(&masking, "lessons/07-masking.md", &options, &error)
               ? 0
               : -1;
}

static int close_walks(void **state)
{
    (void)state;
    walk_close(&walk);
    walk_close(&masking);
    arena_free(&arena);
    return 0;
}

// ---- helpers ----------------------------------------------------------------------------------

static Cell cell_of(const Walk *of, const char *tensor)
{
    Cell cell;
    int given;
    Error error = {.arena = &arena};
    bool ok = trace_parse_tensor(of->trace, str_from(tensor), &cell, &given, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return cell;
}

static Plane *plane(const Walk *of, const char *tensor)
{
    Plane *read = NEW(&arena, Plane);
    Cell cell = cell_of(of, tensor);
    Error error = {.arena = &arena};
    assert_true(plane_of(read, of->trace, matrix_shown(of->trace, cell.entry, cell.at), (Sight){0},
                         &arena, &error));
    return read;
}

static Scale scale_of(const char *tensor, ScaleOptions options)
{
    Scale scale = {0};
    Error error = {.arena = &arena};
    scale_read(&scale, plane(&walk, tensor));
    bool ok = scale_choose(&scale, &options, theme_find(NULL), &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return scale;
}

static Figure heatmap(const Walk *of, const char *tensor, FigureLook look, const Measure *measure)
{
    Figure figure = {.arena = &arena};
    Cell cell = cell_of(of, tensor);
    Error error = {.arena = &arena};
    FigureRequest request = {.trace = of->trace, .cell = cell, .look = look};
    bool ok = figure_kind_build(&heatmap_kind, &figure, &request, measure, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return figure;
}

static void assert_near(double got, double want)
{
    if (fabs(got - want) > 1e-9 * fmax(1, fabs(want))) print_error("%.17g, not %g\n", got, want);
    assert_true(fabs(got - want) <= 1e-9 * fmax(1, fabs(want)));
}

static void assert_ends(Scale scale, double low, double high)
{
    assert_near(scale.low, low);
    assert_near(scale.high, high);
}

// ---- ends -------------------------------------------------------------------------------------

static Scale range(double low, double high, bool fractions)
{
    Scale scale = {.low = low, .high = high, .finite = 9, .fractions = fractions};
    Error error = {.arena = &arena};
    assert_true(scale_choose(&scale, &(ScaleOptions){0}, theme_find(NULL), &error));
    return scale;
}

static void test_weights_begin_at_0_and_end_at_1_or_a_round_number(void **state)
{
    (void)state;
    assert_ends(scale_of("open", (ScaleOptions){0}), 0, 1);
    assert_ends(scale_of("low", (ScaleOptions){0}), 0, 0.4); // twice of what is alike
    assert_ends(scale_of("low", (ScaleOptions){.whole = true}), 0, 1);
    Figure figure = heatmap(&walk, "low", (FigureLook){0}, &fake_measure);
    assert_int_equal(count_texts(&figure, "0.4"), 1); // at the end of the bar, which none is above
}

static void test_most_weights_are_told_apart(void **state)
{
    (void)state;
    assert_ends(scale_of("flat", (ScaleOptions){0}), 0, 0.2);
    assert_true(plane_largest(plane(&walk, "flat")) > 0.2);
    Figure figure = heatmap(&walk, "flat", (FigureLook){0}, &fake_measure);
    assert_int_equal(count_texts(&figure, "≥ 0.2"), 1);
    assert_ends(scale_of("flat", (ScaleOptions){.ranged = true, .high = 1}), 0, 1);
    Scale sink = scale_of("sink", (ScaleOptions){0}); // each row gives nearly all to one key
    assert_true(sink.high < 0.1 && sink.above);
}

static void test_large_numbers_share_a_factor(void **state)
{
    (void)state;
    Figure figure = heatmap(&walk, "huge", (FigureLook){0}, &fake_measure);
    assert_int_equal(count_texts(&figure, "2.71"), 1);
    assert_int_equal(count_texts(&figure, "−0.30"), 1);
    assert_int_equal(count_texts(&figure, "≈0"), 1);
    assert_int_equal(count_texts(&figure, "10 ×10¹¹"), 1);
    figure = heatmap(&walk, "huge", (FigureLook){.title = ""}, &fake_measure);
    assert_int_equal(count_texts(&figure, "2.71"), 1); // the bar says it
    figure = heatmap(&walk, "huge", (FigureLook){.bare = true}, &fake_measure);
    assert_int_equal(count_texts(&figure, "9e+11"), 1); // nothing does
}

static void test_other_numbers_lie_between_round_ends(void **state)
{
    (void)state;
    assert_ends(range(2, 16, true), 2, 16);
    assert_ends(range(0.031, 0.97, true), 0, 1);
    assert_ends(range(-2.1152, 1.2377, true), -2.5, 2.5);
    assert_ends(range(3, 5, false), 3, 5);
    assert_ends(range(1000.2, 1001.7, true), 1000.2, 1001.8);
    assert_ends(range(1.1e-7, 8.7e-7, true), 1e-7, 9e-7);
    assert_ends(range(-1e308, 1.7e308, true), -1.7e308, 1.7e308);
}

static void test_constants_are_on_a_scale_of_their_size(void **state)
{
    (void)state;
    assert_ends(range(0.25, 0.25, true), 0, 1);
    assert_ends(range(1, 1, true), 0, 1);
    assert_ends(range(4, 4, false), 0, 10);
    assert_ends(range(-30, -30, true), -100, 0);
    assert_ends(range(0, 0, true), 0, 1);
}

static void test_robust_ends_are_those_of_most_cells(void **state)
{
    (void)state; // 0 … 100: numpy.percentile(x, [2, 98]) are 2 and 98
    Scale scale = scale_of("hundred", (ScaleOptions){.robust = true});
    assert_true(scale.low >= 0 && scale.low <= 2 && scale.high >= 98);
    Plane *ends = plane(&walk, "one"); // a single 1 among zeros
    Scale hot = {0};
    scale_read(&hot, ends);
    Error error = {.arena = &arena};
    assert_true(scale_choose(&hot, &(ScaleOptions){.robust = true}, theme_find(NULL), &error));
    assert_false(hot.above); // all cells but one are 0: a scale of zeros ends at 1
}

static void test_logarithmic_steps_are_factors(void **state)
{
    (void)state;
    Scale scale = scale_of("powers", (ScaleOptions){.log = true});
    assert_ends(scale, 0.001, 1);
    assert_near(scale_position(&scale, 0.01), 1 / 3.0);
    assert_near(scale_position(&scale, 0.1), 2 / 3.0);
    assert_true(scale_position(&scale, 0) == 0);
    Figure figure = heatmap(&walk, "powers",
                            (FigureLook){.scale = {.log = true}, .no_values = true}, &fake_measure);
    assert_int_equal(count_texts(&figure, "0.01"), 1);
    assert_int_equal(count_texts(&figure, "0.1"), 1);
}

// ---- the bar ----------------------------------------------------------------------------------

static bool is_round(double value, double range)
{
    double digits = fabs(value) / pow(10, floor(log10(range)) - 1);
    return fabs(digits - round(digits)) < 1e-6;
}

// Texts of the bar stand below it or beside it, never over each other, both ends among them.
static void check_bar(const Scale *scale, double length, bool upright)
{
    Figure figure = {.arena = &arena};
    Pen pen = {.figure = &figure, .theme = theme_find(NULL), .measure = &fake_measure, .unit = 1};
    ColorBar bar;
    colorbar_read(&bar, scale, 4, &pen);
    colorbar_draw(&bar, &pen, 10, 10, length, upright);
    double before = -HUGE_VAL;
    int texts = 0;
    for (int i = figure.count - 1; upright && i >= 0; i--) {
        const FigureShape *shape = &figure.shapes[i]; // from the high end, which is above
        if (shape->kind != SHAPE_TEXT) continue;
        assert_true(shape->y - before >= 1.3 * shape->size);
        before = shape->y;
        texts++;
    }
    for (int i = 0; !upright && i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        if (shape->kind != SHAPE_TEXT) continue;
        double width = fake_measure.text_width(NULL, shape->text, shape->size, false, false);
        double left = shape->x - width * (double)shape->align / 2;
        assert_true(left - before >= 0.5 * shape->size);
        before = left + width;
        texts++;
    }
    assert_true(texts >= 2);
}

static void test_ticks_are_round_and_apart(void **state)
{
    (void)state;
    srand(7);
    for (int i = 0; i < 400; i++) {
        double power = pow(10, rand() % 13 - 6), low = (rand() % 2001 - 1000) / 333.0 * power;
        double high = low + (rand() % 1000 + 1) / 217.0 * power;
        Scale scale = range(low, high, true);
        assert_true(scale.low <= low + 1e-9 * power && scale.high >= high - 1e-9 * power);
        Figure figure = {.arena = &arena};
        Pen pen = {
            .figure = &figure, .theme = theme_find(NULL), .measure = &fake_measure, .unit = 1};
        ColorBar bar;
        colorbar_read(&bar, &scale, 4, &pen);
        assert_true(bar.ticks >= 3 && bar.ticks <= 12);
        for (int k = 0; k < bar.ticks; k++) {
            double value = scale.low + bar.tick[k].at * (scale.high - scale.low);
            assert_true(is_round(value, scale.high - scale.low));
        }
        check_bar(&scale, 150, false);
        check_bar(&scale, 100 + i, true);
    }
}

// ---- masked -----------------------------------------------------------------------------------

static void test_what_is_masked_is_told_after_the_softmax(void **state)
{
    (void)state;
    static const char *const masked[] = {"inside", "after",    "added",   "factor",
                                         "filled", "triangle", "again",   "chosen",
                                         "set",    "both[1]",  "both[2]", "joined"};
    for (size_t i = 0; i < sizeof masked / sizeof *masked; i++) {
        const Plane *read = plane(&walk, masked[i]);
        if (read->masked != 3) print_error("%s\n", masked[i]);
        assert_int_equal(read->masked, 3);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++)
                assert_int_equal(plane_is_masked(read, row, column), column > row);
        }
    }
    assert_true(plane_is_masked(plane(&walk, "turned"), 2, 0));
    assert_false(plane_is_masked(plane(&walk, "turned"), 0, 2));
    static const char *const seen[] = {"open", "both[0]", "dropped", "apart", "rounded", "large"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_int_equal(plane(&walk, seen[i])->masked, 0);
    assert_int_equal(plane(&walk, "zeros")->masked, 0);
    assert_int_equal(plane(&walk, "never")->masked, 0); // no softmax takes it
}

static int hatches(const Figure *figure, Color color)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        count += shape->kind == SHAPE_LINE && memcmp(&shape->color, &color, sizeof color) == 0;
    }
    return count;
}

static void test_masked_weights_are_hatched_and_explained(void **state)
{
    (void)state;
    Color hatch = theme_find(NULL)->hatch;
    const Figure figures[] = {
        heatmap(&walk, "inside", (FigureLook){0}, &fake_measure),
        heatmap(&masking, "attention_weights", (FigureLook){0}, &fake_measure)};
    for (int i = 0; i < 2; i++) {
        assert_true(hatches(&figures[i], hatch) > 3 * 5);
        assert_int_equal(count_texts(&figures[i], "masked"), 1);
        assert_non_null(strstr(figures[i].description, "3 are masked"));
    }
    Figure open = heatmap(&walk, "open", (FigureLook){0}, &fake_measure);
    assert_int_equal(hatches(&open, hatch), 0);
}

static void test_causal_weights_are_known_by_their_numbers(void **state)
{
    (void)state;
    assert_true(plane(&walk, "rows")->holds_shares);
    Figure figure = heatmap(&walk, "rows", (FigureLook){0}, &fake_measure);
    assert_int_equal(count_texts(&figure, "masked"), 1);
    assert_non_null(strstr(figure.description, "6 are masked"));
    assert_int_equal(count_texts(&figure, "0.0000"), 0);
}

static void test_a_triangle_of_nan_is_blank(void **state)
{
    (void)state;
    Figure figure = heatmap(&walk, "gaps", (FigureLook){0}, &fake_measure);
    assert_int_equal(count_texts(&figure, "nan"), 0);
    assert_int_equal(count_texts(&figure, "2.25"), 1);
    assert_non_null(strstr(figure.description, "the upper triangle left blank"));
}

static void test_a_mask_does_not_count_in_the_scale(void **state)
{
    (void)state;
    Scale scale = scale_of("added", (ScaleOptions){0});
    assert_true(scale.low >= -3 && scale.high <= 3);
    assert_false(scale.below);
}

// ---- several figures --------------------------------------------------------------------------

static Figure slide(FigureRequest request, const char *title)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    double smallest = 0;
    while (strcmp(request.walk.parts->title, title) != 0) request.walk.parts++;
    request.walk.part_count = 1;
    assert_true(poster_draw_slide(&figure, &request, 1, false, &fake_measure, &smallest, &error));
    return figure;
}

static int boxes(const Figure *figure, Color color)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        bool is_box = shape->kind == SHAPE_RECTANGLE && shape->stroke <= 0;
        count += is_box && memcmp(&shape->color, &color, sizeof color) == 0;
    }
    return count;
}

static void test_pages_of_a_deck_have_one_scale(void **state)
{
    (void)state;
    Walk steps;
    WalkOptions options = {0};
    Error error = {.arena = &arena};
    assert_true(walk_open(&steps, "lessons/01-eight-steps.md", &options, &error));
    FigureRequest request = {
        .trace = steps.trace, .pick = {.head = -1, .query = -1}, .tasks = {.seed = -1}};
    request.look = (FigureLook){.width = 960, .height = 540, .no_values = true};
    figure_request_parts(&request, &steps, &arena);
    request.look.scale = poster_scale(&request, &arena);
    Figure given = slide(request, "Start with three inputs"),
           last = slide(request, "Do it for all inputs at once");
    Scale scale = range(0, 16, true); // the largest score is 16
    assert_int_equal(boxes(&given, scale_color(&scale, 2)), 2);
    assert_int_equal(boxes(&given, scale_color(&scale, 16)), 0);
    assert_true(boxes(&last, scale_color(&scale, 2)) >= 5); // of the queries
    assert_int_equal(boxes(&last, scale_color(&scale, 16)), 1);
    walk_close(&steps);
}

static Figure panels(const char *first, const char *second)
{
    FigurePanel panel[] = {{walk.trace, cell_of(&walk, first), first},
                           {walk.trace, cell_of(&walk, second), second}};
    FigureRequest request = {.trace = walk.trace, .cell = panel->cell, .panels = {.panel = panel}};
    request.panels.count = 2;
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    assert_true(
        figure_kind_build(figure_kind_find(NULL), &figure, &request, &fake_measure, &error));
    return figure;
}

static void test_panels_of_like_size_have_one_scale(void **state)
{
    (void)state;
    Figure alike = panels("narrow", "seventh"), weights = panels("open", "low"),
           others = panels("open", "narrow"), larger = panels("seventh", "thousands");
    assert_int_equal(count_kind(&alike, SHAPE_GRADIENT), 1);
    assert_int_equal(count_kind(&weights, SHAPE_GRADIENT), 1);
    assert_int_equal(count_kind(&others, SHAPE_GRADIENT), 2);
    assert_int_equal(count_kind(&larger, SHAPE_GRADIENT), 2);
}

// ---- pixels -----------------------------------------------------------------------------------

static const FigureShape *largest_image(const Figure *figure)
{
    const FigureShape *found = NULL;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        bool larger = !found || shape->width * shape->height > found->width * found->height;
        if (shape->kind == SHAPE_IMAGE && larger) found = shape;
    }
    return found;
}

static int pixels_like(const FigureShape *image, Color color)
{
    int count = 0;
    for (int i = 0; i < image->pixel_rows * image->pixel_columns; i++)
        count += memcmp(&image->pixels[i], &color, sizeof color) == 0;
    return count;
}

static void test_a_pixel_shows_the_largest_of_its_cells(void **state)
{
    (void)state;
    FigureLook look = {.width = 600, .height = 600, .pixel = 1};
    Figure figure = heatmap(&walk, "one", look, &fake_measure);
    const FigureShape *image = largest_image(&figure);
    assert_true(image->pixel_rows < 600 && image->pixel_columns < 512);
    assert_int_equal(pixels_like(image, ramp_color(ramp_find("cividis"), 1)), 1);
    int notes = 0;
    for (int i = 0; i < figure.count; i++) {
        const char *text = figure.shapes[i].text;
        notes += text && str_starts(str_from(text), "1 pixel = ") &&
                 str_ends(str_from(text), " cells, largest");
    }
    assert_int_equal(notes, 1);
    figure = heatmap(&walk, "less", look, &fake_measure); // of either sign
    image = largest_image(&figure);
    assert_int_equal(pixels_like(image, ramp_color(ramp_find("rdbu"), 0)), 1);
    look.pixel = 0; // lines, which can be enlarged
    figure = heatmap(&walk, "one", look, &fake_measure);
    assert_int_equal(largest_image(&figure)->pixel_rows, 2048);
}

// A matrix of any length has a figure of a page's size; numbers are seen among what is missing.
static void test_numbers_among_thousands_of_nan_are_seen(void **state)
{
    (void)state;
    Figure figure = heatmap(&walk, "sparse", (FigureLook){.pixel = 0.5}, &fake_measure);
    const FigureShape *image = largest_image(&figure);
    assert_int_equal(image->pixel_columns, 2500);
    assert_true(figure.width < 1400 && figure.height < 400);
    Color most = image->pixels[0];
    assert_int_equal(pixels_like(image, most), 4 * 2500 - 2);
    assert_memory_not_equal(&image->pixels[2 * 2500 + 20000 / 12], &most, sizeof most);
}

static void test_a_single_one_is_seen_in_the_file(void **state)
{
    (void)state;
    char path[] = "/tmp/qkv-scale-XXXXXX.png";
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    close(file);
    Measure measure = export_measure(NULL);
    FigureLook look = {.width = 600, .height = 600, .pixel = 1};
    Figure figure = heatmap(&walk, "one", look, &measure);
    Error error = {.arena = &arena};
    size_t bytes;
    ExportOptions options = {.scale = 1, .force = true};
    assert_true(export_figure(&figure, path, &options, &arena, &bytes, &error));
    const FigureShape *image = largest_image(&figure);
    cairo_surface_t *decoded = cairo_image_surface_create_from_png(path);
    const unsigned char *data = cairo_image_surface_get_data(decoded);
    int stride = cairo_image_surface_get_stride(decoded), seen = 0;
    Color top = ramp_color(ramp_find("cividis"), 1);
    for (int y = (int)image->y; y < (int)(image->y + image->height); y++) {
        for (int x = (int)image->x; x < (int)(image->x + image->width); x++) {
            uint32_t pixel;
            memcpy(&pixel, data + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof pixel);
            seen += (pixel & 0xffffff) == ((uint32_t)top.r << 16 | (uint32_t)top.g << 8 | top.b);
        }
    }
    assert_true(seen >= 1 && seen <= 4);
    cairo_surface_destroy(decoded);
    unlink(path);
}

// ---- themes -----------------------------------------------------------------------------------

// Cells as dark as the page or as light have an outline, and every number can be read.
static void test_cells_stand_out_and_numbers_read_in_every_theme(void **state)
{
    (void)state;
    static const char *const drawn[] = {"inside", "added", "scores"};
    for (int t = 0; theme_names[t]; t++) {
        for (int i = 0; i < 3; i++) {
            const FigureTheme *theme = theme_find(theme_names[t]);
            Figure figure =
                heatmap(&walk, drawn[i], (FigureLook){.theme = theme_names[t]}, &fake_measure);
            const FigureShape *cell = NULL; // the first one, then that of the number
            for (int k = 0; k < figure.count; k++) {
                const FigureShape *shape = &figure.shapes[k];
                if (shape->kind == SHAPE_RECTANGLE && shape->stroke == 0 && shape->width > 60) {
                    if (!cell) cell = shape;
                    bool outlined = shape[1].kind == SHAPE_RECTANGLE && shape[1].stroke > 0;
                    assert_true(outlined || color_contrast(shape->color, theme->background) >= 1.5);
                }
                bool number = shape->kind == SHAPE_TEXT && shape->align == ALIGN_MIDDLE &&
                              shape->size > 12.5 && !shape->bold;
                if (!number || !cell) continue;
                while (cell->stroke > 0 || cell->y + cell->height < shape->y ||
                       cell->x > shape->x || cell->x + cell->width < shape->x)
                    cell++;
                assert_true(color_contrast(shape->color, cell->color) >= 4.5);
            }
        }
    }
    const FigureTheme *dark = theme_find("dark");
    Color lowest = ramp_color(ramp_find(dark->weights), 0);
    assert_true(color_contrast(lowest, dark->background) >= 1.5);
}

static void test_signs_are_seen_in_greys(void **state)
{
    (void)state;
    Figure figure = heatmap(&walk, "scores", (FigureLook){.theme = "print"}, &fake_measure);
    const Ramp *ramp = ramp_find("signed-greys");
    Color zero = ramp_color(ramp, 0.5), least = ramp_color(ramp, 0), most = ramp_color(ramp, 1);
    assert_true(color_luminance(zero) == 1);
    assert_true(color_luminance(least) == color_luminance(most));
    int lines = 0;
    for (int i = 0; i < figure.count;
         i++) // aslant: those of the one negative number and of the bar
        lines += figure.shapes[i].kind == SHAPE_LINE && figure.shapes[i].width != 0 &&
                 figure.shapes[i].height != 0;
    assert_true(lines > 20);
}

// Long numbers of narrow cells stand upright; what nobody could read is left out.
static void test_numbers_of_narrow_cells_stand_upright(void **state)
{
    (void)state;
    Figure figure = heatmap(&walk, "narrow", (FigureLook){0}, &fake_measure);
    int upright = 0;
    for (int i = 0; i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        if (shape->kind == SHAPE_TEXT) assert_true(shape->size >= 5.5);
        upright += shape->kind == SHAPE_TEXT && shape->angle == -90;
    }
    assert_int_equal(upright, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_begin_at_0_and_end_at_1_or_a_round_number),
        cmocka_unit_test(test_other_numbers_lie_between_round_ends),
        cmocka_unit_test(test_constants_are_on_a_scale_of_their_size),
        cmocka_unit_test(test_robust_ends_are_those_of_most_cells),
        cmocka_unit_test(test_logarithmic_steps_are_factors),
        cmocka_unit_test(test_ticks_are_round_and_apart),
        cmocka_unit_test(test_what_is_masked_is_told_after_the_softmax),
        cmocka_unit_test(test_most_weights_are_told_apart),
        cmocka_unit_test(test_large_numbers_share_a_factor),
        cmocka_unit_test(test_causal_weights_are_known_by_their_numbers),
        cmocka_unit_test(test_a_triangle_of_nan_is_blank),
        cmocka_unit_test(test_masked_weights_are_hatched_and_explained),
        cmocka_unit_test(test_a_mask_does_not_count_in_the_scale),
        cmocka_unit_test(test_pages_of_a_deck_have_one_scale),
        cmocka_unit_test(test_panels_of_like_size_have_one_scale),
        cmocka_unit_test(test_a_pixel_shows_the_largest_of_its_cells),
        cmocka_unit_test(test_numbers_among_thousands_of_nan_are_seen),
        cmocka_unit_test(test_a_single_one_is_seen_in_the_file),
        cmocka_unit_test(test_cells_stand_out_and_numbers_read_in_every_theme),
        cmocka_unit_test(test_signs_are_seen_in_greys),
        cmocka_unit_test(test_numbers_of_narrow_cells_stand_upright),
    };
    return cmocka_run_group_tests(tests, open_walks, close_walks);
}
