// Which tensor a command line names: by its name, or by an expression of Python over what the
// program has after its run.
//
// An expression is one more line of the program, so that its cells know where they come from and
// labels go with it.
#include "base/text/ascii.h"
#include "command/tensor.h"
#include "modules/modules.h"
#include "study/attention/attention.h"
#include "study/names/typed_name.h"
#include "trace/names/convention.h"
#include "walk/edits/labelling.h"

#include <string.h>

// ---- names --------------------------------------------------------------------------------------

// A key of a file, such as h.0.attn.weight, is no variable of the listing that opens it.
static bool is_key(const Walk *walk, Str name, int entry)
{
    if (!walk->program.is_data) return false;
    Str line = span_text(walk->trace->statements[walk->trace->entries[entry].statement].source);
    Str rest = str_trim(str_slice(line, name.n, line.n));
    return !str_equal(str_slice(line, 0, name.n), name) || !str_starts(rest, "=");
}

static bool is_letter(char c)
{
    return ascii_is_word(c) || (unsigned char)c >= 0x80;
}

// Where the identifier at the end of the text begins: "weight" of query.weight.
static int identifier_at_end(Str text)
{
    int at = text.n;
    while (at > 0 && is_letter(text.p[at - 1])) at--;
    return at < text.n && ascii_is_digit(text.p[at]) ? text.n : at;
}

// What a new line is made of lives as long as the trace.
static Arena *arena_of(const Walk *walk)
{
    return &run_trace(walk->ran.run)->arena;
}

// What is known inside of a call alone gets a name at the top level, for the line to come: its own,
// where that is an identifier.
static const char *lend(const Walk *walk, Str name, int entry)
{
    Arena *arena = arena_of(walk);
    int at = identifier_at_end(name);
    const char *lent = str_copy(arena, name);
    if (at) lent = arena_printf(arena, "%.*s_%d", name.n - at, name.p + at, entry);
    if (at == name.n) lent = arena_printf(arena, "tensor_%d", entry);
    Tensor *tensor = walk->trace->entries[entry].call.output;
    return run_lend_tensor(walk->ran.run, str_from(lent), tensor) ? lent : NULL;
}

// The tensor in code of Python.
static const char *code_for(const Walk *walk, Str name, int entry)
{
    Arena *arena = arena_of(walk);
    if (is_key(walk, name, entry))
        return str_copy(arena, span_text(walk->trace->entries[entry].source));
    bool is_variable = identifier_at_end(name) == 0 && trace_find(walk->trace, name, -1) >= 0;
    return is_variable ? str_copy(arena, name) : lend(walk, name, entry);
}

// ---- code ---------------------------------------------------------------------------------------

// Where brackets that open at `at` are closed.
static int end_of_brackets(Str text, int at)
{
    int depth = 0;
    for (; at < text.n; at++) {
        depth += (text.p[at] == '[') - (text.p[at] == ']');
        if (depth == 0) return at + 1;
    }
    return text.n;
}

// 3 is the name of a tensor in 3[0] and 3.mean(0), which no number of Python is followed by.
static bool is_number(Str text, int end)
{
    bool is_indexed = end < text.n && text.p[end] == '[';
    char next = end + 1 < text.n && text.p[end] == '.' ? text.p[end + 1] : '0';
    bool is_attribute = ascii_is_letter(next) && !strchr("eEjJ", next);
    return !is_indexed && !is_attribute;
}

// The longest name that the text begins with: blocks.3.attn, layers[0].weight, att@2.
static int take_name(const Walk *walk, Str text, int *entry)
{
    enum { MOST_PARTS = 64 };
    int end[MOST_PARTS], count = 0, at = 0;
    while (at < text.n && count < MOST_PARTS) {
        bool is_bracket = text.p[at] == '[', joins = text.p[at] == '.' || text.p[at] == '@';
        if (is_bracket) at = end_of_brackets(text, at);
        for (at += joins || text.p[at] == '#'; !is_bracket && at < text.n; at++) {
            if (!is_letter(text.p[at])) break;
        }
        if (count && at == end[count - 1] + joins) break;
        end[count++] = at;
        if (at < text.n && !strchr(".@#[", text.p[at])) break;
    }
    for (*entry = -1; count; count--) {
        Str name = str_slice(text, 0, end[count - 1]);
        bool is_digits = str_digits_at_end(name) == name.n;
        if (!is_digits || !is_number(text, name.n)) *entry = trace_find_typed(walk->trace, name);
        if (*entry >= 0) return name.n;
    }
    return 0;
}

