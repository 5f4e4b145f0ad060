// Cells are made quiet after they were drawn, by their place: their colours come closer to that of
// the ground, and their numbers stay readable. A frame is seen on any colour, as there is a line in
// the colour of the ground around it. Arrows run along the gaps between cells.
#include "figure/focus.h"

#include "figure/route.h"

#include <math.h>

static const double quiet_part = 0.66; // of the way to the ground's colour
static const double frame = 2.2;       // units
static const double frame_halo = 1.3;

bool focus_concerns(const FigureRegion *region, const Matrix *matrix)
{
    if (region->entry >= 0 && region->entry != matrix->entry) return false;
    bool whole = region->slice < 0;
    return (whole || index_slice(&matrix->tensor->shape, matrix->base) == region->slice) &&
           region->row + region->rows <= matrix->rows &&
           region->column + region->columns <= matrix->columns && region->row < matrix->rows &&
           region->column < matrix->columns;
}

static double rows_of(const FigureRegion *region, const Matrix *matrix)
{
    return (double)(region->rows ? region->rows : matrix->rows - region->row);
}

static double columns_of(const FigureRegion *region, const Matrix *matrix)
{
    return (double)(region->columns ? region->columns : matrix->columns - region->column);
}

// ---- quiet cells ------------------------------------------------------------------------------

static bool holds(const FigureRegion *region, const Cells *cells, double row, double column)
{
    const Matrix *matrix = &cells->plane->matrix;
    double down = row - (double)region->row, across = column - (double)region->column;
    return focus_concerns(region, matrix) && down >= 0 && down < rows_of(region, matrix) &&
           across >= 0 && across < columns_of(region, matrix);
}

// Is it framed, or does anything point at it?
static bool stands_out(const FigureFocus *focus, const Cells *cells, double x, double y)
{
    double row = floor((y - cells->y) / cells->height);
    double column = floor((x - cells->x) / cells->width);
    bool found = false;
    for (int i = 0; i < focus->regions; i++) found |= holds(&focus->region[i], cells, row, column);
    for (int i = 0; i < focus->notes; i++) found |= holds(&focus->note[i].at, cells, row, column);
    for (int i = 0; i < focus->arrows; i++)
        found |= holds(&focus->arrow[i].from, cells, row, column) ||
                 holds(&focus->arrow[i].to, cells, row, column);
    return found;
}

static void quieten_image(const FigureFocus *focus, const Cells *cells, FigureShape *image,
                          const Pen *pen)
{
    size_t count = (size_t)image->pixel_rows * (size_t)image->pixel_columns;
    Color *pixels = NEW_ARRAY(pen->figure->arena, Color, count);
    for (size_t i = 0; i < count; i++) {
        size_t above = i / (size_t)image->pixel_columns, left = i % (size_t)image->pixel_columns;
        double row = (double)above + 0.5, column = (double)left + 0.5;
        bool out = stands_out(focus, cells, image->x + column / image->pixel_columns * image->width,
                              image->y + row / image->pixel_rows * image->height);
        pixels[i] = image->pixels[i];
        if (!out) pixels[i] = color_mix(pixels[i], route_ground(pen), quiet_part);
    }
    image->pixels = pixels;
}

// What has been drawn from the shape `first` on. A number stands after what it stands on.
static void quieten(const FigureFocus *focus, const Cells *cells, int first, const Pen *pen)
{
    Color ground = route_ground(pen), below = ground;
    for (int i = first; i < pen->figure->count; i++) {
        FigureShape *shape = &pen->figure->shapes[i];
        if (shape->kind == SHAPE_IMAGE) {
            quieten_image(focus, cells, shape, pen);
            continue;
        }
        bool is_text = shape->kind == SHAPE_TEXT;
        double x = is_text ? shape->x : shape->x + shape->width / 2;
        double y = is_text ? shape->y : shape->y + shape->height / 2;
        if (stands_out(focus, cells, x, y)) continue;
        if (is_text)
            shape->color = color_readable(pen->theme->muted, below, 4.5);
        else
            shape->color = color_mix(shape->color, ground, quiet_part);
        if (shape->kind == SHAPE_RECTANGLE) below = shape->color;
    }
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
        .width = columns_of(region, matrix) * cells->width - 2 * inset,
        .height = rows_of(region, matrix) * cells->height - 2 * inset,
        .radius = gap > unit ? 3 * unit : 0,
        .stroke = width + 2 * frame_halo * unit,
        .color = route_ground(pen),
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
    int first = pen->figure->count;
    cells_draw(cells, pen);
    if (!focus) return;
    const Matrix *matrix = &cells->plane->matrix;
    if (any_region(focus, matrix)) quieten(focus, cells, first, pen);
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
