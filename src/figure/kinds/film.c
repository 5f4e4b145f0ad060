// A tensor through the iterations of its loop: small matrices on one scale, and above them the
// curve of the number that the loop is about. As a movement it is one large matrix, and the curve
// as far as it has come.
#include "figure/kind.h"
#include "figure/page/sheet.h"
#include "figure/parts/tiles.h"

#include "base/text/number.h"
#include "study/film.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_FRAMES = 12, FEW_FRAMES = 6, CURVE_POINTS = 300, MOST_MOVED = 120 };

static const double caption_size = 9.5;
static const double curve_height = 72;

typedef struct FilmFigure {
    const FigureRequest *request;
    const Loop *loop;
    const Strip *strip, *curve; // the curve may be NULL
    double low, high;           // of its numbers
    TensorHeap heap;            // of the frames
    int frames, first;          // of all that were kept; the first of those drawn
    bool moves;                 // the curve ends at the first
    TileGrid grid;
} FilmFigure;

static const char *misfit(const Trace *trace, Cell cell)
{
    const Loop *loop;
    const Strip *strip = film_of_entry(trace, cell.entry, &loop);
    if (!strip) return "does not change in a loop";
    return strip->count < 2 ? "has no more than one iteration" : NULL;
}

// ---- reading ------------------------------------------------------------------------------------

static const char *short_number(double value, Arena *arena)
{
    return arena_printf(arena, "%.3g", value);
}

// What is said of a matrix: its iteration, and the number that the loop is about.
static void read_words(const FilmFigure *f, int64_t iteration, Tile *tile)
{
    Arena *arena = f->grid.pen.figure->arena;
    double value;
    const char *before = f->moves ? "iteration " : "";
    tile->title = arena_printf(arena, "%s%" PRId64, before, iteration + 1);
    if (!f->curve || !film_number(f->curve, iteration, &value)) return;
    tile->line[tile->lines++].text =
        arena_printf(arena, "%s %s", f->curve->name, short_number(value, arena));
}

// Which of all that were kept the i-th of those shown is.
static int kept_at(const FilmFigure *f, int i)
{
    return (int)((int64_t)(f->first + i) * (f->strip->count - 1) / (f->frames - 1));
}

static int64_t iteration_of(const FilmFigure *f, int i)
{
    return f->strip->at[kept_at(f, i)];
}

static bool read_tile(FilmFigure *f, int i, Error *error)
{
    const Tensor *tensor = film_tensor(&f->heap, f->strip, kept_at(f, i), error);
    if (!tensor) return false;
    const FigureRequest *request = f->request;
    Matrix matrix = matrix_shown_of(request->trace, tensor, request->cell.entry, request->cell.at);
    Tile *tile = &f->grid.tile[i];
    *tile = (Tile){0};
    read_words(f, iteration_of(f, i), tile);
    return plane_of(&tile->plane, request->trace, matrix, (Sight){0}, f->grid.pen.figure->arena,
                    error);
}

// All of them are on one scale; of a number the curve is all there is.
static bool read_tiles(FilmFigure *f, Error *error)
{
    const FigureLook *look = &f->request->look;
    if (strip_is_number(f->strip)) return true;
    f->grid.tile = NEW_ARRAY(f->grid.pen.figure->arena, Tile, f->frames);
    for (; f->grid.count < f->frames; f->grid.count++) {
        if (!read_tile(f, f->grid.count, error)) return false;
    }
    return axes_read(&f->grid.axes, f->request->trace, &f->grid.tile[0].plane.matrix, &look->rows,
                     &look->columns, &f->grid.pen, error) &&
           tiles_scale(&f->grid, error);
}

// ---- the curve ----------------------------------------------------------------------------------

typedef struct CurveBox {
    double x, y, width;
} CurveBox;

static Point curve_point(const FilmFigure *f, const CurveBox *box, int64_t iteration, double value)
{
    double last = (double)(f->loop->count > 1 ? f->loop->count - 1 : 1);
    double share = f->high > f->low ? (value - f->low) / (f->high - f->low) : 0.5;
    return (Point){box->x + box->width * (double)iteration / last,
                   box->y + curve_height * (1 - share)};
}

