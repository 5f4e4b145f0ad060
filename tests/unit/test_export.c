// memmem is not in C or POSIX.
#define _GNU_SOURCE

#include "support/test.h"

#include "support/sample.h"

#include "export/export.h"
#include "figure/kind.h"
#include "study/looks/ramp.h"

#include <cairo.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static Arena arena;
static Trace trace;
static char folder[] = "/tmp/qkv-test-XXXXXX";

static const char *in_folder(const char *name)
{
    return arena_printf(&arena, "%s/%s", folder, name);
}

static int count_files(void)
{
    DIR *opened = opendir(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(opened));) count += entry->d_name[0] != '.';
    closedir(opened);
    return count;
}

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    sample_open(&trace);
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *opened = opendir(folder);
    for (struct dirent *entry; (entry = readdir(opened));) unlink(in_folder(entry->d_name));
    closedir(opened);
    trace_free(&trace);
    arena_free(&arena);
    return rmdir(folder);
}

static double eight_steps(int64_t i)
{
    static const double scores[] = {2, 4, 4, 4, 16, 12, 4, 12, 10};
    return scores[i % 9];
}

static double wave(int64_t i)
{
    return sin((double)i * 0.37) * 12.5;
}

static Figure heatmap(Shape shape, double (*value)(int64_t), FigureLook options)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    Measure measure = export_measure(NULL);
    int entry = sample_tensor(&trace, "scores", shape, value);
    FigureRequest request = {.trace = &trace, .cell = {.entry = entry}, .look = options};
    assert_true(figure_kind_build(&heatmap_kind, &figure, &request, &measure, &error));
    return figure;
}

static Figure three_by_three(void)
{
    return heatmap((Shape){2, {3, 3}}, eight_steps, (FigureLook){0});
}

static size_t write_figure(const Figure *figure, const char *path, ExportOptions options)
{
    size_t bytes = 0;
    Error error = {.arena = &arena};
    bool ok = export_figure(figure, path, &options, &arena, &bytes, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return bytes;
}

static Error write_error(const Figure *figure, const char *path, ExportOptions options)
{
    size_t bytes = 0;
    Error error = {.arena = &arena};
    assert_false(export_figure(figure, path, &options, &arena, &bytes, &error));
    assert_true(error.set);
    return error;
}

static Str contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    Buf buf = {.arena = &arena};
    char chunk[4096];
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;) {
        buf_add(&buf, (Str){chunk, (int)got});
    }
    fclose(file);
    return buf_str(&buf);
}

static uint32_t pixel(cairo_surface_t *image, double x, double y)
{
    const unsigned char *row = cairo_image_surface_get_data(image) +
                               (size_t)y * (size_t)cairo_image_surface_get_stride(image);
    uint32_t value;
    memcpy(&value, row + 4 * (size_t)x, 4);
    return value & 0xffffff;
}

static uint32_t rgb(Color color)
{
    return (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
}

// ---- pictures ---------------------------------------------------------------------------------

static void test_cells_have_the_colours_of_the_ramp(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    const char *path = in_folder("scores.png");
    size_t bytes = write_figure(&figure, path, (ExportOptions){.scale = 3});
    assert_int_equal(bytes, contents(path).n);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(image), 0);
    assert_int_equal(cairo_image_surface_get_width(image), (int)figure.width * 3);
    int cell = 0;
    for (int i = 0; i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        if (shape->kind != SHAPE_RECTANGLE || shape->width < 60 || shape->stroke > 0) continue;
        uint32_t got = pixel(image, (shape->x + shape->width / 5) * 3,
                             (shape->y + shape->height / 5) * 3); // beside the number
        Color want = ramp_color(ramp_find(NULL), (eight_steps(cell++) - 2) / 14);
        assert_int_equal(got, rgb(want));
    }
    assert_int_equal(cell, 9);
    cairo_surface_destroy(image);
}

// Is the program there? Else what it would judge cannot be tried on this machine.
static bool installed(const char *program)
{
    return system(arena_printf(&arena, "command -v %s >/dev/null", program)) == 0;
}

