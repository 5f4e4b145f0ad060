// The grid follows the page: heads of one layer, or matrices of several calls, are in as many
// columns as the proportions of the page suggest; layers stay rows. What is written about each
// matrix is below it, beside it where the page is wide, or gives way.
#include "figure/kinds/heads_parts.h"

#include "figure/page/sheet.h"

#include <math.h>

static const double beside_width = 66, widest_beside = 110; // of a caption there
static const double name_width = 42;                        // of a name there
static const double beside_gap = 6, beside_apart = 10;
static const double least_pitch = 62; // for the words below
static const double least_side = 8, largest_side = 320;
static const double free_aspect = 0.75;   // of a grid in a column of text
static const double smallest_label = 7.5; // units: of an axis (axis.c)

enum { MOST_GRID_COLUMNS = 24 };

// ---- the grid ---------------------------------------------------------------------------------

static double off_aspect(int columns, int rows, double aspect)
{
    return fabs(log((double)columns / rows / aspect));
}

// How many columns make a grid of `count` about `aspect` times as wide as high.
static int columns_for(int count, double aspect)
{
    int best = 1;
    double best_off = HUGE_VAL;
    for (int columns = 1; columns <= count; columns++) {
        int rows = (count + columns - 1) / columns;
        double empty = (double)(rows * columns - count) / count;
        double off = off_aspect(columns, rows, aspect) + empty;
        if (off >= best_off) continue;
        best_off = off;
        best = columns;
    }
    return best;
}

// Layers, and the items of a batch, are rows by themselves.
static bool is_free(const HeadList *list)
{
    return !list->has_layers;
}

static void place_tiles(HeadsFigure *h, int columns)
{
    const HeadList *list = &h->list;
    bool free = is_free(list);
    h->columns = free ? columns : list->columns;
    h->rows = free ? (list->count + columns - 1) / columns : list->rows;
    for (int i = 0; i < list->count; i++) {
        h->tile[i].row = free ? i / columns : list->head[i].row;
        h->tile[i].column = free ? i % columns : list->head[i].column;
    }
}

// ---- how large it is --------------------------------------------------------------------------

bool heads_titled(const HeadsFigure *h, const Tile *tile)
{
    return h->list.count > 1 && (tile->row == 0 || !h->list.has_layers);
}

bool heads_names_beside(const HeadsFigure *h)
{
    return h->place == CAPTION_BESIDE || h->place == CAPTION_NAME_BESIDE;
}

double heads_beside_width(const HeadsFigure *h)
{
    if (!heads_names_beside(h)) return 0;
    double least = h->place == CAPTION_BESIDE ? beside_width : name_width;
    return beside_gap + fmin(fmax(least, h->name), widest_beside);
}

int heads_name_lines(const HeadsFigure *h)
{
    return h->name > widest_beside ? 2 : 1;
}

double heads_title_room(const HeadsFigure *h)
{
    return heads_names_beside(h) || h->list.has_layers ? 0 : heads_title_height;
}

static double caption_height(const HeadsFigure *h)
{
    return h->place == CAPTION_BELOW && h->captions ? h->captions * heads_line + 4 : 0;
}

double heads_column_pitch(const HeadsFigure *h)
{
    double beside = heads_beside_width(h);
    if (beside > 0) return h->side_x + beside + beside_apart;
    bool named = h->list.count > 1, lines = h->place == CAPTION_BELOW && h->captions;
    return fmax(h->side_x, lines ? least_pitch : named ? name_width : 0) + heads_gap;
}

double heads_row_pitch(const HeadsFigure *h)
{
    int lines = h->place == CAPTION_BESIDE ? h->captions : 0;
    double name = heads_name_lines(h) * heads_title_height;
    double beside = heads_names_beside(h) ? name + lines * heads_line : 0;
    return fmax(h->side_y, beside) + caption_height(h) + heads_gap + heads_title_room(h);
}

// How far captions wider than a matrix extend beyond it on either side.
static double overhang_of(const HeadsFigure *h)
{
    if (heads_names_beside(h)) return 0;
    return fmax(0, (heads_column_pitch(h) - heads_gap - h->side_x) / 2);
}

