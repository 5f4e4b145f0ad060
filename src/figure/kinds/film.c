// A tensor through the iterations of its loop: small matrices on one scale, and above them the
// curve of the number that the loop is about. As a movement it is one large matrix, and the curve
// as far as it has come.
#include "figure/kind.h"
#include "figure/page/sheet.h"
#include "figure/parts/axis.h"
#include "figure/parts/cells.h"
#include "figure/parts/colorbar.h"

#include "base/text/number.h"
#include "study/film.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_FRAMES = 12, ONE_ROW = 6, CURVE_POINTS = 300, MOST_MOVED = 120 };

static const double gap = 14; // between matrices
static const double label_size = 11;
static const double caption_size = 9.5;
static const double curve_height = 72;
static const double bar_width = 180;

// A frame as it is drawn.
typedef struct Shot {
    int64_t iteration;
    Plane plane;
} Shot;

typedef struct FilmFigure {
    const FigureRequest *request;
    const Loop *loop;
    const Strip *strip, *curve; // the curve may be NULL
    TensorHeap heap;            // of the frames
    Pen pen;
    Shot shot[MOST_FRAMES];
    int count, columns, rows;
    Scale scale;
    Plane special; // counts the cells of all matrices that are no finite number
    int64_t until; // the curve is drawn to this iteration
    bool moves;
    AxisPair axes;
    AxisFit row_fit, column_fit;
    double side_x, side_y; // of one matrix
} FilmFigure;

static const char *misfit(const Trace *trace, Cell cell)
{
    const Loop *loop;
    const Strip *strip = film_of_entry(trace, cell.entry, &loop);
    if (!strip) return "does not change in a loop";
    return strip->count < 2 ? "has no more than one iteration" : NULL;
}

// ---- reading ------------------------------------------------------------------------------------

static bool read_shot(const FilmFigure *f, int frame, TensorHeap *heap, Shot *shot, Error *error)
{
    const Tensor *tensor = film_tensor(heap, f->strip, frame, error);
    if (!tensor) return false;
    const FigureRequest *request = f->request;
    Matrix matrix = matrix_shown_of(request->trace, tensor, request->cell.entry, request->cell.at);
    shot->iteration = f->strip->at[frame];
    return plane_of(&shot->plane, request->trace, matrix, (Sight){0}, f->pen.figure->arena, error);
}

// Which of all that were kept is the i-th of those shown.
static int frame_of(const FilmFigure *f, int i, int shown)
{
    return (int)((int64_t)i * (f->strip->count - 1) / (shown - 1));
}

static void take_shot(FilmFigure *f, Shot *shot)
{
    scale_read(&f->scale, &shot->plane);
    plane_add_special(&f->special, &shot->plane);
}

static bool read_shots(FilmFigure *f, Error *error)
{
    const Strip *strip = f->strip;
    if (strip_is_number(strip)) return true; // the curve is all there is of it
    f->count = strip->count < MOST_FRAMES ? strip->count : MOST_FRAMES;
    for (int i = 0; i < f->count; i++) {
        if (!read_shot(f, frame_of(f, i, f->count), &f->heap, &f->shot[i], error)) return false;
        take_shot(f, &f->shot[i]);
    }
    f->columns = f->count <= ONE_ROW ? f->count : (f->count + 1) / 2;
    f->rows = (f->count + f->columns - 1) / f->columns;
    return scale_choose(&f->scale, &f->request->look.scale, f->pen.theme, error);
}

static void choose_sides(FilmFigure *f)
{
    const Matrix *matrix = &f->shot[0].plane.matrix;
    double rows = (double)matrix->rows, columns = (double)matrix->columns;
    double longest = fmax(rows, columns);
    double side = f->moves ? fmin(300, 60 * longest) : fmin(96, 24 * longest);
    f->side_x = fmax(side * columns / longest, 8);
    f->side_y = fmax(side * rows / longest, 8);
}

static bool read_axes(FilmFigure *f, Error *error)
{
    const FigureLook *look = &f->request->look;
    const Matrix *matrix = &f->shot[0].plane.matrix;
    if (!axes_read(&f->axes, f->request->trace, matrix, &look->rows, &look->columns, &f->pen,
                   error))
        return false;
    f->row_fit = axis_fit_rows(&f->axes.rows, f->side_y / (double)matrix->rows, 1);
    f->column_fit = axis_fit_columns(&f->axes.columns, f->side_x / (double)matrix->columns, 1);
    return true;
}