// The cells of a converted file have the colours of the ramp at their centres, beside the number.
static void assert_cells_of(const Figure *figure, const char *path, double pixels_per_point)
{
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(image), 0);
    assert_true(fabs(cairo_image_surface_get_width(image) - figure->width * pixels_per_point) < 2);
    int cell = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_RECTANGLE || shape->width < 60 || shape->stroke > 0) continue;
        uint32_t got = pixel(image, (shape->x + shape->width / 5) * pixels_per_point,
                             (shape->y + shape->height / 5) * pixels_per_point);
        uint32_t want = rgb(ramp_color(ramp_find(NULL), (eight_steps(cell++) - 2) / 14));
        for (int shift = 0; shift < 24; shift += 8) { // colours in the files are rounded
            assert_in_range((got >> shift & 255) + 1 - (want >> shift & 255), 0, 2);
        }
    }
    assert_int_equal(cell, 9);
    cairo_surface_destroy(image);
}

static void test_an_svg_is_what_others_can_draw(void **state)
{
    (void)state;
    if (!installed("rsvg-convert")) skip();
    Figure figure = three_by_three();
    const char *path = in_folder("a.svg"), *drawn = in_folder("drawn.png");
    write_figure(&figure, path, (ExportOptions){0});
    const char *command = arena_printf(&arena, "rsvg-convert -d 72 -p 72 -o %s %s", drawn, path);
    assert_int_equal(system(command), 0);
    assert_cells_of(&figure, drawn, 1);
}

// The bar beside the cells falls evenly: no background shows through.
static void test_an_svg_has_no_seams(void **state)
{
    (void)state;
    if (!installed("rsvg-convert")) skip();
    Figure figure = three_by_three();
    const FigureShape *bar = figure.shapes;
    while (bar->kind != SHAPE_GRADIENT) bar++;
    const char *path = in_folder("a.svg"), *drawn = in_folder("drawn.png");
    write_figure(&figure, path, (ExportOptions){0});
    const char *command = arena_printf(&arena, "rsvg-convert -d 72 -p 72 -o %s %s", drawn, path);
    assert_int_equal(system(command), 0);
    cairo_surface_t *image = cairo_image_surface_create_from_png(drawn);
    int last = 255;
    for (double y = bar->y + 2; y < bar->y + bar->height - 2; y++) { // red falls towards the end
        int red = (int)(pixel(image, bar->x + bar->width / 2, y) >> 16 & 255);
        assert_true(red <= last + 1);
        last = red;
    }
    cairo_surface_destroy(image);
}

static void test_a_pdf_is_what_others_can_draw(void **state)
{
    (void)state;
    if (!installed("pdftoppm")) skip();
    Figure figure = three_by_three();
    const char *path = in_folder("a.pdf"), *stem = in_folder("drawn");
    write_figure(&figure, path, (ExportOptions){0});
    const char *command =
        arena_printf(&arena, "pdftoppm -r 144 -singlefile -png %s %s", path, stem);
    assert_int_equal(system(command), 0);
    assert_cells_of(&figure, in_folder("drawn.png"), 2);
}

// A square on each page: red, then half of it green, then a blue triangle and a curve.
static Figure three_pages(void)
{
    static const Point triangle[] = {{0, 0}, {100, 0}, {0, 100}};
    static const Point curve[] = {{0, 90}, {30, 90}, {70, 90}, {100, 90}};
    Figure figure = {.arena = &arena, .width = 100, .height = 100, .background = RGB(0xffffff)};
    FigureShape square = {.kind = SHAPE_RECTANGLE, .width = 100, .height = 100};
    square.color = RGB(0xff0000);
    figure_add(&figure, square);
    figure_add(&figure, (FigureShape){.kind = SHAPE_PAGE});
    square.width = 50;
    square.color = RGB(0x00ff00);
    figure_add(&figure, square);
    figure_add(&figure, (FigureShape){.kind = SHAPE_PAGE});
    figure_add(&figure, (FigureShape){.kind = SHAPE_POLYGON,
                                      .points = triangle,
                                      .point_count = 3,
                                      .color = RGB(0x0000ff)});
    figure_add(&figure, (FigureShape){.kind = SHAPE_CURVE,
                                      .points = curve,
                                      .point_count = 4,
                                      .stroke = 10,
                                      .color = {0, 0, 0, 128}});
    return figure;
}

