// What a vision transformer looks at: the picture, and once more for each head, as bright in each
// patch as the weight that the patch gets. The tensor has a row and a column of patches; or it is
// attention, whose keys are the patches row by row, of which one query is drawn.
#include "figure/kind.h"
#include "figure/page/sheet.h"
#include "study/axes/slices.h"
#include "study/names/title.h"
#include "trace/names/labels.h"

#include <inttypes.h>
#include <math.h>

enum { SIDE = 150, GAP = 18, TEXT = 13, LINES = 2 * TEXT + 14, MOST_ACROSS = 7, MOST_PIXELS = 448 };

typedef struct PictureFigure {
    const FigureRequest *request;
    const Tensor *picture, *weights; // (height, width, channels); (…, rows, columns)
    int64_t rows, columns;           // of patches
    int64_t query, first;            // of attention, and the key that is the first patch; or -1
    int pixel_rows, pixel_columns;   // that are drawn
    double width, height;            // of each in the figure
    Pen pen;
} PictureFigure;

static int64_t size_from_end(const Tensor *tensor, int dim)
{
    return tensor->shape.dim[tensor->shape.ndim - dim];
}

static bool is_picture(const Tensor *tensor)
{
    if (tensor->dtype != DTYPE_UINT8 || tensor->shape.ndim != 3) return false;
    int64_t channels = tensor->shape.dim[2];
    return (channels == 1 || channels == 3) && shape_count(&tensor->shape) > 0;
}

// The last one that the program had before: what was read, in the size that the model reads.
static const Tensor *picture_before(const Trace *trace, int entry)
{
    for (int e = entry - 1; e >= 0; e--) {
        if (is_picture(trace->entries[e].call.output)) return trace->entries[e].call.output;
    }
    return NULL;
}

static bool is_attention(const Trace *trace, int entry)
{
    TensorAxes axes = axes_of(trace, entry);
    return axes.ndim >= 2 && axes.of[axes.ndim - 2].kind == AXIS_QUERY &&
           axes.of[axes.ndim - 1].kind == AXIS_KEY;
}

// How many rows so many patches have, of a square; 0: they are none.
static int64_t square_side(int64_t patches)
{
    int64_t side = (int64_t)round(sqrt((double)patches));
    return side * side == patches ? side : 0;
}

static const char *misfit(const Trace *trace, Cell cell)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    if (shape->ndim < 2) return "has no rows and columns of patches";
    if (shape_count(shape) == 0) return "has no cells";
    if (!picture_before(trace, cell.entry)) return "is of no picture";
    int64_t keys = shape->dim[shape->ndim - 1];
    bool fits = !is_attention(trace, cell.entry) || square_side(keys - 1) || square_side(keys);
    return fits ? NULL : "has no square of patches";
}

// The next slice of those that the indices that were given leave; false: there is none.
static bool next_slice(const PictureFigure *p, Index *at)
{
    const Shape *shape = &p->weights->shape;
    for (int d = shape->ndim - 3; d >= p->request->indices; d--) {
        if (++at->at[d] < shape->dim[d]) return true;
        at->at[d] = 0;
    }
    return false;
}

static double weight_at(const PictureFigure *p, Index at, int64_t row, int64_t column)
{
    int ndim = p->weights->shape.ndim;
    at.at[ndim - 2] = p->first < 0 ? row : p->query;
    at.at[ndim - 1] = p->first < 0 ? column : p->first + row * p->columns + column;
    double weight = tensor_get(p->weights, at);
    return weight > 0 ? weight : 0; // nan, too
}

static Color pixel_at(const PictureFigure *p, int row, int column)
{
    const Shape *shape = &p->picture->shape;
    uint8_t channel[3];
    for (int c = 0; c < 3; c++) {
        Index at = {{row * shape->dim[0] / p->pixel_rows, column * shape->dim[1] / p->pixel_columns,
                     shape->dim[2] == 1 ? 0 : c}};
        channel[c] = (uint8_t)tensor_get(p->picture, at);
    }
    return (Color){channel[0], channel[1], channel[2], 255};
}

// `slice` NULL: as it is. `most` is the weight of what is not darker than that.
static void draw_pixels(const PictureFigure *p, double x, double y, const Index *slice, double most)
{
    const double least = 0.12; // of a pixel's colour, so that all of the picture can be recognised
    int count = p->pixel_rows * p->pixel_columns;
    Color *pixels = NEW_ARRAY(p->pen.figure->arena, Color, count);
    for (int i = 0; i < count; i++) {
        int row = i / p->pixel_columns, column = i % p->pixel_columns;
        double part = 1;
        if (slice && most > 0)
            part = weight_at(p, *slice, row * p->rows / p->pixel_rows,
                             column * p->columns / p->pixel_columns) /
                   most;
        pixels[i] = color_mix(RGB(0), pixel_at(p, row, column), least + (1 - least) * part);
    }
    figure_add(p->pen.figure, (FigureShape){.kind = SHAPE_IMAGE,
                                            .x = x,
                                            .y = y,
                                            .width = p->width,
                                            .height = p->height,
                                            .pixels = pixels,
                                            .pixel_rows = p->pixel_rows,
                                            .pixel_columns = p->pixel_columns});
}

static void draw_lines(const PictureFigure *p, double x, double y, const char *title,
                       const char *line)
{
    pen_text(&p->pen, x, y + TEXT / 2., title, TEXT, ALIGN_START, p->pen.theme->text);
    if (line)
        pen_text(&p->pen, x, y + TEXT * 1.8, line, TEXT * 0.8, ALIGN_START, p->pen.theme->muted);
}

