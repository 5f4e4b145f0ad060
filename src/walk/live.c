// Formats the value of an expression within prose: a float with at most four decimals, a tensor of
// one dimension as "(1, 2)". It works on the text that Python would print, so that every type is
// covered by its own str().
#include "walk/live.h"

#include "base/text/number.h"
#include "study/names/typed_name.h"
#include "trace/record/gradients.h"

#include <math.h>

enum { LIVE_DECIMALS = 4 };

static void add_number(Buf *out, Str value)
{
    double number;
    int point = str_find(value, ".");
    bool plain = point < 0 || !number_parse_double(value, &number);
    bool is_short = !plain && value.n - point - 1 <= LIVE_DECIMALS;
    if (plain || (is_short && number != floor(number)))
        buf_add(out, value);
    else
        number_human(out, number, LIVE_DECIMALS);
}

// "tensor([1.0000, 2.5000], dtype=torch.float64)": what is between the brackets.
static bool is_row(Str value, Str *items)
{
    Str behind = value;
    if (!str_take_start(&behind, "tensor([")) return false;
    *items = str_slice(behind, 0, str_find(behind, "]"));
    return items->n > 0 && items->p[0] != '[' && str_find(value, "\n") < 0;
}

static void add_row(Buf *out, Str items)
{
    buf_add(out, STR("("));
    for (Str rest = items; rest.n;) {
        Str item = str_take(&rest, ",");
        if (str_ends(item, ".")) item.n--;
        buf_printf(out, "%.*s%s", STR_ARG(item), rest.n ? ", " : ")");
    }
}

// Those of leaves Python knows as well as the trace does.
static bool is_only_in_trace(const Trace *trace, Str text, Cell *cell)
{
    static const char before[] = "d ";
    SCRATCH(scratch);
    Error none = {.arena = &scratch};
    int indices;
    bool begins = str_starts(text, before);
    bool found = (begins || str_find(text, ".grad[") > 0) &&
                 trace_parse_tensor(trace, text, cell, &indices, &none) &&
                 indices == trace_shape(trace, cell->entry)->ndim;
    const Gradient *gradient = found ? gradient_at(trace, cell->entry) : NULL;
    return gradient && (begins || !trace->entries[gradient->of].is_given);
}

bool live_expression(Run *run, const Source *expression, Buf *out, bool *is_string, Error *error)
{
    const Trace *trace = run_trace(run);
    Cell cell;
    if (!is_only_in_trace(trace, str_trim(expression->text), &cell))
        return run_show_expression(run, expression, out, is_string, error);
    if (is_string) *is_string = false;
    number_repr_double(out, cell_value(trace, cell));
    return true;
}

const char *live_text(Run *run, const Source *expression, Arena *arena, Error *error)
{
    Buf value = {.arena = arena}, text = {.arena = arena};
    bool is_string;
    Str items;
    if (!live_expression(run, expression, &value, &is_string, error)) return NULL;
    if (is_string)
        buf_add(&text, buf_str(&value));
    else if (is_row(buf_str(&value), &items))
        add_row(&text, items);
    else
        add_number(&text, buf_str(&value));
    return buf_text(&text);
}
