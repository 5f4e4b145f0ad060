// Which cells are quiet is known before they are drawn (cells.h). A frame is seen on any colour, as
// there is a line in the colour of the ground around it. Arrows run along the gaps between cells.
#include "figure/parts/focus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double frame = 2.2; // units
static const double frame_halo = 1.3;

// Is the region in this matrix? With all of its cells.
static bool concerns(const FigureRegion *region, const Matrix *matrix)
{
    if (region->entry >= 0 && region->entry != matrix->entry) return false;
    return (!region->is_of_one || matrix_has(matrix, region->at)) &&
           region->row + region->rows <= matrix->rows &&
           region->column + region->columns <= matrix->columns && region->row < matrix->rows &&
           region->column < matrix->columns;
}

static int64_t rows_of(const FigureRegion *region, const Matrix *matrix)
{
    return region->rows ? region->rows : matrix->rows - region->row;
}

static int64_t columns_of(const FigureRegion *region, const Matrix *matrix)
{
    return region->columns ? region->columns : matrix->columns - region->column;
}

// ---- quiet cells ------------------------------------------------------------------------------

static void stand_out(const FigureRegion *region, const Matrix *matrix, bool *quiet)
{
    if (!concerns(region, matrix)) return;
    for (int64_t row = 0; row < rows_of(region, matrix); row++)
        memset(quiet + (region->row + row) * matrix->columns + region->column, false,
               (size_t)columns_of(region, matrix));
}

// All that are not framed, and that nothing points at; NULL: nothing is framed.
static const bool *quiet_cells(const FigureFocus *focus, const Matrix *matrix, Arena *arena)
{
    size_t count = (size_t)(matrix->rows * matrix->columns);
    bool *quiet = NEW_ARRAY(arena, bool, count), framed = false;
    memset(quiet, true, count);
    for (int i = 0; i < focus->count; i++) {
        const FocusMark *mark = &focus->mark[i];
        framed |= mark->kind == FOCUS_FRAME && concerns(&mark->at, matrix);
        stand_out(&mark->at, matrix, quiet);
        if (mark->kind == FOCUS_ARROW) stand_out(&mark->to, matrix, quiet);
    }
    return framed ? quiet : NULL;
}

// ---- labels -----------------------------------------------------------------------------------

static void keep_labels(Axis *axis, int64_t first, int64_t count, Arena *arena)
{
    const int64_t few = 32;
    if (count >= axis->count || count > few) return;
    int64_t *framed = NEW_ARRAY(arena, int64_t, axis->framed_count + count);
    for (int i = 0; i < axis->framed_count; i++) framed[i] = axis->framed[i];
    for (int64_t i = 0; i < count; i++) framed[axis->framed_count++] = first + i;
    axis->framed = framed;
}

void focus_keep_labels(const FigureFocus *focus, const Matrix *matrix, AxisPair *axes, Arena *arena)
{
    for (int i = 0; focus && i < focus->count; i++) {
        const FigureRegion *at = &focus->mark[i].at;
        if (focus->mark[i].kind != FOCUS_FRAME || !concerns(at, matrix)) continue;
        keep_labels(&axes->rows, at->row, rows_of(at, matrix), arena);
        keep_labels(&axes->columns, at->column, columns_of(at, matrix), arena);
    }
}

// ---- arrows round corners ---------------------------------------------------------------------
//
// Lines with round corners and a head. Below each is a wider one in the colour of the ground.

enum { MOST_CORNERS = 8 };

typedef struct Route {
    Point at[MOST_CORNERS];
    int count;
} Route;

// In units.
static const double stroke = 1.5;
static const double halo = 1.6; // on either side
static const double corner = 5;
static const double head_length = 7.5;
static const double head_width = 6.5;

static double route_depth(const Cells *cells, double unit)
{
    const double deepest = 15, before_number = 2;
    double free = (cells->height - cells->text_size) / 2 - before_number * unit;
    return cells->text_size > 0 ? fmax(fmin(free, deepest * unit), 0) : 0;
}