// False: there is no curve.
static bool read_range(FilmFigure *f)
{
    f->low = HUGE_VAL;
    f->high = -HUGE_VAL;
    for (int i = 0; f->curve && i < f->curve->count; i++) {
        double value = strip_value(f->curve, i, 0);
        if (isfinite(value)) f->low = fmin(f->low, value);
        if (isfinite(value)) f->high = fmax(f->high, value);
    }
    return f->low <= f->high;
}

// Of very many values the least and the greatest of each piece, so that no extreme one is
// lost.
static void draw_values(const FilmFigure *f, const CurveBox *box)
{
    const Strip *curve = f->curve;
    int step = (curve->count + CURVE_POINTS - 1) / CURVE_POINTS;
    Point before = {0};
    bool has_before = false;
    for (int from = 0; from < curve->count; from += step) {
        int end = from + step < curve->count ? from + step : curve->count, at[2] = {from, from};
        for (int i = from; i < end; i++) {
            if (strip_value(curve, i, 0) < strip_value(curve, at[0], 0)) at[0] = i;
            if (strip_value(curve, i, 0) > strip_value(curve, at[1], 0)) at[1] = i;
        }
        for (int k = 0; k < 2 - (at[0] == at[1]); k++) {
            int i = (at[0] < at[1]) == (k == 0) ? at[0] : at[1];
            if (f->moves && curve->at[i] > iteration_of(f, 0)) return;
            double value = strip_value(curve, i, 0);
            Point now = curve_point(f, box, curve->at[i], value);
            if (has_before && isfinite(value))
                pen_stroke(&f->grid.pen, before.x, before.y, now.x - before.x, now.y - before.y,
                           1.5, f->grid.pen.theme->text);
            has_before = isfinite(value);
            before = now;
        }
    }
}

// A mark for each matrix below.
static void draw_marks(const FilmFigure *f, const CurveBox *box)
{
    const double side = 5;
    for (int i = 0; i < f->grid.count; i++) {
        double value;
        if (!film_number(f->curve, iteration_of(f, i), &value) || !isfinite(value)) continue;
        Point at = curve_point(f, box, iteration_of(f, i), value);
        pen_box(&f->grid.pen, at.x - side / 2, at.y - side / 2, side, side, side / 2,
                f->grid.pen.theme->text);
    }
}

// `width`: where the figure ends.
static void draw_curve(const void *what, const Pen *pen, double width, double y)
{
    const FilmFigure *f = what;
    Arena *arena = pen->figure->arena;
    const char *low = short_number(f->low, arena), *high = short_number(f->high, arena);
    double room = caption_size * fmax(pen_width(pen, low, false), pen_width(pen, high, false)) + 6;
    CurveBox box = {SHEET_MARGIN + room, y + 4, width - SHEET_MARGIN - room};
    y += 4;
    figure_group(pen->figure, "curve");
    pen_line(pen, box.x, y, 0, curve_height, pen->theme->rule);
    pen_line(pen, box.x, y + curve_height, box.width, 0, pen->theme->rule);
    pen_text(pen, box.x - 4, y + 4, high, caption_size, ALIGN_END, pen->theme->muted);
    if (f->high > f->low)
        pen_text(pen, box.x - 4, y + curve_height - 4, low, caption_size, ALIGN_END,
                 pen->theme->muted);
    draw_values(f, &box);
    draw_marks(f, &box);
    double below = y + curve_height + caption_size;
    pen_text(pen, box.x, below, "iteration 1", caption_size, ALIGN_START, pen->theme->muted);
    pen_text(pen, box.x + box.width / 2, below, f->curve->name, caption_size, ALIGN_MIDDLE,
             pen->theme->text);
    pen_text(pen, box.x + box.width, below, arena_printf(arena, "%" PRId64, f->loop->count),
             caption_size, ALIGN_END, pen->theme->muted);
    figure_group_end(pen->figure);
}

// ---- all of it ----------------------------------------------------------------------------------

