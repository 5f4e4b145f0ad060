// Panels are in as many columns as use the size asked for best. What can be compared has one
// scale, and one bar below the first of its panels: attention weights, other numbers of about the
// same size, what is compared, and everything where a range is given. A difference has a scale of
// its own, with 0 in the middle.
#include "figure/kinds/panels.h"

#include "figure/page/sheet.h"
#include "figure/parts/colorbar.h"
#include "figure/parts/focus.h"
#include "figure/parts/heading.h"
#include "study/attention/attention.h"
#include "tensor/differ.h"

#include <inttypes.h>
#include <math.h>

static const double gap = 28;        // between panels
static const double largest = 64;    // of one cell
static const double bar_room = 48;   // below the cells, with its numbers
static const double least_bar = 110; // its length
static const double most_bar = 220;
static const double note_size = 10.5;
static const double heading_unit = 0.8;       // smaller than over a single matrix
static const double least_heading_text = 9.2; // of its texts

typedef struct DrawnPanel {
    const FigurePanel *asked;
    Plane plane;
    FigureHeading heading;
    AxisPair axes;
    AxisFit row_fit, column_fit;
    Cells cells;      // x, y from the panel's corner
    bool had_numbers; // at its natural size
    Callouts callouts;
    int scale;            // which of the figure's
    bool is_difference;   // of the two before it
    const char *bar_note; // before the bar: what it is for
    double width, height; // height: of all below the heading and the labels of the columns
    double below;         // from the top of the cells to the bar
} DrawnPanel;

// From one matrix to another, cell by cell.
typedef struct MatrixDifference {
    Tensor *tensor; // of the matrix' rows and columns: after - before
    int64_t changed, cells;
} MatrixDifference;

typedef struct PanelsFigure {
    const FigureRequest *request;
    Pen pen;
    DrawnPanel *panel;
    int count;
    Scale *scale;
    ColorBar *bar;
    int scales;
    TensorHeap heap;
    MatrixDifference difference;
    double heading, labels; // the highest of them
    bool no_numbers;        // they cannot be read
    int per_row;
} PanelsFigure;

// ---- reading ----------------------------------------------------------------------------------

static bool check_shapes(const PanelsFigure *f, Error *error)
{
    const Matrix *a = &f->panel[0].plane.matrix, *b = &f->panel[1].plane.matrix;
    if (a->rows == b->rows && a->columns == b->columns) return true;
    return error_fail(error, "two of the same shape",
                      "%s is %" PRId64 " by %" PRId64 " and %s %" PRId64 " by %" PRId64
                      ": they cannot be compared",
                      f->panel[0].asked->title, a->rows, a->columns, f->panel[1].asked->title,
                      b->rows, b->columns);
}

// Of float64 numbers, so that none is lost of what float32 tensors hold; 0 where both cells are the
// same infinity or nan. False: it does not fit into the heap.
static bool matrix_difference(MatrixDifference *difference, const Matrix *before,
                              const Matrix *after, TensorHeap *heap, Error *error)
{
    Shape shape = {.ndim = 2, .dim = {after->rows, after->columns}};
    *difference = (MatrixDifference){.cells = shape_count(&shape)};
    difference->tensor = tensor_new(heap, DTYPE_FLOAT64, shape, error);
    if (!difference->tensor) return false;
    double *cell = tensor_doubles(difference->tensor);
    for (int64_t row = 0; row < after->rows; row++) {
        for (int64_t column = 0; column < after->columns; column++, cell++) {
            double was = matrix_value(before, row, column), is = matrix_value(after, row, column);
            if (!tensor_numbers_differ(was, is)) continue;
            *cell = is - was;
            difference->changed++;
        }
    }
    return true;
}

static bool read_difference(PanelsFigure *f, Error *error)
{
    const DrawnPanel *before = &f->panel[0], *after = &f->panel[1];
    DrawnPanel *panel = &f->panel[f->count++];
    if (!check_shapes(f, error) || !matrix_difference(&f->difference, &before->plane.matrix,
                                                      &after->plane.matrix, &f->heap, error))
        return false;
    panel->is_difference = true;
    panel->asked = after->asked;
    Matrix matrix = matrix_of(f->difference.tensor, after->plane.matrix.entry, (Index){0});
    if (!plane_of(&panel->plane, after->asked->trace, matrix, (Sight){0}, f->pen.figure->arena,
                  error))
        return false;
    panel->plane.holds_shares = false;
    panel->plane.is_gradient = true; // its sign is what matters
    return true;
}

