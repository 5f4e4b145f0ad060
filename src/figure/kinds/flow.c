// Weights as ribbons from each query on the left to each key on the right, as wide and as opaque as
// the weights.
// At both ends all ribbons are beside each other, so that their widths can be measured and added.
// Heads have colours; more heads than there are colours are drawn as their mean. A query that is
// asked for is emphasised.
#include "figure/kind.h"
#include "figure/page/box.h"
#include "figure/page/sheet.h"
#include "figure/parts/cells.h"

#include "study/attention/attention.h"
#include "study/axes/row.h"
#include "study/looks/sign.h"
#include "study/names/attention_title.h"
#include "study/names/title.h"
#include "trace/names/labels.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double usual_distance = 280, least_distance = 110; // between the columns
static const double usual_length = 640;                         // of a column
static const double legend_size = 10.5;                         // of text, the smallest but labels
static const double bar_width = 4;                              // of a token's share
static const double token_gap = 6;                              // between the shares of two tokens
static const double widest_share = 34, least_share = 3;         // of a query; of a head

enum { MOST_TOKENS = 256, MOST_RIBBONS = 600, LEAST_RIBBONS = 60, RIBBONS_OF_QUERY = 4 };

typedef struct FlowSide { // the tokens of one column
    Axis axis;
    double *top, *height; // of the shares, from the top of the column
    double end;
} FlowSide;

typedef struct FlowFigure {
    const FigureRequest *request;
    Pen pen;
    Slices slices;
    int64_t item; // whose heads are drawn
    FlowSide query, key;
    int64_t first_head, head_end; // all, or the one that the request names
    int64_t heads_in_all;         // of the tensor
    bool is_mean;                 // of all heads: there are more than colours
    int64_t at_query;             // that is asked for, or -1
    double *weight;               // head by head as they are drawn, query by query, key by key
    double least;                 // smaller weights are not drawn
    double largest;               // of all that are
    int64_t dropped;              // how many, which were not 0
    double dropped_share;         // of all the attention
    double unit;                  // width of a weight of 1
    double size;                  // of labels
    double gap;                   // between the shares of two tokens
    double least_letter;          // smaller ones could not be read
    double distance;              // between the columns
    unsigned given;               // concessions
    double left, right, top;
} FlowFigure;

static const char *misfit(const Trace *trace, Cell cell)
{
    const Tensor *tensor = trace->entries[cell.entry].call.output;
    if (tensor->shape.ndim == 0) return "is a single number";
    if (shape_count(&tensor->shape) == 0) return "has no cells";
    Slices slices = slices_of(trace, cell.entry);
    Matrix matrix = slices_matrix(&slices, slices_number(&slices, cell.at));
    if (!rows_are_weights(&matrix)) return "holds no weights (not every row sums to 1)";
    return NULL;
}

// ---- reading ----------------------------------------------------------------------------------

static bool check_size(const Matrix *matrix, Error *error)
{
    int64_t rows = matrix->rows, columns = matrix->columns;
    if (rows <= MOST_TOKENS && columns <= MOST_TOKENS) return true;
    error_set(error, NULL, "curves for %" PRId64 " x %" PRId64 " tokens cannot be told apart", rows,
              columns);
    return error_hint(error, "at most %d; --kind heatmap draws more", MOST_TOKENS);
}

// ---- heads ------------------------------------------------------------------------------------

static int64_t series(const FlowFigure *flow)
{
    return flow->is_mean ? 1 : flow->head_end - flow->first_head;
}

// What a head is called that is drawn: of weights[[3, 7]] the first is head 3.
static int64_t head_number(const FlowFigure *flow, int64_t head)
{
    const Slices *slices = &flow->slices;
    if (slices->heads < 2 || !slices->other_count) return head;
    int dim = slices->other[slices->other_count - 1];
    Index at = slices_index(slices, flow->item * slices->heads + head);
    return axis_number(slices->trace, slices->entry, dim, at.at[dim]);
}

static double *weight_at(const FlowFigure *flow, int64_t head, int64_t query, int64_t key)
{
    return &flow->weight[(head * flow->query.axis.count + query) * flow->key.axis.count + key];
}

static void add_weights(FlowFigure *flow, const Matrix *matrix, int64_t head, double share)
{
    for (int64_t q = 0; q < matrix->rows; q++) {
        for (int64_t k = 0; k < matrix->columns; k++)
            *weight_at(flow, head, q, k) += share * matrix_value(matrix, q, k);
    }
}

