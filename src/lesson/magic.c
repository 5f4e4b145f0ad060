// Lines like "%matplotlib inline" and "!pip install torch" are commands to Jupyter, not Python.
// Each is turned into a comment in its place, so that all lines keep their numbers; an indented
// one gets `pass` in front, since it may be the only line of its block. A cell in another language
// ("%%bash") is not run at all.
#include "lesson/magic.h"

#include "base/buf.h"
#include "lesson/python.h"

#include <string.h>

// Cell magics after which the cell is still Python.
static bool keeps_python(Str line)
{
    static const char *const names[] = {"%%time", "%%timeit", "%%capture", "%%prun"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Str rest =
            str_starts(line, names[i]) ? str_slice(line, (int)strlen(names[i]), line.n) : STR("x");
        if (rest.n == 0 || rest.p[0] == ' ') return true;
    }
    return false;
}

// "%name", "!command", "?name" and "name?".
static bool is_magic(Str line)
{
    Str text = str_trim(line);
    if (!text.n) return false;
    return strchr("%!?", text.p[0]) || str_ends(text, "?");
}

// Where a magic is all that a block has, something must stand there.
static void add_comment(Str line, Buf *out)
{
    int indent = 0;
    while (indent < line.n && line.p[indent] == ' ') indent++;
    buf_add(out, str_slice(line, 0, indent));
    buf_printf(out, "%s# %.*s\n", indent ? "pass  " : "", STR_ARG(str_slice(line, indent, line.n)));
}

Str magic_to_comments(Str cell, Arena *arena)
{
    PythonText python = python_text(cell, arena);
    Buf text = {.arena = arena};
    bool begun = false;
    for (int i = 0; i < python.lines.count; i++) {
        Str line = lines_text(&python.lines, i);
        if (!begun && str_starts(line, "%%") && !keeps_python(line)) return (Str){0};
        begun |= str_trim(line).n > 0;
        if (!python.inside[i] && is_magic(line))
            add_comment(line, &text);
        else
            buf_printf(&text, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&text);
}

static bool is_silent(Str line)
{
    static const char *const names[] = {"%matplotlib", "%config",     "%load_ext",
                                        "%reload_ext", "%autoreload", "%%capture"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_starts(str_trim(line), names[i])) return true;
    }
    return false;
}

bool magic_prints(Str cell, Arena *arena)
{
    PythonText python = python_text(cell, arena);
    for (int i = 0; i < python.lines.count; i++) {
        Str line = lines_text(&python.lines, i);
        if (!python.inside[i] && is_magic(line) && !is_silent(line)) return true;
    }
    return false;
}