// Draws one head; says of it in `about` what its line says.
static void draw_head(const PictureFigure *p, double x, double y, Index slice, Buf *about)
{
    Arena *arena = p->pen.figure->arena;
    int ndim = p->weights->shape.ndim, axes[MAX_DIMS];
    int64_t brightest = 0;
    double most = -1;
    for (int64_t i = 0; i < p->rows * p->columns; i++) {
        double weight = weight_at(p, slice, i / p->columns, i % p->columns);
        if (weight > most) brightest = i;
        most = fmax(most, weight);
    }
    for (int d = 0; d < ndim; d++) axes[d] = d;
    const char *place =
        axes_place(p->request->trace, p->request->cell.entry, slice, axes, ndim - 2, arena);
    const char *line = arena_printf(arena, "most %.2g, at %" PRId64 ",%" PRId64, most,
                                    brightest / p->columns, brightest % p->columns);
    draw_lines(p, x, y, place, line);
    draw_pixels(p, x, y + LINES, &slice, most);
    buf_printf(about, " %s: %s.", *place ? place : "weights", line);
}

static void measure(PictureFigure *p)
{
    double height = (double)p->picture->shape.dim[0], width = (double)p->picture->shape.dim[1];
    double larger = fmax(height, width), shown = fmin(larger, MOST_PIXELS);
    int64_t keys = size_from_end(p->weights, 1), inner = square_side(keys - 1);
    p->first = is_attention(p->request->trace, p->request->cell.entry) ? inner > 0 : -1;
    p->rows = p->first < 0 ? size_from_end(p->weights, 2) : inner ? inner : square_side(keys);
    p->columns = p->first < 0 ? keys : p->rows;
    p->pixel_rows = (int)fmax(round(shown * height / larger), 1);
    p->pixel_columns = (int)fmax(round(shown * width / larger), 1);
    p->width = fmax(SIDE * width / larger, 1);
    p->height = fmax(SIDE * height / larger, 1);
}

// Which query is drawn of attention, the first where none is asked for; and its name.
static bool read_query(PictureFigure *p, const char **name, Error *error)
{
    const FigureRequest *request = p->request;
    Arena *arena = p->pen.figure->arena;
    int64_t count = size_from_end(p->weights, 2);
    int entry = request->cell.entry, dim = p->weights->shape.ndim - 2;
    const char **label = NEW_ARRAY(arena, const char *, count);
    bool asked = request->pick.query >= 0 || request->pick.query_word;
    if (p->first < 0)
        return !asked || error_fail(error, "it without --query", "%s has no queries",
                                    tensor_title(request->trace, entry, arena));
    for (int64_t i = 0; i < count; i++) {
        label[i] = label_at(request->trace, entry, dim, i, arena);
        if (!label[i]) label[i] = arena_printf(arena, "%" PRId64, i);
    }
    if (!figure_query(request, label, count, &p->query, error)) return false;
    if (p->query < 0) p->query = 0;
    *name = label[p->query];
    return true;
}

static int count_slices(const PictureFigure *p)
{
    int count = 1;
    for (Index at = p->request->cell.at; next_slice(p, &at) && count <= MOST_PIXELS;) count++;
    return count;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Arena *arena = pen->figure->arena;
    const Tensor *weights = request->trace->entries[request->cell.entry].call.output;
    PictureFigure p = {.request = request, .weights = weights, .pen = *pen};
    p.picture = picture_before(request->trace, request->cell.entry);
    const char *query = NULL;
    measure(&p);
    if (!read_query(&p, &query, error)) return false;
    Index slice = request->cell.at;
    int count = count_slices(&p) + 1, down = (count + MOST_ACROSS - 1) / MOST_ACROSS;
    int across = (count + down - 1) / down;
    if (count > MOST_PIXELS)
        return error_fail(error, "some of them, as in over[0]", "these are too many heads to draw");
    double step = fmax(p.width, SIDE) + GAP, width = SHEET_MARGIN + across * step - GAP;
    const char *name = tensor_title(request->trace, request->cell.entry, arena);
    Buf about = {.arena = arena};
    pen->figure->title = request->look.title ? request->look.title : name;
    const char *of = query ? arena_printf(arena, "what %s attends to: ", query) : "";
    const char *how = "the more weight, the brighter; each head on its own scale";
    double y = sheet_heading(pen, pen->figure->title, arena_printf(arena, "%s%s", of, how), &width);
    buf_printf(&about, "%s over the picture: %s%s.", name, of, how);
    for (int i = 0; i < count; i++) {
        double left = SHEET_MARGIN + i % across * step,
               top = y + i / across * (LINES + p.height + GAP);
        if (i == 0) {
            draw_lines(&p, left, top, "the picture", NULL);
            draw_pixels(&p, left, top + LINES, NULL, 0);
        } else {
            draw_head(&p, left, top, slice, &about);
            next_slice(&p, &slice);
        }
    }
    pen->figure->description = buf_text(&about);
    return sheet_end(pen, width, y + down * (LINES + p.height + GAP) - GAP, &request->look, error);
}

const FigureKind picture_kind = {
    .name = "picture",
    .summary = "a picture, as bright as the attention that its patches get",
    .options = "query bare",
    .all_slices = true,
    .misfit = misfit,
    .way_out = "fewer heads, as in over_0[2], or a larger --size",
    .build = build,
};