// Of a tensor with heads all are drawn, unless an index or --head says which.
static bool choose_heads(FlowFigure *flow, Error *error)
{
    const FigureRequest *request = flow->request;
    const Slices *slices = &flow->slices;
    bool several = request->indices < slices->other_count;
    int64_t heads = several ? slices->heads : 1, first = slices_number(slices, request->cell.at);
    flow->item = first / slices->heads;
    if (several) first = flow->item * heads;
    flow->heads_in_all = flow->head_end = heads;
    if (request->pick.head >= 0) {
        if (!figure_check_index("head", request->pick.head, heads, error)) return false;
        flow->first_head = request->pick.head;
        flow->head_end = request->pick.head + 1;
    }
    flow->is_mean = flow->head_end - flow->first_head > HEAD_COLORS;
    size_t cells = (size_t)(series(flow) * flow->query.axis.count * flow->key.axis.count);
    flow->weight = NEW_ARRAY(flow->pen.figure->arena, double, cells);
    for (int64_t head = flow->first_head; head < flow->head_end; head++) {
        Matrix matrix = slices_matrix(slices, first + head);
        double share = flow->is_mean ? 1 / (double)heads : 1;
        add_weights(flow, &matrix, flow->is_mean ? 0 : head - flow->first_head, share);
    }
    return true;
}

// ---- what is left out -------------------------------------------------------------------------

// What is lost with a limit.
typedef struct FlowLoss {
    int64_t drawn, dropped; // ribbons
    double share;           // of all the attention
} FlowLoss;

static FlowLoss loss_at(const FlowFigure *flow, double least)
{
    FlowLoss loss = {0};
    double sum = 0, dropped = 0;
    int64_t all = series(flow) * flow->query.axis.count * flow->key.axis.count;
    for (int64_t i = 0; i < all; i++) {
        double weight = flow->weight[i];
        bool drops = weight > 0 && weight < least;
        sum += weight;
        dropped += drops ? weight : 0;
        loss.dropped += drops;
        loss.drawn += weight > 0 && !drops;
    }
    loss.share = sum > 0 ? dropped / sum : 0;
    return loss;
}

// So many ribbons are still distinguished.
static int64_t most_ribbons(const FlowFigure *flow)
{
    int64_t most = RIBBONS_OF_QUERY * flow->query.axis.count;
    return most < LEAST_RIBBONS ? LEAST_RIBBONS : most < MOST_RIBBONS ? most : MOST_RIBBONS;
}

// As many as can be distinguished, but at least half of the attention.
static void choose_least(FlowFigure *flow)
{
    static const double LEAST[] = {0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3};
    enum { CHOICES = sizeof LEAST / sizeof *LEAST };
    flow->least =
        flow->request->pick.least_weight > 0 ? flow->request->pick.least_weight : LEAST[0];
    FlowLoss loss = loss_at(flow, flow->least);
    for (int i = 1; i < CHOICES && loss.drawn > most_ribbons(flow); i++) {
        FlowLoss next = loss_at(flow, LEAST[i]);
        if (flow->request->pick.least_weight > 0 || next.share > 0.5) break;
        flow->least = LEAST[i];
        loss = next;
    }
    int64_t all = series(flow) * flow->query.axis.count * flow->key.axis.count;
    for (int64_t i = 0; i < all; i++) flow->largest = fmax(flow->largest, flow->weight[i]);
    flow->dropped = loss.dropped;
    flow->dropped_share = loss.share;
}

// ---- where ------------------------------------------------------------------------------------

static bool has_key_numbers(const FlowFigure *flow)
{
    return flow->at_query >= 0 && series(flow) == 1;
}

static double share_of(const FlowFigure *flow, const FlowSide *side, int64_t token)
{
    bool is_query = side == &flow->query;
    int64_t others = is_query ? flow->key.axis.count : flow->query.axis.count;
    double sum = 0;
    for (int64_t head = 0; head < series(flow); head++) {
        for (int64_t i = 0; i < others; i++)
            sum += is_query ? *weight_at(flow, head, token, i) : *weight_at(flow, head, i, token);
    }
    return sum * flow->unit;
}

// On a page of a given size, of many tokens some.
static bool has_all_labels(const FlowFigure *flow)
{
    const int64_t many = 32;
    bool few = flow->query.axis.count <= many && flow->key.axis.count <= many;
    return !gives(flow->given, GIVE_LABELS) && (few || flow->request->look.width <= 0);
}