double heads_left(const HeadsFigure *h)
{
    return h->row_fit.extent + (h->list.has_layers ? 20 : 0) + overhang_of(h);
}

// About.
static double heading_height(const HeadsFigure *h)
{
    if (h->pen.untitled) return 0;
    return (h->title ? 26 : 0) + (h->subtitle ? 20 : 0) + 10;
}

static double legend_height(const HeadsFigure *h)
{
    bool special = false;
    for (int i = 0; i < h->list.count; i++) {
        const Plane *plane = &h->tile[i].plane;
        special |= plane->below || plane->above || plane->invalid;
    }
    return special && !h->request->look.bare ? 26 : 0;
}

static void measure(HeadsFigure *h)
{
    double beside = heads_beside_width(h);
    double right = heads_left(h) + (h->columns - 1) * heads_column_pitch(h) + h->side_x;
    double bottom = h->rows * heads_row_pitch(h) - heads_gap - heads_title_room(h);
    bool above = h->list.count > 1 && !heads_names_beside(h);
    h->width = right + fmax(fmax(h->column_fit.overhang, overhang_of(h)), beside);
    h->height = heading_height(h) + (above ? heads_label_size * 1.6 : 0) + h->column_fit.extent +
                bottom + legend_height(h) + (h->bar_below ? 44 : 0);
}

// ---- how large it can be ----------------------------------------------------------------------

// Matrices whose longer side is `side`.
static void set_side(HeadsFigure *h, const AxisPair *axes, double side)
{
    double rows = (double)h->tile[0].plane.matrix.rows;
    double columns = (double)h->tile[0].plane.matrix.columns, longest = fmax(rows, columns);
    h->side_x = fmax(side * columns / longest, least_side);
    h->side_y = fmax(side * rows / longest, least_side);
    h->side_x = fmax(h->side_x, fmin(fmin(64, side), 40 * columns));
    h->row_axis = axes->rows;
    h->column_axis = axes->columns;
    double down = h->side_y / rows, across = h->side_x / columns;
    h->row_fit = axis_fit_rows(&h->row_axis, down, h->unit);
    h->column_fit = axis_fit_columns(&h->column_axis, across, h->unit);
    measure(h);
}

static double longest_side(const HeadsFigure *h)
{
    const Matrix *matrix = &h->tile[0].plane.matrix;
    return (double)(matrix->rows > matrix->columns ? matrix->rows : matrix->columns);
}

// Without a size: few matrices are large; a single one has room for every label.
static double natural_side(const HeadsFigure *h)
{
    double longest = longest_side(h);
    double side = h->columns <= 3 ? 200 : h->columns <= 6 ? 144 : 96;
    if (h->list.count == 1) side = fmax(side, fmin(10 * longest, 560));
    return fmin(side, 40 * longest);
}

// The largest side with which all of it fits; 0: none does.
static double fitting_side(HeadsFigure *h, const AxisPair *axes, double width, double height)
{
    double low = 0, high = fmin(2 * largest_side, 70 * longest_side(h));
    for (int i = 0; i < 14; i++) {
        double middle = (low + high) / 2;
        set_side(h, axes, middle);
        bool fits = h->width <= width && h->height <= height;
        *(fits && middle >= least_side ? &low : &high) = middle;
    }
    return low;
}

// Of title and subtitle, with the gap before a bar beside them.
static double heading_width(const HeadsFigure *h)
{
    const double apart = 40;
    double title = h->title ? pen_width(&h->pen, h->title, true) * 17 : 0;
    double subtitle = h->subtitle ? pen_width(&h->pen, h->subtitle, false) * 11.5 : 0;
    return fmax(title, subtitle) + apart;
}

double heads_bar_over(const HeadsFigure *h)
{
    return h->bar.widest * colorbar_size(1) / 2;
}

static void place_bar(HeadsFigure *h, double width)
{
    bool has_bar = h->bar.ticks && !h->request->scale_each && !h->request->look.bare;
    bool room = heading_width(h) + heads_bar_width + heads_bar_over(h) <= width;
    h->bar_above = has_bar && !h->pen.untitled && room && !isinf(width);
    h->bar_below = has_bar && !h->bar_above;
}