static void assert_page(int page, double x, double y, uint32_t color)
{
    cairo_surface_t *image =
        cairo_image_surface_create_from_png(in_folder(arena_printf(&arena, "page-%d.png", page)));
    assert_int_equal(cairo_surface_status(image), 0);
    assert_int_equal(pixel(image, x, y), color);
    cairo_surface_destroy(image);
}

static void test_a_pdf_has_pages(void **state)
{
    (void)state;
    Figure figure = three_pages();
    assert_int_equal(figure_pages(&figure), 3);
    const char *path = in_folder("pages.pdf");
    write_figure(&figure, path, (ExportOptions){0});
    if (!installed("pdftoppm")) skip();
    const char *command =
        arena_printf(&arena, "pdftoppm -r 72 -png %s %s", path, in_folder("page"));
    assert_int_equal(system(command), 0);
    assert_page(1, 75, 50, 0xff0000);
    assert_page(2, 25, 50, 0x00ff00);
    assert_page(2, 75, 50, 0xffffff);
    assert_page(3, 20, 20, 0x0000ff);
    assert_page(3, 80, 80, 0xffffff);
    assert_page(3, 95, 90, 0x7f7f7f);
}

static void test_pages_need_a_pdf(void **state)
{
    (void)state;
    Figure figure = three_pages();
    Error error = write_error(&figure, in_folder("a.png"), (ExportOptions){0});
    assert_string_equal(error.message, "a PNG has one page, and this figure has 3");
    error = write_error(&figure, in_folder("a.svg"), (ExportOptions){0});
    assert_string_equal(error.message, "an SVG has one page, and this figure has 3");
    assert_int_equal(count_files(), 0);
}

static void test_a_transparent_figure_has_no_background(void **state)
{
    (void)state;
    FigureLook options = {.theme = "transparent"};
    Figure figure = heatmap((Shape){2, {3, 3}}, eight_steps, options);
    write_figure(&figure, in_folder("a.png"), (ExportOptions){.scale = 1});
    cairo_surface_t *image = cairo_image_surface_create_from_png(in_folder("a.png"));
    assert_int_equal(cairo_image_surface_get_data(image)[3], 0);
    cairo_surface_destroy(image);
}

static void test_an_image_is_drawn_cell_by_cell_without_smoothing(void **state)
{
    (void)state;
    for (int rows = 200; rows <= 270; rows += 70) { // the second is packed as noise
        Figure figure = heatmap((Shape){2, {rows, 300}}, wave, (FigureLook){0});
        const FigureShape *cells = &figure.shapes[0];
        while (cells->kind != SHAPE_IMAGE) cells++;
        assert_int_equal(cells->pixel_columns, 300);
        const char *path = in_folder("image.png");
        write_figure(&figure, path, (ExportOptions){.scale = 2, .force = true});
        cairo_surface_t *image = cairo_image_surface_create_from_png(path);
        double side = cells->width / 300;
        for (int i = 0; i < 300 * rows; i += 997) {
            double x = cells->x + (i % 300 + 0.5) * side, y = cells->y + (i / 300 + 0.5) * side;
            assert_int_equal(pixel(image, x * 2, y * 2), rgb(cells->pixels[i]));
        }
        cairo_surface_destroy(image);
    }
}

static void test_nothing_is_drawn_up_to_the_edge(void **state)
{
    (void)state;
    static const Shape shapes[] = {{2, {1, 1}}, {2, {3, 3}}, {2, {2, 40}}, {2, {90, 2}}};
    for (int i = 0; i < 4; i++) {
        Figure figure = heatmap(shapes[i], wave, (FigureLook){.theme = "dark"});
        const char *path = in_folder("edge.png");
        write_figure(&figure, path, (ExportOptions){.scale = 1, .force = true});
        cairo_surface_t *image = cairo_image_surface_create_from_png(path);
        for (int x = 0; x < (int)figure.width; x++) {
            for (int y = 0; y < (int)figure.height; y++) {
                bool inside = x > 10 && y > 10 && x < figure.width - 10 && y < figure.height - 10;
                if (!inside) assert_int_equal(pixel(image, x, y), rgb(figure.background));
            }
        }
        cairo_surface_destroy(image);
    }
}