// A token takes as much height as its ribbons, and at least that of its label.
static void place_tokens(const FlowFigure *flow, FlowSide *side)
{
    double y = 0, least = has_all_labels(flow) ? flow->size * 1.1 : 0;
    for (int64_t i = 0; i < side->axis.count; i++) {
        side->height[i] = share_of(flow, side, i);
        double taken = fmax(side->height[i], least);
        side->top[i] = y + (taken - side->height[i]) / 2;
        y += taken + flow->gap;
    }
    side->end = y - flow->gap;
}

// Columns about that long: longer where a token is attended to by many.
static void place_columns(FlowFigure *flow, double length)
{
    double most = fmax((double)flow->query.axis.count, (double)flow->key.axis.count);
    double pitch = fmin(length / most, widest_share + token_gap);
    flow->gap = fmin(token_gap, 0.3 * pitch);
    double share = fmax(pitch - flow->gap, 0.25 * least_share * (double)series(flow));
    flow->unit = share / (double)series(flow);
    flow->size = fmin(fmax(0.68 * pitch, flow->least_letter), 13);
    place_tokens(flow, &flow->query);
    place_tokens(flow, &flow->key);
    double longest = fmax(flow->query.end, flow->key.end);
    FlowSide *shorter = flow->query.end < flow->key.end ? &flow->query : &flow->key;
    for (int64_t i = 0; i < shorter->axis.count; i++)
        shorter->top[i] += (longest - shorter->end) / 2;
    flow->query.end = flow->key.end = longest;
}

// The height of what is above the columns and below them, about.
static double height_around(const FlowFigure *flow)
{
    if (flow->request->look.bare) return 0;
    double heading = gives(flow->given, GIVE_TITLE) ? 10 : 36;
    double legends = 18.0 * ceil((double)series(flow) / 5);
    if (!gives(flow->given, GIVE_SUBTITLE)) heading += 20;
    if (!gives(flow->given, GIVE_BAR)) legends += 10 + fmax(flow->unit, 12);
    return (flow->pen.untitled ? 0 : heading) + legends + (flow->dropped ? 22 : 0);
}

static double width_of_labels(const FlowFigure *flow)
{
    double widest = flow->query.axis.widest * 1.1 + flow->key.axis.widest;
    return widest * flow->size + 16 + (has_key_numbers(flow) ? 10 + 4 * flow->size : 0);
}

// The longest columns that fit into a page of this size. False: none do.
static bool fit_columns(FlowFigure *flow, double width, double height)
{
    double low = 0, high = usual_length;
    if (isinf(height)) low = high = fmax(usual_length, 12 * (double)flow->query.axis.count);
    for (int i = 0; i < 10 && low < high; i++) {
        double middle = (low + high) / 2;
        place_columns(flow, middle);
        *(flow->query.end + height_around(flow) <= height ? &low : &high) = middle;
    }
    place_columns(flow, low);
    flow->distance =
        fmin(width - width_of_labels(flow), fmax(usual_distance, 1.4 * flow->query.end));
    return low > 0 && flow->distance >= least_distance;
}

static const double about = 1.04; // a bit more than the smallest letters

static bool is_good(void *layout, unsigned given, double zoom)
{
    const double slim = 0.6;    // ribbons: of the labels
    const double tallest = 2.2; // where the height is free
    FlowFigure *flow = layout;
    const FigureLook *look = &flow->request->look;
    double margin = sheet_margin(look), letter = about * sheet_least_letter(look);
    double height = look->height > 0 ? look->height : tallest * look->width;
    flow->given = given;
    flow->least_letter = (gives(given, GIVE_LETTERS) ? letter : look->least_text) / zoom;
    bool fits = fit_columns(flow, (look->width - 2 * margin) / zoom, (height - 2 * margin) / zoom);
    double share = flow->query.end * zoom / fmin(look->width, height);
    bool wide = gives(given, GIVE_HALF) || !has_all_labels(flow) ||
                flow->unit * (double)series(flow) >= slim * flow->size;
    return fits && wide && box_is_large(share, HUGE_VAL, given | 1U << GIVE_MATRIX);
}

