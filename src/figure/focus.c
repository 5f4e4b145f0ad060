// Which cells are quiet is known before they are drawn (cells.h). A frame is seen on any colour, as
// there is a line in the colour of the ground around it. Arrows run along the gaps between cells.
#include "figure/focus.h"

#include "figure/route.h"

#include <math.h>
#include <string.h>

static const double frame = 2.2; // units
static const double frame_halo = 1.3;

bool focus_concerns(const FigureRegion *region, const Matrix *matrix)
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
    if (!focus_concerns(region, matrix)) return;
    for (int64_t row = 0; row < rows_of(region, matrix); row++)
        memset(quiet + (region->row + row) * matrix->columns + region->column, false,
               (size_t)columns_of(region, matrix));
}

// All that are not framed, and that nothing points at.
static const bool *quiet_cells(const FigureFocus *focus, const Matrix *matrix, Arena *arena)
{
    size_t count = (size_t)(matrix->rows * matrix->columns);
    bool *quiet = NEW_ARRAY(arena, bool, count);
    memset(quiet, true, count);
    for (int i = 0; i < focus->regions; i++) stand_out(&focus->region[i], matrix, quiet);
    for (int i = 0; i < focus->notes; i++) stand_out(&focus->note[i].at, matrix, quiet);
    for (int i = 0; i < focus->arrows; i++) {
        stand_out(&focus->arrow[i].from, matrix, quiet);
        stand_out(&focus->arrow[i].to, matrix, quiet);
    }
    return quiet;
}

// ---- frames -----------------------------------------------------------------------------------

// Around small cells, which it would cover; else on their edge.
static void draw_frame(const FigureRegion *region, const Cells *cells, const Pen *pen)
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

typedef struct Middle {
    double x, y;
} Middle;

static Middle middle_of(const FigureRegion *cell, const Cells *cells)
{
    return (Middle){cells->x + ((double)cell->column + 0.5) * cells->width,
                    cells->y + ((double)cell->row + 0.5) * cells->height};
}

// Out of the cell towards the other one's row, along the gaps between rows and columns, and into
// the other one from above or below. Cells of one row are joined above it.
static Route route_around(const FocusArrow *arrow, const Cells *cells, const Pen *pen)
{
    const FigureRegion *from = &arrow->from, *to = &arrow->to;
    double half = cells->height / 2, inset = half - route_depth(cells, pen->unit);
    double down = from->row < to->row ? 1 : -1, up = from->row == to->row ? -1 : -down;
    Middle start = middle_of(from, cells), end = middle_of(to, cells);
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
static Route route_straight(const FocusArrow *arrow, const Cells *cells)
{
    Middle start = middle_of(&arrow->from, cells), end = middle_of(&arrow->to, cells);
    Route route = {.count = 0};
    route_to(&route, start.x, start.y);
    route_to(&route, end.x, end.y);
    return route;
}

static void draw_arrow(const FocusArrow *arrow, const Cells *cells, const Pen *pen)
{
    Route route =
        cells->text_size > 0 ? route_around(arrow, cells, pen) : route_straight(arrow, cells);
    route_draw(&route, pen);
}

// ---- all --------------------------------------------------------------------------------------

static bool any_region(const FigureFocus *focus, const Matrix *matrix)
{
    for (int i = 0; i < focus->regions; i++) {
        if (focus_concerns(&focus->region[i], matrix)) return true;
    }
    return false;
}

void focus_draw_cells(const FigureFocus *focus, const Cells *cells, const Pen *pen)
{
    const Matrix *matrix = &cells->plane->matrix;
    Cells seen = *cells;
    if (focus && any_region(focus, matrix))
        seen.quiet = quiet_cells(focus, matrix, pen->figure->arena);
    cells_draw(&seen, pen);
    if (!focus) return;
    for (int i = 0; i < focus->regions; i++) {
        if (focus_concerns(&focus->region[i], matrix)) draw_frame(&focus->region[i], cells, pen);
    }
    for (int i = 0; i < focus->arrows; i++) {
        const FocusArrow *arrow = &focus->arrow[i];
        bool both = focus_concerns(&arrow->from, matrix) && focus_concerns(&arrow->to, matrix);
        if (both) draw_arrow(arrow, cells, pen);
    }
}

void focus_describe(const FigureFocus *focus, Buf *out)
{
    if (!focus) return;
    for (int i = 0; i < focus->regions; i++)
        buf_printf(out, "%s%s", i ? ", " : " Framed: ", focus->region[i].name);
    if (focus->regions) buf_add_char(out, '.');
    for (int i = 0; i < focus->arrows; i++)
        buf_printf(out, " An arrow from %s to %s.", focus->arrow[i].from.name,
                   focus->arrow[i].to.name);
    for (int i = 0; i < focus->notes; i++)
        buf_printf(out, " At %s: %s.", focus->note[i].at.name, focus->note[i].text);
}
