// Pictures stand on cells that count as covered: they are written as blanks before the picture
// comes, and not touched while it stays.
//
// Rows are compared cell by cell. The cursor is placed before each stretch that has changed, but
// written over the few cells that lie between two of them; the end of a row that is blank is
// erased.
#define _XOPEN_SOURCE 700
#include "terminal/writer.h"

#include "base/utf8.h"
#include "terminal/capabilities.h"

#include <stdarg.h>
#include <string.h>
#include <wchar.h>

TerminalWriter writer_new(Theme theme)
{
    TerminalWriter writer = {.theme = theme};
    writer.reset = capability("sgr0", &writer.arena);
    writer.erase_line = capability("el", &writer.arena);
    writer.erases_in_color = capability_flag("bce");
    writer.wraps_at_end = capability_flag("am") && !capability_flag("xenl");
    return writer;
}

void writer_free(TerminalWriter *writer)
{
    arena_free(&writer->arena);
    writer->shown = NULL;
}

void writer_forget(TerminalWriter *writer)
{
    writer->columns = writer->rows = 0;
}

// ---- how it writes ------------------------------------------------------------------------------

static const char *const ATTRIBUTES[] = {"bold", "smul", "rev"};
enum { ATTRIBUTE_COUNT = sizeof ATTRIBUTES / sizeof *ATTRIBUTES };

static void add_attributes(Buf *out, unsigned attributes)
{
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        if (attributes & 1u << i) capability_add(out, ATTRIBUTES[i], 0, 0);
    }
}

// Where there are 256 colours or more, one sequence of ECMA-48 switches each thing on or off by
// itself: a third fewer bytes than what terminfo says.
static void add_parameter(Buf *out, const char *format, ...) PRINTF_LIKE(2, 3);
static void add_parameter(Buf *out, const char *format, ...)
{
    if (out->p[out->n - 1] != '[') buf_add_char(out, ';');
    va_list args;
    va_start(args, format);
    buf_vprintf(out, format, args);
    va_end(args);
}

static void add_color(Buf *out, int layer, int number)
{
    enum { OWN = 9 }; // behind the layer's number: the terminal's own colour
    if (number < 0)
        add_parameter(out, "%d", layer + OWN);
    else if (number < LOOK_DIRECT)
        add_parameter(out, "%d;5;%d", layer + OWN - 1, number);
    else
        add_parameter(out, "%d;2;%d;%d;%d", layer + OWN - 1, number >> 16 & 0xFF,
                      number >> 8 & 0xFF, number & 0xFF);
}

static void change_look(const Look *now, const Look *look, Buf *out)
{
    enum { LETTERS = 30, GROUND = 40 };
    static const int ON[ATTRIBUTE_COUNT] = {1, 4, 7}, OFF[ATTRIBUTE_COUNT] = {22, 24, 27};
    bool is_same = now->attributes == look->attributes && now->foreground == look->foreground &&
                   now->background == look->background;
    if (is_same) return;
    buf_add(out, STR("\033["));
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        unsigned attribute = 1u << i;
        if ((now->attributes ^ look->attributes) & attribute)
            add_parameter(out, "%d", look->attributes & attribute ? ON[i] : OFF[i]);
    }
    if (now->foreground != look->foreground) add_color(out, LETTERS, look->foreground);
    if (now->background != look->background) add_color(out, GROUND, look->background);
    buf_add_char(out, 'm');
}

// What was switched on, and a colour that was set, can only be switched off together.
static void set_look(TerminalWriter *writer, Look look, Buf *out)
{
    Look *now = &writer->look;
    if (theme_has_grounds(&writer->theme)) {
        change_look(now, &look, out);
        *now = look;
        return;
    }
    bool resets = (now->attributes & ~look.attributes) ||
                  (now->foreground >= 0 && look.foreground < 0) ||
                  (now->background >= 0 && look.background < 0);
    if (resets) {
        buf_add(out, str_from(writer->reset ? writer->reset : ""));
        *now = (Look){-1, -1, 0, NULL};
    }
    add_attributes(out, look.attributes & ~now->attributes);
    if (look.foreground != now->foreground) capability_add(out, "setaf", look.foreground, 0);
    if (look.background != now->background) capability_add(out, "setab", look.background, 0);
    *now = look;
}

static void move_to(TerminalWriter *writer, int column, int row, Buf *out)
{
    if (writer->is_known && writer->column == column && writer->row == row) return;
    capability_add(out, "cup", row, column);
    writer->column = column;
    writer->row = row;
    writer->is_known = true;
}

// ---- characters ---------------------------------------------------------------------------------

static Look style_look(TerminalWriter *writer, Style style)
{
    enum { LOOKS = sizeof writer->looks / sizeof *writer->looks };
    unsigned at = (unsigned)style.ink * 31 + (unsigned)style.ground * 7 + style.attributes +
                  (unsigned)style.level * 5 + (unsigned)style.level_below * 13;
    struct WriterLook *known = &writer->looks[at % LOOKS];
    bool is_same = memcmp(&known->style, &style, sizeof style) == 0;
    if (!known->is_known || !is_same)
        *known = (struct WriterLook){style, theme_look(&writer->theme, style), true};
    return known->look;
}

