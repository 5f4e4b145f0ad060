// The sequences are those of terminfo's entries for xterm and its kin. Cursor movements are
// followed only to know the place behind a doubtful character.
#include "terminal/output.h"

#include "base/utf8.h"
#include "terminal/theme.h"

#include <string.h>

enum { ESC = 27, ATTRIBUTES = 3 };

static const int ON[ATTRIBUTES] = {1, 4, 7},
                 OFF[ATTRIBUTES] = {22, 24, 27}; // bold, underline, reverse
static const Rendition PLAIN = {-1, -1, 0};

// ---- what becomes visible -----------------------------------------------------------------------

static void add_color(Buf *list, int layer, int number)
{
    enum { FEW = 8, OWN = 9 }; // behind the layer's number the second is the terminal's own colour
    if (number < FEW)
        buf_printf(list, ";%d", layer + (number < 0 ? OWN : number));
    else if (number < LOOK_DIRECT)
        buf_printf(list, ";%d;5;%d", layer + FEW, number);
    else
        buf_printf(list, ";%d;2;%d;%d;%d", layer + FEW, number >> 16 & 0xFF, number >> 8 & 0xFF,
                   number & 0xFF);
}

static void change(Rendition *now, const Rendition *next, Buf *out)
{
    enum { LETTERS = 30, GROUND = 40 };
    Buf list = {.arena = out->arena};
    for (int i = 0; i < ATTRIBUTES; i++) {
        if ((now->attributes ^ next->attributes) & 1u << i)
            buf_printf(&list, ";%d", next->attributes & 1u << i ? ON[i] : OFF[i]);
    }
    if (now->foreground != next->foreground) add_color(&list, LETTERS, next->foreground);
    if (now->background != next->background) add_color(&list, GROUND, next->background);
    if (list.n) buf_printf(out, "\033[%sm", list.p + 1);
    *now = *next;
}

// Of a blank neither the colour of letters nor boldness can be seen.
static void make_visible(Output *output, bool is_blank, Buf *out)
{
    Rendition next = output->wanted;
    if (is_blank && !(next.attributes & ATTR_REVERSE)) {
        next.foreground = output->shown.foreground;
        next.attributes =
            (next.attributes & ~(unsigned)ATTR_BOLD) | (output->shown.attributes & ATTR_BOLD);
    }
    if (output->is_doubtful) buf_printf(out, "\033[%d;%dH", output->row + 1, output->column + 1);
    output->is_doubtful = false;
    change(&output->shown, &next, out);
}

// ---- what is read -------------------------------------------------------------------------------

// The next of the numbers between ";"; 0 where there is none.
static int next_number(Str *rest)
{
    int number = 0, at = 0;
    for (; at < rest->n && rest->p[at] >= '0' && rest->p[at] <= '9'; at++)
        number = number * 10 + rest->p[at] - '0';
    *rest = str_slice(*rest, at + 1, rest->n);
    return number;
}

// 30 … 37, or 38 and more, or 39 for its own, and 40 … 49 for what is behind the letters.
static void take_color(Rendition *wanted, int number, Str *rest)
{
    enum { GROUND = 40, MORE = 8, OWN = 9, NAMED = 5 };
    int color = number % 10;
    if (color == MORE && next_number(rest) == NAMED) {
        color = next_number(rest);
    } else if (color == MORE) {
        int red = next_number(rest), green = next_number(rest);
        color = LOOK_DIRECT | red << 16 | green << 8 | next_number(rest);
    } else if (color == OWN) {
        color = -1;
    }
    *(number < GROUND ? &wanted->foreground : &wanted->background) = color;
}

static void take_rendition(Rendition *wanted, Str parameters)
{
    enum { FIRST_COLOR = 30 };
    do {
        int number = next_number(&parameters);
        if (number == 0) *wanted = PLAIN;
        for (int i = 0; i < ATTRIBUTES; i++) wanted->attributes |= number == ON[i] ? 1u << i : 0;
        if (number >= FIRST_COLOR) take_color(wanted, number, &parameters);
    } while (parameters.n);
}

// "\033[", parameters and a letter.
static int take_sequence(Output *output, Str in, Buf *out)
{
    int end = 2;
    while (end < in.n && in.p[end] < '@') end++;
    Str parameters = str_slice(in, 2, end);
    char final = end < in.n ? in.p[end] : 'm';
    if (final == 'm') {
        take_rendition(&output->wanted, parameters);
        return end + 1;
    }
    if (strchr("JKX", final)) make_visible(output, true, out);
    buf_add(out, str_slice(in, 0, end + 1));
    if (final != 'H') return end + 1;
    output->row = next_number(&parameters) - 1;
    output->column = next_number(&parameters) - 1;
    output->is_doubtful = false;
    return end + 1;
}

static bool is_plain_letter(uint32_t code)
{
    enum { FIRST_OTHER = 0x300, SIGNS = 0x2010, LAST_SIGN = 0x2E80 };
    return code < FIRST_OTHER || (code >= SIGNS && code < LAST_SIGN);
}

static int take_character(Output *output, Str in, Buf *out)
{
    int length;
    uint32_t code = utf8_decode(in, &length);
    int width = utf8_char_width(code);
    if (width) make_visible(output, code == ' ', out); // else it is a mark on the one before
    buf_add(out, str_slice(in, 0, length));
    output->column += width;
    output->is_doubtful |= !is_plain_letter(code);
    return length;
}

Output output_new(void)
{
    return (Output){.wanted = PLAIN, .shown = PLAIN};
}

void output_add(Output *output, Str bytes, Buf *out)
{
    for (int length; bytes.n; bytes = str_slice(bytes, length, bytes.n))
        length = bytes.p[0] == ESC ? take_sequence(output, bytes, out)
                                   : take_character(output, bytes, out);
}
