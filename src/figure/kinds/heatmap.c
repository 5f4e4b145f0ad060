// The figure is planned first and drawn after. A plan follows from two things: the unit (all
// fonts and margins are multiples of it) and the size of a cell. The natural size has unit 1; a
// larger figure is the same with a larger unit, and so is a smaller one while its fonts can be
// read; from there on only its cells shrink.
#include "figure/kind.h"
#include "figure/kinds/panels.h"
#include "figure/page/sheet.h"
#include "figure/parts/alt.h"
#include "figure/parts/cells.h"
#include "figure/parts/colorbar.h"
#include "figure/parts/focus.h"
#include "figure/parts/heading.h"
#include "study/attention/attention.h"
#include "trace/explain/explain.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double usual_margin = 22;
static const double bar_distance = 20;
static const double bar_level_width = 150; // at least, where the bar is below
static const double legend_room = 26;

static const double smallest_unit = 0.75; // where all is easily read
static const double smallest_font = 5.5;  // points: what a reader close by still reads
static const double smallest_label = 7.5; // units: of an axis (axis.c)
static const double tightest_unit = 0.5;  // rather than no figure

typedef struct Heatmap {
    Pen pen;
    Plane plane;
    AxisPair axes;
    Scale scale;
    ColorBar bar;
    FigureHeading heading;
    const FigureLook *options;
} Heatmap;

typedef struct Plan {
    double unit, margin; // margin: points
    AxisFit row, column;
    Cells cells; // x, y from the figure's corner
    double grid_width, grid_height;
    double legend; // its width; 0: none
    bool bar_below;
    Callouts callouts;
    double bar_x, bar_y, bar_length;
    FigureLines caption;
    double caption_y;
    double width, height; // of everything, margins included
} Plan;

// ---- natural size -----------------------------------------------------------------------------

// One side of a cell, from how many there are: few are large, many fill a slide, and beyond that
// cells come as whole pixels of a figure drawn at twice its size.
static double natural_side(int64_t count)
{
    const double largest = 72, room = 640;
    double side = room / (double)count;
    if (side >= largest) return largest;
    return fmax(floor(side * 2) / 2, 0.5);
}

static void natural_cell(const Heatmap *h, double *width, double *height)
{
    *width = natural_side(h->plane.matrix.columns);
    *height = natural_side(h->plane.matrix.rows);
    const double longish = 2.5; // a matrix is drawn with square cells unless it is a long strip
    double most = fmax(longish * fmin(*width, *height), 22);
    if (fmax(*width, *height) <= longish * fmin(*width, *height)) {
        most = fmin(*width, *height);
    }
    *width = fmin(*width, most);
    *height = fmin(*height, most);
}

// ---- plan -------------------------------------------------------------------------------------

static void plan_bar(const Heatmap *h, Plan *plan)
{
    const Cells *cells = &plan->cells;
    double edge = cells_gap(cells, plan->unit) / 2;
    bool wide = h->options->height > 0 && h->options->width > 1.3 * h->options->height;
    plan->bar_below = plan->grid_height < 96 * plan->unit || (plan->callouts.count && !wide);
    if (plan->bar_below) {
        double below = 14 * plan->unit + (plan->legend > 0 ? legend_room * plan->unit : 0);
        below += fmax(plan->callouts.height - plan->grid_height, 0);
        plan->bar_x = cells->x + edge;
        plan->bar_y = cells->y + plan->grid_height + below;
        plan->bar_length = fmax(plan->grid_width, bar_level_width * plan->unit) - 2 * edge;
    } else {
        double beside = plan->callouts.left + plan->callouts.width;
        plan->bar_x = cells->x + fmax(plan->grid_width, beside) + bar_distance * plan->unit;
        plan->bar_y = cells->y + edge;
        plan->bar_length = plan->grid_height - 2 * edge;
    }
    bool small = h->heading.form == HEADING_LEAST; // the matrix needs the room
    if (!h->bar.ticks || small || h->options->bare) plan->bar_length = 0;
}

// As wide as the figure, which is at least as wide as a line that can be read.
static void plan_caption(const Heatmap *h, Plan *plan)
{
    if (!h->options->caption || !h->options->caption[0]) return;
    const double readable = 240;
    double least =
        fmin(readable * plan->unit, h->options->width > 0 ? h->options->width : HUGE_VAL);
    plan->width = fmax(plan->width, least);
    double room = plan->width - 2 * plan->margin;
    plan->caption = figure_caption_wrap(h->options->caption, room / plan->unit, &h->pen);
}