static const char COVERED[] = "\001"; // no character of a frame

static bool is_covered(const Glyph *glyph)
{
    return strcmp(glyph->text, COVERED) == 0;
}

// A blank has no letter: neither its colour nor whether it is bold can be seen.
static Look look_of(TerminalWriter *writer, const Glyph *glyph)
{
    Look look = style_look(writer, glyph->style);
    const char *shown = look.instead ? look.instead : glyph->text;
    bool is_blank = strcmp(shown, " ") == 0 || is_covered(glyph);
    is_blank &= !(look.attributes & ATTR_REVERSE);
    look.instead = is_blank ? " " : look.instead;
    if (!is_blank) return look;
    look.foreground = writer->look.foreground;
    look.attributes = (look.attributes & ATTR_UNDERLINE) | (writer->look.attributes & ATTR_BOLD);
    return look;
}

static bool is_plain_letter(uint32_t code)
{
    enum { FIRST_OTHER = 0x300, SIGNS = 0x2010, LAST_SIGN = 0x2E80 };
    return code < FIRST_OTHER || (code >= SIGNS && code < LAST_SIGN);
}

// What this system cannot measure becomes "?". Where a terminal may count otherwise than we do,
// the cursor is placed anew behind the character.
static void add_text(TerminalWriter *writer, Str rest, Buf *out)
{
    int length, width;
    uint32_t code = utf8_decode(rest, &length);
    width = utf8_char_width(code);
    if (code >= 0x80 && wcwidth((wchar_t)code) != width)
        buf_add(out, width == 2 ? STR("\uFF1F") : STR("?"));
    else
        buf_add(out, rest);
    writer->column += width;
    if (!is_plain_letter(code) || length < rest.n) writer->is_known = false;
    if (writer->column >= writer->columns) writer->is_known = false; // some wait there, some go on
}

static void show_glyph(TerminalWriter *writer, const Glyph *glyph, Buf *out)
{
    Look look = look_of(writer, glyph);
    set_look(writer, look, out);
    add_text(writer, str_from(look.instead ? look.instead : glyph->text), out);
}

// ---- rows ---------------------------------------------------------------------------------------

