// The sizes and places are those with the largest matrices whose text can be read. A matrix with
// its words is a box whose point is the corner of its first cell.
#include "figure/parts/tiles.h"

#include "base/text/ascii.h"
#include "figure/page/sheet.h"
#include "figure/parts/cells.h"
#include "figure/parts/groups.h"

#include <math.h>
#include <string.h>

static const double usual_gap = 14, least_gap = 3; // between matrices
static const double line_size = 9.5, line_pitch = 13.5;
static const double label_size = 11, title_height = 15;
static const double bar_width = 180;
static const double beside_width = 66, widest_beside = 110; // of lines there
static const double title_width = 42;                       // of a title there
static const double beside_gap = 6;
static const double least_pitch = 62; // for lines below
static const double least_side = 8, largest_side = 320;
static const double row_name_room = 20;
static const double smallest_label = 7.5; // units: of an axis (axis.c)

enum { MOST_GRID_COLUMNS = 24 };

// ---- how large it is --------------------------------------------------------------------------

static bool is_beside(const TileGrid *g)
{
    return g->form == TILE_BESIDE || g->form == TILE_TITLE_BESIDE;
}

static double gap_of(const TileGrid *g)
{
    return gives(g->given, GIVE_PLACES) ? least_gap : usual_gap;
}

// Of columns that are close, the number: "head" is at the first.
static const char *title_of(const TileGrid *g, const Tile *tile)
{
    const char *number = strrchr(tile->title, ' ');
    bool close = gives(g->given, GIVE_PLACES) && g->one_row_of_titles;
    return close && number ? number + 1 : tile->title;
}

static double widest_title(const TileGrid *g)
{
    double widest = 0;
    for (int i = 0; i < g->count; i++) {
        const Tile *tile = &g->tile[i];
        if (tile->title)
            widest = fmax(widest, pen_width(&g->pen, title_of(g, tile), true) * line_size);
    }
    return widest;
}

// How many letters of "layer 0", "layer 1" … are the same in all of them, and are no number.
static int shared_letters(const TileGrid *g)
{
    int same = (int)strlen(g->row_name[0]);
    for (int i = 1; i < g->rows; i++) {
        int n = 0;
        while (n < same && g->row_name[i][n] == g->row_name[0][n]) n++;
        same = n;
    }
    while (same > 0 && ascii_is_digit(g->row_name[0][same - 1])) same--;
    for (int i = 0; i < g->rows; i++) {
        unsigned char next = (unsigned char)g->row_name[i][same];
        if (g->rows == 1 || !next || (next & 0xc0) == 0x80) return 0;
    }
    return same;
}

// Where rows are too low for names that are turned: level ones, without what they share. 0: they
// are turned.
static double level_names(const TileGrid *g)
{
    double widest = 0, level = 0;
    int shared = g->row_name ? shared_letters(g) : 0;
    for (int i = 0; g->row_name && i < g->rows; i++) {
        widest = fmax(widest, pen_width(&g->pen, g->row_name[i], true) * label_size);
        level = fmax(level, pen_width(&g->pen, g->row_name[i] + shared, true) * label_size);
    }
    return widest > g->side_y + gap_of(g) ? level + 6 : 0;
}

// Of all names of rows, and of what they share.
static double row_names_width(const TileGrid *g)
{
    double level = level_names(g);
    if (!g->row_name) return 0;
    return level > 0 ? level + (shared_letters(g) ? row_name_room : 0) : row_name_room;
}

static int title_lines(const TileGrid *g)
{
    return g->name > widest_beside ? 2 : 1;
}

static bool has_title(const TileGrid *g, const Tile *tile)
{
    return tile->title && (tile->row == 0 || !g->one_row_of_titles);
}

// The room for words: beside a matrix, or across it.
static double words_width(const TileGrid *g)
{
    double least = g->form == TILE_BESIDE ? beside_width : title_width;
    if (is_beside(g)) return fmin(fmax(least, g->name), widest_beside);
    bool lines = g->form == TILE_BELOW && g->lines;
    double whole = fmin(g->name * label_size / line_size, widest_beside);
    double cut = g->lines && !g->labels_all ? title_width : HUGE_VAL;
    double name = g->name > 0 ? fmin(whole + 1, cut) : 0;
    return fmax(g->side_x, lines ? least_pitch : name);
}