static void route_to(Route *route, double x, double y)
{
    const double same = 0.01;
    const Point *last = route->count ? &route->at[route->count - 1] : NULL;
    if (last && hypot(x - last->x, y - last->y) < same) return;
    if (route->count < MOST_CORNERS) route->at[route->count++] = (Point){x, y};
}

static void route_draw(const Route *route, const Pen *pen)
{
    if (route->count < 2) return;
    double unit = pen->unit, around = halo * unit;
    Point from = route->at[route->count - 2], tip = route->at[route->count - 1];
    double room = hypot(tip.x - from.x, tip.y - from.y), length = fmin(head_length * unit, room);
    Route line = *route;
    line.at[line.count - 1] = point_towards(tip, from, 0.8 * length);
    pen_path(pen, line.at, line.count, corner * unit, stroke * unit + 2 * around, pen_ground(pen));
    pen_arrowhead(pen, from, point_towards(tip, from, -1.6 * around), length + 3 * around,
                  head_width * unit + 3 * around, pen_ground(pen));
    pen_path(pen, line.at, line.count, corner * unit, stroke * unit, pen->theme->text);
    pen_arrowhead(pen, from, tip, length, head_width * unit, pen->theme->text);
}

// ---- frames -----------------------------------------------------------------------------------

// Around small cells, which it would cover; else on their edge.
void focus_draw_frame(const FigureRegion *region, const Cells *cells, const Pen *pen)
{
    const double small = 12;
    const Matrix *matrix = &cells->plane->matrix;
    double unit = pen->unit, gap = cells_gap(cells, unit);
    double side = fmin(cells->width, cells->height);
    double width = fmin(frame * unit, fmax(0.15 * side, unit));
    double inset = side < small * unit ? -width / 2 - frame_halo * unit : gap / 2;
    FigureShape box = {
        .kind = SHAPE_RECTANGLE,
        .x = cells->x + (double)region->column * cells->width + inset,
        .y = cells->y + (double)region->row * cells->height + inset,
        .width = (double)columns_of(region, matrix) * cells->width - 2 * inset,
        .height = (double)rows_of(region, matrix) * cells->height - 2 * inset,
        .radius = gap > unit ? 3 * unit : 0,
        .stroke = width + 2 * frame_halo * unit,
        .color = pen_ground(pen),
    };
    figure_add(pen->figure, box);
    box.stroke = width;
    box.color = pen->theme->text;
    figure_add(pen->figure, box);
}

// ---- arrows -----------------------------------------------------------------------------------

static Point middle_of(const FigureRegion *cell, const Cells *cells)
{
    return (Point){cells->x + ((double)cell->column + 0.5) * cells->width,
                   cells->y + ((double)cell->row + 0.5) * cells->height};
}

// Out of the cell towards the other one's row, along the gaps between rows and columns, and into
// the other one from above or below. Cells of one row are joined above it.
static Route route_around(const FocusMark *arrow, const Cells *cells, const Pen *pen)
{
    const FigureRegion *from = &arrow->at, *to = &arrow->to;
    double half = cells->height / 2, inset = half - route_depth(cells, pen->unit);
    double down = from->row < to->row ? 1 : -1, up = from->row == to->row ? -1 : -down;
    Point start = middle_of(from, cells), end = middle_of(to, cells);
    int64_t gap = to->column + (to->column <= from->column);
    double side = cells->x + (double)gap * cells->width;
    Route route = {.count = 0};
    route_to(&route, start.x, start.y + down * inset);
    route_to(&route, start.x, start.y + down * half);
    bool neighbours = from->row + (int64_t)down == to->row || from->row == to->row;
    if (!neighbours) {
        route_to(&route, side, start.y + down * half);
        route_to(&route, side, end.y + up * half);
    }
    route_to(&route, end.x, end.y + up * half);
    route_to(&route, end.x, end.y + up * inset);
    return route;
}

