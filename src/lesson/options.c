// Reads lines such as "#| axes: x = tokens, features", which are comments to Python. A misspelt
// key is refused with the nearest known one, since an option without effect would be hard to
// notice. Quarto's own options are for Quarto: they are passed over, with the further lines of
// YAML that belong to them, but for `error` and `eval`, which say what is to run.
#include "lesson/options.h"

#include "base/text/ascii.h"

typedef struct KnownOption {
    const char *key, *example;
    bool is_list; // of names, not "name = value"
} KnownOption;

static const KnownOption KNOWN[] = {
    {.key = "axes", .example = "#| axes: x = tokens, features"},
    {.key = "role", .example = "#| role: x = input"},
    {.key = "cost", .example = "#| cost: scores = n * n * d multiplications"},
    {.key = "record", .example = "#| record: nothing", .is_list = true},
    {.key = "switch", .example = "#| switch: scale forgotten, temperature", .is_list = true},
};
enum { KNOWN_COUNT = sizeof KNOWN / sizeof KNOWN[0] };

static const char *const QUARTO[] = {
    "label",    "eval",     "echo",     "output",  "warning", "error",   "include",     "classes",
    "tags",     "id",       "export",   "panel",   "message", "results", "renderings",  "column",
    "filename", "file",     "layout",   "comment", "prompt",  "tidy",    "collapse",    "cache",
    "context",  "autorun",  "execute",  "freeze",  "title",   "order",   "strip-white", "child",
    "external", "sanitize", "interval", "aniopts", "purl",    "dev",     "dpi",         "crop",
};
enum { QUARTO_COUNT = sizeof QUARTO / sizeof QUARTO[0] };

// Many of its options are of a family: fig-cap, fig-width, tbl-cap … (knitr writes fig.cap).
static bool is_quarto(Str key)
{
    for (int i = 0; i < QUARTO_COUNT; i++) {
        if (str_is(key, QUARTO[i])) return true;
    }
    int end = 0;
    while (end < key.n && key.p[end] != '-' && key.p[end] != '.') end++;
    return end < key.n &&
           str_has_word("fig tbl code lst out output layout html cap class attr cache "
                        "cell df slide dev tidy page",
                        str_slice(key, 0, end));
}

static Span span_of(const Source *source, Str part)
{
    int start = (int)(part.p - source->text.p);
    return (Span){source, start, start + part.n};
}

static bool refuse_key(const Source *source, Str key, Error *error)
{
    const char *keys[KNOWN_COUNT];
    for (int i = 0; i < KNOWN_COUNT; i++) keys[i] = KNOWN[i].key;
    error_set_at(error, span_of(source, key), NULL, "unknown option \"%.*s\"", STR_ARG(key));
    const char *nearest = str_nearest(key, keys, KNOWN_COUNT);
    if (!nearest) nearest = str_nearest(key, QUARTO, QUARTO_COUNT);
    if (nearest) return error_hint(error, "did you mean %s?", nearest);
    Buf all = {.arena = error->arena};
    for (int i = 0; i < KNOWN_COUNT; i++) buf_printf(&all, i ? ", %s" : "%s", keys[i]);
    return error_hint(error, "the options are %s", buf_text(&all));
}

static const KnownOption *known_option(Str key)
{
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (str_is(key, KNOWN[i].key)) return &KNOWN[i];
    }
    return NULL;
}

static bool refuse_form(const Source *source, Str part, const char *what, const char *example,
                        Error *error)
{
    error_set_at(error, span_of(source, part), NULL, "%s", what);
    return error_hint(error, "write it like %s", example);
}

// value -> NAME "=" rest
static bool is_assignment(Str value)
{
    int equals = str_find(value, "=");
    if (equals < 0) return false;
    Str name = str_trim(str_slice(value, 0, equals));
    return name.n && str_trim(str_slice(value, equals + 1, value.n)).n;
}

static bool add_values(CodeBlock *code, const KnownOption *known, Str values, Arena *lesson_arena,
                       Error *error)
{
    while (values.n) {
        Str value = str_take(&values, ";");
        if (value.n == 0) continue;
        if (!known->is_list && !is_assignment(value))
            return refuse_form(code->source, value,
                               "this option lacks a name and =", known->example, error);
        *ARENA_ADD(lesson_arena, code->options, code->option_count) =
            (CodeOption){str_from(known->key), value, span_of(code->source, value)};
    }
    return true;
}

// "#| key: values" without "#|"
static Str key_of(Str option)
{
    int colon = str_find(option, ":");
    return str_trim(str_slice(option, 0, colon < 0 ? option.n : colon));
}

bool options_line(Str line, bool at_top)
{
    if (!str_starts(line, "#|")) return false;
    Str option = str_slice(line, 2, line.n);
    return at_top || (str_find(option, ":") >= 0 && known_option(key_of(option)));
}

static Str value_of(Str option)
{
    int colon = str_find(option, ":");
    return colon < 0 ? (Str){0} : str_trim(str_slice(option, colon + 1, option.n));
}

bool options_forbid_run(Str code)
{
    Str line;
    while (str_next_line(&code, &line) && str_starts(line, "#|")) {
        Str option = str_trim(str_slice(line, 2, line.n));
        if (str_is(key_of(option), "eval") && str_is(value_of(option), "false")) return true;
    }
    return false;
}

static int indent_of(Str line)
{
    int at = 2;
    while (at < line.n && ascii_is_blank(line.p[at])) at++;
    return at;
}

// Does this line go on with the option of Quarto above it, `indent` characters in?
static bool continues(Str line, int indent)
{
    int at = indent_of(line);
    bool is_item = at == indent && at < line.n && line.p[at] == '-';
    return indent && (at > indent || at == line.n || is_item);
}

static bool read_option(CodeBlock *code, Str option, Arena *lesson_arena, Error *error)
{
    Str key = key_of(option);
    const KnownOption *known = known_option(key);
    if (!known) return refuse_key(code->source, key, error);
    int before = code->option_count;
    if (!add_values(code, known, value_of(option), lesson_arena, error)) return false;
    return code->option_count > before ||
           refuse_form(code->source, option, "the value of this option is missing", known->example,
                       error);
}

// Below the first line of code, where "#|" may begin a comment: does it set a key that is misspelt?
static bool is_slip(Str line)
{
    if (!str_starts(line, "#|")) return false;
    Str option = str_slice(line, 2, line.n), key = key_of(option);
    const char *keys[KNOWN_COUNT];
    int count = 0;
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (!KNOWN[i].is_list) keys[count++] = KNOWN[i].key;
    }
    return key.n && !known_option(key) && is_assignment(value_of(option)) &&
           str_nearest(key, keys, count);
}

bool options_read(CodeBlock *code, Arena *lesson_arena, Error *error)
{
    Str rest = code->source->text, line;
    int quarto = 0; // the indentation of its option; 0: the last one was none
    for (bool at_top = true; str_next_line(&rest, &line);) {
        at_top = at_top && str_starts(line, "#|");
        bool is_option = options_line(line, at_top) || is_slip(line);
        if (!is_option || continues(line, quarto)) continue;
        Str option = str_trim(str_slice(line, 2, line.n)), key = key_of(option);
        quarto = at_top && is_quarto(key) ? indent_of(line) : 0;
        if (str_is(key, "error") && str_is(value_of(option), "true")) code->raises = "";
        if (!quarto && !read_option(code, option, lesson_arena, error)) return false;
    }
    return true;
}

Span option_place(const CodeOption *option, Str part)
{
    int start = option->at.start + (int)(part.p - option->value.p);
    return (Span){option->at.source, start, start + part.n};
}
