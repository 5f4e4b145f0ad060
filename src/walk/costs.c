// Costs that a lesson states, evaluated and counted.
#include "walk/costs.h"

#include "base/number.h"
#include "lesson/options.h"
#include "trace/costs.h"

#include <math.h>

static const char EXAMPLE[] = "write it like #| cost: scores = n * n * d multiplications";

static bool refuse_kind(const CodeOption *option, Str kind, Error *error)
{
    error_set_at(error, option_place(option, kind), NULL, "'%.*s' is not something that is counted",
                 STR_ARG(kind));
    return error_hint(error, "end with multiplications, additions, exponentials, others or bytes");
}

// value -> NAME "=" EXPRESSION KIND
static bool split(const CodeOption *option, Str *name, CostClaim *claim, Error *error)
{
    Str value = option->value;
    int equals = str_find(value, "="), last = value.n;
    *name = str_trim(str_slice(value, 0, equals));
    while (last > 0 && value.p[last - 1] != ' ') last--;
    Str kind = str_slice(value, last, value.n);
    claim->expression = str_trim(str_slice(value, equals + 1, last));
    if (claim->expression.n == 0 || last <= equals) {
        error_set_at(error, option->at, NULL, "this cost has no number or no unit");
        return error_hint(error, "%s", EXAMPLE);
    }
    return cost_kind(kind, &claim->kind) || refuse_kind(option, kind, error);
}

// The expression as a piece of source of its own, in its place in the file.
static Source *source_of(const CodeOption *option, Str expression, Arena *arena)
{
    const Source *code = option->at.source;
    Place place = source_place(code, (int)(expression.p - code->text.p));
    Source *source = NEW(arena, Source);
    *source = (Source){code->name, expression, place.line, code->is_library, place.column - 1};
    return source;
}

static bool evaluate(Run *run, CostClaim *claim, Error *error)
{
    Arena *arena = &run_trace(run)->arena; // an error may quote it
    const Source *source = source_of(claim->option, claim->expression, arena);
    Buf text = {.arena = arena};
    double value;
    if (!run_show_expression(run, source, &text, NULL, error)) return false;
    bool whole = number_parse_double(buf_str(&text), &value) && value == floor(value);
    if (whole && value >= 0 && value <= 0x1p53) {
        claim->stated = (int64_t)value;
        return true;
    }
    error_set_at(error, (Span){source, 0, source->text.n}, NULL,
                 "a cost is a whole number, but this is %s", buf_text(&text));
    return error_hint(error, "%s", EXAMPLE);
}

bool cost_claim_read(const CodeOption *option, Run *run, CostClaim *claim, Error *error)
{
    Str name;
    *claim = (CostClaim){.option = option};
    if (!split(option, &name, claim, error)) return false;
    const Trace *trace = run_trace(run);
    int binding = trace_find(trace, name, -1);
    if (binding < 0) {
        error_set_at(error, option_place(option, name), NULL, "no tensor is called %.*s so far",
                     STR_ARG(name));
        return error_hint(error, "options name the tensors of their own block");
    }
    claim->counted = trace_cost_of_making(trace, trace->bindings[binding].entry);
    return evaluate(run, claim, error);
}
