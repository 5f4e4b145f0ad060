// A line editor: text, cursor and history. The cursor moves by whole characters, which are a code
// point with its combining marks, so it never is inside one. When the line is longer than its
// place its beginning scrolls away.
#include "terminal/line.h"

#include "base/text/utf8.h"

#include <string.h>

void line_free(Line *line)
{
    arena_free(&line->arena);
    *line = (Line){0};
}

Str line_text(const Line *line)
{
    return buf_str(&line->text);
}

static void insert(Line *line, Str text)
{
    line->text.arena = &line->arena;
    int tail = line->text.n - line->cursor;
    buf_add(&line->text, text);
    char *at = line->text.p + line->cursor;
    memmove(at + text.n, at, (size_t)tail);
    memcpy(at, text.p, (size_t)text.n);
    line->cursor += text.n;
}

static void erase(Line *line, int from, int to)
{
    if (from >= to) return;
    memmove(line->text.p + from, line->text.p + to, (size_t)(line->text.n - to) + 1);
    line->text.n -= to - from;
    line->cursor = from;
}

void line_set(Line *line, Str text)
{
    Arena scratch = {0}; // the text may be one of the history, but also a part of itself
    Str copy = str_from(str_copy(&scratch, text));
    erase(line, 0, line->text.n);
    line->cursor = 0;
    if (copy.n) insert(line, copy);
    arena_free(&scratch);
}

// ---- moving -----------------------------------------------------------------------------------

static int width_at(Str text, int at, int *length)
{
    return utf8_char_width(utf8_decode(str_slice(text, at, text.n), length));
}

static int after(Str text, int at)
{
    int length;
    if (at >= text.n) return text.n;
    width_at(text, at, &length);
    at += length;
    while (at < text.n && width_at(text, at, &length) == 0) at += length;
    return at;
}

static int before(Str text, int at)
{
    int from = 0;
    for (int next = 0; next < at; next = after(text, next)) from = next;
    return from;
}

static int word_before(Str text, int at)
{
    while (at > 0 && text.p[at - 1] == ' ') at--;
    while (at > 0 && text.p[at - 1] != ' ') at--;
    return at;
}

// ---- keys -------------------------------------------------------------------------------------

static bool is_printable(int code)
{
    bool control = code < ' ' || (code >= 0x7F && code < 0xA0);
    return !control && code < KEYCODE_ENTER && !(code >= 0xD800 && code < 0xE000);
}

static LineResult type(Line *line, int code)
{
    char text[4];
    if (line->text.n + (int)sizeof text > LINE_BYTES) return LINE_FULL;
    insert(line, (Str){text, utf8_encode((uint32_t)code, text)});
    return LINE_CHANGED;
}

// Where the key moves the cursor to, and whether what is between is deleted. -1: no such key.
static int target(const Line *line, int code, bool *deletes)
{
    Str text = line_text(line);
    int at = line->cursor;
    *deletes = false;
    switch (code) {
    case KEYCODE_LEFT: return before(text, at);
    case KEYCODE_RIGHT: return after(text, at);
    case KEYCODE_HOME: return 0;
    case KEYCODE_END: return text.n;
    default: *deletes = true;
    }
    switch (code) {
    case KEYCODE_BACKSPACE: return before(text, at);
    case KEYCODE_DELETE: return after(text, at);
    case KEY_CONTROL('w'): return word_before(text, at);
    case KEY_CONTROL('u'): return 0;
    case KEY_CONTROL('k'): return text.n;
    default: return -1;
    }
}

LineResult line_key(Line *line, Key key)
{
    bool deletes;
    int to = target(line, key.code, &deletes), at = line->cursor;
    if (to < 0) return is_printable(key.code) ? type(line, key.code) : LINE_OTHER;
    if (deletes) erase(line, to < at ? to : at, to < at ? at : to);
    if (!deletes) line->cursor = to;
    return deletes && to != at ? LINE_CHANGED : LINE_MOVED;
}

// ---- history ----------------------------------------------------------------------------------

void line_remember(Line *line, Str text)
{
    int kept = 0;
    for (int i = 0; i < line->history_count; i++) {
        if (!str_is(text, line->history[i])) line->history[kept++] = line->history[i];
    }
    line->history_count = kept;
    if (text.n) {
        *ARENA_ADD(&line->arena, line->history, line->history_count) = str_copy(&line->arena, text);
    }
    line->history_at = line->history_count;
}

bool line_recall(Line *line, int direction)
{
    int to = line->history_at + direction;
    if (to < 0 || to > line->history_count) return false;
    line->history_at = to;
    line_set(line, to < line->history_count ? str_from(line->history[to]) : (Str){0});
    return true;
}

// ---- showing ----------------------------------------------------------------------------------

Str line_shown(const Line *line, int columns, int *cursor_column)
{
    Str text = line_text(line);
    int from = 0, most = columns > 1 ? columns - 1 : 0; // one is left for the cursor
    while (from < line->cursor && utf8_width(str_slice(text, from, line->cursor)) > most)
        from = after(text, from);
    *cursor_column = utf8_width(str_slice(text, from, line->cursor));
    return utf8_fit(str_slice(text, from, text.n), columns);
}