static void plan_outline(const Heatmap *h, Plan *plan)
{
    double unit = plan->unit, bar_size = colorbar_size(unit), thick = colorbar_thickness(unit);
    double right = plan->cells.x + plan->grid_width + plan->column.overhang;
    double bottom = plan->cells.y + plan->grid_height;
    if (plan->callouts.count) {
        right = fmax(right, plan->cells.x + plan->callouts.left + plan->callouts.width);
        bottom = fmax(bottom, plan->cells.y + plan->callouts.height);
    }
    if (plan->legend > 0) {
        right = fmax(right, plan->cells.x + plan->legend);
        bottom += legend_room * unit;
    }
    if (plan->bar_length > 0 && plan->bar_below) {
        right = fmax(right, plan->bar_x + plan->bar_length);
        bottom = plan->bar_y + thick + 4 * unit + 1.2 * bar_size;
    } else if (plan->bar_length > 0) {
        right = fmax(right, plan->bar_x + thick + 7 * unit + h->bar.widest * bar_size);
    }
    right = fmax(right, plan->margin + heading_width(&h->heading, unit));
    plan->width = ceil(right + plan->margin);
    plan->caption_y = bottom + 14 * unit;
    plan_caption(h, plan);
    if (plan->caption.count) bottom = plan->caption_y + figure_caption_height(&plan->caption, unit);
    plan->height = ceil(bottom + plan->margin);
}

// In proportion, but no wider than that of the page.
static double margin_at(const FigureLook *options, double unit)
{
    return fmin(usual_margin * unit, sheet_margin(options));
}

// Numbers are as large as the options ask, with fewer decimals where it takes that, or left out.
static void fit_numbers(const Heatmap *h, Cells *cells, double unit)
{
    const double readable = 4; // points, close by
    if (h->options->no_values) return;
    double least = fmax(h->options->least_text, h->options->width > 0 ? readable : 0);
    Pen pen = h->pen;
    pen.unit = unit;
    int digits = h->options->digits;
    cells_fit_text(cells, digits, &pen);
    while (cells->text_size > 0 && cells->text_size < least && cells->decimals) {
        digits = cells->decimals > 1 ? cells->decimals - 1 : -1;
        cells_fit_text(cells, digits, &pen);
    }
    if (cells->text_size < least) cells->text_size = 0;
}

static Plan plan_at(const Heatmap *h, double unit, double cell_width, double cell_height)
{
    Plan plan = {.unit = unit, .margin = margin_at(h->options, unit)};
    plan.grid_width = cell_width * (double)h->plane.matrix.columns;
    plan.grid_height = cell_height * (double)h->plane.matrix.rows;
    plan.row = axis_fit_rows(&h->axes.rows, cell_height, unit);
    plan.column = axis_fit_columns(&h->axes.columns, cell_width, unit);
    plan.cells = (Cells){
        .plane = &h->plane,
        .scale = &h->scale,
        .x = ceil(plan.margin + plan.row.extent),
        .y = ceil(plan.margin + heading_height(&h->heading, unit) + plan.column.extent),
        .width = cell_width,
        .height = cell_height,
    };
    fit_numbers(h, &plan.cells, unit);
    Pen pen = h->pen;
    pen.unit = unit;
    plan.legend = h->options->bare ? 0 : cells_legend_width(&plan.cells, &pen);
    plan.callouts = callouts_fit(h->options->focus, &plan.cells, h->options->width, &pen);
    plan_bar(h, &plan);
    plan_outline(h, &plan);
    return plan;
}

static bool plan_fits(const Plan *plan, double width, double height)
{
    const double least = 12; // points of cells, in either direction
    return plan->width <= width && plan->height <= height && plan->grid_width >= least &&
           plan->grid_height >= least;
}

// The largest cells with which the figure fits; halving finds them to a thousandth.
static bool shrink_cells(const Heatmap *h, double unit, Plan *plan, double width, double height)
{
    double cell_width, cell_height, low = 0, high = 1;
    natural_cell(h, &cell_width, &cell_height);
    bool found = false;
    for (int i = 0; i < 12; i++) {
        double middle = (low + high) / 2;
        Plan tried = plan_at(h, unit, cell_width * middle, cell_height * middle);
        bool too_large = tried.width > width || tried.height > height;
        if (plan_fits(&tried, width, height)) {
            *plan = tried;
            found = true;
        }
        *(too_large ? &high : &low) = middle;
    }
    return found;
}

// The size of the smallest font around the cells.
static double smallest_around(const Heatmap *h, const Plan *plan)
{
    double size = heading_smallest(&h->heading, plan->unit);
    if (h->axes.rows.labels) size = fmin(size, plan->row.size);
    if (h->axes.columns.labels) size = fmin(size, plan->column.size);
    return plan->bar_length > 0 ? fmin(size, colorbar_size(plan->unit)) : size;
}

