// A tile is measured for all heads alike, so that they are in a grid.
#include "tui/parts/head_tile.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "study/looks/number.h"
#include "study/looks/typeset.h"
#include "trace/names/convention.h"
#include "trace/names/labels.h"
#include "tui/parts/heat.h"

#include <string.h>

enum {
    TITLE = 1,
    SIDES = 2, // columns: a bar on either side of the picture
    LEAST_COLUMNS = 13,
    ROOMY_COLUMNS = 18,  // from here on "head 3" rather than "H3"
    MOST_CELL = 10,      // rows of a cell
    MOST_WORD = 8,       // columns of a row's word
    MEASURED = 64,       // words that are measured
    MOST_NARROW = 16,    // rows and columns of what is shown one character a cell
    CELL_OF_NUMBERS = 2, // rows of a cell that has room for its number
};

// ---- its size -----------------------------------------------------------------------------------

static HeadTile tile_of(int cell, int width, int height, int words)
{
    HeadTile tile = {.cell = cell, .width = width, .height = height, .words = words};
    tile.columns = words + SIDES + width;
    if (tile.columns < LEAST_COLUMNS) tile.columns = LEAST_COLUMNS;
    tile.rows = TITLE + height + (words > 0 && cell > 0);
    return tile;
}

// Of the last dimension of an entry, or the last but one; an average has only these.
static DimLabels words_of(const Walk *walk, int entry, int from_end)
{
    int ndim = walk->trace->entries[entry].call.output->shape.ndim;
    return dim_labels(walk->trace, entry, convention_dim(walk->trace, entry, ndim - from_end));
}

static int words_width(const App *app, const Head *head, int64_t rows)
{
    int widest = 1;
    DimLabels labels = words_of(app->walk, head->cell.entry, 2);
    for (int64_t i = 0; i < rows && i < MEASURED; i++)
        widest = at_least(frame_columns(dim_position(&labels, i, app->scratch)), widest);
    return widest < MOST_WORD ? widest : MOST_WORD;
}

static int whole_cells(HeadTile *tiles, int64_t columns, int64_t rows, int words)
{
    enum { MOST_COLUMNS = 160 };
    int count = 0;
    for (int cell = MOST_CELL; cell > 0; cell--) {
        if (2 * columns * cell <= MOST_COLUMNS)
            tiles[count++] = tile_of(cell, (int)columns * 2 * cell, (int)rows * cell, words);
    }
    return count;
}

int head_tiles(const App *app, const Heads *heads, HeadTile *tiles)
{
    enum { WIDEST = 64, LEAST_WIDTH = 12 };
    const Shape *shape = &heads->head[0].tensor->shape;
    int64_t columns = shape->dim[shape->ndim - 1], rows = shape->dim[shape->ndim - 2];
    int words = words_width(app, &heads->head[0], rows);
    int count = whole_cells(tiles, columns, rows, words);
    count += whole_cells(tiles + count, columns, rows, 0);
    bool is_small = columns <= MOST_NARROW && rows <= MOST_NARROW;
    if (is_small) { // its rows have room for their words, its columns have not
        tiles[count++] = tile_of(0, (int)columns, (int)rows, words);
        tiles[count++] = tile_of(0, (int)columns, (int)rows, 0);
    }
    if (columns <= 2 * WIDEST) tiles[count++] = tile_of(0, (int)columns, (int)(rows + 1) / 2, 0);
    for (int width = WIDEST; !is_small && width >= LEAST_WIDTH; width -= 2)
        tiles[count++] = tile_of(0, width < columns ? width : (int)columns,
                                 width / 2 < rows ? width / 2 : (int)rows, 0);
    return count;
}

void head_tile_cut(HeadTile *tile, int rows)
{
    if (tile->rows <= rows) return;
    *tile = tile_of(0, tile->width, rows - TITLE > 1 ? rows - TITLE : 1, 0);
}

// ---- drawing ------------------------------------------------------------------------------------

// "previous .88", "?"
static const char *pattern_text(const Heads *heads, const Head *head, bool with_share, Arena *arena)
{
    if (head->seen != SEEN) return head->seen == HIDDEN ? "?" : "not yet";
    if (head->held) {
        Buf held = {.arena = arena};
        hold_write(head->held, &held);
        return buf_text(&held);
    }
    Matrix matrix = heads_matrix(heads, head);
    const char *name = pattern_title(&head->pattern, heads->walk->trace, &matrix, arena);
    const char *share = number_hundredths(head->pattern.of[head->pattern.kind].score, arena);
    bool is_told = with_share && pattern_has_share(&head->pattern);
    return is_told ? arena_printf(arena, "%s %s", name, share) : name;
}

// " head 3  previous .61", of the selected one "[head 3] previous .61"; in little room " H3 first".
static void draw_title(Canvas *canvas, const Heads *heads, const Head *head, bool selected,
                       Rect area)
{
    Arena *arena = canvas->arena;
    const char *name = head_short_name(heads, head, area.columns < ROOMY_COLUMNS, arena);
    int room = area.columns - frame_columns(name) - 3;
    const char *patterns[] = {pattern_text(heads, head, true, arena),
                              pattern_text(heads, head, false, arena), NULL};
    const char *pattern = canvas_first_fitting(patterns, room);
    int column = picture_title(canvas, area, name, selected);
    canvas_put(canvas, (Rect){column + 1, area.row, room, 1}, QUIET, pattern);
}

