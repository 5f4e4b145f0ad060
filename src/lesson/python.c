// A scanner that follows only what can make a line of Python part of the one above: strings
// between three quotes, open brackets and a backslash at the end. That suffices to say where a
// listing may be cut between two statements; the parser proper (src/syntax) is not needed for it.
#include "lesson/python.h"

#include "base/text/ascii.h"

// What the end of a line leaves open.
typedef struct Open {
    char quote; // of a string with three quotes, or 0
    int brackets;
    bool joined; // by a backslash
} Open;

static bool is_triple(Str text, int at)
{
    return at + 2 < text.n && text.p[at + 1] == text.p[at] && text.p[at + 2] == text.p[at];
}

// Moves behind the string that begins at `at`, or to the end of the line.
static int skip_string(Str line, int at, Open *open)
{
    char quote = line.p[at];
    if (is_triple(line, at)) {
        open->quote = quote;
        return at + 3;
    }
    for (at++; at < line.n && line.p[at] != quote; at++) {
        if (line.p[at] == '\\') at++;
    }
    return at + 1;
}

// Moves behind the end of the string that is open, or to the end of the line.
static int skip_open_string(Str line, int at, Open *open)
{
    for (; at < line.n; at++) {
        if (line.p[at] == '\\') {
            at++;
        } else if (line.p[at] == open->quote && is_triple(line, at)) {
            open->quote = 0;
            return at + 3;
        }
    }
    return at;
}

static int skip_code(Str line, int at, Open *open)
{
    char c = line.p[at];
    if (c == '#') return line.n;
    if (c == '"' || c == '\'') return skip_string(line, at, open);
    if (c == '(' || c == '[' || c == '{') open->brackets++;
    if ((c == ')' || c == ']' || c == '}') && open->brackets) open->brackets--;
    open->joined = c == '\\' && at + 1 == line.n;
    return at + 1;
}

static void read_line(Str line, Open *open)
{
    open->joined = false;
    for (int at = 0; at < line.n;) {
        at = open->quote ? skip_open_string(line, at, open) : skip_code(line, at, open);
    }
}

PythonText python_text(Str text, Arena *arena)
{
    PythonText python = {.lines = lines_of(text, arena)};
    python.inside = NEW_ARRAY(arena, bool, python.lines.count);
    Open open = {0};
    for (int i = 0; i < python.lines.count; i++) {
        python.inside[i] = open.quote || open.brackets || open.joined;
        read_line(lines_text(&python.lines, i), &open);
    }
    return python;
}

static bool goes_on(Str line)
{
    static const char *const words[] = {"else", "elif", "except", "finally"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        Str rest = str_starts(line, words[i]) ? str_slice(line, (int)str_from(words[i]).n, line.n)
                                              : (Str){0};
        if (rest.n && !ascii_is_word(rest.p[0])) return true;
    }
    return false;
}

bool python_may_cut(const PythonText *python, int line)
{
    if (line < python->lines.count && python->inside[line]) return false;
    for (; line < python->lines.count; line++) {
        Str text = lines_text(&python->lines, line), trimmed = str_trim(text);
        if (trimmed.n == 0 || trimmed.p[0] == '#') continue;
        return !ascii_is_blank(text.p[0]) && !goes_on(text);
    }
    return true;
}

bool python_comment(const PythonText *python, int line, Str *text)
{
    if (line >= python->lines.count || python->inside[line]) return false;
    Str whole = lines_text(&python->lines, line);
    if (!str_starts(whole, "#")) return false;
    int at = 0;
    while (at < whole.n && whole.p[at] == '#') at++;
    *text = str_trim(str_slice(whole, at, whole.n));
    return true;
}

bool python_docstring(const PythonText *python, int line, Str *text, int *end)
{
    Str first = lines_text(&python->lines, line);
    int at = first.n && (first.p[0] == 'r' || first.p[0] == 'R');
    if (python->inside[line] || at >= first.n || !is_triple(first, at)) return false;
    if (first.p[at] != '"' && first.p[at] != '\'') return false;
    int start = lines_start(&python->lines, line) + at + 3;
    *end = line + 1;
    while (*end < python->lines.count && python->inside[*end]) ++*end;
    Str rest = str_slice(python->lines.text, start, lines_start(&python->lines, *end));
    while (rest.n && ascii_is_blank(rest.p[rest.n - 1])) rest.n--;
    char quotes[4] = {first.p[at], first.p[at], first.p[at], '\0'};
    if (!str_ends(rest, quotes)) return false; // something follows the string
    *text = str_slice(rest, 0, rest.n - 3);
    return str_find(*text, quotes) < 0;
}
