// Says where a listing may be cut between two statements: not in a string or brackets that are
// open, nor behind a backslash.
#include "lesson/python.h"

#include "base/text/ascii.h"
#include "base/text/code.h"

static bool is_triple(Str text, int at)
{
    return at + 2 < text.n && text.p[at + 1] == text.p[at] && text.p[at + 2] == text.p[at];
}

PythonText python_text(Str text, Arena *arena)
{
    PythonText python = {.lines = lines_of(text, arena)};
    python.inside = NEW_ARRAY(arena, bool, python.lines.count);
    CodeState open = {0};
    for (int i = 0; i < python.lines.count; i++) {
        python.inside[i] = open.quote || open.depth || open.joined;
        code_line(&open, lines_text(&python.lines, i));
    }
    return python;
}

static bool goes_on(Str line)
{
    int end = str_word(line, 0);
    return end < line.n && str_has_word("else elif except finally", str_slice(line, 0, end));
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