// Where there are no numbers to go round: from the middle of one cell to that of the other.
static void draw_arrow(const FocusMark *arrow, const Cells *cells, const Pen *pen)
{
    Route route = {{middle_of(&arrow->at, cells), middle_of(&arrow->to, cells)}, 2};
    if (cells->text_size > 0) route = route_around(arrow, cells, pen);
    figure_group(pen->figure, "arrow")->title =
        arena_printf(pen->figure->arena, "from %s to %s", arrow->at.name, arrow->to.name);
    route_draw(&route, pen);
    figure_group_end(pen->figure);
}

// ---- all --------------------------------------------------------------------------------------

void focus_draw_cells(const FigureFocus *focus, const Cells *cells, const Pen *pen)
{
    const Matrix *matrix = &cells->plane->matrix;
    Cells seen = *cells;
    if (focus) seen.quiet = quiet_cells(focus, matrix, pen->figure->arena);
    cells_draw(&seen, pen);
    figure_group(pen->figure, "marks");
    for (int i = 0; focus && i < focus->count; i++) {
        const FocusMark *mark = &focus->mark[i];
        if (!concerns(&mark->at, matrix)) continue;
        if (mark->kind == FOCUS_FRAME) focus_draw_frame(&mark->at, cells, pen);
        if (mark->kind == FOCUS_ARROW && concerns(&mark->to, matrix)) draw_arrow(mark, cells, pen);
    }
    figure_group_end(pen->figure);
}

void focus_describe(const FigureFocus *focus, Buf *out)
{
    for (int i = 0; focus && i < focus->count; i++) {
        const FocusMark *mark = &focus->mark[i];
        bool ends = i + 1 == focus->count || mark[1].kind != FOCUS_FRAME;
        if (mark->kind == FOCUS_FRAME)
            buf_printf(out, "%s%s%s", i ? ", " : " Framed: ", mark->at.name, ends ? "." : "");
        else if (mark->kind == FOCUS_ARROW)
            buf_printf(out, " An arrow from %s to %s.", mark->at.name, mark->to.name);
        else
            buf_printf(out, " At %s: %s.", mark->at.name, mark->text);
    }
}

// ---- texts beside a matrix --------------------------------------------------------------------
//
// An arrow comes in between two rows, so that it crosses no number, and turns into its cell from
// above or below. Texts are in the order in which their arrows come in, and so no two arrows
// cross; each is at the height of its arrow, or as far below as the one before it needs.

// In units.
static const double text_size = 11.5;
static const double line_height = 15;
static const double lane = 26;  // between the cells and the texts
static const double apart = 9;  // between two texts
static const double indent = 7; // from the line beside a text
static const double track_distance = 4;

enum { MOST_NOTE_LINES = 12 };

// A text takes about a third of a figure's width.
static double room_for(double figure_width)
{
    const double widest = 17, narrowest = 7, third = 0.34, usual_unit = 0.65;
    if (figure_width <= 0) return widest;
    return fmin(fmax(third * figure_width / (text_size * usual_unit), narrowest), widest);
}

static int by_row(const void *left, const void *right)
{
    const FigureRegion *a = &((const Callout *)left)->note->at;
    const FigureRegion *b = &((const Callout *)right)->note->at;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return a->column == b->column ? 0 : a->column < b->column ? -1 : 1;
}

static int by_track(const void *left, const void *right)
{
    double a = ((const Callout *)left)->track, b = ((const Callout *)right)->track;
    return (a > b) - (a < b);
}

// How far from the edge of its cell an arrow runs, towards the middle: inside of a cell, between a
// frame and the number; and outside of cells that have no numbers, which the arrow's head would
// cover.
static double track_depth(const Cells *cells, double unit)
{
    const double inside = 5.5, outside = 9;
    if (cells->text_size <= 0) return -outside * unit;
    return fmin(inside * unit, 0.35 * route_depth(cells, unit));
}