// What the last label of a matrix and the first of the next need between them beyond the gap.
static double label_room(const TileGrid *g, const Axis *axis, AxisFit fit)
{
    if (!axis->labels || fit.angle == -45) return 0;
    int64_t last = (axis->labels - 1) / fit.every * fit.every * axis->step;
    double behind =
        ((double)last + 0.5) * fit.pitch + fit.size / 2 - (double)axis->count * fit.pitch;
    return fmax(fit.size / 2 - fit.pitch / 2 + behind - gap_of(g), 0);
}

// How far a matrix reaches with all that is at it.
static FigureBox outline_of(const TileGrid *g, int row, int column)
{
    double down = label_room(g, &g->axes.rows, g->row_fit), across = 0;
    if (g->column_fit.angle == -90) across = label_room(g, &g->axes.columns, g->column_fit);
    FigureBox box = {.right = g->side_x, .below = g->side_y};
    double words = words_width(g);
    int lines = g->form == TILE_BELOW || g->form == TILE_BESIDE ? g->lines : 0;
    if (is_beside(g)) {
        box.right += beside_gap + words - 4;
        box.below = fmax(box.below, title_lines(g) * title_height + lines * line_pitch);
    } else {
        box.left = (words - g->side_x) / 2;
        box.right += box.left;
        box.below += lines ? lines * line_pitch + 4 : 0;
        bool titled = g->name > 0 && (row == 0 || !g->one_row_of_titles);
        box.above = titled ? title_height : 0;
    }
    box.right = fmax(box.right, g->side_x + across);
    box.below = fmax(box.below, g->side_y + down);
    if (row == 0) box.above += g->column_fit.extent;
    if (row == 0 && column == g->columns - 1) // else there is room above the next one
        box.right = fmax(box.right, g->side_x + g->column_fit.overhang);
    if (column == 0) box.left += g->row_fit.extent + row_names_width(g);
    return box;
}

static const char *heading_of(const TileGrid *g)
{
    return gives(g->given, GIVE_TITLE) ? NULL : g->title;
}

// A low page has no room for one.
static const char *subtitle_of(const TileGrid *g)
{
    const double low = 270;
    double height = g->request->look.height;
    bool is_low = height > 0 && height - 2 * sheet_margin(&g->request->look) < low * g->zoom;
    return is_low || gives(g->given, GIVE_HEADING) ? NULL : g->subtitle;
}

// About.
static double heading_height(const TileGrid *g)
{
    if (g->pen.untitled) return 0;
    return (heading_of(g) ? 26 : 0) + (subtitle_of(g) ? 20 : 0) + 10;
}

static Plane special_cells(const TileGrid *g)
{
    Plane all = {0};
    for (int i = 0; i < g->count; i++) plane_add_special(&all, &g->tile[i].plane);
    return all;
}

static double legend_height(const TileGrid *g)
{
    Plane all = special_cells(g);
    return plane_has_special(&all) && !g->request->look.bare ? 26 : 0;
}

// About.
static double notes_height(const TileGrid *g, double width)
{
    int lines = 0;
    for (int i = 0; i < g->notes; i++)
        lines += (int)ceil(1.1 * g->note_width[i] / fmax(width, line_size));
    return lines * line_pitch + (lines ? line_size : 0);
}

static void measure(TileGrid *g)
{
    FigureBox first = outline_of(g, 0, 0), other = outline_of(g, 1, -1);
    double last = outline_of(g, 0, g->columns - 1).right;
    double gap = gap_of(g);
    g->width = first.left + last + (g->columns - 1) * (gap + other.left + other.right);
    g->height = heading_height(g) + g->above + first.above + first.below;
    g->height += (g->rows - 1) * (gap + other.above + other.below);
    g->height += legend_height(g) + (g->bar_below ? 44 + colorbar_label_room(&g->bar, 1) : 0) +
                 notes_height(g, fmax(g->width, g->least_width));
}

// ---- how large it can be ----------------------------------------------------------------------

static double longest_side(const TileGrid *g)
{
    const Matrix *matrix = &g->tile[0].plane.matrix;
    return (double)(matrix->rows > matrix->columns ? matrix->rows : matrix->columns);
}