// The text with each name as Python has it. NULL: there is no memory.
static const char *python_of(const Walk *walk, Str text)
{
    Buf out = {.arena = arena_of(walk)};
    char quote = 0;
    for (int at = 0, entry, n; at < text.n; at += n) {
        char c = text.p[at], before = at ? text.p[at - 1] : ' ';
        bool begins = !quote && is_letter(c) && !is_letter(before) && before != '.';
        n = begins ? take_name(walk, str_slice(text, at, text.n), &entry) : 0;
        const char *code = n ? code_for(walk, str_slice(text, at, at + n), entry) : "";
        if (!code) return NULL;
        buf_add(&out, str_from(code));
        if (n) continue;
        if (c == '"' || c == '\'') quote = !quote ? c : quote == c ? 0 : quote;
        buf_add_char(&out, c);
        n = 1;
    }
    return buf_text(&out);
}

static Source *new_line(const Walk *walk, const char *name, const char *text)
{
    Source *line = NEW(arena_of(walk), Source);
    *line = (Source){.name = name, .text = str_from(text), .first_line = 1};
    return line;
}

// Gives `name` a value by one more line where the program has no such name, and the line can.
static void define(const Walk *walk, Str name, const char *line)
{
    Error none = {.arena = arena_of(walk)};
    const char *text =
        arena_printf(none.arena, "try: %.*s\nexcept NameError: %s\n", STR_ARG(name), line);
    run_source(walk->ran.run, new_line(walk, "", text), &none);
}

// The next identifier of the code that is no attribute, from `*at` on, which moves behind it.
static bool next_name(Str code, int *at, Str *name)
{
    while (*at < code.n) {
        int from = *at, end = str_word(code, from);
        *at = end > from ? end : from + 1;
        *name = str_slice(code, from, end);
        bool is_attribute = from > 0 && code.p[from - 1] == '.';
        if (name->n && !is_attribute && !ascii_is_digit(name->p[0])) return true;
    }
    return false;
}

// Names that any listing has: modules, and what a file holds at its top.
static void define_usual(const Walk *walk, Str code)
{
    static const char *const IMPORTS[][2] = {
        {"torch", "import torch"},      {"np", "import numpy as np"},
        {"numpy", "import numpy"},      {"math", "import math"},
        {"nn", "from torch import nn"}, {"F", "import torch.nn.functional as F"},
    };
    Str name;
    for (int at = 0; next_name(code, &at, &name);) {
        for (size_t i = 0; i < sizeof IMPORTS / sizeof *IMPORTS; i++) {
            if (str_is(name, IMPORTS[i][0])) define(walk, name, IMPORTS[i][1]);
        }
        if (walk->program.is_data)
            define(walk, name,
                   arena_printf(arena_of(walk), "%.*s = checkpoint['%.*s']", STR_ARG(name),
                                STR_ARG(name)));
    }
}

// ---- expressions --------------------------------------------------------------------------------

// The entry of its value; -1: it fails, or is no tensor.
static int evaluate(const Walk *walk, const Source *source, Error *error)
{
    int before = walk->trace->entry_count, entry = run_tensor(walk->ran.run, source, error);
    if (entry < 0) error_set(error, NULL, "%s ends the program", source->name);
    if (entry < before) return entry;
    Entry *made = &run_trace(walk->ran.run)->entries[entry];
    made->name = source->name;
    made->named.is_local = made->named.is_library = made->named.is_attribute = false;
    labels_of_beginning(walk, entry);
    return entry;
}

static int read_names_as(const Walk *walk, Str code, bool as_array)
{
    int count = 0, at = 0;
    for (Str name; next_name(code, &at, &name);)
        count += run_read_as(walk->ran.run, name, as_array);
    return count;
}

// Where NumPy has no such function, or torch's is called, arrays of a file are read as tensors.
static int evaluate_as_torch(const Walk *walk, const Source *source, Error *error)
{
    Error other = {.arena = error->arena};
    if (!walk->program.is_data || !read_names_as(walk, source->text, false)) return -1;
    int entry = evaluate(walk, source, &other);
    read_names_as(walk, source->text, true);
    bool is_of_torch = str_names(source->text, STR("torch")) || str_names(source->text, STR("F"));
    if (entry >= 0 || is_of_torch) *error = other;
    return entry;
}

static bool no_memory(Error *error)
{
    return error_set(error, NULL, "there is no memory for one more tensor");
}