static void test_the_same_figure_gives_the_same_bytes(void **state)
{
    (void)state;
    Figure figures[] = {three_by_three(), heatmap((Shape){2, {200, 300}}, wave, (FigureLook){0})};
    static const char *const endings[] = {"png", "svg", "pdf"};
    for (int i = 0; i < 6; i++) {
        const char *first = in_folder(arena_printf(&arena, "a%d.%s", i, endings[i % 3]));
        const char *second = in_folder(arena_printf(&arena, "b%d.%s", i, endings[i % 3]));
        write_figure(&figures[i / 3], first, (ExportOptions){0});
        write_figure(&figures[i / 3], second, (ExportOptions){0});
        assert_true(str_equal(contents(first), contents(second)));
    }
}

static void test_title_and_description_are_in_the_file(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    write_figure(&figure, in_folder("a.png"), (ExportOptions){0});
    Str file = contents(in_folder("a.png"));
    const char expected[] = "iTXtTitle\0\0\0\0\0scores";
    const char described[] =
        "iTXtDescription\0\0\0\0\0Heatmap of scores, 3 by 3, values from 2 to 16";
    assert_non_null(memmem(file.p, (size_t)file.n, expected, sizeof expected - 1));
    assert_non_null(memmem(file.p, (size_t)file.n, described, sizeof described - 1));
}

static void test_text_is_as_wide_as_it_was_measured(void **state)
{
    (void)state;
    Measure measure = export_measure(NULL);
    double small = measure.text_width(NULL, "0.4683 internationalization", 8, false, false);
    double large = measure.text_width(NULL, "0.4683 internationalization", 80, false, false);
    assert_true(fabs(large / small - 10) < 0.01);
    assert_true(measure.text_width(NULL, "broken \xff\xc0 bytes", 10, true, true) > 10);
}

static void test_characters_that_no_font_has_are_reported(void **state)
{
    (void)state;
    Figure figure = {.arena = &arena, .width = 100, .height = 50, .background = RGB(0xffffff)};
    figure_add(&figure, (FigureShape){.kind = SHAPE_TEXT,
                                      .x = 10,
                                      .y = 25,
                                      .text = "a\xf3\xb0\x80\x80z", // U+F0000, private use
                                      .size = 12,
                                      .color = RGB(0)});
    Buf warnings = {.arena = &arena};
    write_figure(&figure, in_folder("a.png"), (ExportOptions){.warnings = &warnings});
    assert_non_null(strstr(buf_text(&warnings), "1 character no font of this machine has"));
}

// ---- text -------------------------------------------------------------------------------------

static int count_of(Str text, const char *part)
{
    int count = 0;
    for (int at; (at = str_find(text, part)) >= 0; count++)
        text = str_slice(text, at + (int)strlen(part), text.n);
    return count;
}

static int count_texts(const Figure *figure)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) count += figure->shapes[i].kind == SHAPE_TEXT;
    return count;
}

static const char *const labels[] = {"<the>", "ca&t", "sat"};

static Figure labelled(void)
{
    return heatmap((Shape){2, {3, 3}}, eight_steps,
                   (FigureLook){.rows = {.label = labels, .count = 3, .source = "labels"}});
}

static void test_text_of_an_svg_is_text(void **state)
{
    (void)state;
    Figure figure = labelled();
    const char *path = in_folder("a.svg");
    size_t bytes = write_figure(&figure, path, (ExportOptions){0});
    Str file = contents(path);
    assert_true(bytes < 19000);
    assert_int_equal(count_of(file, "<text "), count_texts(&figure));
    assert_int_equal(count_of(file, "<linearGradient "), 1);
    assert_true(str_find(file, ">&lt;the&gt;</text>") > 0);
    assert_true(str_find(file, ">ca&amp;t</text>") > 0);
    assert_true(str_find(file, ">16</text>") > 0);
    assert_true(str_find(file, "<title>scores</title>") > 0);
    if (installed("xmllint"))
        assert_int_equal(system(arena_printf(&arena, "xmllint --noout %s", path)), 0);
    write_figure(&figure, path, (ExportOptions){.paths = true, .force = true});
    file = contents(path);
    assert_int_equal(count_of(file, "<text "), 0);
    assert_true(str_find(file, "<title>scores</title>") > 0);
}

