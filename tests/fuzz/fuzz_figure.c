// Any bytes as a figure: a lesson, one of its tensors, a kind and what may be asked of its looks.
// It is refused with one message, or drawn: the list of shapes is one that every writer can draw,
// all of it on the page, and the same each time.
#include "fuzz/walk.h"
#include "support/figure_text.h"

#include "base/text/utf8.h"
#include "command/figures/figures.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// ---- numbers of any kind ------------------------------------------------------------------------

static const char *const NUMBERS[] = {
    "0.",      "1.",           "-1.",           "0.5",          "1 / 3",  "2.",
    "-0.",     "123456.789",   "16777217.",     "1e-9",         "-1e-45", "3.4e38",
    "-3.4e38", "float('inf')", "-float('inf')", "float('nan')",
};
static const char *const OPERATIONS[] = {
    "x * 2",
    "x.sum(-1)",
    "torch.softmax(x, dim=-1)",
    "x @ x.transpose(-1, -2)",
    "x > 0",
    "x.abs().clamp(0, 9).to(torch.int64)",
    "x[..., :1] * 3",
    "x.flatten()",
    "torch.cat([x, x, x, x, x, x, x, x, x], dim=-1)",
    "x.expand(3, *x.shape)",
    "x.mean()",
    "x.max(dim=-1).values",
    "x.masked_fill(x > 0, float('-inf')).softmax(-1)",
    "x.repeat(40, 1)",
    "torch.softmax(x.expand(2, 2, *x.shape), -1)",
    "x[:, None] - x",
};
enum {
    NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS,
    OPERATION_COUNT = sizeof OPERATIONS / sizeof *OPERATIONS
};

static void add_program(Bytes *bytes, Buf *text)
{
    int rows = take(bytes) % 7, columns = take(bytes) % 7;
    buf_printf(text, "# Any\n\n## One\n\n```python\nimport torch\n"
                     "words = ['the', 'a longer word', '日本語', '', '<b>&', 'e\u0301', 'x']\n"
                     "#| axes: x = words, features\nx = torch.tensor([");
    for (int i = 0; i < rows * columns; i++)
        buf_printf(text, "%s, ", NUMBERS[take(bytes) % NUMBER_COUNT]);
    buf_printf(text, "]).reshape(%d, %d)\n```\n\n## Two\n\n```python\n", rows, columns);
    for (int i = 0; i < 2; i++)
        buf_printf(text, "%c = %s\n", 'y' + i, OPERATIONS[take(bytes) % OPERATION_COUNT]);
    buf_printf(text, "```\n");
}

// No random name: the same input is to go the same way.
static void open_numbers(Walk *walk, Bytes *bytes, Arena *arena)
{
    Buf text = {.arena = arena};
    Error error = {.arena = arena};
    const char *path = arena_printf(arena, "/tmp/qkv-fuzz-%07d.md", (int)getpid());
    add_program(bytes, &text);
    FILE *file = fopen(path, "w");
    CHECK(file && fwrite(text.p, 1, (size_t)text.n, file) == (size_t)text.n && !fclose(file));
    CHECK(walk_open(walk, path, &(WalkOptions){0}, &error));
    unlink(path);
}

// ---- what is asked for --------------------------------------------------------------------------

static double take_number(Bytes *bytes)
{
    static const double numbers[] = {0, 1, -1, 0.5, 12.25, 1e-9, 1e9, 3e38, -0.75};
    return numbers[(size_t)take(bytes) % (sizeof numbers / sizeof *numbers)];
}

static const char *take_text(Bytes *bytes)
{
    static const char *const texts[] = {
        NULL,         "",
        "Title",      "A title that is longer than the figure is wide, by far",
        "日本 <&>",   "e\u0301\u0301\u0301",
        "two\nlines", "\xF0\x9F\x99\x82"};
    return texts[take(bytes) % 8];
}

// One of a list that ends with NULL, or NULL.
static const char *take_name(Bytes *bytes, const char *const *names)
{
    int count = 0, chosen = take(bytes);
    while (names[count]) count++;
    return names[chosen % (count + 1)];
}

// Points; 0: as large as it needs to be.
static double take_extent(Bytes *bytes)
{
    int byte = take(bytes);
    return byte % 3 ? byte * 5 : 0;
}

static Cell take_cell(const Trace *trace, Bytes *bytes)
{
    Cell cell = {.entry = take(bytes) % trace->entry_count};
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    for (int i = 0; i < shape->ndim; i++)
        cell.at.at[i] = shape->dim[i] ? take(bytes) % shape->dim[i] : 0;
    return cell;
}

static void take_labels(AxisLabels *labels, Bytes *bytes)
{
    static const char *const names[] = {"the", "", "a label that is rather long", "日本語",
                                        "e\u0301"};
    int count = take(bytes) % 8;
    if (!count || count > 5) return;
    *labels = (AxisLabels){.label = names, .count = count, .source = "labels.txt"};
}

