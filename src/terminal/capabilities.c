// terminfo, and nothing of it anywhere else.
#define _XOPEN_SOURCE 700
#include "terminal/capabilities.h"

#include "terminal/theme.h"

#include <curses.h>
#include <term.h>

#include <string.h>

static TERMINAL *opened; // the last that was usable; ncurses opens it once more for its screen

Known capabilities_open(const char *name, int descriptor)
{
    int status;
    set_curterm(NULL);
    if (setupterm(name, descriptor, &status) != OK) {
        set_curterm(opened);
        return TERMINAL_UNKNOWN;
    }
    const char *move_to = tigetstr("cup");
    if (move_to && move_to != (const char *)-1) {
        if (opened) del_curterm(opened);
        opened = cur_term;
        return TERMINAL_USABLE;
    }
    del_curterm(set_curterm(opened));
    return TERMINAL_FIXED;
}

// Without the "$<5>" that tells how many milliseconds to wait.
static void add_unpadded(Buf *out, const char *text)
{
    while (*text) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            buf_add_char(out, *text++);
    }
}

static const char *string_of(const char *name)
{
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

const char *capability(const char *name, Arena *arena)
{
    const char *text = string_of(name);
    if (!text) return NULL;
    Buf out = {.arena = arena};
    add_unpadded(&out, text);
    return buf_text(&out);
}

int capability_number(const char *name)
{
    int number = tigetnum(name);
    return number < 0 ? -1 : number;
}

void capability_add(Buf *out, const char *name, int first, int second)
{
    const char *text = string_of(name);
    char *made = text ? tparm(text, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L) : NULL;
    if (made) add_unpadded(out, made);
}

// ---- an entry of our own ------------------------------------------------------------------------

// Nothing scrolls on a screen of ours, as a picture on it must not; the cursor goes to places.
static const char NOT_USED[] =
    "csr indn rin ind ri il il1 dl dl1 cub cub1 cuf cuf1 cuu cuu1 cud cud1 "
    "hpa vpa home ll cr ht cbt rep initc oc setf setb smacs rmacs enacs acsc";

// What output.c reads; of setaf and setab the first is for letters, the other for what is behind
// them.
static const char *entry_string(const char *name, int colors)
{
    enum { USUAL = 8, MOST_NAMED = 256 };
    static const char *const FEW[] = {"\033[3%p1%dm", "\033[4%p1%dm"};
    static const char *const MANY[] = {"\033[38;5;%p1%dm", "\033[48;5;%p1%dm"};
#define RGB_OF_P1 "%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"
    static const char *const DIRECT[] = {"\033[38;2;" RGB_OF_P1, "\033[48;2;" RGB_OF_P1};
    const char *const *all = colors > MOST_NAMED ? DIRECT : colors > USUAL ? MANY : FEW;
    if (str_has_word(NOT_USED, str_from(name))) return NULL;
    if (strcmp(name, "setaf") == 0) return all[0];
    if (strcmp(name, "setab") == 0) return all[1];
    if (strcmp(name, "op") == 0) return "\033[39;49m";
    if (strcmp(name, "sgr0") == 0) return "\033[m";
    if (strcmp(name, "sgr") == 0) return "\033[0%?%p6%t;1%;%?%p2%t;4%;%?%p3%t;7%;m";
    return string_of(name);
}

static int entry_number(const char *name, int colors)
{
    enum { PAIRS = 1 << 14 };
    bool is_pairs = strcmp(name, "pairs") == 0;
    return strcmp(name, "colors") == 0 ? colors : is_pairs ? PAIRS : tigetnum(name);
}

static void add_number(Buf *out, int number, int bytes)
{
    for (; bytes > 0; bytes--, number >>= 8) buf_add_char(out, (char)(number & 0xFF));
}

static void add_name(Buf *out, const char *name)
{
    buf_add(out, str_from(name));
    buf_add_char(out, '\0');
}

static void make_even(Buf *out)
{
    if (out->n % 2) buf_add_char(out, '\0');
}

// What was added to terminfo later has its name with it: the flag that says 24 bits.
static void add_direct_flag(Buf *out)
{
    static const int HEADER[] = {1, 0, 0, 1, sizeof "RGB"}; // flags, numbers, strings, names, bytes
    make_even(out);
    for (int i = 0; i < 5; i++) add_number(out, HEADER[i], 2);
    add_number(out, true, 2);
    add_number(out, 0, 2); // where its name is
    add_name(out, "RGB");
}

// As term(5) has it, with numbers of 32 bits: names, flags, numbers, where each string is, strings.
void capabilities_add_entry(Buf *out, int colors)
{
    enum { MAGIC = 01036, NOT_THERE = -1 };
    Buf strings = {.arena = out->arena}, places = {.arena = out->arena};
    int flags = 0, numbers = 0, count = 0;
    while (boolnames[flags]) flags++;
    while (numnames[numbers]) numbers++;
    for (; strnames[count]; count++) {
        const char *text = entry_string(strnames[count], colors);
        add_number(&places, text ? strings.n : NOT_THERE, 2);
        if (text) add_name(&strings, text);
    }
    const int header[] = {MAGIC, sizeof ENTRY_NAME, flags, numbers, count, strings.n};
    for (int i = 0; i < 6; i++) add_number(out, header[i], 2);
    add_name(out, ENTRY_NAME);
    for (int i = 0; i < flags; i++) buf_add_char(out, tigetflag(boolnames[i]) > 0);
    make_even(out);
    for (int i = 0; i < numbers; i++) add_number(out, entry_number(numnames[i], colors), 4);
    buf_add(out, buf_str(&places));
    buf_add(out, buf_str(&strings));
    if (colors == LOOK_DIRECT) add_direct_flag(out);
}

void capabilities_library(Buf *out)
{
    buf_add(out, str_from(curses_version()));
}