// Differences of all pixels, averaged: the same words at the same places, but for their edges.
static double difference(const char *a, const char *b)
{
    cairo_surface_t *one = cairo_image_surface_create_from_png(a),
                    *other = cairo_image_surface_create_from_png(b);
    int width = cairo_image_surface_get_width(one), height = cairo_image_surface_get_height(one);
    assert_int_equal(cairo_image_surface_get_width(other), width);
    assert_int_equal(cairo_image_surface_get_height(other), height);
    double sum = 0;
    for (int i = 0; i < width * height; i++) {
        int from = (int)(pixel(one, i % width, i / width) >> 8 & 255);
        sum += abs(from - (int)(pixel(other, i % width, i / width) >> 8 & 255));
    }
    cairo_surface_destroy(one);
    cairo_surface_destroy(other);
    return sum / width / height;
}

static void test_an_svg_looks_like_the_png(void **state)
{
    (void)state;
    if (!installed("rsvg-convert")) skip();
    Figure figures[] = {labelled(), heatmap((Shape){2, {12, 12}}, wave, (FigureLook){0}),
                        heatmap((Shape){2, {200, 300}}, wave, (FigureLook){.theme = "dark"})};
    for (int i = 0; i < 3; i++) {
        const char *svg = in_folder("a.svg"), *png = in_folder("a.png"),
                   *drawn = in_folder("b.png");
        write_figure(&figures[i], svg, (ExportOptions){.force = true});
        write_figure(&figures[i], png, (ExportOptions){.scale = 2, .force = true});
        const char *command =
            arena_printf(&arena, "rsvg-convert -d 144 -p 144 -o %s %s", drawn, svg);
        assert_int_equal(system(command), 0);
        assert_true(difference(png, drawn) < 1.5);
    }
}

// ---- TikZ -------------------------------------------------------------------------------------

static void test_a_tikz_picture_has_the_formula_of_the_title(void **state)
{
    (void)state;
    FormulaText read;
    Error error = {.arena = &arena};
    const char *typed = "50% of $\\sqrt{d_k}$";
    assert_true(formula_read(typed, "--title", FORMULA_ANY, &read, &arena, &error));
    Figure figure = heatmap((Shape){2, {3, 3}}, eight_steps, (FigureLook){.title = read.text});
    const char *path = in_folder("a.tikz");
    write_figure(&figure, path, (ExportOptions){.formulas = &read, .formula_count = 1});
    Str file = contents(path);
    assert_true(str_find(file, "\\bfseries 50\\% of $\\sqrt{d_k}$};") > 0);
    assert_int_equal(count_of(file, "\\node["), count_texts(&figure));
    assert_int_equal(count_of(file, "\\shade["), 1);
    assert_true(str_find(file, "\\usepackage") < str_find(file, "\\begin{tikzpicture}"));
}

// Two of them in one document, whose names must not be in each other's way.
static void test_latex_sets_a_tikz_picture(void **state)
{
    (void)state;
    if (!installed("pdflatex") || system("kpsewhich tikz.sty >/dev/null")) skip();
    Figure figure = labelled(),
           dark = heatmap((Shape){2, {9, 40}}, wave, (FigureLook){.theme = "dark"});
    write_figure(&figure, in_folder("a.tikz"), (ExportOptions){0});
    write_figure(&dark, in_folder("b.tikz"), (ExportOptions){0});
    FILE *file = fopen(in_folder("d.tex"), "w");
    fputs("\\documentclass{article}\\usepackage{tikz}\\begin{document}\n"
          "\\input{a.tikz}\\par\\resizebox{5cm}{!}{\\input{b.tikz}}\\end{document}\n",
          file);
    fclose(file);
    const char *command = arena_printf(
        &arena, "cd %s && pdflatex -interaction=batchmode -halt-on-error d.tex >/dev/null", folder);
    assert_int_equal(system(command), 0);
    assert_true(contents(in_folder("d.pdf")).n > 1000);
}

static void test_a_large_image_is_no_tikz_picture(void **state)
{
    (void)state;
    Figure figure = heatmap((Shape){2, {200, 300}}, wave, (FigureLook){0});
    Error error = write_error(&figure, in_folder("a.tikz"), (ExportOptions){0});
    assert_string_equal(error.message,
                        "a matrix of 200 x 300 is too large for TeX to draw, cell by cell");
    assert_int_equal(count_files(), 0);
}