static void read_size(FlowFigure *flow)
{
    Arena *arena = flow->pen.figure->arena;
    const FigureLook *look = &flow->request->look;
    FlowSide *sides[] = {&flow->query, &flow->key};
    for (int i = 0; i < 2; i++) {
        sides[i]->top = NEW_ARRAY(arena, double, sides[i]->axis.count);
        sides[i]->height = NEW_ARRAY(arena, double, sides[i]->axis.count);
    }
    double letter = sheet_least_letter(look), usual = fmax(look->least_text, letter) / legend_size;
    LayoutScales scales = {fmax(usual, 0.6), about * letter / legend_size, 0.9};
    if (look->width > 0 && box_concede(is_good, flow, scales)) return;
    double most = fmax((double)flow->query.axis.count, (double)flow->key.axis.count);
    flow->given = 0;
    flow->least_letter = 8;
    flow->distance = usual_distance;
    place_columns(flow, fmax(usual_length, 12 * most));
}

static double middle_of(const FlowFigure *flow, const FlowSide *side, int64_t i)
{
    return flow->top + side->top[i] + side->height[i] / 2;
}

// ---- drawing ----------------------------------------------------------------------------------

// In greys heads are distinguished by their dashes, and by how dark they are.
typedef struct HeadStyle {
    Color color;
    double dash;
} HeadStyle;

static HeadStyle head_style(const FlowFigure *flow, int64_t head)
{
    static const HeadStyle GREY[HEAD_COLORS] = {
        {RGB(0x202020), 0}, {RGB(0x707070), 9}, {RGB(0x404040), 3.5}, {RGB(0x909090), 0},
        {RGB(0x202020), 9}, {RGB(0x707070), 3}, {RGB(0x404040), 14},
    };
    if (flow->pen.theme->grey) return GREY[head % HEAD_COLORS];
    return (HeadStyle){head_color(head), 0};
}

static bool stands_back(const FlowFigure *flow, int64_t query)
{
    return flow->at_query >= 0 && flow->at_query != query;
}

// How opaque a ribbon is, is its weight as well, next to the largest.
static double opacity_of(const FlowFigure *flow, double weight)
{
    const double least = 0.1, most = 0.85;
    return least + (most - least) * fmin(weight / flow->largest, 1);
}

// At the left end, where all ribbons are apart.
static void draw_number(const FlowFigure *flow, double weight, double y, Color ribbon)
{
    double size = fmin(9, 0.75 * weight * flow->unit);
    if (size < fmax(6.5, flow->least_letter) || has_key_numbers(flow)) return;
    Color color = color_on(color_mix(pen_ground(&flow->pen), ribbon, opacity_of(flow, weight)));
    const char *number =
        arena_printf(flow->pen.figure->arena, "%.*f", weight == floor(weight) ? 0 : 2, weight);
    pen_text(&flow->pen, flow->left + bar_width + 4, y, number, size, ALIGN_START, color);
}

static const char *whole_label(const FlowSide *side, int64_t i)
{
    return side->axis.whole[i][0] ? side->axis.whole[i] : side->axis.label[i];
}

// "cat → sat 0.4683", of several heads with the head's number.
static void mark_ribbon(const FlowFigure *flow, int64_t head, int64_t query, int64_t key,
                        double weight)
{
    Arena *arena = flow->pen.figure->arena;
    CellName name = {whole_label(&flow->query, query), whole_label(&flow->key, key), query, key,
                     true};
    const char *value = arena_printf(arena, "%.4f", weight);
    if (series(flow) > 1)
        value = arena_printf(arena, "%s, head %" PRId64, value, head_number(flow, head));
    figure_mark(flow->pen.figure, flow->pen.figure->count - 1, query, key,
                cell_title(&name, value, arena));
}

static void draw_ribbon(const FlowFigure *flow, int64_t head, int64_t query, int64_t key,
                        double weight, double from, double to)
{
    Point *points = NEW_ARRAY(flow->pen.figure->arena, Point, 4);
    double left = flow->left + bar_width, right = flow->right - bar_width;
    double middle = (left + right) / 2;
    points[0] = (Point){left, from};
    points[1] = (Point){middle, from};
    points[2] = (Point){middle, to};
    points[3] = (Point){right, to};
    bool back = stands_back(flow, query);
    HeadStyle style = head_style(flow, head + flow->first_head);
    Color color = back ? flow->pen.theme->muted : style.color;
    color.a = (uint8_t)lround(255 * (back ? 0.14 : 1) * opacity_of(flow, weight));
    pen_curve(&flow->pen, points, 4, weight * flow->unit, color)->dash = style.dash;
    mark_ribbon(flow, head + flow->first_head, query, key, weight);
}

