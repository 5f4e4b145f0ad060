// Drawing into a grid of glyphs. A wide character owns two cells: its text is in the left one
// and the right one is ""; whatever overwrites one half blanks the other.
#include "terminal/frame.h"

#include "base/mark.h"
#include "base/text/utf8.h"
#include "base/text/visible.h"
#include "terminal/theme.h"

#include <string.h>

Frame frame_new(Arena *frame_arena, int columns, int rows)
{
    Frame frame = {.columns = columns, .rows = rows};
    frame.glyphs = NEW_ARRAY(frame_arena, Glyph, (size_t)columns * (size_t)rows);
    for (int i = 0; i < columns * rows; i++) frame.glyphs[i].text[0] = ' ';
    return frame;
}

static Rect intersect(Rect a, Rect b)
{
    int left = a.column > b.column ? a.column : b.column;
    int top = a.row > b.row ? a.row : b.row;
    int right =
        a.column + a.columns < b.column + b.columns ? a.column + a.columns : b.column + b.columns;
    int bottom = a.row + a.rows < b.row + b.rows ? a.row + a.rows : b.row + b.rows;
    return (Rect){left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
}

static Rect visible(const Frame *frame, Rect clip)
{
    return intersect(clip, (Rect){0, 0, frame->columns, frame->rows});
}

static void blank(Glyph *glyph)
{
    memset(glyph->text, 0, sizeof glyph->text);
    glyph->text[0] = ' ';
}

Glyph *frame_glyph(const Frame *frame, int column, int row)
{
    return &frame->glyphs[row * frame->columns + column];
}

// Makes cell `column` free: the other half of a wide character that stood there becomes a blank.
static void clear_cell(const Frame *frame, int column, int row)
{
    Glyph *glyph = frame_glyph(frame, column, row);
    if (!glyph->text[0] && column > 0) blank(glyph - 1);
    if (column + 1 < frame->columns && !glyph[1].text[0]) blank(glyph + 1);
    blank(glyph);
}

void frame_fill(Frame *frame, Rect area, Ground ground)
{
    Rect inside = visible(frame, area);
    for (int row = inside.row; row < inside.row + inside.rows; row++) {
        for (int i = 0; i < inside.columns; i++)
            frame_glyph(frame, inside.column + i, row)->style.ground = ground;
    }
}

void frame_dim(Frame *frame, Rect area)
{
    Rect inside = visible(frame, area);
    for (int i = 0; i < inside.rows * inside.columns; i++) {
        int column = inside.column + i % inside.columns, row = inside.row + i / inside.columns;
        frame_glyph(frame, column, row)->style.attributes |= ATTR_PAST;
    }
}

Style style_of_halves(Style above, Style below)
{
    above.attributes |= ATTR_HALVES | ATTR_MARK;
    above.below = below.ground;
    above.level_below = below.level;
    return above;
}

Style style_of_larger_half(Style style)
{
    bool is_same = style.below == style.ground && style.level_below > style.level;
    bool is_more = style.below > style.ground && style.ground != GROUND_SELECTED;
    if (is_same || is_more || style.below == GROUND_SELECTED) {
        style.ground = style.below;
        style.level = style.level_below;
    }
    style.attributes &= ~(unsigned)ATTR_HALVES;
    style.below = GROUND_PAGE;
    style.level_below = 0;
    return style;
}

static void put(const Frame *frame, int column, int row, Style style, Str text, int width)
{
    for (int i = 0; i < width; i++) {
        clear_cell(frame, column + i, row);
        Glyph *glyph = frame_glyph(frame, column + i, row);
        Ground under = glyph->style.ground; // it stays where something without one is drawn over it
        if (under != GROUND_PANEL && under != GROUND_TURN) under = GROUND_PAGE;
        bool has_below = style.attributes & ATTR_HALVES;
        if (style.ground == GROUND_PAGE) style.ground = under;
        if (has_below && style.below == GROUND_PAGE) style.below = under;
        glyph->style = style;
        glyph->text[0] = '\0';
    }
    Glyph *glyph = frame_glyph(frame, column, row);
    memcpy(glyph->text, text.p, (size_t)text.n);
    glyph->text[text.n] = '\0';
}

// Joiners and presentation selectors are dropped: terminals do not agree on their width.
static bool is_format(uint32_t code)
{
    return (code >= 0x200B && code <= 0x200D) || (code >= 0xFE00 && code <= 0xFE0F) ||
           code == 0xFEFF || code == 0x2060 || code == 0xAD;
}

static void add_mark(Glyph *glyph, Str mark)
{
    size_t length = strlen(glyph->text);
    if (length + (size_t)mark.n < sizeof glyph->text) {
        memcpy(glyph->text + length, mark.p, (size_t)mark.n);
        glyph->text[length + (size_t)mark.n] = '\0';
    }
}

// Where text is being drawn, and the character that a combining mark belongs to.
typedef struct Brush {
    Frame *frame;
    Rect inside;
    Style style, own; // of what no mark says anything
    int column, row;
    Glyph *last;
} Brush;

// What a part of the text is, by its marks.
static bool obeys_mark(Brush *brush, uint32_t code)
{
    int kind = mark_kind(code);
    if (kind < 0) return false;
    brush->style = brush->own;
    if (kind == MARK_END) return true;
    brush->style.ink = ink_of_role(role_of_mark(kind));
    if (mark_is_operand(kind)) brush->style.attributes |= ATTR_BOLD;
    return true;
}

static void draw_char(Brush *brush, Str shown)
{
    int length;
    uint32_t code = utf8_decode(shown, &length);
    bool is_blank = code == '\n' || code == '\t';
    int width = is_blank ? 1 : utf8_char_width(code);
    if (is_format(code) || obeys_mark(brush, code)) return;
    if (width == 0) {
        if (brush->last) add_mark(brush->last, shown);
        return;
    }
    Rect inside = brush->inside;
    bool on_row = brush->row >= inside.row && brush->row < inside.row + inside.rows;
    bool fits =
        brush->column >= inside.column && brush->column + width <= inside.column + inside.columns;
    brush->last = on_row && fits ? frame_glyph(brush->frame, brush->column, brush->row) : NULL;
    if (brush->last)
        put(brush->frame, brush->column, brush->row, brush->style, is_blank ? STR(" ") : shown,
            width);
    brush->column += width;
}

int frame_text(Frame *frame, Rect clip, int column, int row, Style style, Str text)
{
    Brush brush = {frame, visible(frame, clip), style, style, column, row, NULL};
    char spelling[VISIBLE_BYTES];
    for (int length; text.n; text = str_slice(text, length, text.n)) {
        Str shown = visible_char(text, &length, spelling);
        if (shown.p != spelling) {
            draw_char(&brush, shown);
            continue;
        }
        for (int i = 0; i < shown.n; i++) draw_char(&brush, str_slice(shown, i, i + 1));
    }
    return brush.column;
}

int frame_printf(Frame *frame, Rect clip, int column, int row, Style style, const char *format, ...)
{
    SCRATCH(scratch);
    Buf text = {.arena = &scratch};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    return frame_text(frame, clip, column, row, style, buf_str(&text));
}

int frame_columns(const char *text)
{
    return utf8_width(str_from(text));
}

void frame_print(const Frame *frame, Buf *out)
{
    for (int row = 0; row < frame->rows; row++) {
        int start = out->n, end = start;
        for (int column = 0; column < frame->columns; column++) {
            const Glyph *glyph = frame_glyph(frame, column, row);
            const char *text = glyph->style.attributes & ATTR_TINT ? " " : glyph->text;
            buf_add(out, str_from(text));
            if (text[0] && strcmp(text, " ") != 0) end = out->n;
        }
        out->n = end;
        buf_add_char(out, '\n');
    }
}
