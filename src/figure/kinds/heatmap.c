// A matrix as colours with its numbers, or several of them beside each other: with labels, a
// heading and the bar of each scale. What can be compared has one scale: attention weights, other
// numbers of about the same size, what is compared, and everything where a range is given. A
// difference has a scale of its own, with 0 in the middle.
#include "figure/kinds/heatmap.h"

#include "figure/page/box.h"
#include "figure/page/sheet.h"
#include "figure/parts/alt.h"
#include "study/attention/attention.h"
#include "tensor/differ.h"
#include "trace/explain/explain.h"

#include <inttypes.h>
#include <math.h>

// ---- matrices ---------------------------------------------------------------------------------

static bool check_shapes(const Heatmap *h, Error *error)
{
    const Matrix *a = &h->panel[0].plane.matrix, *b = &h->panel[1].plane.matrix;
    if (a->rows == b->rows && a->columns == b->columns) return true;
    return error_fail(error, "two of the same shape",
                      "%s is %" PRId64 " by %" PRId64 " and %s %" PRId64 " by %" PRId64
                      ": they cannot be compared",
                      h->panel[0].asked->title, a->rows, a->columns, h->panel[1].asked->title,
                      b->rows, b->columns);
}

// Of float64 numbers, so that none is lost of what float32 tensors hold; 0 where both cells are the
// same infinity or nan, and where edits changed no more than a rounding. False: it does not fit
// into the heap.
static bool make_difference(Heatmap *h, Error *error)
{
    const Matrix *before = &h->panel[0].plane.matrix, *after = &h->panel[1].plane.matrix;
    Shape shape = {.ndim = 2, .dim = {after->rows, after->columns}};
    h->difference = tensor_new(&h->heap, DTYPE_FLOAT64, shape, error);
    if (!h->difference) return false;
    double *cell = tensor_doubles(h->difference);
    bool edited = h->request->panels.edited;
    double rounding = edited ? tensor_rounding(before->tensor, after->tensor) : 0;
    for (int64_t row = 0; row < after->rows; row++) {
        for (int64_t column = 0; column < after->columns; column++, cell++) {
            double was = matrix_value(before, row, column), is = matrix_value(after, row, column);
            if (!tensor_numbers_differ(was, is, rounding)) continue;
            *cell = is - was;
            h->changed++;
        }
    }
    return true;
}

static bool read_difference(Heatmap *h, Error *error)
{
    HeatPanel *panel = &h->panel[h->count++];
    if (!check_shapes(h, error) || !make_difference(h, error)) return false;
    *panel = (HeatPanel){.asked = h->panel[1].asked, .is_difference = true};
    Matrix matrix = matrix_of(h->difference, panel->asked->cell.entry, (Index){0});
    if (!plane_of(&panel->plane, panel->asked->trace, matrix, (Sight){0}, h->pen.figure->arena,
                  error))
        return false;
    if (h->request->pick.mask) plane_leave_out(&panel->plane, h->request->pick.mask);
    panel->plane.holds_shares = false;
    panel->plane.is_gradient = true; // its sign is what matters
    return true;
}

// Without panels the tensor of the request is the only one.
static bool read_planes(Heatmap *h, Error *error)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    FigurePanels panels = request->panels;
    FigurePanel *only = NEW(arena, FigurePanel);
    *only = (FigurePanel){request->trace, request->cell, h->look->title};
    if (!panels.count) panels = (FigurePanels){.panel = only, .count = 1};
    h->panel = NEW_ARRAY(arena, HeatPanel, panels.count + 1);
    for (; h->count < panels.count; h->count++) {
        const FigurePanel *asked = &panels.panel[h->count];
        HeatPanel *panel = &h->panel[h->count];
        panel->asked = asked;
        Matrix matrix = matrix_by_axes(asked->trace, asked->cell.entry, asked->cell.at);
        Sight sight = request->panels.count ? (Sight){0} : h->look->sight;
        if (!plane_of(&panel->plane, asked->trace, matrix, sight, arena, error)) return false;
        if (request->pick.mask) plane_leave_out(&panel->plane, request->pick.mask);
    }
    return !panels.compare || read_difference(h, error);
}

// ---- scales -----------------------------------------------------------------------------------

