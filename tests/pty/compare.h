// Is what stands on the emulator's screen the frame that was meant? Character by character, with
// colours and attributes.
#pragma once

#include "base/text/utf8.h"
#include "pty/vt.h"
#include "terminal/frame.h"
#include "terminal/theme.h"

#include <wchar.h> // wcwidth: with _XOPEN_SOURCE

typedef struct Mismatch {
    int column, row;
    const char *what; // "text", "colour", "attribute"; NULL: there is none
} Mismatch;

// What the system cannot measure, in the locale that was set, is shown as "?".
static bool vt_is_unknown(uint32_t code)
{
    return wcwidth((wchar_t)code) != utf8_char_width(code);
}

static bool vt_same_text(const VTermScreenCell *cell, Str rest)
{
    int length, i = 0;
    for (; rest.n && i < VTERM_MAX_CHARS_PER_CELL; rest = str_slice(rest, length, rest.n), i++) {
        uint32_t shown = cell->chars[i], meant = utf8_decode(rest, &length);
        if (shown == 0 && meant == ' ') shown = ' ';
        if (i == 0 && vt_is_unknown(meant)) return shown == '?' || shown == 0xFF1F;
        if (shown != meant) return false;
    }
    return i == VTERM_MAX_CHARS_PER_CELL || cell->chars[i] == 0 || i == 1;
}

static bool vt_same_colour(const VTermColor *colour, bool is_default, int number)
{
    if (number < 0) return is_default;
    if (number >= LOOK_DIRECT)
        return VTERM_COLOR_IS_RGB(colour) && (LOOK_DIRECT | colour->rgb.red << 16 |
                                              colour->rgb.green << 8 | colour->rgb.blue) == number;
    return !is_default && VTERM_COLOR_IS_INDEXED(colour) && colour->indexed.idx == number;
}

static const char *vt_difference(const VTermScreenCell *cell, const Glyph *glyph,
                                 const Theme *theme)
{
    if (!glyph->text[0]) return NULL; // the right half of a wide character
    Look look = theme_look(theme, glyph->style);
    const char *meant_text = look.instead ? look.instead : glyph->text;
    if (!vt_same_text(cell, str_from(meant_text))) return "text";
    bool blank = strcmp(meant_text, " ") == 0 && !(look.attributes & ATTR_REVERSE);
    if (!vt_same_colour(&cell->bg, VTERM_COLOR_IS_DEFAULT_BG(&cell->bg), look.background))
        return "background";
    if (!blank && !vt_same_colour(&cell->fg, VTERM_COLOR_IS_DEFAULT_FG(&cell->fg), look.foreground))
        return "colour";
    unsigned shown = (cell->attrs.bold ? ATTR_BOLD : 0u) |
                     (cell->attrs.underline ? ATTR_UNDERLINE : 0u) |
                     (cell->attrs.reverse ? ATTR_REVERSE : 0u);
    unsigned meant = look.attributes & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_REVERSE);
    return blank || shown == meant ? NULL : "attribute";
}

// Of a picture in half blocks.
static const char *vt_pixel_difference(const VTermScreenCell *cell, const Frame *frame, int column,
                                       int row, const Theme *theme)
{
    const Image *image = &frame->picture;
    int number[2];
    for (int half = 0; half < 2; half++) {
        const unsigned char *at = &image->rgb[3 * ((2 * row + half) * image->width + column)];
        number[half] = theme_shows(theme, (Color){at[0], at[1], at[2], 255});
    }
    bool is_flat = number[0] == number[1];
    uint32_t shown = cell->chars[0] ? cell->chars[0] : U' ';
    if (shown != (is_flat ? U' ' : U'▀')) return "picture";
    if (!is_flat && !vt_same_colour(&cell->fg, VTERM_COLOR_IS_DEFAULT_FG(&cell->fg), number[0]))
        return "picture's upper colour";
    bool same = vt_same_colour(&cell->bg, VTERM_COLOR_IS_DEFAULT_BG(&cell->bg), number[1]);
    return same ? NULL : "picture's lower colour";
}

static bool vt_is_within(Rect area, int column, int row)
{
    return column >= area.column && column < area.column + area.columns && row >= area.row &&
           row < area.row + area.rows;
}

static inline Mismatch vt_compare(const Vt *vt, const Frame *frame, const Theme *theme)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 0; column < frame->columns; column++) {
            VTermScreenCell cell = vt_cell(vt, column, row);
            const Glyph *glyph = &frame->glyphs[row * frame->columns + column];
            Rect area = frame->picture_area;
            bool is_pixel = frame->picture.rgb && vt_is_within(area, column, row);
            const char *what = is_pixel ? vt_pixel_difference(&cell, frame, column - area.column,
                                                              row - area.row, theme)
                                        : vt_difference(&cell, glyph, theme);
            if (what) return (Mismatch){column, row, what};
        }
    }
    VTermPos cursor;
    vterm_state_get_cursorpos(vterm_obtain_state(vt->terminal), &cursor);
    bool there = cursor.col == frame->cursor_column && cursor.row == frame->cursor_row;
    return there ? (Mismatch){0} : (Mismatch){cursor.col, cursor.row, "cursor"};
}