static bool read_planes(PanelsFigure *f, Error *error)
{
    const FigureRequest *request = f->request;
    f->panel = NEW_ARRAY(f->pen.figure->arena, DrawnPanel, request->panels.count + 1);
    for (; f->count < request->panels.count; f->count++) {
        const FigurePanel *asked = &request->panels.panel[f->count];
        DrawnPanel *panel = &f->panel[f->count];
        panel->asked = asked;
        Matrix matrix = matrix_by_axes(asked->trace, asked->cell.entry, asked->cell.at);
        if (!plane_of(&panel->plane, asked->trace, matrix, (Sight){0}, f->pen.figure->arena, error))
            return false;
    }
    return !request->panels.compare || read_difference(f, error);
}

// ---- scales -----------------------------------------------------------------------------------

// The first panel that this one has a scale with, or itself.
static int compared_with(const PanelsFigure *f, int index)
{
    const DrawnPanel *panel = &f->panel[index];
    if (panel->is_difference) return index;
    for (int i = 0; i < index; i++) {
        bool fits = f->request->panels.compare || f->request->look.scale.ranged;
        if (fits || scale_fits_both(&panel->plane, &f->panel[i].plane)) return i;
    }
    return index;
}

// The next round number, so that the bar of a difference has room for the 0 in its middle.
static double rounded_up(double value)
{
    static const double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};
    double power = pow(10, floor(log10(value)));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i] * power >= value * (1 - 1e-12)) return steps[i] * power;
    }
    return 10 * power;
}

// The range asked for is that of the numbers, not of their difference.
static bool choose_scale(const PanelsFigure *f, Scale *scale, bool is_difference, Error *error)
{
    ScaleOptions options = f->request->look.scale;
    if (!is_difference) return scale_choose(scale, &options, f->pen.theme, error);
    double far = fmax(fabs(scale->low), fabs(scale->high));
    far = far > 0 && isfinite(2 * far) ? rounded_up(far) : 1; // nothing changed: 0 is in the middle
    options = (ScaleOptions){.ranged = true, .low = -far, .high = far};
    return scale_choose(scale, &options, f->pen.theme, error);
}

static bool read_scales(PanelsFigure *f, Error *error)
{
    Arena *arena = f->pen.figure->arena;
    f->scale = NEW_ARRAY(arena, Scale, f->count);
    f->bar = NEW_ARRAY(arena, ColorBar, f->count);
    for (int i = 0; i < f->count; i++) {
        int with = compared_with(f, i);
        f->panel[i].scale = with == i ? f->scales++ : f->panel[with].scale;
        scale_read(&f->scale[f->panel[i].scale], &f->panel[i].plane);
    }
    for (int i = 0, chosen = 0; i < f->count; i++) {
        if (f->panel[i].scale < chosen) continue;
        Scale *scale = &f->scale[chosen];
        if (!choose_scale(f, scale, f->panel[i].is_difference, error)) return false;
        colorbar_read(&f->bar[chosen], scale, plane_digits(f->request->look.digits), &f->pen);
        chosen++;
    }
    return true;
}

// Has the panel the bar of its scale below it? The first has.
static bool has_bar(const PanelsFigure *f, const DrawnPanel *panel)
{
    for (const DrawnPanel *other = f->panel; other < panel; other++) {
        if (other->scale == panel->scale) return false;
    }
    return f->bar[panel->scale].ticks > 0;
}

