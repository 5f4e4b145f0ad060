// A tile is measured for all heads alike, so that they are in a grid.
#include "tui/parts/head_tile.h"

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
    MOST_AREA = 1000,    // of a cell that is told from a larger one
    MOST_WORD = 8,       // columns of a row's word
    MEASURED = 64,       // words that are measured
    MOST_NARROW = 16,    // rows and columns of what is shown one character a cell
    CELL_OF_NUMBERS = 4, // columns of a cell that has room for its number
};

// ---- its size -----------------------------------------------------------------------------------

static HeadTile tile_of(int width, int height, int words)
{
    HeadTile tile = {.width = width, .height = height, .words = words};
    tile.columns = at_least(words + SIDES + width, LEAST_COLUMNS);
    tile.rows = TITLE + height;
    return tile;
}

// Of the last dimension of an entry, or the last but one; an average has only these.
static DimLabels words_of(const Walk *walk, int entry, int from_end)
{
    int ndim = walk->trace->entries[entry].call.output->shape.ndim;
    return dim_labels(walk->trace, entry, convention_dim(walk->trace, entry, ndim - from_end));
}

// The longest word of the rows (2) or the columns (1), of which "key12" may be short: its number.
static int words_width(const App *app, const Heads *heads, int from_end)
{
    int widest = 1;
    const Shape *shape = &heads->head[0].tensor->shape;
    DimLabels labels = words_of(app->walk, heads->head[0].cell.entry, from_end);
    for (int64_t i = 0; i < shape->dim[shape->ndim - from_end] && i < MEASURED; i++) {
        Str word = str_from(dim_position(&labels, i, app->scratch));
        int digits = from_end == 1 ? str_digits_at_end(word) : 0;
        widest = at_least(digits ? digits : utf8_width(word), widest);
    }
    return at_most(widest, MOST_WORD);
}

// How well words are read of which so many characters are shown.
static int legible(int shown, int longest)
{
    enum { ENOUGH = 4, SHARE = 100 };
    int wanted = at_most(longest, ENOUGH);
    return SHARE * at_most(shown, wanted) / wanted;
}

typedef struct TileRoom { // characters, or the cells of a matrix
    int columns, rows;
} TileRoom;

// With so many rows for the words of its columns: cells that are about as wide as they are high.
static int whole_in(TileRoom room, TileRoom cells, int words, int below, int longest,
                    HeadTile *tile)
{
    enum { ROWS_ONLY = 50, DOWNWARDS = 30 }; // what is written so is read less well
    int wide = (room.columns - words - SIDES) / cells.columns;
    int high = (room.rows - TITLE - below) / cells.rows;
    wide = at_most(wide, 3 * high + 1);
    high = at_most(high, (wide + 1) / 2);
    if (wide < 2 || high < 1) return 0;
    *tile = tile_of(wide * cells.columns, high * cells.rows, words);
    tile->wide = wide;
    tile->high = high;
    tile->below = below;
    tile->rows += below;
    int read = words ? ROWS_ONLY : 0;
    if (below == 1) read = legible(wide - 1, longest);
    if (below > 1) read = legible(below, longest) - DOWNWARDS;
    return read * MOST_AREA + at_most(wide * high, MOST_AREA - 1);
}

int head_tile_whole(const App *app, const Heads *heads, int columns, int rows, HeadTile *tile)
{
    const Shape *shape = &heads->head[0].tensor->shape;
    int64_t across = shape->dim[shape->ndim - 1], down = shape->dim[shape->ndim - 2];
    if (2 * across > columns || down > rows) return 0;
    TileRoom room = {columns, rows}, cells = {(int)across, (int)down};
    int words = words_width(app, heads, 2), longest = words_width(app, heads, 1);
    int best = whole_in(room, cells, 0, 0, longest, tile);
    for (int below = 0; below <= longest; below++) {
        HeadTile other;
        int good = whole_in(room, cells, words, below, longest, &other);
        if (good > best) {
            best = good;
            *tile = other;
        }
    }
    return best;
}