// The first panel that this one has a scale with, or itself.
static int compared_with(const Heatmap *h, int index)
{
    const HeatPanel *panel = &h->panel[index];
    if (panel->is_difference) return index;
    for (int i = 0; i < index; i++) {
        bool fits = h->request->panels.compare || h->look->scale.ranged;
        if (fits || scale_fits_both(&panel->plane, &h->panel[i].plane)) return i;
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
static bool choose_scale(const Heatmap *h, Scale *scale, bool is_difference, Error *error)
{
    ScaleOptions options = h->look->scale;
    if (!is_difference) return scale_choose(scale, &options, h->pen.theme, error);
    double far = fmax(fabs(scale->low), fabs(scale->high));
    far = far > 0 && isfinite(2 * far) ? rounded_up(far) : 1; // nothing changed: 0 is in the middle
    options = (ScaleOptions){.ranged = true, .low = -far, .high = far};
    return scale_choose(scale, &options, h->pen.theme, error);
}

static bool read_scales(Heatmap *h, Error *error)
{
    Arena *arena = h->pen.figure->arena;
    h->scale = NEW_ARRAY(arena, Scale, h->count);
    h->bar = NEW_ARRAY(arena, ColorBar, h->count);
    for (int i = 0; i < h->count; i++) {
        int with = compared_with(h, i);
        h->panel[i].has_bar = with == i;
        h->panel[i].scale = with == i ? h->scales++ : h->panel[with].scale;
        scale_read(&h->scale[h->panel[i].scale], &h->panel[i].plane);
    }
    for (int i = 0, chosen = 0; i < h->count; i++) {
        if (h->panel[i].scale < chosen) continue;
        Scale *scale = &h->scale[chosen];
        if (!choose_scale(h, scale, h->panel[i].is_difference, error)) return false;
        chosen++;
    }
    return true;
}

// A factor of the numbers is in the line below the title and at the bar: one of them is enough.
static void read_bars(const Heatmap *h)
{
    bool has_bar = !h->look->bare && !gives(h->given, GIVE_BAR);
    bool says_factor = h->form < HEADING_LEAST || has_bar;
    for (int i = 0; i < h->scales; i++) {
        h->scale[i].factor = says_factor ? scale_factor(&h->scale[i]) : 0;
        colorbar_read(&h->bar[i], &h->scale[i], plane_digits(h->look->digits), &h->pen);
        h->bar[i].label = h->look->scale.label;
        h->bar[i].over = h->look->scale.photo != NULL;
    }
}

// "weights, attn", where other panels have another scale; else NULL.
static const char *bar_note(const Heatmap *h, const HeatPanel *panel)
{
    Buf text = {.arena = h->pen.figure->arena};
    int sharing = 0;
    if (h->request->panels.edited) return panel->is_difference ? NULL : "before and after";
    for (int i = 0; i < h->count; i++) {
        if (h->panel[i].scale != panel->scale) continue;
        buf_printf(&text, "%s%s", sharing++ ? ", " : "", h->panel[i].heading.name);
    }
    return h->scales > 1 && sharing > 1 ? buf_text(&text) : NULL;
}

// ---- headings and axes ------------------------------------------------------------------------

// Whose labels and place a panel has.
static const Matrix *labelled(const Heatmap *h, const HeatPanel *panel)
{
    return panel->is_difference ? &h->panel[1].plane.matrix : &panel->plane.matrix;
}

// Below the name of one of several: its shape, or what a difference is.
static const char *subtitle(const Heatmap *h, const HeatPanel *panel)
{
    Arena *arena = h->pen.figure->arena;
    Buf text = {.arena = arena};
    bool edited = h->request->panels.edited;
    int64_t cells = panel->plane.matrix.rows * panel->plane.matrix.columns;
    if (!panel->is_difference) {
        heading_write_shape(panel->asked->trace, &panel->plane.matrix, &text);
        if (panel->heading.factor) buf_printf(&text, ", numbers %s", panel->heading.factor);
        return buf_text(&text);
    }
    if (!edited)
        buf_printf(&text, "%s \u2212 %s, ", h->panel[1].asked->title, h->panel[0].asked->title);
    buf_printf(&text, "%" PRId64 " of %" PRId64 " %s %s", h->changed, cells,
               cells == 1 ? "cell" : "cells", edited ? "changed" : "differ");
    if (panel->heading.factor) buf_printf(&text, ", %s", panel->heading.factor);
    return buf_text(&text);
}

// Beside a matrix that is as high as the page there is room for a heading before the labels.
static double heading_room(const Heatmap *h, bool beside, double unit)
{
    const double bar = 60;
    const FigureLook *look = h->look;
    if (h->count > 1) return 340;
    if (beside) return (look->width - look->height) / unit - bar;
    return look->width > 0 ? look->width / unit - 2 * HEATMAP_MARGIN : HUGE_VAL;
}

static void read_heading(const Heatmap *h, HeatPanel *panel, bool beside, double unit)
{
    const FigurePanel *asked = panel->asked;
    const char *title = asked->title;
    FigureHeading *heading = &panel->heading;
    if (panel->is_difference) title = h->request->panels.edited ? "Δ = after \u2212 before" : "Δ";
    int factor = h->scale[panel->scale].factor;
    heading->form = h->form;
    if (h->request->panels.letters)
        title =
            panel_title(h->look->bare ? "" : title, (int)(panel - h->panel), h->pen.figure->arena);
    heading->beside = beside;
    heading->factor = factor ? factor_text(factor, h->pen.figure->arena) : NULL;
    heading_read(heading, asked->trace, asked->cell.entry, labelled(h, panel), title,
                 heading_room(h, beside, unit), &h->pen);
    if (h->count == 1) return;
    if (h->look->bare) heading->sign.letter = "";
    heading->name = title;
    heading->subtitle = subtitle(h, panel);
    heading->subtitle_width = pen_width(&h->pen, heading->subtitle, false);
    heading->code = ""; // beside others there is no room for it
    heading->code_width = 0;
    if (panel->is_difference) heading->sign.letter = "";
}

// Labels are for the panels of which they have the number; for none, which is an error.
static const AxisLabels *labels_for(const Heatmap *h, const AxisLabels *labels, int64_t count,
                                    bool rows)
{
    static const AxisLabels none = {0};
    if (labels->count == count) return labels;
    for (int i = 0; i < h->count; i++) {
        const Matrix *matrix = &h->panel[i].plane.matrix;
        if (labels->count == (rows ? matrix->rows : matrix->columns)) return &none;
    }
    return labels;
}

// Labels of the rows of scores are those of the columns too: both are tokens; and so of what is
// symmetric, as correlations are.
static bool read_axes(const Heatmap *h, HeatPanel *panel, Error *error)
{
    const FigureLook *look = h->look;
    const Trace *trace = panel->asked->trace;
    const Matrix *matrix = labelled(h, panel);
    bool same = !look->columns.label && !look->columns.none &&
                (attention_has_same_tokens(trace, matrix->entry) ||
                 (look->rows.label && matrix_is_symmetric(matrix)));
    const AxisLabels *rows = &look->rows, *columns = same ? rows : &look->columns;
    if (h->count > 1) rows = labels_for(h, rows, matrix->rows, true);
    if (h->count > 1) columns = labels_for(h, columns, matrix->columns, false);
    if (!axes_read(&panel->axes, trace, matrix, rows, columns, &h->pen, error)) return false;
    panel->axes.columns.below = look->columns.below;
    focus_keep_labels(look->focus, &panel->plane.matrix, &panel->axes, h->pen.figure->arena);
    if (look->scale.photo) panel->axes.rows.name = panel->axes.columns.name = NULL;
    panel->axes.rows.good = panel->axes.columns.good = look->least_text;
    return true;
}

// ---- words ------------------------------------------------------------------------------------

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

// "Heatmap of weights, 3 by 3, values from 0.1 to 0.9. …"
static void describe_one(const Heatmap *h, Buf *text)
{
    const HeatPanel *panel = h->panel;
    const Plane *plane = &panel->plane;
    const char *held = entry_held(panel->asked->trace, panel->asked->cell.entry, text->arena);
    buf_printf(text, "Heatmap of %s, %lld by %lld", panel->heading.name,
               (long long)plane->matrix.rows, (long long)plane->matrix.columns);
    alt_add_range(text, plane);
    if (held) buf_printf(text, ", %s", held);
    buf_add(text, STR(". "));
    alt_add_attention(text, plane, &panel->axes.rows, &panel->axes.columns, 40);
    alt_add_extremes(text, plane, &panel->axes.rows, &panel->axes.columns);
    text->n = str_trim(buf_str(text)).n;
    if (text->p[text->n - 1] != '.') buf_add_char(text, '.');
}

static void describe_several(const Heatmap *h, Buf *text)
{
    buf_printf(text, "%d heatmaps", h->count);
    for (int i = 0; i < h->count; i++) {
        const HeatPanel *panel = &h->panel[i];
        buf_printf(text, "%s %s, %" PRId64 " by %" PRId64, i ? ";" : ":", panel->heading.name,
                   panel->plane.matrix.rows, panel->plane.matrix.columns);
        if (panel->plane.finite)
            buf_printf(text, ", values from %g to %g", panel->plane.low, panel->plane.high);
        if (panel->is_difference) buf_printf(text, ", %s", panel->heading.subtitle);
    }
    buf_add_char(text, '.');
}

static void set_words(const Heatmap *h)
{
    Figure *figure = h->pen.figure;
    Buf text = {.arena = figure->arena};
    (h->request->panels.count ? describe_several : describe_one)(h, &text);
    focus_describe(h->look->focus, &text);
    if (h->look->caption) buf_printf(&text, " %s", h->look->caption);
    figure->description = buf_text(&text);
    figure->title = h->panel[0].heading.name;
    if (h->request->panels.count) figure->title = panels_title(h->request, figure->arena);
    if (h->look->title && (h->look->title[0] || h->request->panels.count))
        figure->title = h->look->title;
}

// ---- all of it --------------------------------------------------------------------------------

static bool has_letters(const Heatmap *h)
{
    return h->request->panels.letters && h->count > 1;
}

// How much of a heading the size asked for has room for.
static HeadingForm heading_form(const Heatmap *h, unsigned given)
{
    const FigureLook *look = h->look;
    double width = look->width > 0 ? look->width : HUGE_VAL;
    double height = look->height > 0 ? look->height : HUGE_VAL;
    bool untitled = look->title && !look->title[0] && !h->request->panels.count;
    if (has_letters(h) && (look->bare || untitled || gives(given, GIVE_TITLE)))
        return HEADING_LEAST;
    if (look->bare || untitled || gives(given, GIVE_TITLE)) return HEADING_NONE;
    if (width < 160 || height < 110 || gives(given, GIVE_SUBTITLE)) return HEADING_LEAST;
    bool small = width < 340 || height < 220 || h->count > 1;
    return small || gives(given, GIVE_HEADING) ? HEADING_SMALL : HEADING_USUAL;
}

bool heatmap_is_wide(const FigureLook *look)
{
    return look->height > 0 && look->width > 1.2 * look->height;
}

void heatmap_give(Heatmap *h, unsigned given, double unit)
{
    bool places = gives(given, GIVE_PLACES), wide = heatmap_is_wide(h->look);
    h->given = given;
    h->form = heading_form(h, given);
    read_bars(h);
    for (int i = 0; i < h->count; i++) {
        HeatPanel *panel = &h->panel[i];
        read_heading(h, panel, places && wide && h->count == 1, unit);
        axes_give(&panel->axes, given, sheet_least_letter(h->look));
        panel->axes.columns.upright = places && !wide;
    }
}

static bool does_not_fit(const Heatmap *h, Error *error)
{
    double width, height;
    heatmap_natural_size(h, &width, &height);
    error_set(error, NULL, "a figure of this matrix does not fit the size asked for");
    return error_hint(error, "its natural size is %.0f x %.0f points", width, height);
}

static bool draw(Heatmap *h, Error *error)
{
    heatmap_give(h, 0, heatmap_least_unit);
    for (int i = 0; i < h->count; i++)
        h->panel[i].bar_note = h->panel[i].has_bar ? bar_note(h, &h->panel[i]) : NULL;
    return heatmap_draw(h) || does_not_fit(h, error);
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Heatmap h = {.pen = *pen, .request = request, .look = &request->look};
    bool ok = read_planes(&h, error) && read_scales(&h, error);
    for (int i = 0; i < h.count && ok; i++) ok = read_axes(&h, &h.panel[i], error);
    ok = ok && draw(&h, error);
    if (ok) set_words(&h);
    tensor_heap_free(&h.heap);
    return ok;
}

const FigureKind heatmap_kind = {
    .name = "heatmap",
    .summary = "a matrix as colours with its numbers",
    .options =
        "cell row highlight annotate arrow compare head layer rollout cmap range log robust labels "
        "column-labels labels-at over raw-tokens merge-words groups bar-label panel-letters bare "
        "min mask",
    .labels_all = true,
    .way_out = "--no-values, or a part of it, as in 'scores[:8, :8]'",
    .hides = true,
    .build = build,
};