// ---- what files say of themselves --------------------------------------------------------------

static uint32_t big_endian(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void test_a_png_is_as_large_on_paper_at_any_scale(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    static const double scales[] = {1, 2, 4.5};
    for (int i = 0; i < 3; i++) {
        write_figure(&figure, in_folder("a.png"),
                     (ExportOptions){.scale = scales[i], .force = true});
        Str file = contents(in_folder("a.png"));
        const char *size = memmem(file.p, (size_t)file.n, "pHYs", 4);
        double inches = big_endian(file.p + 16) / (big_endian(size + 4) * 0.0254);
        assert_true(fabs(inches - figure.width / 72) < 0.01);
        assert_non_null(memmem(file.p, (size_t)file.n, "\0\0\0\1sRGB\0\xae\xce\x1c\xe9", 13));
    }
}

static void test_a_pdf_is_tagged_and_says_what_it_shows(void **state)
{
    (void)state;
    Figure figure = labelled();
    const char *path = in_folder("a.pdf");
    write_figure(&figure, path, (ExportOptions){0});
    Str file = contents(path);
    const char alt[] = "/Alt <FEFF004800650061007400"; // "Heat…"
    assert_non_null(memmem(file.p, (size_t)file.n, alt, sizeof alt - 1));
    assert_non_null(memmem(file.p, (size_t)file.n, "/Lang (en)", 10));
    if (!installed("pdfinfo")) skip();
    const char *check = arena_printf(
        &arena,
        "pdfinfo %s | grep -q 'Tagged: *yes' && pdfinfo -struct %s | grep -q Figure && "
        "! pdfinfo %s 2>&1 | grep -q Error",
        path, path, path);
    assert_int_equal(system(check), 0);
    check = arena_printf(&arena,
                         "pdffonts %s | tail -n +3 | "
                         "awk '{ n++ } $(NF-4) != \"yes\" { bad = 1 } END { exit bad || n < 2 }'",
                         path);
    assert_int_equal(system(check), 0);
}

// ---- files ------------------------------------------------------------------------------------

static void test_an_existing_file_is_replaced_only_by_force(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    const char *path = in_folder("a.png");
    FILE *file = fopen(path, "w");
    fputs("mine", file);
    fclose(file);
    Error error = write_error(&figure, path, (ExportOptions){0});
    assert_non_null(strstr(error.message, "exists already"));
    assert_true(str_is(contents(path), "mine"));
    write_figure(&figure, path, (ExportOptions){.force = true});
    assert_true(str_starts(contents(path), "\x89PNG"));
    assert_int_equal(count_files(), 1);
}

static void test_only_known_endings_are_written(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    static const char *const names[] = {"a.bmp", "a", "png", "a.png.txt", ".d.x/plain"};
    for (int i = 0; i < 5; i++) {
        Error error = write_error(&figure, in_folder(names[i]), (ExportOptions){0});
        assert_string_equal(error.hint,
                            "a name that ends in .png, .svg, .pdf or .tikz, or .gif or .apng for "
                            "what moves");
    }
    assert_int_equal(count_files(), 0);
}

static void test_absurd_sizes_are_refused(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    static const double scales[] = {100, 1e9, 1e-9, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        Error error = write_error(&figure, in_folder("a.png"), (ExportOptions){.scale = scales[i]});
        assert_non_null(strstr(error.message, "pixels is too "));
    }
    assert_int_equal(count_files(), 0);
}

static void test_a_place_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    const char *path = in_folder("none/a.png");
    Error error = write_error(&figure, path, (ExportOptions){0});
    assert_string_equal(error.message, arena_printf(&arena, "%s: No such file or directory", path));
    const uid_t nobody = 65534;
    bool is_root = geteuid() == 0; // who may write anywhere
    chmod(folder, 0500);
    if (is_root) assert_int_equal(seteuid(nobody), 0);
    error = write_error(&figure, in_folder("a.png"), (ExportOptions){0});
    if (is_root) assert_int_equal(seteuid(0), 0);
    chmod(folder, 0700);
    assert_non_null(strstr(error.message, "Permission denied"));
}