// "weights, attn", where other panels have another scale; else NULL.
static const char *bar_note(const PanelsFigure *f, const DrawnPanel *panel)
{
    Buf text = {.arena = f->pen.figure->arena};
    int sharing = 0;
    if (f->request->panels.edited) return panel->is_difference ? NULL : "before and after";
    for (int i = 0; i < f->count; i++) {
        if (f->panel[i].scale != panel->scale) continue;
        buf_printf(&text, "%s%s", sharing++ ? ", " : "", f->panel[i].heading.name);
    }
    return f->scales > 1 && sharing > 1 ? buf_text(&text) : NULL;
}

// ---- one panel --------------------------------------------------------------------------------

static const char *subtitle(const PanelsFigure *f, const DrawnPanel *panel)
{
    const Matrix *matrix = &panel->plane.matrix;
    Arena *arena = f->pen.figure->arena;
    const MatrixDifference *difference = &f->difference;
    if (!panel->is_difference) {
        Buf shape = {.arena = arena};
        heading_write_shape(panel->asked->trace, matrix, &shape);
        return buf_text(&shape);
    }
    const char *what = "";
    if (!f->request->panels.edited)
        what = arena_printf(arena, "%s \u2212 %s, ", f->panel[1].asked->title,
                            f->panel[0].asked->title);
    return arena_printf(arena, "%s%" PRId64 " of %" PRId64 " %s %s", what, difference->changed,
                        difference->cells, difference->cells == 1 ? "cell" : "cells",
                        f->request->panels.edited ? "changed" : "differ");
}

static void read_heading(PanelsFigure *f, DrawnPanel *panel)
{
    const FigurePanel *asked = panel->asked;
    const double room = 340;
    bool is_difference = panel->is_difference;
    const char *title = asked->title;
    if (is_difference) title = f->request->panels.edited ? "Δ = after \u2212 before" : "Δ";
    Matrix matrix = is_difference ? f->panel[1].plane.matrix : panel->plane.matrix;
    heading_read(&panel->heading, asked->trace, asked->cell.entry, &matrix, title, room, &f->pen);
    const char *below = subtitle(f, panel);
    panel->heading.name = title;
    if (is_difference) panel->heading.sign.letter = "";
    panel->heading.subtitle = below;
    panel->heading.subtitle_width = pen_width(&f->pen, below, false);
    panel->heading.code = ""; // beside others there is no room for it
    panel->heading.code_width = 0;
}

// Labels are for the panels of which they have the number; for none, which is an error.
static const AxisLabels *labels_for(const PanelsFigure *f, const AxisLabels *labels, int64_t count,
                                    bool rows)
{
    static const AxisLabels none = {0};
    if (labels->count == count) return labels;
    for (int i = 0; i < f->count; i++) {
        const Matrix *matrix = &f->panel[i].plane.matrix;
        if (labels->count == (rows ? matrix->rows : matrix->columns)) return &none;
    }
    return labels;
}

static bool read_axes(PanelsFigure *f, DrawnPanel *panel, Error *error)
{
    const FigureLook *look = &f->request->look;
    const Trace *trace = panel->asked->trace;
    int entry = panel->asked->cell.entry;
    const Matrix *matrix = panel->is_difference ? &f->panel[1].plane.matrix : &panel->plane.matrix;
    const AxisLabels *columns = &look->columns;
    bool square = matrix->rows == matrix->columns && role_is_of_pairs(role_of(trace, entry));
    if (!columns->label && square) columns = &look->rows;
    return axes_read(&panel->axes, trace, matrix, labels_for(f, &look->rows, matrix->rows, true),
                     labels_for(f, columns, matrix->columns, false), &f->pen, error);
}

static void fit_cells(PanelsFigure *f, DrawnPanel *panel, double size)
{
    const Matrix *matrix = &panel->plane.matrix;
    const double usual = 288, room_for_numbers = 32, most_of_all = 448;
    double longest = fmax((double)matrix->rows, (double)matrix->columns);
    double most = size * largest;
    double all = size * fmin(fmax(usual, room_for_numbers * longest), most_of_all);
    double side = fmin(most, all / longest);
    double across = fmax(side, fmin(most, all / 3 / (double)matrix->columns));
    double down = fmax(side, fmin(26, 26 / (double)matrix->rows));
    panel->row_fit = axis_fit_rows(&panel->axes.rows, down, 1);
    panel->column_fit = axis_fit_columns(&panel->axes.columns, across, 1);
    panel->cells = (Cells){.plane = &panel->plane,
                           .scale = &f->scale[panel->scale],
                           .x = panel->row_fit.extent,
                           .width = across,
                           .height = down};
}