// Matrices whose longer side is `side`.
static void set_side(TileGrid *g, double side)
{
    double rows = (double)g->tile[0].plane.matrix.rows, longest = longest_side(g);
    double columns = (double)g->tile[0].plane.matrix.columns;
    g->side_x = fmax(side * columns / longest, least_side);
    g->side_y = fmax(side * rows / longest, least_side);
    g->side_x = fmax(g->side_x, fmin(fmin(64, side), 40 * columns));
    g->row_fit = axis_fit_rows(&g->axes.rows, g->side_y / rows, g->unit);
    g->column_fit = axis_fit_columns(&g->axes.columns, g->side_x / columns, g->unit);
    measure(g);
}

// The largest side with which all of it fits; 0: none does.
static double fitting_side(TileGrid *g, double width, double height)
{
    double low = 0, high = fmin(2 * largest_side, 70 * longest_side(g));
    for (int i = 0; i < 14; i++) {
        double middle = (low + high) / 2;
        set_side(g, middle);
        bool fits = g->width <= width && g->height <= height;
        *(fits && middle >= least_side ? &low : &high) = middle;
    }
    return low;
}

static void place_tiles(TileGrid *g, int columns)
{
    if (g->row_name) return;
    g->columns = columns;
    g->rows = (g->count + columns - 1) / columns;
    for (int i = 0; i < g->count; i++) {
        g->tile[i].row = i / columns;
        g->tile[i].column = i % columns;
    }
}

// Of title and subtitle, with the gap before a bar beside them.
static double heading_width(const TileGrid *g)
{
    const double apart = 40;
    const char *first = heading_of(g), *second = subtitle_of(g);
    double title = first ? pen_width(&g->pen, first, true) * 17 : 0;
    double subtitle = second ? pen_width(&g->pen, second, false) * 11.5 : 0;
    return fmax(title, subtitle) + apart;
}

// With the half number beyond its end.
static double bar_room(const TileGrid *g)
{
    return bar_width + g->bar.widest * colorbar_size(1) / 2;
}

static void place_bar(TileGrid *g, double width)
{
    bool none = g->scale_each || g->no_bar || gives(g->given, GIVE_BAR) || g->request->look.bare;
    bool has_bar = g->bar.ticks && !none;
    bool room = heading_width(g) + bar_room(g) <= width;
    g->bar_above = has_bar && !g->pen.untitled && heading_of(g) && room && !isinf(width);
    g->bar_below = has_bar && !g->bar_above;
}

static double off_aspect(const TileGrid *g, double aspect)
{
    return fabs(log((double)g->columns / g->rows / aspect));
}

// How good a grid is: large, its titles not cut, no empty places, and shaped as the page.
static double worth_of(const TileGrid *g, double side, double aspect)
{
    static const double worth[] = {
        [TILE_BELOW] = 1, [TILE_BESIDE] = 1, [TILE_TITLE_BESIDE] = 0.6, [TILE_BARE] = 0.6};
    const double empty = 0.8;    // what an empty place in the last row takes away
    const double slender = 0.25; // and a grid of other proportions than the page
    double full = fmin((double)g->count / (g->rows * g->columns), 1);
    double room = is_beside(g) ? words_width(g) * title_lines(g) : words_width(g) + gap_of(g) - 6;
    double size = is_beside(g) ? 1 : label_size / line_size;
    double shown = g->name > 0 ? fmin(room / (g->name * size), 1) : 1;
    return side * worth[g->form] * (1 - empty * (1 - full)) * (0.4 + 0.6 * shown) *
           exp(-slender * off_aspect(g, aspect));
}

// Tries forms and, where the tiles are free, numbers of columns at one scale. Returns the side
// chosen; 0: nothing fits.
static double choose_grid(TileGrid *g, double width, double height)
{
    const double free_aspect = 0.75; // in a column of text
    const FigureLook *look = &g->request->look;
    double aspect = look->height > 0 ? look->width / look->height : free_aspect;
    int most = g->row_name ? 1 : g->count < MOST_GRID_COLUMNS ? g->count : MOST_GRID_COLUMNS;
    TileForm best = TILE_BARE;
    int best_columns = 1;
    double best_worth = 0, best_side = 0;
    for (int columns = 1; columns <= most; columns++) {
        place_tiles(g, columns);
        bool silent = look->bare || gives(g->given, GIVE_SUBTITLE);
        for (g->form = silent ? TILE_TITLE_BESIDE : TILE_BELOW; g->form <= TILE_BARE; g->form++) {
            if (is_beside(g) && look->bare) continue;
            if (is_beside(g) && (g->row_name || g->count == 1 || !g->lines)) continue;
            double side = fitting_side(g, width, height), worth = worth_of(g, side, aspect);
            if (worth <= best_worth) continue;
            best_worth = worth;
            best_side = side;
            best = g->form;
            best_columns = columns;
        }
    }
    place_tiles(g, best_columns);
    g->form = best;
    return best_side;
}

