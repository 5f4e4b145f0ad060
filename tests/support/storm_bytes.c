// What nobody types: any bytes, answers of the terminal, sequences cut in two, pastes.
#include "support/test.h"

#include "support/storm_events.h"

#include "base/text/utf8.h"

#include <string.h>

// Behind what quits or opens another lesson nothing may wait: it would go to the shell.
static void type_bytes(Storm *storm, const char *bytes, int count)
{
    int from = 0;
    for (int i = 0; i < count; i++) {
        if (!strchr(" \r\nqMm", bytes[i]) || !bytes[i]) continue;
        storm_type(storm, bytes + from, i - from);
        storm_settle(storm);
        storm_type(storm, bytes + i, 1);
        storm_settle(storm);
        from = i + 1;
    }
    storm_type(storm, bytes + from, count - from);
    storm_settle(storm);
    storm_expect_same(storm);
}

// Not those that are signals: Ctrl-C, Ctrl-Z, Ctrl-\.
static char any_byte(Storm *storm, int from, int to)
{
    int byte = from + storm_any(storm, to - from);
    return byte == 3 || byte == 26 || byte == 28 ? 'x' : (char)byte;
}

// Of many characters that Unicode has or has not the emulator has another opinion than the C
// library; real terminals are no better.
static bool is_sure(uint32_t code)
{
    return code < 0x483 || (code >= 0x3041 && code < 0x3097) || (code >= 0x4E00 && code < 0x9FA0) ||
           (code >= 0x1F600 && code < 0x1F640);
}

static void fill(Storm *storm, char *bytes, int count, int from, int to)
{
    for (int i = 0; i < count; i++) bytes[i] = any_byte(storm, from, to);
    int length;
    for (int i = 0; i < count; i += length) {
        uint32_t code = utf8_decode((Str){bytes + i, count - i}, &length);
        if (length > 1 && !is_sure(code)) bytes[i] = '~';
    }
}

static void type_any_bytes(Storm *storm)
{
    char bytes[40];
    int count = 1 + storm_any(storm, (int)sizeof bytes);
    fill(storm, bytes, count, 0, 256);
    type_bytes(storm, bytes, count);
}

static void type_invalid_utf8(Storm *storm)
{
    char bytes[12];
    int count = 1 + storm_any(storm, (int)sizeof bytes);
    fill(storm, bytes, count, 128, 256);
    if (storm_any(storm, 2)) bytes[storm_any(storm, count)] = any_byte(storm, ' ', 127);
    type_bytes(storm, bytes, count);
}

static const char *const ANSWERS[] = {
    "\033]11;rgb:1e1e/1e1e/1e1e\033\\",
    "\033]10;rgb:ffff/qqqq/]]]]\a",
    "\033]4;1;rgb:cd/00/00\a",
    "\033]52;c;cXVpdA==\033\\",
    "\033[?62;22c",
    "\033[?1;2c",
    "\033[>41;354;0c",
    "\033[=0;1;2c",
    "\033[0n",
    "\033[12;40R",
    "\033[1;1R",
    "\033[?12;40;1R",
    "\033[I",
    "\033[O",
    "\033[?2026;2$y",
    "\033[?1u",
    "\033[8;24;80t",
    "\033P>|xterm(380)\033\\",
    "\033P1$r0 q\033\\",
    "\033P1+r544e=787465726d\033\\",
    "\033_Gi=31;OK\033\\",
    "\033[6;18;9t",
};

static const char *const SEQUENCES[] = {
    "\033[1;5A",  "\033[1;2R", "\033[27;5;9~",  "\033[97;5u", "\033[25~", "\033[200~",
    "\033[201~",  "\033Op",    "\033O5A",       "\033[[A",    "\033[1 q", "\033[<0;3;3M",
    "\033\033[A", "\033a",     "\033é",         "\033[?25h",  "\033[2J",  "\033c",
    "\033(B",     "\033[;;;H", "\033[1;1;1;1C",
};

static void type_answer(Storm *storm)
{
    ScreenId screen = app_top(&storm->app);
    storm_type_text(storm, ANY_OF(storm, ANSWERS));
    storm_expect_same(storm);
    assert_int_equal(app_top(&storm->app), screen);
}

static const char *any_sequence(Storm *storm)
{
    return storm_any(storm, 2) ? ANY_OF(storm, ANSWERS) : ANY_OF(storm, SEQUENCES);
}

// Its beginning, and nothing more.
void storm_type_half(Storm *storm)
{
    const char *sequence = any_sequence(storm);
    int count = 1 + storm_any(storm, (int)strlen(sequence));
    type_bytes(storm, sequence, count);
}

// Its beginning, and after a while the rest.
static void type_in_two(Storm *storm)
{
    const char *sequence = any_sequence(storm);
    int length = (int)strlen(sequence), count = 1 + storm_any(storm, length);
    type_bytes(storm, sequence, count);
    type_bytes(storm, sequence + count, length - count);
}

// Its beginning, something else, the rest.
static void type_over(Storm *storm)
{
    const char *sequence = any_sequence(storm), *other = any_sequence(storm);
    int length = (int)strlen(sequence), count = 1 + storm_any(storm, length);
    storm_type(storm, sequence, count);
    storm_type_text(storm, other);
    type_bytes(storm, sequence + count, length - count);
}

static void paste(Storm *storm, const char *text, int count, bool ends)
{
    storm_settle(storm);
    storm_type_text(storm, "\033[200~");
    storm_type(storm, text, count);
    if (ends) storm_type_text(storm, "\033[201~");
    storm_settle(storm);
    storm_expect_same(storm);
}

void storm_paste_words(Storm *storm)
{
    static const char text[] = "go to\nstep 3 q";
    paste(storm, text, (int)sizeof text - 1, true);
}

// One without an end is short: nobody can see when the program has come to the end of a line that
// is full.
void storm_paste_anything(Storm *storm)
{
    enum { SHORT = 60, LONG = 6000 };
    static char text[LONG];
    bool ends = storm_any(storm, 3), binary = storm_any(storm, 2);
    int count = storm_any(storm, ends && storm_any(storm, 4) == 0 ? LONG : SHORT);
    fill(storm, text, count, binary ? 0 : ' ', binary ? 256 : 127);
    if (storm_any(storm, 2)) storm_press(storm, ANY_OF(storm, ":/g"));
    paste(storm, text, count, ends);
}

const StormEvent storm_bytes[] = {
    {30, storm_press_action},
    {8, storm_press_entry},
    {10, type_any_bytes},
    {8, type_invalid_utf8},
    {14, type_answer},
    {8, storm_type_half},
    {8, type_in_two},
    {6, type_over},
    {6, storm_paste_anything},
    {1, storm_suspend},
    {0, NULL},
};