static bool same(const Glyph *a, const Glyph *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// The first column from which the row is blank to its end, in one colour that can be erased with.
static int blank_from(TerminalWriter *writer, const Glyph *glyphs)
{
    int column = writer->columns;
    if (!writer->erase_line) return column;
    Look last = look_of(writer, &glyphs[column - 1]);
    bool erases = writer->erases_in_color || last.background < 0;
    while (erases && column > 0) {
        if (strcmp(glyphs[column - 1].text, " ") != 0) break;
        Look look = look_of(writer, &glyphs[column - 1]);
        bool is_bare = !(look.attributes & (ATTR_UNDERLINE | ATTR_REVERSE));
        if (!is_bare || look.background != last.background) break;
        column--;
    }
    return column;
}

// Few unchanged cells are written again where that is shorter than to go around them.
static void reach(TerminalWriter *writer, const Glyph *glyphs, int column, int row, Buf *out)
{
    enum { FEW = 4 };
    bool near = writer->is_known && writer->row == row && writer->column < column &&
                column - writer->column <= FEW;
    for (int i = writer->column; near && i < column; i++)
        near = glyphs[i].text[0] > ' ' && !glyphs[i].text[1] &&
               memcmp(&glyphs[i].style, &glyphs[column].style, sizeof(Style)) == 0;
    while (near && writer->column < column) show_glyph(writer, &glyphs[writer->column], out);
    move_to(writer, column, row, out);
}

void writer_show_row(TerminalWriter *writer, const Glyph *glyphs, int row, Buf *out)
{
    Glyph *shown = &writer->shown[row * writer->columns];
    if (memcmp(glyphs, shown, (size_t)writer->columns * sizeof *glyphs) == 0) return;
    int last = writer->columns - 1, blank = blank_from(writer, glyphs);
    while (last >= 0 && same(&glyphs[last], &shown[last])) last--;
    bool is_corner = writer->wraps_at_end && row == writer->rows - 1;
    for (int column = 0; column <= last; column++) {
        if (is_corner && column == writer->columns - 1) break; // it would scroll
        if (same(&glyphs[column], &shown[column]) || !glyphs[column].text[0]) continue;
        reach(writer, glyphs, column, row, out);
        if (column >= blank && last - column > 3) {
            set_look(writer, look_of(writer, &glyphs[column]), out);
            buf_add(out, str_from(writer->erase_line));
            break;
        }
        show_glyph(writer, &glyphs[column], out);
    }
    memcpy(shown, glyphs, (size_t)writer->columns * sizeof *glyphs);
}

// An empty screen, and a frame that says so: on a page of ours no cell is as it should be.
static void clear(TerminalWriter *writer, const Frame *frame, Buf *out)
{
    int columns = frame->columns, rows = frame->rows;
    arena_free(&writer->arena);
    Pixels pixels = writer->pixels;
    *writer = writer_new(writer->theme);
    writer->pixels = pixels;
    writer->columns = columns;
    writer->rows = rows;
    writer->shown = frame_new(&writer->arena, columns, rows).glyphs;
    for (int i = 0; writer->theme.painted && i < columns * rows; i++)
        writer->shown[i].text[0] = '\0';
    writer->look = (Look){-1, -1, 0, NULL};
    buf_add(out, str_from(writer->reset ? writer->reset : ""));
    capability_add(out, "clear", 0, 0);
}

// ---- pictures -----------------------------------------------------------------------------------

static bool has_picture(const TerminalWriter *writer, const Frame *frame)
{
    Rect area = frame->picture_area;
    return writer->pixels.way != PIXELS_NONE && frame->picture.rgb && area.column >= 0 &&
           area.row >= 0 && area.column + area.columns <= frame->columns &&
           area.row + area.rows < frame->rows; // behind the last row the screen would scroll
}

// Which one it is (FNV-1a): the same again is not sent again.
static uint64_t picture_number(const TerminalWriter *writer, const Frame *frame)
{
    const uint64_t prime = 0x100000001b3;
    uint64_t number = 0xcbf29ce484222325;
    const Image *image = &frame->picture;
    int about[] = {frame->picture_area.column, frame->picture_area.row, frame->picture_area.columns,
                   frame->picture_area.rows,   (int)writer->pixels.way, image->width};
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        number = (number ^ (unsigned)about[i]) * prime;
    size_t size = (size_t)image->width * (size_t)image->height * 3;
    for (size_t i = 0; i < size; i++) number = (number ^ image->rgb[i]) * prime;
    return number ? number : 1;
}

// The cells it covers become blanks; of a wide character half under it so does the other half.
static void cover(Frame *frame)
{
    Rect area = frame->picture_area;
    for (int row = 0; row < area.rows; row++) {
        frame_text(frame, (Rect){area.column, area.row + row, area.columns, 1}, area.column,
                   area.row + row, (Style){0}, STR(" "));
        frame_text(frame, area, area.column + area.columns - 1, area.row + row, (Style){0},
                   STR(" "));
        Glyph *glyphs = &frame->glyphs[(area.row + row) * frame->columns + area.column];
        for (int i = 0; i < area.columns; i++) {
            memset(&glyphs[i], 0, sizeof glyphs[i]);
            memcpy(glyphs[i].text, COVERED, sizeof COVERED);
        }
    }
}

// Its cells are written over, by a frame or by another picture, which leaves nothing of it.
void writer_hide_picture(TerminalWriter *writer, Buf *out)
{
    if (writer->picture) pixels_remove(&writer->pixels, out);
    writer->picture = 0;
}

static int shown_color(const TerminalWriter *writer, const Image *image, int column, int row)
{
    const unsigned char *at = &image->rgb[3 * (row * image->width + column)];
    return theme_shows(&writer->theme, (Color){at[0], at[1], at[2], 255});
}

// A character is as wide as a pixel and as high as two.
static void add_blocks(TerminalWriter *writer, const Frame *frame, Buf *out)
{
    const Image *image = &frame->picture;
    Rect area = frame->picture_area;
    for (int row = 0; row < area.rows && 2 * row + 1 < image->height; row++) {
        move_to(writer, area.column, area.row + row, out);
        for (int i = 0; i < area.columns && i < image->width; i++) {
            int upper = shown_color(writer, image, i, 2 * row);
            int lower = shown_color(writer, image, i, 2 * row + 1);
            bool is_flat = upper == lower;
            Look look = {is_flat ? writer->look.foreground : upper, lower, 0, false};
            set_look(writer, look, out);
            buf_add(out, is_flat ? STR(" ") : STR("▀"));
        }
        writer->is_known = false;
    }
}

static void add_picture(TerminalWriter *writer, const Frame *frame, uint64_t number, Buf *out)
{
    Rect area = frame->picture_area;
    writer->picture = number;
    if (writer->pixels.way == PIXELS_BLOCKS) {
        add_blocks(writer, frame, out);
        return;
    }
    set_look(writer, (Look){-1, -1, 0, false}, out);
    move_to(writer, area.column, area.row, out);
    pixels_write(&writer->pixels, &frame->picture, area.columns, area.rows, out);
    writer->is_known = false;
}

void writer_show(TerminalWriter *writer, Frame *frame, Buf *out)
{
    uint64_t wanted = has_picture(writer, frame) ? picture_number(writer, frame) : 0;
    bool is_new_size = frame->columns != writer->columns || frame->rows != writer->rows;
    if (is_new_size || writer->picture != wanted) writer_hide_picture(writer, out);
    if (is_new_size) clear(writer, frame, out);
    if (wanted) cover(frame);
    for (int row = 0; row < frame->rows; row++)
        writer_show_row(writer, &frame->glyphs[row * frame->columns], row, out);
    if (writer->picture != wanted) add_picture(writer, frame, wanted, out);
    move_to(writer, frame->cursor_column, frame->cursor_row, out);
}
