// terminfo, and nothing of it anywhere else.
#define _XOPEN_SOURCE 700
#include "terminal/capabilities.h"

#include <curses.h>
#include <term.h>

#include <string.h>

Known capabilities_open(const char *name, int descriptor)
{
    int status;
    TERMINAL *before = set_curterm(NULL);
    if (setupterm(name, descriptor, &status) != OK) {
        set_curterm(before);
        return TERMINAL_UNKNOWN;
    }
    const char *move_to = tigetstr("cup");
    if (move_to && move_to != (const char *)-1) {
        if (before) del_curterm(before);
        return TERMINAL_USABLE;
    }
    del_curterm(set_curterm(before));
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

bool capability_flag(const char *name)
{
    return tigetflag(name) > 0;
}

void capability_add(Buf *out, const char *name, int first, int second)
{
    const char *text = string_of(name);
    char *made = text ? tparm(text, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L) : NULL;
    if (made) add_unpadded(out, made);
}

void capabilities_library(Buf *out)
{
    buf_add(out, str_from(curses_version()));
}