// At a query the ribbons are in the order of the keys, at a key in that of the queries; those of
// the heads of one pair are side by side. What is left out leaves its room empty.
static void draw_ribbons(const FlowFigure *flow, bool front, bool numbers)
{
    SCRATCH(scratch);
    double *at_key = NEW_ARRAY(&scratch, double, flow->key.axis.count);
    for (int64_t query = 0; query < flow->query.axis.count; query++) {
        double at_query = 0;
        for (int64_t i = 0; i < flow->key.axis.count * series(flow); i++) {
            int64_t key = i / series(flow), head = i % series(flow);
            double weight = *weight_at(flow, head, query, key), width = weight * flow->unit;
            double from = flow->top + flow->query.top[query] + at_query + width / 2;
            double to = flow->top + flow->key.top[key] + at_key[key] + width / 2;
            at_query += width;
            at_key[key] += width;
            if (!(weight >= flow->least && weight > 0) || stands_back(flow, query) == front)
                continue;
            if (numbers)
                draw_number(flow, weight, from, head_style(flow, head + flow->first_head).color);
            else
                draw_ribbon(flow, head, query, key, weight, from, to);
        }
    }
}

static void draw_shares(const FlowFigure *flow, const FlowSide *side, double x)
{
    const Pen *pen = &flow->pen;
    for (int64_t i = 0; i < side->axis.count; i++)
        pen_box(pen, x, flow->top + side->top[i], bar_width, side->height[i], 0, pen->theme->muted);
}

// Where labels would overlap, some are left out; never that of the query that is asked for.
static bool has_label(const FlowFigure *flow, const FlowSide *side, int64_t i, double *before)
{
    double y = middle_of(flow, side, i);
    bool asked = side == &flow->query && flow->at_query >= 0;
    bool is_asked = asked && i == flow->at_query;
    bool near = asked && fabs(y - middle_of(flow, side, flow->at_query)) < flow->size;
    if (!is_asked && (near || y - *before < flow->size)) return false;
    *before = y;
    return true;
}

static void draw_tokens(const FlowFigure *flow)
{
    const Pen *pen = &flow->pen;
    Arena *arena = pen->figure->arena;
    double before = -HUGE_VAL;
    figure_group(pen->figure, "shares");
    draw_shares(flow, &flow->query, flow->left);
    draw_shares(flow, &flow->key, flow->right - bar_width);
    figure_group_end(pen->figure);
    figure_group(pen->figure, "row-labels");
    for (int64_t i = 0; i < flow->query.axis.labels; i++) {
        if (!has_label(flow, &flow->query, i, &before)) continue;
        Color color = stands_back(flow, i) ? pen->theme->muted : pen->theme->text;
        pen_text(pen, flow->left - 8, middle_of(flow, &flow->query, i), flow->query.axis.label[i],
                 flow->size, ALIGN_END, color)
            ->bold = flow->at_query == i;
    }
    figure_group_end(pen->figure);
    figure_group(pen->figure, "column-labels");
    double numbers = flow->right + 18 + flow->key.axis.widest * flow->size;
    before = -HUGE_VAL;
    for (int64_t i = 0; i < flow->key.axis.labels; i++) {
        double y = middle_of(flow, &flow->key, i);
        if (!has_label(flow, &flow->key, i, &before)) continue;
        pen_text(pen, flow->right + 8, y, flow->key.axis.label[i], flow->size, ALIGN_START,
                 pen->theme->text);
        if (!has_key_numbers(flow)) continue;
        double weight = *weight_at(flow, 0, flow->at_query, i);
        const char *number = arena_printf(arena, "%.*f", weight == floor(weight) ? 0 : 3, weight);
        if (weight > 0 && weight < 0.0005) number = "< 0.001";
        pen_text(pen, numbers, y, number, flow->size * 0.9, ALIGN_START, pen->theme->muted);
    }
    figure_group_end(pen->figure);
}

// ---- legends ----------------------------------------------------------------------------------

static double draw_sample(const FlowFigure *flow, double x, double y, double length, double width,
                          HeadStyle style, const char *text)
{
    const Pen *pen = &flow->pen;
    pen_stroke(pen, x, y, length, 0, width, style.color)->dash = style.dash;
    pen_text(pen, x + length + 5, y, text, legend_size, ALIGN_START, pen->theme->muted);
    return length + 20 + pen_width(pen, text, false) * legend_size;
}

