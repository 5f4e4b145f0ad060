// Only "name[1, 2]" with whole numbers, of a name that the program gave to a tensor: any other code
// in prose may speak of another program.
#include "check/prose_cells.h"

#include "check/prose_words.h"

#include "base/ascii.h"
#include "base/number.h"
#include "study/typed_name.h"
#include "trace/explain.h"

#include <string.h>

// ---- which code names a cell --------------------------------------------------------------------

// The name in front of "[0, 2]"; empty when the text is something else.
static Str cell_tensor_name(Str text)
{
    int n = str_word(text, 0);
    Str name = str_slice(text, 0, n), brackets = str_slice(text, n, text.n);
    if (brackets.n < 3 || brackets.p[0] != '[' || !str_ends(brackets, "]")) return (Str){0};
    for (int i = 1; i < brackets.n - 1; i++) {
        char c = brackets.p[i];
        if (!ascii_is_digit(c) && c != ',' && c != ' ' && c != '-') return (Str){0};
    }
    return name;
}

static bool is_tensor(const Trace *trace, Str name)
{
    for (int i = 0; i < trace->binding_count; i++) {
        if (str_is(name, trace->bindings[i].name)) return true;
    }
    return false;
}

// ---- what is said of it -------------------------------------------------------------------------

// The number in " is 0.1410." or " = 4", at the start of what follows the code.
static bool said_number(Str text, Str *number)
{
    text = str_trim(text);
    int sign = str_starts(text, "is ") ? 3 : str_starts(text, "= ") ? 2 : 0;
    if (!sign) return false;
    text = str_trim(str_slice(text, sign, text.n));
    Str behind = text;
    if (!answer_next_number(&behind, number) || number->p != text.p) return false;
    behind = str_trim(behind);
    return !behind.n || (behind.p[0] && strchr(".,;:)", behind.p[0]));
}

static bool value_holds(double value, Str said, Span at, Str code, Arena *arena, Error *error)
{
    if (answer_compare(said, value) != NOT_EQUAL) return true;
    Buf text = {.arena = arena};
    number_human(&text, value, 4);
    error_set_at(error, at, NULL, "%.*s is %s, not %.*s", STR_ARG(code), buf_text(&text),
                 STR_ARG(said));
    return error_hint(error, "correct the number, or name another cell");
}

// ---- a paragraph --------------------------------------------------------------------------------

// A slice, "scores[0]", has no number of its own.
static bool cell_holds(const Trace *trace, const Inline *code, const Inline *behind, Span at,
                       Arena *arena, Error *error)
{
    Cell cell;
    int indices;
    if (!trace_parse_tensor(trace, code->text, &cell, &indices, error)) {
        error_place(error, at);
        return false;
    }
    const Tensor *tensor = trace->entries[cell.entry].call.output;
    Str said;
    bool has_number = indices == tensor->shape.ndim && behind && behind->kind == INLINE_TEXT &&
                      said_number(behind->text, &said);
    return !has_number ||
           value_holds(tensor_get(tensor, cell.at), said, at, code->text, arena, error);
}

bool prose_cells_hold(const Trace *trace, const Paragraph *paragraph, Str asked,
                      const Source *source, Arena *arena, Error *error)
{
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *code = &paragraph->inlines[i];
        if (code->kind != INLINE_CODE || str_equal(code->text, asked)) continue;
        Str name = cell_tensor_name(code->text);
        if (!name.n || !is_tensor(trace, name)) continue;
        const Inline *behind = i + 1 < paragraph->count ? code + 1 : NULL;
        Words words = prose_words(paragraph, arena);
        Span at = prose_code_place(&words, source, code->text);
        if (!cell_holds(trace, code, behind, at, arena, error)) return false;
    }
    return true;
}