static const char *subtitle(const FilmFigure *f)
{
    Arena *arena = f->grid.pen.figure->arena;
    if (f->moves)
        return arena_printf(arena, "%s, through %" PRId64 " iterations",
                            shape_times(arena, &f->strip->shape, " × "), f->loop->count);
    if (!f->grid.count) return arena_printf(arena, "%" PRId64 " iterations", f->loop->count);
    return arena_printf(arena, "%s, %d of %" PRId64 " iterations, one scale",
                        shape_times(arena, &f->strip->shape, " × "), f->grid.count, f->loop->count);
}

static const char *describe(const FilmFigure *f, const char *name)
{
    Arena *arena = f->grid.pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "%s through a loop: %s.", name, subtitle(f));
    for (int i = 0; i < f->grid.count && f->curve; i++) {
        double value;
        if (!film_number(f->curve, iteration_of(f, i), &value)) continue;
        buf_printf(&text, " Iteration %" PRId64 ": %s %s.", iteration_of(f, i) + 1, f->curve->name,
                   short_number(value, arena));
    }
    return buf_text(&text);
}

static bool draw(FilmFigure *f, Error *error)
{
    const FigureRequest *request = f->request;
    Figure *figure = f->grid.pen.figure;
    const char *name = request->trace->entries[request->cell.entry].name;
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(f, name);
    f->grid.title = figure->title;
    f->grid.subtitle = subtitle(f);
    f->grid.least_width = f->moves ? 420 : 320;
    bool curved = read_range(f);
    f->grid.above = curved ? 4 + curve_height + 2 * caption_size + 8 : 0;
    return tiles_draw(&f->grid, curved ? draw_curve : NULL, f, error);
}

static FilmFigure begin(const Pen *pen, const FigureRequest *request, int most)
{
    FilmFigure f = {.request = request};
    f.grid = (TileGrid){.pen = *pen, .request = request};
    f.strip = film_of_entry(request->trace, request->cell.entry, &f.loop);
    f.curve = strip_is_number(f.strip) ? f.strip : film_curve(&f.loop->film);
    f.frames = f.strip->count < most ? f.strip->count : most;
    return f;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    // In a row, below the curve, there is room for few.
    FilmFigure f = begin(pen, request, request->look.height > 0 ? FEW_FRAMES : MOST_FRAMES);
    bool ok = read_tiles(&f, error) && draw(&f, error);
    tensor_heap_free(&f.heap);
    return ok;
}

// ---- moving -------------------------------------------------------------------------------------

static bool draw_iteration(const void *context, int frame, const FigureRequest *request UNUSED,
                           Pen *pen, Error *error)
{
    FilmFigure f = *(const FilmFigure *)context;
    f.first = frame;
    f.grid.pen = *pen;
    f.grid.tile = NEW(pen->figure->arena, Tile);
    f.grid.bar.scale = &f.grid.scale;
    bool ok = (!f.grid.count || read_tile(&f, 0, error)) && draw(&f, error);
    tensor_heap_free(&f.heap);
    return ok;
}

static bool move(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error)
{
    const double all = 12, shortest = 0.05, longest = 0.4, last = 2; // seconds
    Arena *arena = pen->figure->arena;
    FilmFigure *f = NEW(arena, FilmFigure);
    *f = begin(pen, request, MOST_MOVED);
    f->moves = f->grid.numbered = true;
    f->grid.natural = 300;
    bool ok = read_tiles(f, error);
    tensor_heap_free(&f->heap);
    f->heap = (TensorHeap){0};
    if (f->grid.count) f->grid.count = 1;
    frames->count = f->frames;
    frames->seconds = NEW_ARRAY(arena, double, f->frames);
    for (int i = 0; i < f->frames; i++)
        frames->seconds[i] = fmin(fmax(all / f->frames, shortest), longest);
    frames->seconds[f->frames - 1] = last;
    frames->draw = draw_iteration;
    frames->context = f;
    return ok;
}

const FigureKind film_kind = {
    .name = "film",
    .summary = "a tensor through the iterations of its loop, with the loss",
    .options = "log robust raw-tokens bar-label animate bare",
    .misfit = misfit,
    .build = build,
    .moves_colors = true,
    .move = move,
};