int head_tiles(const App *app, const Heads *heads, HeadTile *tiles)
{
    enum { WIDEST = 64, LEAST_WIDTH = 12 };
    const Shape *shape = &heads->head[0].tensor->shape;
    int64_t columns = shape->dim[shape->ndim - 1], rows = shape->dim[shape->ndim - 2];
    int words = words_width(app, heads, 2), count = 0;
    bool is_small = columns <= MOST_NARROW && rows <= MOST_NARROW;
    if (is_small) { // its rows have room for their words, its columns have not
        tiles[count++] = tile_of((int)columns, (int)rows, words);
        tiles[count++] = tile_of((int)columns, (int)rows, 0);
    }
    if (columns <= 2 * WIDEST) tiles[count++] = tile_of((int)columns, (int)(rows + 1) / 2, 0);
    for (int width = WIDEST; !is_small && width >= LEAST_WIDTH; width -= 2)
        tiles[count++] = tile_of(width < columns ? width : (int)columns,
                                 width / 2 < rows ? width / 2 : (int)rows, 0);
    return count;
}

void head_tile_cut(HeadTile *tile, int rows)
{
    if (tile->rows <= rows) return;
    *tile = tile_of(tile->width, rows - TITLE > 1 ? rows - TITLE : 1, 0);
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
    int digits = str_digits_at_end(text);
    if (utf8_width(text) <= columns) return text;
    if (digits) return digits <= columns ? str_slice(text, text.n - digits, text.n) : STR("");
    return utf8_fit(text, columns);
}

// One letter below the other.
static void draw_downwards(Canvas *canvas, Rect area, Style style, Str word)
{
    for (int row = 0; row < area.rows; row++) {
        int from = utf8_fit(word, row).n, end = utf8_fit(word, row + 1).n;
        frame_text(canvas->frame, area, area.column, area.row + row, style,
                   str_slice(word, from, end));
    }
}

static void draw_column_words(Canvas *canvas, const HeadTile *tile, const Matrix *matrix,
                              Rect picture)
{
    DimLabels labels = words_of(canvas->walk, matrix->entry, 1);
    for (int64_t c = 0; c < matrix->columns; c++) {
        const char *label = dim_position(&labels, c, canvas->arena);
        Str word = short_word(label, tile->below > 1 ? tile->below : tile->wide - 1);
        Rect place = {picture.column + (int)c * tile->wide, picture.row + picture.rows, tile->wide,
                      tile->below};
        if (tile->below == 1) {
            place.column += (tile->wide - utf8_width(word)) / 2;
            frame_text(canvas->frame, place, place.column, place.row, QUIET, word);
        } else {
            place.column += (tile->wide - 1) / 2;
            draw_downwards(canvas, place, QUIET, word);
        }
    }
}

static void draw_row_words(Canvas *canvas, const HeadTile *tile, const Matrix *matrix,
                           int64_t query, Rect area)
{
    DimLabels labels = words_of(canvas->walk, matrix->entry, 2);
    int high = at_least(tile->high, 1);
    for (int64_t r = 0; r < matrix->rows; r++) {
        const char *word = dim_position(&labels, r, canvas->arena);
        word = canvas_fit_text(canvas->arena, str_from(word), tile->words);
        int row = area.row + TITLE + (int)r * high + (high - 1) / 2;
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
        const char *text = number_text(heads, value, tile->wide, canvas->arena);
        int column = picture.column + (int)c * tile->wide + (tile->wide - frame_columns(text)) / 2;
        int row = picture.row + (int)r * tile->high + (tile->high - 1) / 2;
        frame_text(canvas->frame, picture, column, row,
                   style_of_heat(value, heads->scale.low, heads->scale.high), str_from(text));
    }
}

// What is not computed yet is dots, as in every matrix.
static void draw_dots(Canvas *canvas, const HeadTile *tile, Rect picture)
{
    int high = at_least(tile->high, 1), wide = tile->high ? tile->wide : 2;
    for (int row = (high - 1) / 2; row < picture.rows; row += high) {
        for (int column = (wide - 1) / 2; column < picture.columns; column += wide)
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
    bool has_numbers = tile->wide >= CELL_OF_NUMBERS && head->seen == SEEN &&
                       (heads->are_shares || heads->are_gradients);
    if (has_numbers) draw_numbers(canvas, tile, heads, &matrix, picture);
    if (!tile->words) return;
    draw_row_words(canvas, tile, &matrix, query, area);
    if (tile->below) draw_column_words(canvas, tile, &matrix, picture);
}
