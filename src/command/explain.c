// qkv explain: where a number came from.
#include "trace/explain/explain.h"

#include "command/command.h"
#include "command/tensor.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "study/why/why.h"
#include "text/json.h"
#include "walk/runs/slope.h"

#include <limits.h>

// "wei: attention weights, 3 × 4 × 4", and a line for each axis: its number, what it is, its size,
// and how that is known. The first `given` axes are left out.
static void axes_print(const Trace *trace, int entry, int given, Buf *out)
{
    TensorAxes axes = axes_of(trace, entry);
    const Shape *shape = &trace->entries[entry].call.output->shape;
    buf_printf(out, "%s: %s, %s\n", tensor_title(trace, entry, out->arena),
               role_title(trace, entry), shape_tuple(out->arena, shape));
    for (int d = given; d < axes.ndim; d++) {
        const TensorAxis *axis = &axes.of[d];
        buf_printf(out, "  %d  %-15s %5lld  %s\n", d, axis_name(axis), (long long)shape->dim[d],
                   axis->how ? axis->how : "nothing says what it is; #| axes: or --axes can");
    }
}

static int option_or(const OptionValue *value, int otherwise)
{
    return value->given ? (int)value->integer : otherwise;
}

enum { MOST_OTHERS = 3 };

static void say_others(Str name, const Call *const *calls, int count, int here, Buf *out)
{
    if (count - 1 > MOST_OTHERS) {
        buf_printf(out, " They are %.*s@1 to %.*s@%d.", STR_ARG(name), STR_ARG(name), count);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (i + 1 == here) continue;
        buf_printf(out, " %.*s@%d is that of %s.", STR_ARG(name), i + 1,
                   call_whole_title(calls[i]));
    }
}

// A name inside a function may be that of many calls: says which one this is, and which others
// there are.
static void say_call(const Trace *trace, int entry, Buf *out)
{
    const Entry *e = &trace->entries[entry];
    const Call *call = entry_named_in(&trace->entries[entry]), **calls;
    if (!call) return;
    SCRATCH(scratch);
    Str name = str_from(e->name);
    int count = calls_with_name(trace, name, &scratch, &calls);
    int number = 0;
    while (number < count && calls[number] != call) number++;
    if (count > 1) {
        buf_printf(out, "%s in %s, call %d of %d.", e->name, call_whole_title(call), number + 1,
                   count);
        say_others(name, calls, count, number + 1, out);
        buf_add_char(out, '\n');
    }
}

static void say_slope(const Walk *walk, Cell cell, Buf *out, Error *error)
{
    MeasuredSlope measured;
    if (!slope_measure(walk, cell, SLOPE_STEP, &measured, error)) return;
    buf_add(out, STR("nudged: "));
    slope_write(walk, &measured, walk->view.digits, INT_MAX, out);
    buf_add_char(out, '\n');
}

static void explain(Walk *walk, const Arguments *arguments, Session *session)
{
    int depth = option_or(&arguments->value[OPTION_DEPTH], 1);
    Cell cell;
    if (arguments->value[OPTION_WHAT_AXES].given) {
        int given;
        if (tensor_named(walk, str_from(arguments->words[1]), &cell, &given, session->error))
            axes_print(walk->trace, cell.entry, given, session->out);
    } else if (tensor_named_cell(walk, str_from(arguments->words[1]), &cell, session->error)) {
        const char *why = NULL;
        if (arguments->value[OPTION_WHY].given)
            why = why_in_words(walk->trace, &(Sight){0}, cell, walk->view.digits,
                               session->out->arena);
        if (arguments->value[OPTION_JSON].given) {
            json_cell(walk->trace, cell, depth, walk->view.digits, why, session->out,
                      session->error);
        } else {
            say_call(walk->trace, cell.entry, session->out);
            if (why) buf_printf(session->out, "%s\n", why);
            explain_print(walk->trace, (Sight){0}, cell, depth, walk->view.digits, session->out);
            chain_print(walk->trace, (Sight){0}, cell, walk->view.digits, session->out);
            if (arguments->value[OPTION_NUDGE].given)
                say_slope(walk, cell, session->out, session->error);
        }
    }
}

const Command command_explain = {
    .name = "explain",
    .words = "LESSON CELL",
    .least = 2,
    .most = 2,
    .summary = "explain where a number came from",
    .options = (const OptionId[]){OPTION_CONVENTION, OPTION_DEPTH, OPTION_NUDGE, OPTION_WHY,
                                  OPTION_WHAT_AXES, OPTION_SET, OPTION_TOKENS, OPTION_HOLD,
                                  OPTION_DIGITS, OPTION_JSON, OPTION_MEMORY, OPTION_FILES,
                                  OPTION_AS, OPTION_NAME, OPTION_NONE},
    .completes = "lesson",
    .run_on = explain,
};