// Without a size: few matrices are large; a single one has room for every label.
static void arrange_naturally(TileGrid *g)
{
    const double aspect = 1.6;
    const int many = 16;
    int best = 1;
    double least = HUGE_VAL, longest = longest_side(g);
    g->unit = 1;
    g->form = g->request->look.bare ? TILE_BARE : TILE_BELOW;
    for (int columns = 1; columns <= g->count; columns++) {
        place_tiles(g, columns);
        double off = off_aspect(g, aspect) + (double)(g->rows * g->columns) / g->count;
        if (off < least) best = columns;
        least = fmin(least, off);
    }
    place_tiles(g, best);
    place_bar(g, HUGE_VAL);
    double side = g->columns <= 3 ? 200 : g->columns <= 6 ? 144 : 96;
    if (g->count == 1) side = fmax(side, fmin(10 * longest, 560));
    if (g->count <= many) side = fmax(side, fmin(9.5 * longest, 305)); // has room for every label
    set_side(g, fmin(g->natural > 0 ? g->natural : side, 40 * longest));
}

// So large text is at first, where the page alone decides.
static double usual_scale(const FigureLook *look)
{
    const double page = 700, smallest = 0.6, largest = 1.6;
    double usual = fmin(fmax(look->width / page, smallest), largest);
    return fmax(usual, look->least_text / line_size);
}

static const double next_scale = 0.85; // from one scale that is tried to the next

// The largest matrices with these concessions at this scale. Returns their side; 0: nothing fits.
static double arrange_at(TileGrid *g, unsigned given, double zoom)
{
    const FigureLook *look = &g->request->look;
    double tall = g->notes ? 2.5 : g->count <= 4 ? 1.35 : 2; // where the height is free
    double height = look->height > 0 ? look->height : tall * look->width;
    double margin = sheet_margin(look), width = (look->width - 2 * margin) / zoom;
    height = (height - 2 * margin) / zoom;
    g->given = given;
    g->zoom = zoom;
    if (g->notes) g->least_width = floor(width - 1); // as wide as the page
    axes_give(&g->axes, g->given, sheet_least_letter(look) / zoom);
    g->name = widest_title(g);
    place_bar(g, width);
    double side = choose_grid(g, width, height);
    set_side(g, fmax(side, least_side));
    return side;
}

static bool is_good(void *layout, unsigned given, double zoom)
{
    TileGrid *g = layout;
    const FigureLook *look = &g->request->look;
    double shorter = look->height > 0 ? fmin(look->width, look->height) : look->width;
    double side = arrange_at(g, given, zoom);
    double share = sqrt(g->count * g->side_x * g->side_y) * zoom / shorter;
    bool labelled = axis_is_labelled(&g->axes.rows, g->row_fit) &&
                    axis_is_labelled(&g->axes.columns, g->column_fit);
    bool good = side > 0 && (labelled || gives(given, GIVE_LABELS)) &&
                box_is_large(share, g->largest, given);
    if (good && gives(given, GIVE_MATRIX)) g->largest = share;
    return good;
}

static void arrange(TileGrid *g)
{
    const double least_scale = 0.15, many_words = 160;
    const FigureLook *look = &g->request->look;
    double good = g->notes && !look->has_pages ? fmin(many_words, 20 * longest_side(g)) : 14;
    if (look->width <= 0) {
        arrange_naturally(g);
        return;
    }
    g->unit = line_size / smallest_label;
    LayoutScales scales = {usual_scale(look), sheet_least_letter(look) / line_size, next_scale};
    bool found = g->labels_all && box_concede(is_good, g, scales);
    for (double zoom = scales.usual; !found; zoom *= next_scale)
        found = arrange_at(g, 0, zoom) >= good || zoom * next_scale <= least_scale;
    if (g->bar_above) g->width = fmax(g->width, heading_width(g) + bar_room(g));
}

// ---- one of them ------------------------------------------------------------------------------

static Cells cells_of(const TileGrid *g, const Tile *tile)
{
    return (Cells){.plane = &tile->plane,
                   .scale = &g->scale,
                   .hundredths = g->hundredths,
                   .width = g->side_x / (double)tile->plane.matrix.columns,
                   .height = g->side_y / (double)tile->plane.matrix.rows};
}