static bool take_expression(const Walk *walk, Str text, const char *code, Cell *cell, Error *error)
{
    Buf name = {.arena = arena_of(walk)};
    if (!code) return no_memory(error);
    buf_add_one_line(&name, text);
    const Source *source = new_line(walk, buf_text(&name), code);
    define_usual(walk, source->text);
    *cell = (Cell){.entry = evaluate(walk, source, error)};
    if (cell->entry < 0) cell->entry = evaluate_as_torch(walk, source, error);
    return cell->entry >= 0 ||
           error_hint(error, "an expression of Python over the tensors that `qkv show` lists");
}

// Is it a name, with an index of numbers and words perhaps, which no expression is meant by?
static bool is_plain(Str text)
{
    str_take_start(&text, "d "); // of a gradient
    int line = str_find(text, " (line "), bracket = str_find(text, "[");
    int end = line >= 0 ? line : bracket < 0 ? text.n : bracket;
    for (int i = 0; i < end; i++) {
        if (!is_letter(text.p[i]) && !strchr(".@#", text.p[i])) return false;
    }
    if (line >= 0) return true;
    for (int i = end + 1; i < text.n; i++) {
        if (strchr(":[(", text.p[i]) || (text.p[i - 1] == ']')) return false;
    }
    return true;
}

bool tensor_named(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    Error not_python = {.arena = error->arena};
    text = str_trim(text);
    if (trace_parse_tensor(walk->trace, text, cell, given, &not_python)) return true;
    *given = 0;
    if (text.n && take_expression(walk, text, python_of(walk, text), cell, error)) return true;
    if (is_plain(text)) *error = not_python;
    return false;
}

bool tensor_named_cell(const Walk *walk, Str text, Cell *cell, Error *error)
{
    Error not_python = {.arena = error->arena};
    text = str_trim(text);
    if (cell_parse(walk->trace, text, cell, &not_python)) return true;
    int given, bracket = text.n;
    while (bracket > 0 && text.p[bracket - 1] != '[') bracket--;
    bool has_index = bracket > 1 && text.p[text.n - 1] == ']';
    Str tensor = has_index ? str_slice(text, 0, bracket - 1) : text;
    if (is_plain(text) || is_plain(tensor)) {
        *error = not_python;
        return false;
    }
    if (!tensor_named(walk, tensor, cell, &given, error)) return false;
    Str index = has_index ? str_slice(text, bracket - 1, text.n) : (Str){0};
    const char *numbered = arena_printf(error->arena, "#op%d%.*s", cell->entry, STR_ARG(index));
    if (cell_parse(walk->trace, str_from(numbered), cell, error)) return true;
    const char *behind = error->message[0] == '\'' ? strchr(error->message + 1, '\'') : NULL;
    if (behind) error->message = arena_printf(error->arena, "'%.*s%s", STR_ARG(text), behind);
    return false;
}

// Where some indices are given, what they leave, as a tensor.
static bool take_part(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    Arena *arena = arena_of(walk);
    int entry, n = take_name(walk, text, &entry);
    const char *code = code_for(walk, str_slice(text, 0, n), cell->entry);
    if (code) code = arena_printf(arena, "%s%s", code, index_text(arena, cell->at, *given));
    *given = 0;
    return take_expression(walk, text, code, cell, error);
}

bool tensor_named_part(const Walk *walk, Str text, Cell *cell, Error *error)
{
    int given;
    return tensor_named(walk, text, cell, &given, error) &&
           (!given || take_part(walk, text, cell, &given, error));
}

bool tensor_named_matrix(const Walk *walk, Str text, Cell *cell, int *given, Error *error)
{
    if (!tensor_named(walk, text, cell, given, error)) return false;
    Matrix matrix = matrix_by_axes(walk->trace, cell->entry, cell->at);
    const Shape *shape = &matrix.tensor->shape;
    bool is_row_chosen = matrix.row_dim < *given || matrix.column_dim < *given;
    if (*given && *given <= shape->ndim - 2 && is_row_chosen)
        return take_part(walk, text, cell, given, error);
    if (*given == 0 || *given <= shape->ndim - 2) return true;
    return error_fail(error, "leave two dimensions open", "%.*s is not a matrix: the shape is %s",
                      STR_ARG(text), shape_tuple(error->arena, shape));
}

// ---- code of ours -------------------------------------------------------------------------------

const char *tensor_code(const Walk *walk, int entry, Error *error)
{
    const char *code = lend(walk, (Str){0}, entry);
    if (!code) no_memory(error);
    return code;
}

int tensor_evaluated(const Walk *walk, const char *title, const char *code, Error *error)
{
    Arena *arena = arena_of(walk);
    Source *source =
        new_line(walk, str_copy(arena, str_from(title)), str_copy(arena, str_from(code)));
    source->is_library = true; // no figure shows it as code
    define(walk, STR("_picks"), "import _picks");
    return evaluate(walk, source, error);
}