// As much of a word as says most in few columns: of "key12" the number.
static Str short_word(const char *word, int columns)
{
    Str text = str_from(word);
    int digits = 0;
    while (digits < text.n && ascii_is_digit(text.p[text.n - 1 - digits])) digits++;
    if (utf8_width(text) <= columns) return text;
    if (digits) return digits <= columns ? str_slice(text, text.n - digits, text.n) : STR("");
    return utf8_fit(text, columns);
}

// Side by side without room between them: every second one is fainter.
static void draw_column_words(Canvas *canvas, const HeadTile *tile, const Matrix *matrix,
                              Rect picture)
{
    DimLabels labels = words_of(canvas->walk, matrix->entry, 1);
    int row = picture.row + picture.rows;
    for (int64_t c = 0; c < matrix->columns; c++) {
        Str word = short_word(dim_position(&labels, c, canvas->arena), 2 * tile->cell);
        int column = picture.column + (int)c * 2 * tile->cell;
        Rect clip = {column, row, 2 * tile->cell, 1};
        frame_text(canvas->frame, clip, column + (2 * tile->cell - utf8_width(word)) / 2, row,
                   (Style){.ink = c % 2 ? INK_FAINT : INK_QUIET}, word);
    }
}

static void draw_row_words(Canvas *canvas, const HeadTile *tile, const Matrix *matrix,
                           int64_t query, Rect area)
{
    DimLabels labels = words_of(canvas->walk, matrix->entry, 2);
    int cell = tile->cell ? tile->cell : 1;
    for (int64_t r = 0; r < matrix->rows; r++) {
        const char *word = dim_position(&labels, r, canvas->arena);
        word = canvas_fit_text(canvas->arena, str_from(word), tile->words);
        int row = area.row + TITLE + (int)r * cell + (cell - 1) / 2;
        Style style = {.ink = r == query ? INK_ACCENT : INK_QUIET,
                       .attributes = r == query ? ATTR_BOLD | ATTR_UNDERLINE : 0};
        frame_text(canvas->frame, area, area.column + tile->words - frame_columns(word), row, style,
                   str_from(word));
    }
}

// Of a gradient as many digits as fit; without one the ramp says how large it is.
static const char *number_text(const Heads *heads, double value, int columns, Arena *arena)
{
    enum { MOST_DIGITS = 2 };
    if (!heads->are_gradients) return number_hundredths(value, arena);
    for (int digits = MOST_DIGITS; digits > 0; digits--) {
        const char *text = typeset(arena, arena_printf(arena, "%+.*g", digits, value));
        if (frame_columns(text) < columns) return text;
    }
    return "";
}

// Each in the middle of its cell.
static void draw_numbers(Canvas *canvas, const HeadTile *tile, const Heads *heads,
                         const Matrix *matrix, Rect picture)
{
    for (int64_t i = 0; i < matrix->rows * matrix->columns; i++) {
        int64_t r = i / matrix->columns, c = i % matrix->columns;
        double value = matrix_value(matrix, r, c);
        const char *text = number_text(heads, value, 2 * tile->cell, canvas->arena);
        int column =
            picture.column + (int)c * 2 * tile->cell + (2 * tile->cell - frame_columns(text)) / 2;
        int row = picture.row + (int)r * tile->cell + (tile->cell - 1) / 2;
        frame_text(canvas->frame, picture, column, row,
                   style_of_heat(value, heads->scale.low, heads->scale.high), str_from(text));
    }
}

// What is not computed yet is dots, as in every matrix.
static void draw_dots(Canvas *canvas, const HeadTile *tile, Rect picture)
{
    int high = tile->cell ? tile->cell : 1, wide = 2 * high;
    for (int row = (high - 1) / 2; row < picture.rows; row += high) {
        for (int column = high - 1; column < picture.columns; column += wide)
            frame_text(canvas->frame, picture, picture.column + column, picture.row + row, FAINT,
                       STR("."));
    }
}

void head_tile_draw(Canvas *canvas, const HeadTile *tile, const Heads *heads, const Head *head,
                    int64_t query, Rect area)
{
    Rect picture = {area.column + tile->words + 1, area.row + TITLE, tile->width, tile->height};
    Matrix matrix =
        matrix_shown_of(heads->walk->trace, head->tensor, head->cell.entry, head->cell.at);
    draw_title(canvas, heads, head, query >= 0, area);
    picture_sides(canvas, area, picture, query >= 0);
    if (head->seen != SEEN) draw_dots(canvas, tile, picture);
    picture_draw(canvas, &head->blocks, heads->scale, picture);
    bool has_numbers = tile->cell >= CELL_OF_NUMBERS && head->seen == SEEN &&
                       (heads->are_shares || heads->are_gradients);
    if (has_numbers) draw_numbers(canvas, tile, heads, &matrix, picture);
    if (!tile->words) return;
    draw_row_words(canvas, tile, &matrix, query, area);
    if (tile->cell) draw_column_words(canvas, tile, &matrix, picture);
}