// Of one size in all matrices, and with as many decimals; none where they would be too small.
static Cells fit_numbers(const TileGrid *g)
{
    const FigureLook *look = &g->request->look;
    Cells numbers = {.text_size = look->no_values || !g->numbered ? 0 : HUGE_VAL, .decimals = 99};
    for (int i = 0; i < g->count && numbers.text_size > 0; i++) {
        Cells cells = cells_of(g, &g->tile[i]);
        cells_fit_text(&cells, look->digits ? look->digits : 2, &g->pen);
        numbers.text_size = fmin(numbers.text_size, cells.text_size);
        if (cells.decimals < numbers.decimals) numbers.decimals = cells.decimals;
    }
    double smaller = look->height <= 0 ? 1 : look->has_pages ? 0.95 : 0.9; // where height is scarce
    double least = look->least_text > 0 ? smaller * line_size : 7.5;
    numbers.text_size = numbers.text_size < least ? 0 : fmin(numbers.text_size, 14);
    return numbers;
}

typedef struct DrawnTile {
    const TileGrid *grid;
    const Tile *tile;
    Cells cells;
    Scale own;
} DrawnTile;

static void draw_row_name(const TileGrid *g, int row, double x, double y)
{
    const Pen *pen = &g->pen;
    FigureBox outline = outline_of(g, 1, 1);
    double pitch = outline.above + outline.below + gap_of(g), level = level_names(g);
    int shared = level > 0 ? shared_letters(g) : 0;
    x -= g->row_fit.extent;
    y += g->side_y / 2;
    if (level > 0)
        pen_bold(pen, x - 2, y, g->row_name[row] + shared, label_size, ALIGN_END, pen->theme->text);
    if (level > 0 && (!shared || row)) return;
    const char *text = shared ? str_copy(pen->figure->arena, (Str){g->row_name[0], shared})
                              : pen_fit(pen, g->row_name[row], (pitch - 6) / label_size, true);
    if (shared) y += (g->rows - 1) * pitch / 2;
    pen_bold(pen, x - level - 10, y, text, label_size, ALIGN_MIDDLE, pen->theme->text)->angle = -90;
}

// The names of the axes once, the labels at the first matrix of each row and column.
static void draw_labels(const TileGrid *g, const Tile *tile, double x, double y)
{
    Axis rows = g->axes.rows, columns = g->axes.columns;
    if (tile->row > 0) rows.name = NULL;
    if (tile->column > 0) columns.name = NULL;
    if (tile->column == 0) axis_draw_rows(&rows, g->row_fit, &g->pen, x, y);
    if (tile->row == 0) axis_draw_columns(&columns, g->column_fit, &g->pen, x, y);
    if (!g->row_name || tile->column > 0) return;
    figure_group(g->pen.figure, "row-name");
    draw_row_name(g, tile->row, x, y);
    figure_group_end(g->pen.figure);
}

// Above the matrix and the labels of its columns, or beside it.
static void draw_title_text(const TileGrid *g, const Tile *tile, double x, double y)
{
    const Pen *pen = &g->pen;
    double room = words_width(g);
    if (is_beside(g)) {
        FigureLines lines = lines_wrap(tile->title, room / line_size, title_lines(g), true, pen);
        for (int i = 0; i < lines.count; i++)
            pen_bold(pen, x + g->side_x + beside_gap, y + line_size / 2 + 2 + i * line_pitch,
                     lines.line[i], line_size, ALIGN_START, pen->theme->text);
        return;
    }
    room = room + gap_of(g) - 6;
    const char *text = pen_fit_label(pen, title_of(g, tile), room / label_size); // its end differs
    double above = 8 + (tile->row == 0 ? g->column_fit.extent : 0), middle = x + g->side_x / 2;
    if (tile->column == 0 && title_of(g, tile) != tile->title) {
        middle += pen_width(pen, text, false) * label_size / 2;
        pen_text(pen, middle, y - above, tile->title, label_size, ALIGN_END, pen->theme->text);
        return;
    }
    pen_text(pen, middle, y - above, text, label_size, ALIGN_MIDDLE, pen->theme->text);
}

