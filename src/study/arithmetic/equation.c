// Decides how an operation is written: between its operands if it has a symbol ("queries @ keys.T =
// scores"), else as a function ("softmax( scores ) = weights"), and with an arrow if cells are
// only moved. A call of the program's own function looks like a function of the tensors that it
// was given.
#include "study/arithmetic/equation.h"

#include "base/text/utf8.h"
#include "tensor/op.h"
#include "trace/names/convention.h"

#include <string.h>

static bool is_listed(const int *entries, int count, int entry)
{
    for (int i = 0; i < count; i++) {
        if (entries[i] == entry) return true;
    }
    return false;
}

// A tensor that was given twice is there once, an empty one not at all.
static int list_arguments(const Trace *trace, const Call *call, int *entries)
{
    int count = 0;
    for (int i = 0; i < call->argument_count; i++) {
        const Tensor *given = trace_output(trace, call->argument[i]);
        if (tensor_count(given) && !is_listed(entries, count, call->argument[i]))
            entries[count++] = call->argument[i];
    }
    return count;
}

int equation_input(const Trace *trace, int entry, const Call *call, int i)
{
    const OpCall *made = &trace->entries[entry].call;
    bool is_turned = !call && i < 2 && convention_turns(trace, made);
    return is_turned ? 1 - i : i;
}

int equation_entries(const Trace *trace, int entry, const Call *call, Arena *arena, int **entries)
{
    const OpCall *made = &trace->entries[entry].call;
    int count = call ? call->argument_count : made->input_count;
    *entries = NEW_ARRAY(arena, int, count + 1);
    if (call)
        count = list_arguments(trace, call, *entries);
    else
        for (int i = 0; i < count; i++)
            (*entries)[i] = made->input[equation_input(trace, entry, call, i)]->origin;
    (*entries)[count] = entry;
    return count + 1;
}

static const char *sign_of_operation(const Op *op, int i, int inputs, Arena *arena)
{
    bool infix = op->symbol && inputs == 2;
    bool prefix = op->symbol && inputs == 1;
    bool moved = op->moves && inputs == 1 && !op->symbol; // queries[0]: the rule says how
    if (inputs == 0 || (moved && i == 0)) return "";
    if (moved) return "  →  ";
    if (i == inputs) return infix || prefix ? "  =  " : " )  =  ";
    if (i > 0) return infix ? arena_printf(arena, "  %s  ", op->symbol) : ", ";
    if (infix) return "";
    return arena_printf(arena, prefix ? "%s " : "%s( ", prefix ? op->symbol : op->name);
}

// "(10)" of `subsequent_mask(10)`: what is in its last brackets, if that is short.
static const char *written_arguments(const Call *call, Arena *arena)
{
    enum { MOST = 24 };
    Buf line = {.arena = arena};
    buf_add_one_line(&line, span_text(call->source));
    Str code = buf_str(&line);
    int depth = 0, at = code.n;
    while (at > 0) {
        char c = code.p[--at];
        depth += (c == ')') - (c == '(');
        if (depth <= 0) break;
    }
    bool is_call = at > 0 && code.p[at] == '(';
    Str arguments = str_slice(code, at, code.n);
    if (!is_call) return "()";
    return utf8_width(arguments) <= MOST ? str_copy(arena, arguments) : "(...)";
}

const char *equation_sign(const Trace *trace, int entry, const Call *call, int i, int inputs,
                          Arena *arena)
{
    if (!call) return sign_of_operation(trace->entries[entry].call.op, i, inputs, arena);
    const char *title = call_title(call), *dot = strrchr(title, '.');
    const char *name = dot ? dot + 1 : title;
    if (i == inputs && inputs) return " )  =  ";
    if (i == inputs) return arena_printf(arena, "%s%s  =  ", name, written_arguments(call, arena));
    return i ? ", " : arena_printf(arena, "%s( ", name);
}

int equation_gives_way(int operands, int gone)
{
    int middle = operands - 2;
    if (gone < middle) return middle - gone;
    return gone == middle ? operands - 1 : 0;
}
