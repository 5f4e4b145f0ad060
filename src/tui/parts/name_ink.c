// Reads the frame back: what a view has written there already is searched for names.
#include "tui/parts/name_ink.h"

#include "base/ascii.h"

#include <string.h>

typedef struct InkRow { // glyphs that are being read
    Glyph *glyphs;
    int count;
} InkRow;

static char letter(InkRow row, int at)
{
    return at >= 0 && at < row.count && row.glyphs[at].text[1] == '\0' ? *row.glyphs[at].text : ' ';
}

static bool is_of_name(char c)
{
    return ascii_is_alnum(c) || c == '_';
}

static int end_of_name(InkRow row, int at)
{
    while (is_of_name(letter(row, at))) at++;
    return at;
}

// "[0,1]" and ".T" behind a name; `at` where there is none.
static int end_of_index(InkRow row, int at)
{
    if (letter(row, at) == '.' && letter(row, at + 1) == 'T' && !is_of_name(letter(row, at + 2)))
        at += 2;
    int end = at;
    if (letter(row, at) != '[') return at;
    while (end < row.count && letter(row, end) != ']' && letter(row, end) != ' ') end++;
    return letter(row, end) == ']' ? end + 1 : at;
}

// What the lesson last called so.
static Role role_called(const Walk *walk, Str name)
{
    const Trace *trace = walk->trace;
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        if (str_is(name, trace->bindings[i].name)) return role_of(trace, trace->bindings[i].entry);
    }
    return ROLE_NONE;
}

static Role role_in(const Canvas *canvas, InkRow row, int from, int end)
{
    Buf name = {.arena = canvas->arena};
    for (int i = from; i < end; i++) buf_add_char(&name, letter(row, i));
    return role_called(canvas->walk, buf_str(&name));
}

static void ink_row(Canvas *canvas, InkRow row)
{
    for (int at = 0; at < row.count;) {
        int end = end_of_name(row, at);
        bool begins = end > at && !ascii_is_digit(letter(row, at)) && letter(row, at - 1) != '.';
        Role role = begins ? role_in(canvas, row, at, end) : ROLE_NONE;
        if (role != ROLE_NONE) end = end_of_index(row, end);
        for (; role != ROLE_NONE && at < end; at++) {
            Ink *ink = &row.glyphs[at].style.ink;
            if (*ink == INK_PLAIN || *ink == INK_QUIET) *ink = ink_of_role(role);
        }
        at = end > at ? end : at + 1;
    }
}

void name_ink(Canvas *canvas, Rect area)
{
    const Frame *frame = canvas->frame;
    for (int row = area.row; row < area.row + area.rows && row < frame->rows; row++) {
        int end = area.column + area.columns < frame->columns ? area.column + area.columns
                                                              : frame->columns;
        ink_row(canvas,
                (InkRow){frame->glyphs + row * frame->columns + area.column, end - area.column});
    }
}