// Which colour is which head.
static double draw_heads(const FlowFigure *flow, double y, double *width)
{
    const Pen *pen = &flow->pen;
    double x = SHEET_MARGIN, sample = pen->theme->grey ? 27 : 14;
    if (series(flow) < 2) return y;
    double room = fmax(*width, SHEET_MARGIN + 300), line = 18;
    y += line;
    for (int64_t head = flow->first_head; head < flow->head_end; head++) {
        const char *text =
            arena_printf(pen->figure->arena, "head %" PRId64, head_number(flow, head));
        if (x + sample + 20 + pen_width(pen, text, false) * legend_size > room) {
            x = SHEET_MARGIN;
            y += line;
        }
        x += draw_sample(flow, x, y, sample, 4, head_style(flow, head), text);
        *width = fmax(*width, x);
    }
    return y + 8;
}

// How wide and how opaque a weight is drawn.
static double draw_widths(const FlowFigure *flow, double y, double *width)
{
    static const double WEIGHTS[] = {1, 0.5, 0.1};
    const Pen *pen = &flow->pen;
    double x = SHEET_MARGIN;
    y += 10 + fmax(flow->unit, 12) / 2;
    for (size_t i = 0; i < sizeof WEIGHTS / sizeof *WEIGHTS; i++) {
        const char *text = arena_printf(pen->figure->arena, i ? "%.1f" : "weight %.0f", WEIGHTS[i]);
        HeadStyle style = {pen->theme->muted, 0};
        style.color.a = (uint8_t)lround(255 * opacity_of(flow, WEIGHTS[i]));
        x += draw_sample(flow, x, y, 27, WEIGHTS[i] * flow->unit, style, text);
    }
    *width = fmax(*width, x);
    return y + fmax(flow->unit, 12) / 2;
}

// ---- words ------------------------------------------------------------------------------------

static void describe_head(const FlowFigure *flow, int64_t head, Buf *text)
{
    if (series(flow) > 1)
        buf_printf(text, " Head %" PRId64 ":", head_number(flow, head + flow->first_head));
    int64_t most = 40 / series(flow);
    for (int64_t q = 0; q < flow->query.axis.count && q < most; q++) {
        int64_t best = 0;
        for (int64_t k = 1; k < flow->key.axis.count; k++) {
            if (*weight_at(flow, head, q, k) > *weight_at(flow, head, q, best)) best = k;
        }
        buf_printf(text, " %s attends most to %s (%.2f).", flow->query.axis.label[q],
                   flow->key.axis.label[best], *weight_at(flow, head, q, best));
    }
}

// What the numbers are of, where that is not all of the tensor: a head, a mean, an item.
static void write_part(const FlowFigure *flow, Buf *text)
{
    const char *item = slices_item(&flow->slices, flow->item, text->arena);
    if (*item) buf_printf(text, ", %s", item);
    if (flow->is_mean) buf_printf(text, ", mean of %" PRId64 " heads", flow->heads_in_all);
    if (flow->request->pick.head >= 0)
        buf_printf(text, ", head %" PRId64, flow->request->pick.head);
}

static void write_dropped(const FlowFigure *flow, Buf *text)
{
    if (!flow->dropped) return;
    double percent = 100 * flow->dropped_share;
    buf_printf(text, "Not drawn: weights below %g, ", flow->least);
    buf_printf(text, percent < 1 ? "less than 1 %% of the attention" : "%.0f %% of the attention",
               percent);
}

static const char *describe(const FlowFigure *flow, const char *name)
{
    Buf text = {.arena = flow->pen.figure->arena};
    buf_printf(&text,
               "Ribbons from %" PRId64 " queries to %" PRId64 " keys, as wide as the weights in %s",
               flow->query.axis.count, flow->key.axis.count, name);
    write_part(flow, &text);
    buf_add(&text, STR("."));
    for (int64_t head = 0; head < series(flow); head++) describe_head(flow, head, &text);
    if (flow->dropped) buf_add(&text, STR(" "));
    write_dropped(flow, &text);
    if (flow->dropped) buf_add(&text, STR("."));
    return buf_text(&text);
}