// ---- layout -------------------------------------------------------------------------------------

static double column_pitch(const FilmFigure *f)
{
    double least = 76; // for the words below
    return fmax(f->side_x, least) + gap;
}

static double row_pitch(const FilmFigure *f)
{
    return f->side_y + label_size + caption_size + 14 + gap;
}

static const char *short_number(double value, Arena *arena)
{
    return arena_printf(arena, "%.3g", value);
}

// ---- the curve ----------------------------------------------------------------------------------

typedef struct CurveBox {
    double x, y, width, low, high;
} CurveBox;

static Point curve_point(const FilmFigure *f, const CurveBox *box, int64_t iteration, double value)
{
    double last = (double)(f->loop->count > 1 ? f->loop->count - 1 : 1);
    double share = box->high > box->low ? (value - box->low) / (box->high - box->low) : 0.5;
    return (Point){box->x + box->width * (double)iteration / last,
                   box->y + curve_height * (1 - share)};
}

static void read_range(const Strip *curve, CurveBox *box)
{
    box->low = HUGE_VAL;
    box->high = -HUGE_VAL;
    for (int i = 0; i < curve->count; i++) {
        double value = strip_value(curve, i, 0);
        if (isfinite(value)) box->low = fmin(box->low, value);
        if (isfinite(value)) box->high = fmax(box->high, value);
    }
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
            if (curve->at[i] > f->until) return;
            double value = strip_value(curve, i, 0);
            Point now = curve_point(f, box, curve->at[i], value);
            if (has_before && isfinite(value))
                pen_stroke(&f->pen, before.x, before.y, now.x - before.x, now.y - before.y, 1.5,
                           f->pen.theme->text);
            has_before = isfinite(value);
            before = now;
        }
    }
}

// A mark for each matrix below.
static void draw_marks(const FilmFigure *f, const CurveBox *box)
{
    const double side = 5;
    for (int i = 0; i < f->count; i++) {
        double value;
        if (!film_number(f->curve, f->shot[i].iteration, &value) || !isfinite(value)) continue;
        Point at = curve_point(f, box, f->shot[i].iteration, value);
        pen_box(&f->pen, at.x - side / 2, at.y - side / 2, side, side, side / 2,
                f->pen.theme->text);
    }
}

// Returns where what is below begins.
static double draw_curve(const FilmFigure *f, double x, double y, double width)
{
    const Pen *pen = &f->pen;
    Arena *arena = pen->figure->arena;
    CurveBox box = {.x = x, .y = y, .width = width};
    if (!f->curve) return y;
    read_range(f->curve, &box);
    if (!(box.low <= box.high)) return y;
    const char *low = short_number(box.low, arena), *high = short_number(box.high, arena);
    double room = caption_size * fmax(pen_width(pen, low, false), pen_width(pen, high, false));
    box.x += room + 6;
    box.width -= room + 6;
    pen_line(pen, box.x, y, 0, curve_height, pen->theme->rule);
    pen_line(pen, box.x, y + curve_height, box.width, 0, pen->theme->rule);
    pen_text(pen, box.x - 4, y + 4, high, caption_size, ALIGN_END, pen->theme->muted);
    if (box.high > box.low)
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
    return below + caption_size + 8;
}

// ---- the matrices -------------------------------------------------------------------------------

static void draw_words(const FilmFigure *f, const Shot *shot, double x, double y)
{
    Arena *arena = f->pen.figure->arena;
    double value;
    const char *before = f->moves ? "iteration " : "";
    const char *number = arena_printf(arena, "%s%" PRId64, before, shot->iteration + 1);
    y += label_size / 2 + 5;
    pen_bold(&f->pen, x, y, number, label_size, ALIGN_MIDDLE, f->pen.theme->text);
    if (!f->curve || !film_number(f->curve, shot->iteration, &value)) return;
    const char *words = arena_printf(arena, "%s %s", f->curve->name, short_number(value, arena));
    words = pen_fit(&f->pen, words, (column_pitch(f) - 4) / caption_size, false);
    pen_text(&f->pen, x, y + label_size + 2, words, caption_size, ALIGN_MIDDLE,
             f->pen.theme->muted);
}