// Of two runs a text is about the second.
static void fit_callouts(const PanelsFigure *f, DrawnPanel *panel)
{
    bool is_first_run = f->request->panels.edited && panel == f->panel;
    panel->callouts = (Callouts){.count = 0};
    if (!panel->is_difference && !is_first_run)
        panel->callouts = callouts_fit(f->request->look.focus, &panel->cells, 0, &f->pen);
}

static double bar_length(const DrawnPanel *panel)
{
    double cells = panel->cells.width * (double)panel->plane.matrix.columns;
    return fmin(fmax(cells, least_bar), most_bar);
}

static void measure(PanelsFigure *f, DrawnPanel *panel)
{
    const Cells *cells = &panel->cells;
    double wide = cells->width * (double)panel->plane.matrix.columns;
    double high = cells->height * (double)panel->plane.matrix.rows;
    panel->below = fmax(high, panel->callouts.height) + 14;
    panel->height = panel->below - 14;
    panel->bar_note = NULL;
    panel->width = fmax(cells->x + wide + panel->column_fit.overhang,
                        heading_width(&panel->heading, heading_unit));
    if (panel->callouts.count)
        panel->width = fmax(panel->width, cells->x + panel->callouts.left + panel->callouts.width);
    f->heading = fmax(f->heading, heading_height(&panel->heading, heading_unit));
    f->labels = fmax(f->labels, panel->column_fit.extent);
    if (!has_bar(f, panel)) return;
    panel->bar_note = bar_note(f, panel);
    panel->height += bar_room + (panel->bar_note ? note_size + 6 : 0);
    double numbers = f->bar[panel->scale].widest * colorbar_size(1) / 2;
    panel->width = fmax(panel->width, cells->x + bar_length(panel) + numbers);
    if (!panel->bar_note) return;
    double note = pen_width(&f->pen, panel->bar_note, false) * note_size;
    panel->width = fmax(panel->width, cells->x + note);
}

// ---- layout -----------------------------------------------------------------------------------

typedef struct PanelsExtent {
    double width, height;
} PanelsExtent;

static double row_height(const PanelsFigure *f, int first, int per_row)
{
    double height = 0;
    for (int i = first; i < f->count && i < first + per_row; i++)
        height = fmax(height, f->panel[i].height);
    return f->heading + f->labels + height;
}

static double column_width(const PanelsFigure *f, int column, int per_row)
{
    double width = 0;
    for (int i = column; i < f->count; i += per_row) width = fmax(width, f->panel[i].width);
    return width;
}

static PanelsExtent extent_of(const PanelsFigure *f, int per_row)
{
    PanelsExtent extent = {-gap, -gap};
    for (int column = 0; column < per_row; column++)
        extent.width += column_width(f, column, per_row) + gap;
    for (int first = 0; first < f->count; first += per_row)
        extent.height += row_height(f, first, per_row) + gap;
    return extent;
}

// How large the figure would be drawn; its natural size where only one side is given and it fits.
static double scale_of(const PanelsFigure *f, int per_row)
{
    const FigureLook *look = &f->request->look;
    PanelsExtent extent = extent_of(f, per_row);
    double width = extent.width + 2 * SHEET_MARGIN, height = extent.height + 2 * SHEET_MARGIN;
    double across = look->width > 0 ? look->width / width : HUGE_VAL;
    double down = look->height > 0 ? look->height / height : HUGE_VAL;
    if (look->width > 0 && look->height > 0) return fmin(across, down);
    return fmin(fmin(across, down), 1);
}

// Without a size, what is most like a slide; what is compared is in one row.
static double likeness(const PanelsFigure *f, int per_row)
{
    PanelsExtent extent = extent_of(f, per_row);
    if (f->request->panels.compare) return per_row;
    return fmin(16 / extent.width, 9 / extent.height);
}