// The first of a row comes in above its number, all others below. Above the first row there may be
// labels.
static void choose_tracks(Callouts *callouts, const Cells *cells, double unit)
{
    double depth = track_depth(cells, unit), beside = 0;
    for (int i = 0; i < callouts->count; i++) {
        Callout *callout = &callouts->callout[i];
        int64_t row = callout->note->at.row;
        bool first = i == 0 || callouts->callout[i - 1].note->at.row != row;
        callout->from_above = first && (row > 0 || depth > 0);
        beside = first || callouts->callout[i - 1].from_above ? 0 : beside + track_distance * unit;
        double edge = (double)(row + !callout->from_above) * cells->height;
        callout->track = edge + (callout->from_above ? depth : -depth) - beside;
    }
}

static void place_texts(Callouts *callouts, double unit)
{
    double free_from = 0;
    for (int i = 0; i < callouts->count; i++) {
        Callout *callout = &callouts->callout[i];
        double height = callout->lines.count * line_height * unit;
        callout->top = fmax(callout->track - height / 2, free_from);
        callouts->height = callout->top + height;
        free_from = callouts->height + apart * unit;
        callouts->width =
            fmax(callouts->width, callout->lines.widest * text_size * unit + indent * unit);
    }
}

Callouts callouts_fit(const FigureFocus *focus, const Cells *cells, double figure_width,
                      const Pen *pen)
{
    Callouts callouts = {.count = 0};
    if (!focus) return callouts;
    const Matrix *matrix = &cells->plane->matrix;
    callouts.callout = NEW_ARRAY(pen->figure->arena, Callout, focus->count);
    for (int i = 0; i < focus->count; i++) {
        const FocusMark *note = &focus->mark[i];
        if (note->kind != FOCUS_NOTE || !concerns(&note->at, matrix)) continue;
        callouts.callout[callouts.count++] = (Callout){
            .note = note,
            .lines = lines_wrap(note->text, room_for(figure_width), MOST_NOTE_LINES, false, pen),
        };
    }
    if (!callouts.count) return callouts;
    qsort(callouts.callout, (size_t)callouts.count, sizeof *callouts.callout, by_row);
    callouts.left = cells->width * (double)matrix->columns + lane * pen->unit;
    choose_tracks(&callouts, cells, pen->unit);
    qsort(callouts.callout, (size_t)callouts.count, sizeof *callouts.callout, by_track);
    place_texts(&callouts, pen->unit);
    return callouts;
}

static void draw_leader(const Callout *callout, const Cells *cells, const Pen *pen, double left,
                        double middle)
{
    double right = cells->x + cells->width * (double)cells->plane->matrix.columns;
    double target = cells->x + ((double)callout->note->at.column + 0.5) * cells->width;
    double track = cells->y + callout->track;
    double top = cells->y + (double)callout->note->at.row * cells->height;
    double depth = route_depth(cells, pen->unit);
    double into = callout->from_above ? top + depth : top + cells->height - depth;
    Route route = {.count = 0};
    route_to(&route, left, middle);
    route_to(&route, right + 5 * pen->unit, track);
    route_to(&route, target, track);
    route_to(&route, target, into);
    route_draw(&route, pen);
}

void callouts_draw(const Callouts *callouts, const Cells *cells, const Pen *pen)
{
    double unit = pen->unit, left = cells->x + callouts->left;
    figure_group(pen->figure, "notes");
    for (int i = 0; i < callouts->count; i++) {
        const Callout *callout = &callouts->callout[i];
        double top = cells->y + callout->top, height = callout->lines.count * line_height * unit;
        draw_leader(callout, cells, pen, left, top + height / 2);
        pen_line(pen, left, top, 0, height, pen->theme->text);
        for (int line = 0; line < callout->lines.count; line++)
            pen_text(pen, left + indent * unit, top + (line + 0.5) * line_height * unit,
                     callout->lines.line[line], text_size * unit, ALIGN_START, pen->theme->text);
    }
    figure_group_end(pen->figure);
}