static void draw_title(const TileGrid *g, const Tile *tile, double x, double y)
{
    if (!has_title(g, tile)) return;
    figure_group(g->pen.figure, "title");
    draw_title_text(g, tile, x, y);
    figure_group_end(g->pen.figure);
}

static void draw_lines(const TileGrid *g, const Tile *tile, double x, double y)
{
    const Pen *pen = &g->pen;
    bool beside = is_beside(g);
    if (g->form == TILE_BARE || g->form == TILE_TITLE_BESIDE) return;
    double room = beside ? words_width(g) : words_width(g) + gap_of(g);
    x += beside ? g->side_x + beside_gap : g->side_x / 2;
    y += (beside ? title_lines(g) * title_height : g->side_y) + line_size / 2 + 5;
    figure_group(pen->figure, "about");
    for (int i = 0; i < tile->lines; i++, y += line_pitch) {
        const TileLine *line = &tile->line[i];
        const char *text =
            pen_fit(pen, line->text, room / line_size - (line->number ? 2.4 : 0), false);
        if (line->number) text = arena_printf(pen->figure->arena, "%s %s", text, line->number);
        pen_text(pen, x, y, text, line_size, beside ? ALIGN_START : ALIGN_MIDDLE,
                 i == 0 && tile->is_named ? pen->theme->text : pen->theme->muted);
    }
    figure_group_end(pen->figure);
}

// One alone is the figure.
static void begin_group(const TileGrid *g, const Tile *tile, Figure *figure)
{
    if (g->count == 1) return;
    FigureGroup *group = figure_group(figure, "panel");
    group->number = (int)(tile - g->tile) + 1;
    group->title = tile->whole ? tile->whole : tile->title;
    if (!tile->is_head) return;
    group->layer = tile->layer;
    group->head = tile->head;
}

static void draw_tile(const void *what, const Pen *pen, double x, double y)
{
    const DrawnTile *drawn = what;
    const Matrix *matrix = &drawn->tile->plane.matrix;
    const Tile *tile = drawn->tile;
    Cells cells = drawn->cells;
    cells.x = x;
    cells.y = y;
    if (matrix->rows * matrix->columns * drawn->grid->count <= MOST_TITLED_CELLS)
        cells.axes = &drawn->grid->axes;
    begin_group(drawn->grid, tile, pen->figure);
    focus_draw_cells(drawn->grid->request->look.focus, &cells, pen);
    groups_draw_lines(&drawn->grid->axes, pen, x, y, drawn->grid->side_x, drawn->grid->side_y);
    for (int64_t i = 0; drawn->tile->framed && i < matrix->rows * matrix->columns; i++) {
        FigureRegion cell = {
            .row = i / matrix->columns, .column = i % matrix->columns, .rows = 1, .columns = 1};
        if (drawn->tile->framed[i]) focus_draw_frame(&cell, &cells, pen);
    }
    draw_lines(drawn->grid, tile, x, y);
    draw_labels(drawn->grid, tile, x, y);
    draw_title(drawn->grid, tile, x, y);
    if (drawn->grid->count > 1) figure_group_end(pen->figure);
}

static FigureBox *tile_box(const TileGrid *g, Tile *tile, const Cells *numbers, Error *error)
{
    FigureBox *box = box_new(&g->pen);
    DrawnTile *drawn = NEW(g->pen.figure->arena, DrawnTile);
    *box = outline_of(g, tile->row, tile->column);
    *drawn = (DrawnTile){.grid = g, .tile = tile, .cells = cells_of(g, tile)};
    drawn->cells.text_size = numbers->text_size;
    drawn->cells.decimals = numbers->decimals;
    box->draw = draw_tile;
    box->what = drawn;
    if (!g->scale_each) return box;
    drawn->cells.scale = &drawn->own;
    scale_read(&drawn->own, &tile->plane);
    bool ok = scale_choose(&drawn->own, &g->request->look.scale, g->pen.theme, error);
    return ok ? box : NULL;
}

// ---- all of them ------------------------------------------------------------------------------

// What explains the cells that are no numbers. Returns the lower end.
static double draw_legend(const TileGrid *g, double text_size, double x, double y, double *width)
{
    Plane all = special_cells(g);
    Cells cells = cells_of(g, &g->tile[0]);
    cells.plane = &all;
    cells.text_size = text_size;
    if (g->request->look.bare || cells_legend_width(&cells, &g->pen) <= 0) return y;
    *width = fmax(*width, cells_draw_legend(&cells, &g->pen, x, y + 14));
    return y + 26;
}