// Of the smallest text, units. Where the numbers went, it counts as unreadable.
static double smallest_text(const PanelsFigure *f)
{
    double smallest = least_heading_text;
    for (int i = 0; i < f->count; i++) {
        const DrawnPanel *panel = &f->panel[i];
        smallest = fmin(smallest, fmin(panel->row_fit.size, panel->column_fit.size));
        if (panel->had_numbers && !f->no_numbers) smallest = fmin(smallest, panel->cells.text_size);
    }
    return smallest;
}

// The decimals of what is compared: of a number that needs as many, each panel has room for them.
static int common_decimals(const PanelsFigure *f)
{
    int digits = f->request->look.digits, most = 0, room = plane_digits(digits);
    for (int i = 0; i < f->count; i++) {
        const Cells *cells = &f->panel[i].cells;
        if (cells->text_size <= 0) continue;
        bool is_cut = cells->decimals < plane_decimals(cells->plane, digits);
        if (is_cut && cells->decimals < room) room = cells->decimals;
        if (cells->decimals > most) most = cells->decimals;
    }
    return most < room ? most : room;
}

// So that a difference can be checked, none of the numbers compared is cut shorter than another.
static void fit_numbers(PanelsFigure *f)
{
    const FigureLook *look = &f->request->look;
    if (look->no_values || f->no_numbers) return;
    for (int i = 0; i < f->count; i++) cells_fit_text(&f->panel[i].cells, look->digits, &f->pen);
    if (!f->request->panels.compare) return;
    int decimals = common_decimals(f);
    double smallest = HUGE_VAL;
    for (int i = 0; i < f->count; i++) {
        Cells *cells = &f->panel[i].cells;
        cells_fit_text(cells, decimals > 0 ? decimals : -1, &f->pen);
        smallest = fmin(smallest, cells->text_size);
    }
    for (int i = 0; i < f->count; i++) f->panel[i].cells.text_size = smallest;
}

static void fit(PanelsFigure *f, double size)
{
    f->heading = f->labels = 0;
    for (int i = 0; i < f->count; i++) fit_cells(f, &f->panel[i], size);
    fit_numbers(f);
    for (int i = 0; i < f->count; i++) fit_callouts(f, &f->panel[i]);
    for (int i = 0; i < f->count; i++) measure(f, &f->panel[i]);
}

static int best_columns(const PanelsFigure *f, double (*merit)(const PanelsFigure *, int))
{
    int best = f->count;
    for (int per_row = f->count - 1; per_row > 0; per_row--) {
        if (merit(f, per_row) > merit(f, best)) best = per_row;
    }
    return best;
}

typedef struct PanelsLayout {
    double size; // of cells, of their natural one
    int per_row;
    double text; // the smallest, points
} PanelsLayout;

// Cells become smaller before texts do: the largest ones with which all can be read, else what can
// be read best. A figure with one side given has as many panels in a row as can be read.
static PanelsLayout best_layout(PanelsFigure *f)
{
    static const double sizes[] = {1, 0.8, 0.6, 0.45};
    const FigureLook *look = &f->request->look;
    bool both = look->width > 0 && look->height > 0;
    const double readable = both ? 7 : 6;
    PanelsLayout best = {.size = 1, .per_row = f->count};
    for (int per_row = f->count; per_row > 0; per_row--) {
        for (int i = 0; i < 4; i++) {
            fit(f, sizes[i]);
            int columns = both ? best_columns(f, scale_of) : per_row;
            PanelsLayout tried = {sizes[i], columns, smallest_text(f) * scale_of(f, columns)};
            if (tried.text > best.text) best = tried;
            if (best.text >= readable) return best;
        }
    }
    return best;
}

