// Lays out the labels beside a matrix. Names of rows and columns shrink with the cells down to a
// size that can still be read. Where column labels do not fit side by side they are turned by 45
// degrees, then by 90, and only then are some left out; bare numbers stay level and are thinned at
// once, to every 2nd, 5th, 10th and so on. An axis of thousands measures at most 256 labels.
#include "figure/parts/axis.h"

#include "base/text/utf8.h"
#include "figure/page/box.h"
#include "figure/parts/groups.h"
#include "study/axes/role.h"
#include "study/names/token.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_LABELS = 256 };                       // more are thinned before they are measured
static const double longest_label = 13.0;         // in font sizes
static const double line_height = 1.25;           // likewise
static const double close = 1.08, closest = 0.94; // likewise, where room is scarce
static const double name_room = 18;               // units
static const double diagonal = 0.70710678;

// 1, 2, 5, 10, 20, 50 …: the first that is at least `least`.
static int64_t round_step(double least)
{
    int64_t step = 1;
    for (int i = 0; (double)step < least && step < INT32_MAX / 5; i++) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

static TokenMarks marks_of(const char *const *label, int64_t count, const Pen *pen)
{
    return pen->raw_tokens ? TOKENS_UNMARKED : token_marks(label, count);
}

// Of scores, attention weights and what else has both axes the query and the key; else what the
// axis is called. One called "tokens" whose labels read "tokens0", "tokens1" … needs no caption.
static const char *caption(const Trace *trace, int entry, int dim, const char *first)
{
    const char *name = label_axis(trace, entry, dim);
    TensorAxes axes = axes_of(trace, entry);
    bool has_both = axes_find(&axes, AXIS_QUERY) >= 0 && axes_find(&axes, AXIS_KEY) >= 0;
    if (has_both || role_is_of_pairs(role_of(trace, entry))) {
        AxisKind kind = axes.of[dim].kind;
        bool is_unnamed = !name && kind != AXIS_UNKNOWN;
        bool is_of_pair = kind == AXIS_QUERY || kind == AXIS_KEY;
        if (is_of_pair && !has_both && axes.ndim > 1) return NULL; // one that was folded
        if (is_of_pair || is_unnamed) return axis_kind_name(kind);
    }
    if (!name || strncmp(first, name, strlen(name)) == 0) return NULL;
    return name;
}

static void set_label(Axis *axis, int i, const char *whole, const Pen *pen)
{
    axis->whole[i] = axis->numbered ? "" : whole;
    axis->label[i] = pen_fit_label(pen, whole, longest_label);
    axis->width[i] = pen_width(pen, axis->label[i], false);
    axis->widest = fmax(axis->widest, axis->width[i]);
}

// Labels that were cut and now look the same leave out what they all begin with, too.
static void distinguish(Axis *axis, const Pen *pen)
{
    const int kept = 6; // bytes before the first difference
    const char *first = NULL, *last = NULL, *last_cut = "";
    int shared = 0;
    bool alike = false;
    for (int i = 0; i < axis->labels && !axis->numbered; i++) {
        const char *whole = axis->whole[i], *cut = axis->label[i];
        if (strcmp(whole, cut) == 0) continue;
        if (!first) shared = (int)strlen(first = whole);
        for (int k = 0; k < shared; k++) {
            if (whole[k] != first[k]) shared = k;
        }
        alike = alike || (strcmp(cut, last_cut) == 0 && strcmp(whole, last) != 0);
        last = whole;
        last_cut = cut;
    }
    shared -= kept;
    while (shared > 0 && utf8_continues(first[shared])) shared--;
    if (!alike || shared <= 0) return;
    axis->widest = 0;
    for (int i = 0; i < axis->labels; i++) {
        const char *whole = axis->whole[i];
        bool was_cut = strcmp(whole, axis->label[i]) != 0;
        const char *end = arena_printf(pen->figure->arena, "…%s", whole + (was_cut ? shared : 0));
        set_label(axis, i, was_cut ? end : whole, pen);
        axis->whole[i] = whole;
    }
}

static void make_room(Axis *axis, Arena *arena)
{
    axis->step = round_step((double)axis->count / MOST_LABELS);
    axis->labels = (int)((axis->count + axis->step - 1) / axis->step);
    axis->label = NEW_ARRAY(arena, const char *, axis->labels);
    axis->whole = NEW_ARRAY(arena, const char *, axis->labels);
    axis->width = NEW_ARRAY(arena, double, axis->labels);
}

void axis_read(Axis *axis, const Trace *trace, int entry, int dim, int64_t count, const Pen *pen)
{
    *axis = (Axis){.count = count, .step = 1};
    if (dim < 0) return;
    Arena *arena = pen->figure->arena;
    const char *first = label_at(trace, entry, dim, 0, arena);
    DimLabels labels = dim_labels(trace, entry, dim);
    axis->name = caption(trace, entry, dim, first);
    bool is_named_so = axis->name && labels.axis && strcmp(axis->name, labels.axis) == 0;
    axis->numbered = !labels.axis || (is_named_so && !labels.items);
    if (axis->name) axis->name = pen_fit(pen, axis->name, 2 * longest_label, false);
    make_room(axis, arena);
    TokenMarks marks = marks_of(labels.items, labels.items ? labels.item_count : 0, pen);
    for (int i = 0; i < axis->labels; i++) {
        int64_t at = i * axis->step;
        const char *before = at ? dim_label(&labels, at - 1, arena) : NULL;
        const char *text =
            axis->numbered ? arena_printf(arena, "%" PRId64, at)
                           : token_readable(marks, dim_label(&labels, at, arena), before, arena);
        set_label(axis, i, text, pen);
    }
    distinguish(axis, pen);
}

bool axis_relabel(Axis *axis, const AxisLabels *labels, const char *noun, const Pen *pen,
                  Error *error)
{
    if (labels->none) axis->widest = axis->labels = 0;
    if (!labels->label) return true;
    if (labels->count != axis->count) {
        error_set(error, NULL, "%s has %" PRId64 " labels, and the figure %" PRId64 " %s",
                  labels->source, labels->count, axis->count, noun);
        if (labels->count > axis->count)
            return error_hint(error, "one line for each of the %s", noun);
        return error_hint(
            error, "one line for each of the %s; a part has fewer: [:%" PRId64 ", :%" PRId64 "]",
            noun, labels->count, labels->count);
    }
    axis->numbered = false;
    axis->widest = 0;
    make_room(axis, pen->figure->arena);
    TokenMarks marks = marks_of(labels->label, labels->count, pen);
    for (int i = 0; i < axis->labels; i++) {
        const char *const *given = &labels->label[i * axis->step];
        set_label(axis, i, token_readable(marks, *given, i ? given[-1] : NULL, pen->figure->arena),
                  pen);
    }
    distinguish(axis, pen);
    return true;
}

bool axis_check_labels(const AxisLabels *rows, const AxisLabels *columns, Error *error)
{
    if (!rows->none && !columns->none) return true;
    return error_fail(error, "--kind heatmap, or leave it out",
                      "this figure joins labels: --labels none would leave nothing to join");
}

static bool takes_groups(const Axis *axis, const AxisGroups *groups)
{
    int64_t last = groups->count > 1 ? groups->end[groups->count - 2] : 0;
    return groups->of ? groups->of == axis->count : last < axis->count;
}

// Groups of both sides where they have as many positions, else of the columns.
static bool group(AxisPair *axes, const AxisGroups *groups, Error *error)
{
    bool both = groups->of || axes->rows.count == axes->columns.count;
    if (takes_groups(&axes->columns, groups)) axes->columns.groups = groups;
    if (both && takes_groups(&axes->rows, groups)) axes->rows.groups = groups;
    if (axes->columns.groups || axes->rows.groups) return true;
    error_set(error, NULL, "--groups %s does not fit %" PRId64 " rows and %" PRId64 " columns",
              groups->source, axes->rows.count, axes->columns.count);
    return groups->of ? error_hint(error, "it has %" PRId64 " names, one for each", groups->of)
                      : error_hint(error, "lines are between columns, as 1 to %" PRId64,
                                   axes->columns.count - 1);
}

bool axes_read(AxisPair *axes, const Trace *trace, const Matrix *matrix, const AxisLabels *of_rows,
               const AxisLabels *of_columns, const Pen *pen, Error *error)
{
    axis_read(&axes->rows, trace, matrix->entry, matrix->row_dim, matrix->rows, pen);
    axis_read(&axes->columns, trace, matrix->entry, matrix->column_dim, matrix->columns, pen);
    axes->of_pairs = role_is_of_pairs(role_of(trace, matrix->entry));
    bool is_one = matrix->rows == 1 && of_rows->count > 1 && of_rows->count == matrix->columns;
    bool is_free = !of_columns->label || of_columns == of_rows;
    AxisLabels none = *of_rows;
    none.label = NULL;
    if (is_one && is_free) of_columns = of_rows;
    if (is_one && is_free) of_rows = &none;
    return axis_relabel(&axes->rows, of_rows, "rows", pen, error) &&
           axis_relabel(&axes->columns, of_columns, "columns", pen, error) &&
           (!of_rows->groups || group(axes, of_rows->groups, error));
}

void axes_give(AxisPair *axes, unsigned given, double least)
{
    Axis *side[] = {&axes->rows, &axes->columns};
    for (int i = 0; i < 2; i++) {
        side[i]->nameless = gives(given, GIVE_AXIS_NAMES);
        side[i]->least = gives(given, GIVE_LETTERS) ? least : 0;
    }
}

// Labels follow the size of the cells, down to what can still be read; a scale of numbers is
// thinned instead, and keeps its size.
static double label_size(const Axis *axis, double pitch, double unit)
{
    double smallest = axis->numbered ? 9.5 * unit : fmax(7.5 * unit, axis->good);
    double size = fmin(fmax(0.62 * pitch, smallest), 12 * unit);
    if (axis->numbered || axis->least <= 0) return size;
    return fmax(fmin(size, pitch * (double)axis->step / close), axis->least);
}

// Of every how many labels there is room for one.
static void thin(const Axis *axis, AxisFit *fit, double needed)
{
    double distance = fit->pitch * (double)axis->step;
    double tight = axis->least > 0 && !axis->numbered ? closest / line_height : 1;
    fit->near = tight * needed / distance;
    fit->every = (int)round_step(fit->near);
    if (!axis->numbered) fit->every = (int)fmax(ceil(fit->near - 1e-9), 1);
}

static bool is_framed(const Axis *axis, int64_t at)
{
    for (int i = 0; i < axis->framed_count; i++) {
        if (axis->framed[i] == at) return true;
    }
    return false;
}

static bool is_shown(const Axis *axis, AxisFit fit, int i)
{
    if (fit.every == 1 || is_framed(axis, i * axis->step)) return true;
    for (int f = 0; f < axis->framed_count; f++) {
        double away = fabs((double)axis->framed[f] / (double)axis->step - i);
        if (away < fit.near) return false;
    }
    return i % fit.every == 0;
}

// Of the labels that are shown.
static double widest_shown(const Axis *axis, AxisFit fit)
{
    double widest = 0;
    for (int i = 0; i < axis->labels; i++) {
        if (is_shown(axis, fit, i)) widest = fmax(widest, axis->width[i]);
    }
    return widest;
}

// Beyond the labels the names of groups and that of the axis.
static AxisFit with_names(const Axis *axis, AxisFit fit, double unit)
{
    fit.groups = fit.extent + groups_room(axis, unit) / 2;
    fit.extent += groups_room(axis, unit);
    if (axis->name && !axis->nameless) fit.extent += name_room * unit;
    if (!axis->below) return fit;
    fit.below = fit.extent;
    fit.extent = 0;
    if (fit.angle == -45) fit.angle = 45;
    return fit;
}

AxisFit axis_fit_rows(const Axis *axis, double pitch, double unit)
{
    AxisFit fit = {.pitch = pitch, .size = label_size(axis, pitch, unit), .every = 1};
    if (!axis->labels) return with_names(axis, fit, unit);
    double distance = pitch * (double)axis->step, size = fit.size;
    bool crowded = line_height * size > distance;
    thin(axis, &fit, (crowded && axis->numbered ? 2.4 : line_height) * size);
    fit.extent = widest_shown(axis, fit) * size + 9 * unit;
    return with_names(axis, fit, unit);
}

static double column_overhang(const Axis *axis, AxisFit fit)
{
    double overhang = 0;
    for (int i = 0; i < axis->labels; i++) {
        if (!is_shown(axis, fit, i)) continue;
        double centre = ((double)(i * axis->step) + 0.5) * fit.pitch;
        double reach = fit.angle == 0 ? axis->width[i] * fit.size / 2
                                      : (axis->width[i] + 0.5) * fit.size * diagonal;
        overhang = fmax(overhang, centre + reach - (double)axis->count * fit.pitch);
    }
    return overhang;
}

// Level where they fit, else aslant, else upright.
AxisFit axis_fit_columns(const Axis *axis, double pitch, double unit)
{
    AxisFit fit = {.pitch = pitch, .size = label_size(axis, pitch, unit), .every = 1};
    if (!axis->labels) return with_names(axis, fit, unit);
    double distance = pitch * (double)axis->step, size = fit.size, width = axis->widest * size;
    double apart = width + (axis->numbered ? 0.5 : 0.4) * size;
    if (axis->numbered || apart <= distance) {
        if (apart > distance) apart = width + size;
        thin(axis, &fit, apart);
        fit.extent = size * line_height + 4 * unit;
    } else if (distance >= 1.5 * size && !axis->upright) {
        fit.angle = -45;
        fit.extent = (width + size) * diagonal + 5 * unit;
    } else {
        fit.angle = -90;
        thin(axis, &fit, line_height * size);
        fit.extent = widest_shown(axis, fit) * size + 6 * unit;
    }
    fit.overhang = fit.angle == -90 ? 0 : column_overhang(axis, fit);
    return with_names(axis, fit, unit);
}

bool axis_is_labelled(const Axis *axis, AxisFit fit)
{
    return axis->numbered || !axis->labels || fit.every == 1;
}

static void draw_name(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y,
                      double angle)
{
    if (!axis->name || axis->nameless) return;
    double size = fmin(fit.size, 11 * pen->unit);
    figure_group(pen->figure, angle < 0 ? "row-title" : "column-title");
    pen_text(pen, x, y, axis->name, size, ALIGN_MIDDLE, pen->theme->muted)->angle = angle;
    figure_group_end(pen->figure);
}

static void draw_label(const Axis *axis, AxisFit fit, const Pen *pen, int i, double x, double y,
                       Align align)
{
    Color color = axis->numbered ? pen->theme->muted : pen->theme->text;
    pen_text(pen, x, y, axis->label[i], fit.size, align, color)->angle = fit.angle;
}

void axis_draw_rows(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "row-labels");
    for (int i = 0; i < axis->labels; i++) {
        if (is_shown(axis, fit, i))
            draw_label(axis, fit, pen, i, x - 7 * pen->unit,
                       y + ((double)(i * axis->step) + 0.5) * fit.pitch, ALIGN_END);
    }
    figure_group_end(pen->figure);
    draw_name(axis, fit, pen, x - fit.extent + name_room / 3 * pen->unit,
              y + (double)axis->count * fit.pitch / 2, -90);
    groups_draw_names(axis, fit, pen, x - fit.groups, y, true);
}

void axis_draw_columns(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "column-labels");
    for (int i = 0; i < axis->labels; i++) {
        if (!is_shown(axis, fit, i)) continue;
        double centre = x + ((double)(i * axis->step) + 0.5) * fit.pitch;
        bool level = fit.angle == 0, slanted = fabs(fit.angle) == 45;
        double above = level ? 4 * pen->unit + 0.5 * fit.size : 5 * pen->unit;
        if (slanted) above += 0.3 * fit.size;
        Align align = level ? ALIGN_MIDDLE : axis->below && !slanted ? ALIGN_END : ALIGN_START;
        draw_label(axis, fit, pen, i, slanted ? centre - 0.15 * fit.size : centre,
                   axis->below ? y + above : y - above, align);
    }
    figure_group_end(pen->figure);
    double near = name_room / 3 * pen->unit;
    draw_name(axis, fit, pen, x + (double)axis->count * fit.pitch / 2,
              axis->below ? y + fit.below - near : y - fit.extent + near, 0);
    groups_draw_names(axis, fit, pen, axis->below ? y + fit.groups : y - fit.groups, x, false);
}