// The bar, below all of them or beside the heading. Returns the lower end.
static double draw_bar(const TileGrid *g, double x, double y, double *width)
{
    if (g->bar_above)
        colorbar_draw(&g->bar, &g->pen, *width - bar_room(g), SHEET_MARGIN, bar_width, false);
    if (!g->bar_below) return y;
    colorbar_draw(&g->bar, &g->pen, x, y + 12, bar_width, false);
    *width = fmax(*width, x + bar_room(g));
    return y + 12 + colorbar_thickness(1) + 20 + colorbar_label_room(&g->bar, 1);
}

static double draw_notes(const TileGrid *g, double y, double width)
{
    const Pen *pen = &g->pen;
    double room = (width - SHEET_MARGIN) / line_size;
    figure_group(pen->figure, "notes");
    for (int i = 0; i < g->notes; i++) {
        FigureLines lines = lines_wrap(g->note[i], room, MOST_CAPTION_LINES, false, pen);
        for (int k = 0; k < lines.count; k++, y += line_pitch)
            pen_text(pen, SHEET_MARGIN, y + line_pitch, lines.line[k], line_size, ALIGN_START,
                     pen->theme->muted);
    }
    figure_group_end(pen->figure);
    return y;
}

// Free tiles are one after the other; of others a row may have gaps.
static FigureBox *grid_box(const TileGrid *g, const Cells *numbers, Error *error)
{
    int places = g->rows * g->columns;
    FigureBox **box = NEW_ARRAY(g->pen.figure->arena, FigureBox *, places);
    for (int i = 0; i < places; i++) box[i] = box_new(&g->pen);
    for (int i = 0; i < g->count; i++) {
        Tile *tile = &g->tile[i];
        FigureBox **at = &box[tile->row * g->columns + tile->column];
        if (!(*at = tile_box(g, tile, numbers, error))) return NULL;
    }
    return box_grid(&g->pen, box, places, g->columns, gap_of(g), gap_of(g));
}

bool tiles_scale(TileGrid *grid, Error *error)
{
    for (int i = 0; i < grid->count; i++) scale_read(&grid->scale, &grid->tile[i].plane);
    if (!scale_choose(&grid->scale, &grid->request->look.scale, grid->pen.theme, error))
        return false;
    bool has_bar = !grid->scale_each && !grid->no_bar && !grid->request->look.bare;
    if (has_bar) grid->scale.factor = scale_factor(&grid->scale);
    colorbar_read(&grid->bar, &grid->scale, plane_digits(grid->request->look.digits), &grid->pen);
    grid->bar.label = grid->request->look.scale.label;
    return true;
}

bool tiles_draw(TileGrid *grid, BoxDraw above, const void *what, Error *error)
{
    const Pen *pen = &grid->pen;
    double width, left = SHEET_MARGIN, top = 0;
    Cells numbers = {0};
    FigureBox *box = box_new(pen);
    for (int i = 0; i < grid->count; i++) {
        const Tile *tile = &grid->tile[i];
        if (tile->lines > grid->lines) grid->lines = tile->lines;
    }
    grid->name = widest_title(grid);
    grid->zoom = 1;
    grid->note_width = NEW_ARRAY(pen->figure->arena, double, grid->notes);
    for (int i = 0; i < grid->notes; i++)
        grid->note_width[i] = pen_width(pen, grid->note[i], false) * line_size;
    if (grid->count) arrange(grid);
    width = SHEET_MARGIN + grid->least_width;
    if (grid->count) {
        numbers = fit_numbers(grid);
        grid->has_numbers = numbers.text_size > 0;
        if (!(box = grid_box(grid, &numbers, error))) return false;
        width = fmax(width, SHEET_MARGIN + fmax(grid->width, box_width(box)));
    }
    double y = sheet_heading(pen, heading_of(grid), subtitle_of(grid), &width);
    top = y + grid->above;
    if (above) above(what, pen, width, y);
    if (grid->count) {
        left += outline_of(grid, 0, 0).left;
        box_draw(box, pen, SHEET_MARGIN, top);
        top = draw_legend(grid, numbers.text_size, left, top + box_height(box), &width);
        top = draw_bar(grid, left, top, &width);
    }
    top = draw_notes(grid, top, width) + (grid->notes ? line_size : 0);
    return sheet_end(pen, width, top, &grid->request->look, error);
}