static FigureLook take_look(Bytes *bytes)
{
    FigureLook look = {.width = take_extent(bytes),
                       .height = take_extent(bytes),
                       .theme = take_name(bytes, theme_names),
                       .digits = take(bytes) % 11 - 1,
                       .title = take_text(bytes),
                       .caption = take_text(bytes)};
    look.scale.ramp = take_name(bytes, ramp_names);
    look.scale.low = take_number(bytes);
    look.scale.high = take_number(bytes);
    look.scale.ranged =
        isfinite(look.scale.low) && isfinite(look.scale.high) && look.scale.low < look.scale.high;
    look.no_values = take(bytes) % 4 == 3;
    take_labels(&look.rows, bytes);
    take_labels(&look.columns, bytes);
    return look;
}

// -1: all.
static int take_which(Bytes *bytes)
{
    return take(bytes) % 6 - 1;
}

static FigureRequest take_request(const Walk *walk, Bytes *bytes, Arena *arena)
{
    FigureRequest request = {.trace = walk->trace, .cell = take_cell(walk->trace, bytes)};
    int ndim = walk->trace->entries[request.cell.entry].call.output->shape.ndim;
    request.indices = take(bytes) % (ndim + 1);
    request.look = take_look(bytes);
    request.marked = take(bytes) % 2 ? take_cell(walk->trace, bytes) : (Cell){.entry = -1};
    if (request.marked.entry >= 0) {
        int marked = walk->trace->entries[request.marked.entry].call.output->shape.ndim;
        request.marked_indices = take(bytes) % (marked + 1);
    }
    request.pick.head = take_which(bytes);
    request.pick.query = take_which(bytes);
    request.scale_each = take(bytes) % 2;
    request.tasks.seed = take_which(bytes);
    figure_request_parts(&request, walk, arena);
    return request;
}

// ---- what is drawn ------------------------------------------------------------------------------

// Fonts are the system's; here every column is as wide as every other.
static double text_width(const void *context, const char *text, double size, bool bold, bool mono)
{
    (void)context;
    (void)mono;
    return utf8_width(str_from(text)) * size * (bold ? 0.65 : 0.6);
}

static void check_points(const FigureShape *shape)
{
    if (shape->kind == SHAPE_POLYGON) CHECK(shape->point_count >= 3);
    if (shape->kind == SHAPE_CURVE) CHECK(shape->point_count >= 4 && shape->point_count % 3 == 1);
    for (int i = 0; i < shape->point_count; i++)
        CHECK(isfinite(shape->points[i].x) && isfinite(shape->points[i].y));
}

static void check_shape(const Figure *figure, const FigureShape *shape)
{
    ShapeKind kind = shape->kind;
    CHECK(isfinite(shape->x) && isfinite(shape->y));
    CHECK(isfinite(shape->width) && isfinite(shape->height) && isfinite(shape->angle));
    CHECK(shape->radius >= 0 && shape->stroke >= 0 && shape->dash >= 0);
    if (kind == SHAPE_TEXT) CHECK(utf8_valid(str_from(shape->text)) && shape->size > 0);
    if (kind == SHAPE_IMAGE || kind == SHAPE_GRADIENT)
        CHECK(shape->pixels && shape->pixel_rows > 0 && shape->pixel_columns > 0);
    bool area = kind == SHAPE_RECTANGLE || kind == SHAPE_IMAGE || kind == SHAPE_GRADIENT;
    if (area) CHECK(shape->width >= 0 && shape->height >= 0);
    check_points(shape);
    bool placed = area || kind == SHAPE_TEXT;
    if (!placed) return;
    double right = shape->x + (area ? shape->width : 0),
           low = shape->y + (area ? shape->height : 0);
    CHECK(shape->x >= -1 && shape->y >= -1);
    CHECK(right <= figure->width + 1 && low <= figure->height + 1);
}

static void check_figure(const Figure *figure)
{
    CHECK(isfinite(figure->width) && figure->width > 0);
    CHECK(isfinite(figure->height) && figure->height > 0);
    CHECK(figure->title && utf8_valid(str_from(figure->title)));
    CHECK(figure->description && utf8_valid(str_from(figure->description)));
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        check_shape(figure, shape);
    }
}

static Str drawn(const FigureKind *kind, const FigureRequest *request, Arena *arena)
{
    Figure figure = {.arena = arena};
    Error error = {.arena = arena};
    Buf printed = {.arena = arena};
    Measure measure = {.text_width = text_width};
    bool ok = figure_kind_build(kind, &figure, request, &measure, &error);
    CHECK(ok != error.set);
    if (ok) {
        check_figure(&figure);
        figure_print(&figure, &printed);
    } else {
        error_print(&error, &printed);
    }
    CHECK(printed.n > 0 && utf8_valid(buf_str(&printed)));
    return buf_str(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, data + size};
    Arena arena = {0};
    Walk walk;
    const FigureKind *kind = figure_kinds[take(&bytes) % figure_kind_count];
    if (take(&bytes) % 2)
        open_numbers(&walk, &bytes, &arena);
    else
        open_chosen(&walk, &bytes);
    if (walk.trace->entry_count) {
        FigureRequest request = take_request(&walk, &bytes, &arena);
        CHECK(str_equal(drawn(kind, &request, &arena), drawn(kind, &request, &arena)));
    }
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}