// The same decimals and the same size in all iterations.
static void set_numbers(const FilmFigure *f, Cells *cells)
{
    const double largest = 13, smallest = 7, margin = 8;
    Arena *arena = f->pen.figure->arena;
    double widest = 0, ends[] = {f->scale.low, f->scale.high};
    if (f->request->look.no_values) return;
    cells->decimals = f->request->look.digits ? plane_digits(f->request->look.digits) : 2;
    for (int i = 0; i < 2; i++) {
        const char *text = arena_printf(arena, "%.*f", cells->decimals, ends[i]);
        widest = fmax(widest, pen_width(&f->pen, text, false));
    }
    double size = fmin(largest, (cells->width - margin) / fmax(widest, 1));
    cells->text_size = size < smallest || cells->height < 2 * size ? 0 : size;
}

static void draw_grid(const FilmFigure *f, double left, double top)
{
    for (int i = 0; i < f->count; i++) {
        const Shot *shot = &f->shot[i];
        const Matrix *matrix = &shot->plane.matrix;
        int row = i / f->columns, column = i % f->columns;
        double x = left + column * column_pitch(f), y = top + row * row_pitch(f);
        Cells cells = {.plane = &shot->plane,
                       .scale = &f->scale,
                       .x = x,
                       .y = y,
                       .width = f->side_x / (double)matrix->columns,
                       .height = f->side_y / (double)matrix->rows};
        if (f->moves) set_numbers(f, &cells);
        cells_draw(&cells, &f->pen);
        if (column == 0) axis_draw_rows(&f->axes.rows, f->row_fit, &f->pen, x, y);
        if (row == 0) axis_draw_columns(&f->axes.columns, f->column_fit, &f->pen, x, y);
        draw_words(f, shot, x + f->side_x / 2, y + f->side_y);
    }
}

// What explains the cells that are no numbers, and the bar.
static double draw_scale(const FilmFigure *f, double x, double y, double *width)
{
    Cells cells = {.plane = &f->special, .scale = &f->scale};
    if (cells_legend_width(&cells, &f->pen) > 0) {
        *width = fmax(*width, cells_draw_legend(&cells, &f->pen, x, y + 8));
        y += 26;
    }
    ColorBar bar;
    colorbar_read(&bar, &f->scale, plane_digits(f->request->look.digits), &f->pen);
    if (!bar.ticks) return y;
    colorbar_draw_level(&bar, &f->pen, x, y, bar_width);
    *width = fmax(*width, x + bar_width + bar.widest * colorbar_size(1) / 2);
    return y + colorbar_thickness(1) + 20;
}

// ---- all of it ----------------------------------------------------------------------------------

static const char *subtitle(const FilmFigure *f)
{
    Arena *arena = f->pen.figure->arena;
    if (f->moves)
        return arena_printf(arena, "%s, through %" PRId64 " iterations",
                            shape_times(arena, &f->strip->shape, " × "), f->loop->count);
    if (!f->count) return arena_printf(arena, "%" PRId64 " iterations", f->loop->count);
    return arena_printf(arena, "%s, %d of %" PRId64 " iterations, one scale",
                        shape_times(arena, &f->strip->shape, " × "), f->count, f->loop->count);
}

static const char *describe(const FilmFigure *f, const char *name)
{
    Arena *arena = f->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "%s through a loop: %s.", name, subtitle(f));
    for (int i = 0; i < f->count && f->curve; i++) {
        double value;
        if (!film_number(f->curve, f->shot[i].iteration, &value)) continue;
        buf_printf(&text, " Iteration %" PRId64 ": %s %s.", f->shot[i].iteration + 1,
                   f->curve->name, short_number(value, arena));
    }
    return buf_text(&text);
}

// Where they end, with room for the words below them.
static double right_of_grid(const FilmFigure *f, double left)
{
    double overhang = fmax(0, (column_pitch(f) - gap - f->side_x) / 2);
    double right = left + (f->columns - 1) * column_pitch(f) + f->side_x;
    return right + fmax(f->column_fit.overhang, overhang);
}

// Where the matrices begin, with room for their labels; `*width` grows to what they take.
static double left_of_grid(const FilmFigure *f, double *width)
{
    double overhang = fmax(0, (column_pitch(f) - gap - f->side_x) / 2);
    double left = SHEET_MARGIN + fmax(f->row_fit.extent, overhang);
    *width = fmax(*width, right_of_grid(f, left));
    return left;
}