static const char *subtitle(const FlowFigure *flow, const char *name)
{
    Buf text = {.arena = flow->pen.figure->arena};
    if (flow->request->look.title) buf_printf(&text, "%s   ", name);
    if (flow->at_query >= 0)
        buf_printf(&text, "query %s", flow->query.axis.label[flow->at_query]);
    else if (flow->request->look.least_text <= 0) // elsewhere tokens need the room
        buf_add(&text, STR("each query, left, and the keys it attends to, right"));
    bool begins = !text.n;
    write_part(flow, &text);
    const char *said = buf_text(&text) + (begins && text.n ? 2 : 0);
    return *said ? said : NULL;
}

// ---- all of it --------------------------------------------------------------------------------

static bool read_sides(FlowFigure *flow, const Matrix *matrix, Error *error)
{
    AxisPair axes;
    const AxisLabels *rows = &flow->request->look.rows, *columns = &flow->request->look.columns;
    if (!axis_check_labels(rows, columns, error)) return false;
    if (rows->label && !columns->label && matrix->rows == matrix->columns) columns = rows;
    if (!axes_read(&axes, flow->request->trace, matrix, rows, columns, &flow->pen, error))
        return false;
    AxisLabels number = {.label = (const char *const[]){"0"},
                         .count = 1}; // of the row that a vector is
    if (!axes.rows.labels && !axis_relabel(&axes.rows, &number, "rows", &flow->pen, error))
        return false;
    flow->query.axis = axes.rows;
    flow->key.axis = axes.columns;
    return true;
}

static double draw_legends(const FlowFigure *flow, double y, double *width)
{
    const Pen *pen = &flow->pen;
    Buf dropped = {.arena = pen->figure->arena};
    if (flow->request->look.bare) return y;
    y = draw_heads(flow, y, width);
    if (!gives(flow->given, GIVE_BAR)) y = draw_widths(flow, y, width);
    write_dropped(flow, &dropped);
    if (!dropped.n) return y;
    const char *text = buf_text(&dropped);
    pen_text(pen, SHEET_MARGIN, y + 1.3 * legend_size, text, legend_size, ALIGN_START,
             pen->theme->muted);
    *width = fmax(*width, SHEET_MARGIN + pen_width(pen, text, false) * legend_size);
    return y + 2.1 * legend_size;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    FlowFigure flow = {
        .request = request, .pen = *pen, .slices = slices_of(request->trace, request->cell.entry)};
    Matrix matrix = slices_matrix(&flow.slices, 0);
    if (!check_size(&matrix, error) || !read_sides(&flow, &matrix, error) ||
        !choose_heads(&flow, error) ||
        !figure_query(request, (const char *const *)flow.query.axis.label, flow.query.axis.count,
                      &flow.at_query, error))
        return false;
    choose_least(&flow);
    read_size(&flow);
    const char *name = flow.slices.heads == 1 && request->indices
                           ? attention_title(request->trace, &matrix, figure->arena)
                           : attention_layer_title(request->trace, request->cell, figure->arena);
    if (!name) name = tensor_title(request->trace, request->cell.entry, figure->arena);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&flow, name);
    flow.left = SHEET_MARGIN + flow.query.axis.widest * flow.size * 1.1 + 8;
    flow.right = flow.left + flow.distance;
    double width = flow.right + 8 + flow.key.axis.widest * flow.size;
    if (has_key_numbers(&flow)) width += 10 + 4 * flow.size;
    const char *title = gives(flow.given, GIVE_TITLE) ? NULL : figure->title;
    const char *below = gives(flow.given, GIVE_SUBTITLE) ? NULL : subtitle(&flow, name);
    flow.top = sheet_heading(&flow.pen, title, below, &width);
    figure_group(figure, "ribbons");
    draw_ribbons(&flow, false, false);
    draw_ribbons(&flow, true, false);
    figure_group_end(figure);
    figure_group(figure, "numbers")->is_passive = true;
    draw_ribbons(&flow, true, true);
    figure_group_end(figure);
    draw_tokens(&flow);
    figure_group(figure, "legend");
    double bottom = draw_legends(&flow, flow.top + flow.query.end, &width);
    figure_group_end(figure);
    return sheet_end(&flow.pen, width, bottom, &request->look, error);
}

const FigureKind flow_kind = {
    .name = "flow",
    .summary = "tokens joined by ribbons as wide and opaque as the weights",
    .options = "head layer rollout query min labels column-labels raw-tokens merge-words bare",
    .all_slices = true,
    .one_query = true,
    .misfit = misfit,
    .labels_all = true,
    .way_out = "--query 0 for a single one, or a part of it, as in 'weights[:8, :8]'",
    .build = build,
};
