// The answers are those of xterm's control sequences (invisible-island.net/xterm/ctlseqs), of
// kitty's graphics protocol, and names that XTVERSION gives: of iTerm2's pictures there is nothing
// else that can be asked and that all who show them answer.
#include "terminal/questions.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

#include <string.h>

void questions_write(const Questions *asked, Buf *out)
{
    if (asked->colors) buf_add(out, STR("\033]10;?\033\\\033]11;?\033\\"));
    // Is a colour what it was set to, and is there a capability "RGB"?
    if (asked->depth)
        buf_add(out, STR("\033[0;48;2;1;2;3m\033P$qm\033\\\033[m\033P+q524742\033\\"));
    buf_add(out,
            STR("\033[>q\033[16t\033[?1;1;0S\033[?2;4;0S")); // name, cell, sixel: colours, size
    if (asked->kitty) buf_add(out, STR("\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\"));
    for (int i = 0; asked->signs && sign_code(i); i++) {
        char sign[4];
        buf_add_char(out, '\r');
        buf_add(out, (Str){sign, utf8_encode(sign_code(i), sign)});
        buf_add(out, STR("\033[6n"));
    }
    buf_add(out, STR("\r\033[K\033[c"));
}

// One answer: "\033[" parameters and a last letter, or "\033]", "\033P", "\033_" and a text.
typedef struct Reply {
    char kind, last;
    Str text;
    int length; // of all of it
} Reply;

static Reply first_reply(Str in)
{
    enum { BEL = 7, ESC = 27 };
    if (in.n < 2 || in.p[0] != ESC || !in.p[1] || !strchr("[]P_", in.p[1]))
        return (Reply){.length = 1};
    bool is_control = in.p[1] == '[';
    int at = 2;
    while (at < in.n &&
           (is_control ? in.p[at] >= ' ' && in.p[at] <= '?' : in.p[at] != BEL && in.p[at] != ESC))
        at++;
    if (at == in.n) return (Reply){.length = in.n};
    bool has_last = is_control || in.p[at] == BEL;
    return (Reply){in.p[1], is_control ? in.p[at] : '\0', str_slice(in, 2, at), at + has_last};
}

int numbers_read(Str text, int *numbers, int most)
{
    enum { LARGEST = 100000 };
    int count = 0;
    for (bool in_number = false; text.n; text = str_slice(text, 1, text.n)) {
        bool is_digit = ascii_is_digit(text.p[0]);
        if (is_digit && !in_number && count == most) break;
        if (is_digit && !in_number) numbers[count++] = 0;
        if (is_digit && numbers[count - 1] < LARGEST)
            numbers[count - 1] = numbers[count - 1] * 10 + text.p[0] - '0';
        in_number = is_digit;
    }
    return count;
}

static int hex_digit(char c)
{
    return ascii_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

// "11;rgb:1c1c/2020/3030": of each part the first two digits.
static bool read_color(Str text, const char *kind, Color *color)
{
    int part[3] = {0};
    if (!str_starts(text, kind)) return false;
    text = str_slice(text, (int)strlen(kind), text.n);
    for (int i = 0; i < 3; i++) {
        int digits = 0;
        for (; digits < text.n && ascii_is_hex_digit(text.p[digits]); digits++) {
            if (digits < 2) part[i] = part[i] * 16 + hex_digit(text.p[digits]);
        }
        if (digits < 2) return false;
        text = str_slice(text, digits < text.n ? digits + 1 : digits, text.n);
    }
    *color = (Color){(uint8_t)part[0], (uint8_t)part[1], (uint8_t)part[2], 255};
    return true;
}

// "1$r0;48:2::1:2:3m", with or without a place for a colour space; "1+r524742=38".
static bool says_direct(Str text)
{
    enum { MOST = 32, PARTS = 3 };
    int numbers[2 + MOST] = {0}, count = numbers_read(text, numbers + 2, MOST);
    if (str_starts(text, "1+r524742")) return true;
    if (str_find(text, "$r") != 1 || count < PARTS + 2) return false;
    const int *color = &numbers[2 + count - PARTS];
    bool is_same = color[0] == 1 && color[1] == 2 && color[2] == 3;
    return is_same && ((color[-2] == 48 && color[-1] == 2) || (color[-3] == 48 && color[-2] == 2));
}

static void know_way(TerminalAnswers *answers, PixelWay way)
{
    if (way > answers->pixels) answers->pixels = way;
}

static void take_string(TerminalAnswers *answers, Reply reply)
{
    Str text = reply.text;
    if (reply.kind == ']') {
        answers->has_text |= read_color(text, "10;rgb:", &answers->text);
        answers->has_page |= read_color(text, "11;rgb:", &answers->page);
    }
    answers->is_direct |= reply.kind == 'P' && says_direct(text);
    bool is_named =
        reply.kind == 'P' && (str_starts(text, ">|iTerm2") || str_starts(text, ">|WezTerm") ||
                              str_starts(text, ">|mintty"));
    if (is_named) know_way(answers, PIXELS_ITERM);
    if (reply.kind == '_' && str_starts(text, "Gi=31") && str_find(text, ";OK") > 0)
        know_way(answers, PIXELS_KITTY);
}

// The first number of "?62;4;22c" is the terminal's class, 4 among the others says sixel.
static void take_attributes(TerminalAnswers *answers, const int *numbers, int count)
{
    enum { SIXEL = 4 };
    for (int i = 1; i < count; i++) {
        if (numbers[i] == SIXEL) know_way(answers, PIXELS_SIXEL);
    }
    answers->is_complete = true;
}

static void take_control(TerminalAnswers *answers, Reply reply)
{
    enum { MOST = 32, CELL = 6, COLORS = 1, SIZE = 2 };
    int numbers[MOST], count = numbers_read(reply.text, numbers, MOST);
    bool is_private = str_starts(reply.text, "?");
    if (is_private && reply.last == 'c') take_attributes(answers, numbers, count);
    if (!is_private && reply.last == 't' && count == 3 && numbers[0] == CELL) {
        answers->cell_height = numbers[1];
        answers->cell_width = numbers[2];
    }
    if (!is_private || reply.last != 'S' || count < 3 || numbers[1] != 0) return;
    if (numbers[0] == COLORS) answers->sixel_colors = numbers[2];
    if (numbers[0] == SIZE && count == 4) {
        answers->sixel_width = numbers[2];
        answers->sixel_height = numbers[3];
    }
}

// Where the cursor was behind each sign, which stood at the beginning of a row. If there are more
// or fewer of them than signs, a key looked like one.
static void take_places(TerminalAnswers *answers, const int *columns, int count)
{
    if (count >= SIGNS_MOST || count == 0 || sign_code(count) || !sign_code(count - 1)) return;
    for (int i = 0; i < count; i++) answers->is_wide[i] = columns[i] > 2;
}

TerminalAnswers answers_read(Str bytes)
{
    TerminalAnswers answers = {0};
    int columns[SIGNS_MOST], count = 0;
    while (bytes.n) {
        Reply reply = first_reply(bytes);
        int place[2];
        bool is_place =
            reply.kind == '[' && reply.last == 'R' && numbers_read(reply.text, place, 2) == 2;
        if (is_place && count < SIGNS_MOST) columns[count++] = place[1];
        if (reply.kind == '[')
            take_control(&answers, reply);
        else if (reply.kind)
            take_string(&answers, reply);
        bytes = str_slice(bytes, reply.length, bytes.n);
    }
    take_places(&answers, columns, count);
    return answers;
}