static bool read(FilmFigure *f, Error *error)
{
    if (!read_shots(f, error)) return false;
    if (f->count == 0) return true;
    choose_sides(f);
    return read_axes(f, error);
}

static bool draw(FilmFigure *f, Error *error)
{
    const double least_width = f->moves ? 420 : 320;
    const FigureRequest *request = f->request;
    Figure *figure = f->pen.figure;
    double width = SHEET_MARGIN + least_width;
    const char *name = request->trace->entries[request->cell.entry].name;
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(f, name);
    double left = f->count ? left_of_grid(f, &width) : 0;
    double y = sheet_heading(&f->pen, figure->title, subtitle(f), &width);
    if (f->moves && f->count) left += fmax(0, (width - right_of_grid(f, left)) / 2);
    y = draw_curve(f, SHEET_MARGIN, y + 4, width - SHEET_MARGIN);
    if (f->count) {
        draw_grid(f, left, y + f->column_fit.extent);
        y += f->column_fit.extent + f->rows * row_pitch(f);
        y = draw_scale(f, left, y, &width);
    }
    return sheet_end(&f->pen, width, y, &request->look, error);
}

static FilmFigure begin(const Pen *pen, const FigureRequest *request)
{
    FilmFigure f = {.request = request, .until = INT64_MAX, .pen = *pen};
    f.strip = film_of_entry(request->trace, request->cell.entry, &f.loop);
    f.curve = strip_is_number(f.strip) ? f.strip : film_curve(&f.loop->film);
    return f;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    FilmFigure f = begin(pen, request);
    bool ok = read(&f, error) && draw(&f, error);
    tensor_heap_free(&f.heap);
    return ok;
}

// ---- moving -------------------------------------------------------------------------------------

typedef struct FilmMovement {
    FilmFigure film; // without matrices
    int count;
} FilmMovement;

// The scale is that of all iterations, which are in memory until it is chosen.
static bool read_all(FilmMovement *m, Error *error)
{
    FilmFigure *f = &m->film;
    TensorHeap heap = {0};
    Shot *all = NEW_ARRAY(f->pen.figure->arena, Shot, m->count);
    bool ok = true;
    for (int i = 0; ok && i < m->count && !strip_is_number(f->strip); i++) {
        ok = read_shot(f, frame_of(f, i, m->count), &heap, &all[i], error);
        if (ok) take_shot(f, &all[i]);
        f->count = f->columns = f->rows = 1;
        if (!ok || i > 0) continue;
        f->shot[0] = all[0];
        choose_sides(f);
        ok = read_axes(f, error);
    }
    ok = ok && (!f->count || scale_choose(&f->scale, &f->request->look.scale, f->pen.theme, error));
    tensor_heap_free(&heap);
    return ok;
}

static bool draw_iteration(const void *context, int frame, const FigureRequest *request UNUSED,
                           Pen *pen, Error *error)
{
    const FilmMovement *m = context;
    FilmFigure f = m->film;
    f.heap = (TensorHeap){0};
    f.pen = *pen;
    int kept = frame_of(&f, frame, m->count);
    f.until = f.strip->at[kept];
    bool ok = !f.count || read_shot(&f, kept, &f.heap, &f.shot[0], error);
    ok = ok && draw(&f, error);
    tensor_heap_free(&f.heap);
    return ok;
}

static bool move(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error)
{
    const double all = 12, shortest = 0.05, longest = 0.4, last = 2; // seconds
    Arena *arena = pen->figure->arena;
    FilmMovement *m = NEW(arena, FilmMovement);
    m->film = begin(pen, request);
    m->film.moves = true;
    m->count = m->film.strip->count < MOST_MOVED ? m->film.strip->count : MOST_MOVED;
    if (!read_all(m, error)) return false;
    frames->count = m->count;
    frames->seconds = NEW_ARRAY(arena, double, m->count);
    for (int i = 0; i < m->count; i++)
        frames->seconds[i] = fmin(fmax(all / m->count, shortest), longest);
    frames->seconds[m->count - 1] = last;
    frames->draw = draw_iteration;
    frames->context = m;
    return true;
}

const FigureKind film_kind = {
    .name = "film",
    .summary = "a tensor through the iterations of its loop, with the loss",
    .options = "log robust animate bare",
    .misfit = misfit,
    .build = build,
    .moves_colors = true,
    .move = move,
};