static bool is_readable(const Heatmap *h, const Plan *plan)
{
    return smallest_around(h, plan) >= h->options->least_text;
}

// Has it numbers, and are all of its fonts large enough?
static bool shows_numbers(const Heatmap *h, const Plan *plan)
{
    double font = fmin(plan->cells.text_size, smallest_around(h, plan));
    return font >= fmax(smallest_font, h->options->least_text);
}

// Smaller fonts around the cells leave the cells more room: that much they give way as the numbers
// in the cells gain by it.
static bool shrink(const Heatmap *h, Plan *plan, double width, double height)
{
    static const double smaller[] = {0.65, 0.55};
    bool found = shrink_cells(h, smallest_unit, plan, width, height);
    for (int i = 0; i < 2; i++) {
        Plan tried;
        if (!shrink_cells(h, smaller[i], &tried, width, height) || !shows_numbers(h, &tried))
            continue;
        if (!found || tried.cells.text_size > plan->cells.text_size) *plan = tried;
        found = true;
    }
    bool small = h->heading.form == HEADING_LEAST; // numbers count more there than large labels
    Plan tight;
    if ((!found || (small && plan->cells.text_size <= 0)) &&
        shrink_cells(h, tightest_unit, &tight, width, height)) {
        if (!found || tight.cells.text_size > 0) *plan = tight;
        found = true;
    }
    if (found && is_readable(h, plan)) return true;
    Plan readable;
    double unit = h->options->least_text / smallest_label;
    if (unit <= 0 || !shrink_cells(h, unit, &readable, width, height)) return found;
    *plan = readable;
    return true;
}

// How much larger than natural the figure is at the size asked for; HUGE_VAL: none was.
static double unit_for(const Plan *natural, const FigureLook *options, double width, double height)
{
    double within = sheet_margin(options), around = 2 * natural->margin;
    double unit = fmin((width - 2 * within) / (natural->width - around),
                       (height - 2 * within) / (natural->height - around));
    if (natural->margin * unit >= within) return unit;
    return fmin(width / natural->width, height / natural->height);
}

