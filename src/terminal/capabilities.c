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

// Without the "$<5>" that says how many milliseconds to wait.
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

// A picture must not scroll. Other colours, resets and repetition: not all terminals of a name have
// them.
static const char NOT_USED[] = "csr indn rin ind ri il il1 dl dl1 initc oc setf setb sgr0 rep";

// A colour is said where it is not the one that was said last: 1 and it are in a static variable of
// terminfo(5), one for letters, one for what is behind them. (ncurses says both whenever one
// changes.)
static const char *color_string(Arena *arena, char variable, int layer, int colors)
{
    enum { FEW = 8 };
#define PART(divisor) "%%p1%%{" divisor "}%%/%%{255}%%&%%d"
    return arena_printf(arena,
                        "%%?%%p1%%{%d}%%=%%t%%e%%p1%%{1}%%+%%g%c%%=%%t%%e%%p1%%{1}%%+%%P%c"
                        "%%?%%p1%%{%d}%%=%%t\033[%d9m%%e%%p1%%{%d}%%<%%t\033[%d%s%%p1%%dm"
                        "%%e\033[%d8;2;" PART("65536") ";" PART("256") ";" PART("1") "m%%;%%;",
                        COLOR_ANY, variable, variable, COLOR_OWN, layer, LOOK_DIRECT, layer,
                        colors > FEW ? "8;5;" : "", layer);
}

// So is an attribute, which can be ended by itself. What blinks is a blank of the terminal's own
// page.
#define SAY(parameter, variable, on, off)                                                          \
    "%?%p" parameter "%g" variable "%=%t%e\033[%?%p" parameter "%t" on "%e" off "%;m%p" parameter  \
    "%P" variable "%;"
static const char ATTRIBUTES[] = SAY("6", "B", "1", "22") SAY("2", "U", "4", "24")
    SAY("3", "R", "7", "27") "%?%p4%t%?%gG%{257}%=%t%e\033[49m%{257}%PG%;%;";
_Static_assert(COLOR_OWN + 1 == 257, "as it is in there");

static const char *entry_string(Arena *arena, const char *name, int colors)
{
    const char *text = string_of(name);
    if (str_has_word(NOT_USED, str_from(name))) return NULL;
    if (strcmp(name, "setaf") == 0) return color_string(arena, 'F', 3, colors);
    if (strcmp(name, "setab") == 0) return color_string(arena, 'G', 4, colors);
    if (strcmp(name, "sgr") == 0) return ATTRIBUTES;
    if (strcmp(name, "op") == 0) return ""; // there must be one
    bool leaves = text && strcmp(name, "rmcup") == 0;
    return leaves ? arena_printf(arena, "\033[m%s", text) : text;
}

void capabilities_forget(void)
{
    tparm("%{0}%PF%{0}%PG%{0}%PB%{0}%PU%{0}%PR", 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

static int entry_number(const char *name)
{
    enum { PAIRS = 1 << 16 };
    bool is_pairs = strcmp(name, "pairs") == 0;
    if (strcmp(name, "ncv") == 0) return -1; // attributes that colours exclude: none
    return strcmp(name, "colors") == 0 ? 2 * LOOK_DIRECT : is_pairs ? PAIRS : tigetnum(name);
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
        const char *text = entry_string(out->arena, strnames[count], colors);
        add_number(&places, text ? strings.n : NOT_THERE, 2);
        if (text) add_name(&strings, text);
    }
    const int header[] = {MAGIC, sizeof ENTRY_NAME, flags, numbers, count, strings.n};
    for (int i = 0; i < 6; i++) add_number(out, header[i], 2);
    add_name(out, ENTRY_NAME);
    for (int i = 0; i < flags; i++) buf_add_char(out, tigetflag(boolnames[i]) > 0);
    make_even(out);
    for (int i = 0; i < numbers; i++) add_number(out, entry_number(numnames[i]), 4);
    buf_add(out, buf_str(&places));
    buf_add(out, buf_str(&strings));
    add_direct_flag(out);
}

void capabilities_library(Buf *out)
{
    buf_add(out, str_from(curses_version()));
}