// How much of the widest name is not cut.
static double shown_of_names(const HeadsFigure *h)
{
    double beside = heads_beside_width(h) - beside_gap;
    double room = beside > 0 ? beside * heads_name_lines(h) : heads_column_pitch(h) - 6;
    double size = beside > 0 ? 1 : heads_label_size / heads_caption_size;
    return h->name > 0 ? fmin(room / (h->name * size), 1) : 1;
}

// Tries the places of captions and, where the grid is free, numbers of columns at one scale.
// Returns the side chosen; 0: nothing fits.
static double choose_grid(HeadsFigure *h, const AxisPair *axes, double width, double height)
{
    static const double worth[] = {[CAPTION_BELOW] = 1,
                                   [CAPTION_BESIDE] = 1,
                                   [CAPTION_NAME_BESIDE] = 0.55,
                                   [CAPTION_NONE] = 0.5};
    const double empty = 0.8;    // what an empty place in the last row takes away
    const double slender = 0.25; // and a grid of other proportions than the page
    const FigureLook *look = &h->request->look;
    double aspect = look->height > 0 ? look->width / look->height : free_aspect;
    int count = h->list.count, most = is_free(&h->list) ? count : 1;
    if (most > MOST_GRID_COLUMNS) most = MOST_GRID_COLUMNS;
    CaptionPlace best = CAPTION_NONE, first = look->bare ? CAPTION_NONE : CAPTION_BELOW;
    int best_columns = 1;
    double best_score = 0, best_side = 0;
    for (int columns = 1; columns <= most; columns++) {
        place_tiles(h, columns);
        double full = fmin((double)count / (h->rows * h->columns), 1);
        for (h->place = first; h->place <= CAPTION_NONE; h->place++) {
            if (heads_names_beside(h) && (h->list.has_layers || count == 1)) continue;
            double side = fitting_side(h, axes, width, height);
            double score = side * worth[h->place] * (1 - empty * (1 - full));
            score *= 0.4 + 0.6 * shown_of_names(h);
            score *= exp(-slender * off_aspect(h->columns, h->rows, aspect));
            if (score <= best_score) continue;
            best_score = score;
            best_side = side;
            best = h->place;
            best_columns = columns;
        }
    }
    place_tiles(h, best_columns);
    h->place = best;
    return best_side;
}

// So large text is at first, where the page alone decides.
static double usual_scale(const FigureLook *look)
{
    const double page = 700, smallest = 0.6, largest = 1.6;
    double usual = fmin(fmax(look->width / page, smallest), largest);
    return fmax(usual, look->least_text / heads_caption_size);
}

static void arrange_naturally(HeadsFigure *h, const AxisPair *axes)
{
    const double aspect = 1.6;
    h->unit = 1;
    h->place = h->request->look.bare ? CAPTION_NONE : CAPTION_BELOW;
    place_tiles(h, columns_for(h->list.count, aspect));
    place_bar(h, HUGE_VAL);
    set_side(h, axes, natural_side(h));
}

void heads_arrange(HeadsFigure *h, const AxisPair *axes)
{
    const double smaller = 0.85, least_scale = 0.15, good = 14;
    const double low = 270; // a page that has no room for a subtitle
    const FigureLook *look = &h->request->look;
    if (look->width <= 0) {
        arrange_naturally(h, axes);
        return;
    }
    double margin = sheet_margin(look), side = 0;
    double tall = h->list.count <= 4 ? 1.35 : 2; // where the height is free
    h->unit = heads_caption_size / smallest_label;
    for (double scale = usual_scale(look); scale > least_scale && side < good; scale *= smaller) {
        double width = (look->width - 2 * margin) / scale;
        double height = look->height > 0 ? (look->height - 2 * margin) / scale : tall * width;
        if (height < low) h->subtitle = NULL;
        place_bar(h, width);
        side = choose_grid(h, axes, width, height);
    }
    set_side(h, axes, fmax(side, least_side));
    double heading = heading_width(h) + heads_bar_width + heads_bar_over(h);
    if (h->bar_above) h->width = fmax(h->width, heading);
}