static void choose_layout(PanelsFigure *f)
{
    const FigureLook *look = &f->request->look;
    fit(f, 1);
    for (int i = 0; i < f->count; i++) f->panel[i].had_numbers = f->panel[i].cells.text_size > 0;
    f->per_row = best_columns(f, likeness);
    if (look->width <= 0 && look->height <= 0) return;
    const double smallest = 5; // points
    PanelsLayout layout = best_layout(f);
    f->no_numbers = layout.text < smallest;
    if (f->no_numbers) layout = best_layout(f);
    fit(f, layout.size);
    f->per_row = layout.per_row;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_panel(const PanelsFigure *f, const DrawnPanel *panel, double x, double y)
{
    const Pen *pen = &f->pen;
    Cells cells = panel->cells;
    cells.x += x;
    cells.y = y + f->heading + f->labels;
    Pen small = *pen;
    small.unit = heading_unit;
    heading_draw(&panel->heading, &small, x, y);
    focus_draw_cells(f->request->look.focus, &cells, pen);
    axis_draw_rows(&panel->axes.rows, panel->row_fit, pen, cells.x, cells.y);
    axis_draw_columns(&panel->axes.columns, panel->column_fit, pen, cells.x, cells.y);
    callouts_draw(&panel->callouts, &cells, pen);
    if (!has_bar(f, panel)) return;
    double top = cells.y + panel->below;
    colorbar_draw_level(&f->bar[panel->scale], pen, cells.x, top, bar_length(panel));
    if (panel->bar_note)
        pen_text(pen, cells.x, top + bar_room - 12 + note_size / 2, panel->bar_note, note_size,
                 ALIGN_START, pen->theme->muted);
}

static void draw_all(const PanelsFigure *f, double top)
{
    double y = top;
    for (int first = 0; first < f->count; first += f->per_row) {
        double x = SHEET_MARGIN;
        for (int i = first; i < f->count && i < first + f->per_row; i++) {
            draw_panel(f, &f->panel[i], x, y);
            x += column_width(f, i - first, f->per_row) + gap;
        }
        y += row_height(f, first, f->per_row) + gap;
    }
}

const char *panels_title(const FigureRequest *request, Arena *arena)
{
    if (request->panels.edited)
        return arena_printf(arena, "%s before and after",
                            entry_title(request->trace, request->cell.entry, arena));
    Buf text = {.arena = arena};
    for (int i = 0; i < request->panels.count; i++)
        buf_printf(&text, "%s%s", i ? ", " : "", request->panels.panel[i].title);
    return buf_text(&text);
}

static const char *describe(const PanelsFigure *f)
{
    Buf text = {.arena = f->pen.figure->arena};
    buf_printf(&text, "%d heatmaps", f->count);
    for (int i = 0; i < f->count; i++) {
        const DrawnPanel *panel = &f->panel[i];
        buf_printf(&text, "%s %s, %" PRId64 " by %" PRId64, i ? ";" : ":", panel->heading.name,
                   panel->plane.matrix.rows, panel->plane.matrix.columns);
        if (panel->plane.finite)
            buf_printf(&text, ", values from %g to %g", panel->plane.low, panel->plane.high);
        if (panel->is_difference) buf_printf(&text, ", %s", panel->heading.subtitle);
    }
    buf_add_char(&text, '.');
    focus_describe(f->request->look.focus, &text);
    if (f->request->look.caption) buf_printf(&text, " %s", f->request->look.caption);
    return buf_text(&text);
}

static bool build(PanelsFigure *f, Error *error)
{
    const FigureLook *look = &f->request->look;
    if (!read_planes(f, error) || !read_scales(f, error)) return false;
    for (int i = 0; i < f->count; i++) {
        read_heading(f, &f->panel[i]);
        if (!read_axes(f, &f->panel[i], error)) return false;
    }
    choose_layout(f);
    PanelsExtent extent = extent_of(f, f->per_row);
    double width = SHEET_MARGIN + extent.width;
    f->pen.figure->title =
        look->title ? look->title : panels_title(f->request, f->pen.figure->arena);
    f->pen.figure->description = describe(f);
    const char *above = look->title && look->title[0] ? look->title : NULL;
    double top = sheet_heading(&f->pen, above, NULL, &width);
    draw_all(f, top);
    return sheet_end(&f->pen, width, top + extent.height, look, error);
}

bool panels_build(const Pen *pen, const FigureRequest *request, Error *error)
{
    PanelsFigure f = {.request = request, .pen = *pen};
    bool ok = build(&f, error);
    tensor_heap_free(&f.heap);
    return ok;
}
