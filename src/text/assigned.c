// Goes through the bindings of a trace (name, tensor, statement) and picks those of one step or of
// one block of code. A loop binds the same name many times; only its last value is shown.
#include "text/assigned.h"

#include "base/text/ascii.h"

#include <string.h>

Assigned assigned_in_step(int step)
{
    return (Assigned){.step = step, .binding = -1};
}

Assigned assigned_in_code(int step, const Source *source)
{
    return (Assigned){.step = step, .source = source, .binding = -1};
}

static bool is_last_of_statement(const Trace *trace, int at)
{
    const Binding *binding = &trace->bindings[at];
    for (int i = at + 1; i < trace->binding_count; i++) {
        const Binding *later = &trace->bindings[i];
        if (later->statement != binding->statement) return true;
        if (strcmp(later->name, binding->name) == 0) return false;
    }
    return true;
}

bool assigned_next(Assigned *assigned, const Trace *trace)
{
    while (++assigned->binding < trace->binding_count) {
        const Binding *binding = &trace->bindings[assigned->binding];
        const Statement *statement = &trace->statements[binding->statement];
        if (statement->step != assigned->step) continue;
        if (assigned->source && statement->source.source != assigned->source) continue;
        if (is_last_of_statement(trace, assigned->binding)) return true;
    }
    return false;
}

bool entry_is_written_out(const Trace *trace, int entry)
{
    const Entry *made = &trace->entries[entry];
    if (made->call.input_count) return false;
    Str code = span_text(trace->statements[made->statement].source);
    int64_t numbers = 0;
    for (int i = 1; i < code.n; i++) {
        char before = code.p[i - 1];
        numbers += ascii_is_digit(code.p[i]) && !ascii_is_word(before) && before != '.';
    }
    return numbers >= shape_count(&made->call.shape);
}