static bool plan_for(const Heatmap *h, Plan *plan, Error *error)
{
    double cell_width, cell_height;
    natural_cell(h, &cell_width, &cell_height);
    *plan = plan_at(h, 1, cell_width, cell_height);
    double width = h->options->width, height = h->options->height;
    if (width <= 0) width = HUGE_VAL;
    if (height <= 0) height = HUGE_VAL;
    double unit = unit_for(plan, h->options, width, height);
    if (isinf(unit)) return true;
    double natural_width = plan->width, natural_height = plan->height;
    Plan alike = plan_at(h, unit, cell_width * unit, cell_height * unit);
    bool large = unit >= smallest_unit;
    *plan = alike;
    if ((large && is_readable(h, &alike)) || shows_numbers(h, &alike)) return true;
    if (shrink(h, plan, width, height)) return true;
    *plan = alike;
    if (large) return true;
    error_set(error, NULL, "a figure of this matrix does not fit the size asked for");
    return error_hint(error, "its natural size is %.0f x %.0f points", natural_width,
                      natural_height);
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw(const Heatmap *h, const Plan *plan, double x, double y)
{
    Pen pen = h->pen;
    pen.unit = plan->unit;
    double unit = plan->unit;
    Cells cells = plan->cells;
    cells.x += x;
    cells.y += y;
    heading_draw(&h->heading, &pen, x + plan->margin, y + plan->margin);
    focus_draw_cells(h->options->focus, &cells, &pen);
    callouts_draw(&plan->callouts, &cells, &pen);
    axis_draw_rows(&h->axes.rows, plan->row, &pen, cells.x, cells.y);
    axis_draw_columns(&h->axes.columns, plan->column, &pen, cells.x, cells.y);
    if (plan->legend > 0) {
        double middle = cells.y + plan->grid_height + 0.6 * legend_room * unit;
        cells_draw_legend(&cells, &pen, cells.x, middle);
    }
    figure_caption_draw(&plan->caption, &pen, x + plan->margin, y + plan->caption_y);
    if (plan->bar_length <= 0) return;
    if (plan->bar_below)
        colorbar_draw_level(&h->bar, &pen, x + plan->bar_x, y + plan->bar_y, plan->bar_length);
    else
        colorbar_draw_upright(&h->bar, &pen, x + plan->bar_x, y + plan->bar_y, plan->bar_length);
}

// Labels of the rows of scores are those of the columns too: both are tokens.
static bool read_axes(Heatmap *h, const Trace *trace, Error *error)
{
    const FigureLook *look = h->options;
    const Matrix *matrix = &h->plane.matrix;
    bool same = !look->columns.label && attention_has_same_tokens(trace, matrix->entry);
    return axes_read(&h->axes, trace, matrix, &look->rows, same ? &look->rows : &look->columns,
                     &h->pen, error);
}

static const char *describe(const Heatmap *h, const char *held, Arena *arena)
{
    const Plane *plane = &h->plane;
    Buf text = {.arena = arena};
    buf_printf(&text, "Heatmap of %s, %lld by %lld", h->heading.name, (long long)plane->matrix.rows,
               (long long)plane->matrix.columns);
    alt_add_range(&text, plane);
    if (held) buf_printf(&text, ", %s", held);
    buf_add(&text, STR(". "));
    alt_add_attention(&text, plane, &h->axes.rows, &h->axes.columns, 40);
    alt_add_extremes(&text, plane, &h->axes.rows, &h->axes.columns);
    text.n = str_trim(buf_str(&text)).n;
    if (text.p[text.n - 1] != '.') buf_add_char(&text, '.');
    focus_describe(h->options->focus, &text);
    if (h->options->caption) buf_printf(&text, " %s", h->options->caption);
    return buf_text(&text);
}

// How much of a heading the size asked for has room for.
static HeadingForm heading_form(const FigureLook *look)
{
    double width = look->width > 0 ? look->width : HUGE_VAL;
    double height = look->height > 0 ? look->height : HUGE_VAL;
    if (look->bare || (look->title && !look->title[0])) return HEADING_NONE;
    if (width < 160 || height < 110) return HEADING_LEAST;
    return width < 340 || height < 220 ? HEADING_SMALL : HEADING_USUAL;
}

// On a page as low or narrow as a few labels its cells need what the axes' names would take.
static void forget_names(Heatmap *h)
{
    const double small = 110;
    const FigureLook *look = h->options;
    bool is_small =
        (look->height > 0 && look->height < small) || (look->width > 0 && look->width < small);
    if (is_small) h->axes.rows.name = h->axes.columns.name = NULL;
}

// The heading gives way where the matrix would not fit below it.
static bool plan_with_heading(Heatmap *h, const Trace *trace, int entry, Plan *plan, Error *error)
{
    const FigureLook *look = h->options;
    double room = look->width > 0 ? look->width / smallest_unit - 2 * usual_margin : HUGE_VAL;
    for (HeadingForm form = heading_form(look);; form++) {
        Error none = {.arena = error->arena};
        h->heading.form = form;
        heading_read(&h->heading, trace, entry, &h->plane.matrix, look->title, room, &h->pen);
        if (form == HEADING_NONE) return plan_for(h, plan, error);
        if (plan_for(h, plan, &none)) return true;
    }
}

static bool build(const Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    const Trace *trace = request->trace;
    const FigureLook *look = &request->look;
    Heatmap h = {.pen = *pen, .options = look};
    int entry = request->cell.entry;
    Matrix matrix = matrix_by_axes(trace, entry, request->cell.at);
    if (!plane_of(&h.plane, trace, matrix, look->sight, figure->arena, error)) return false;
    scale_read(&h.scale, &h.plane);
    if (!scale_choose(&h.scale, &look->scale, pen->theme, error)) return false;
    if (!read_axes(&h, trace, error)) return false;
    colorbar_read(&h.bar, &h.scale, plane_digits(look->digits), pen);
    forget_names(&h);
    Plan plan;
    if (!plan_with_heading(&h, trace, entry, &plan, error)) return false;
    figure->width = look->width > 0 ? look->width : plan.width;
    figure->height = look->height > 0 ? look->height : plan.height;
    figure->title = look->title && look->title[0] ? look->title : h.heading.name;
    figure->description = describe(&h, entry_held(trace, entry, figure->arena), figure->arena);
    draw(&h, &plan, floor((figure->width - plan.width) / 2),
         floor((figure->height - plan.height) / 2));
    return true;
}

static bool build_heatmap(Pen *pen, const FigureRequest *request, Error *error)
{
    return request->panels.count ? panels_build(pen, request, error) : build(pen, request, error);
}

const FigureKind heatmap_kind = {
    .name = "heatmap",
    .summary = "a matrix as colours with its numbers",
    .options = "cell row highlight annotate arrow compare head cmap range log robust labels "
               "column-labels bare",
    .way_out = "--no-values, or a part of it, as in 'scores[:8, :8]'",
    .hides = true,
    .build = build_heatmap,
};