// In a process of its own, whose font library has not started yet: the first test.
static void test_a_machine_without_fonts_is_told_so(void **state)
{
    (void)state;
    const char *path = in_folder("fonts.conf");
    FILE *file = fopen(path, "w");
    fputs("<?xml version=\"1.0\"?><fontconfig></fontconfig>\n", file);
    fclose(file);
    pid_t child = fork();
    if (child == 0) {
        setenv("FONTCONFIG_FILE", path, 1);
        Figure figure = three_by_three();
        Error error = {.arena = &arena};
        size_t bytes;
        bool ok =
            export_figure(&figure, in_folder("a.png"), &(ExportOptions){0}, &arena, &bytes, &error);
        _exit(!ok && strstr(error.message, "no fonts are installed") ? 42 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 42);
    assert_int_equal(count_files(), 1);
}

static void test_a_full_disk_leaves_nothing_behind(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    struct rlimit before, little;
    getrlimit(RLIMIT_FSIZE, &before);
    little = before;
    little.rlim_cur = 1000; // bytes; stands for a disk that runs full
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    Error error = write_error(&figure, in_folder("a.png"), (ExportOptions){0});
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_non_null(strstr(error.message, "File too large"));
    assert_int_equal(count_files(), 0);
}

static void test_a_dash_is_standard_output(void **state)
{
    (void)state;
    Figure figure = three_by_three();
    const char *path = in_folder("piped");
    int saved = dup(STDOUT_FILENO), file = open(path, O_WRONLY | O_CREAT, 0600);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    size_t bytes = 0;
    Error error = {.arena = &arena};
    bool ok = export_figure(&figure, "-", &(ExportOptions){0}, &arena, &bytes, &error);
    int full = open("/dev/full", O_WRONLY);
    dup2(full, STDOUT_FILENO);
    Error told = {.arena = &arena};
    bool fits = export_figure(&figure, "-", &(ExportOptions){0}, &arena, &bytes, &told);
    dup2(saved, STDOUT_FILENO);
    close(full);
    close(file);
    close(saved);
    assert_true(ok);
    assert_true(str_starts(contents(path), "\x89PNG"));
    assert_false(fits);
    assert_string_equal(told.message, "standard output: No space left on device");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_a_machine_without_fonts_is_told_so),
        IN_FOLDER(test_cells_have_the_colours_of_the_ramp),
        IN_FOLDER(test_an_svg_is_what_others_can_draw),
        IN_FOLDER(test_an_svg_has_no_seams),
        IN_FOLDER(test_a_pdf_is_what_others_can_draw),
        IN_FOLDER(test_a_pdf_has_pages),
        IN_FOLDER(test_pages_need_a_pdf),
        IN_FOLDER(test_a_transparent_figure_has_no_background),
        IN_FOLDER(test_an_image_is_drawn_cell_by_cell_without_smoothing),
        IN_FOLDER(test_nothing_is_drawn_up_to_the_edge),
        IN_FOLDER(test_the_same_figure_gives_the_same_bytes),
        IN_FOLDER(test_title_and_description_are_in_the_file),
        IN_FOLDER(test_text_is_as_wide_as_it_was_measured),
        IN_FOLDER(test_characters_that_no_font_has_are_reported),
        IN_FOLDER(test_text_of_an_svg_is_text),
        IN_FOLDER(test_an_svg_looks_like_the_png),
        IN_FOLDER(test_a_tikz_picture_has_the_formula_of_the_title),
        IN_FOLDER(test_latex_sets_a_tikz_picture),
        IN_FOLDER(test_a_large_image_is_no_tikz_picture),
        IN_FOLDER(test_a_png_is_as_large_on_paper_at_any_scale),
        IN_FOLDER(test_a_pdf_is_tagged_and_says_what_it_shows),
        IN_FOLDER(test_an_existing_file_is_replaced_only_by_force),
        IN_FOLDER(test_only_known_endings_are_written),
        IN_FOLDER(test_absurd_sizes_are_refused),
        IN_FOLDER(test_a_place_that_cannot_be_written_is_named),
        IN_FOLDER(test_a_full_disk_leaves_nothing_behind),
        IN_FOLDER(test_a_dash_is_standard_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
