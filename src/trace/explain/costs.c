// Adds up what operations cost: multiplications, additions, exponentials, bytes. The cost of one
// operation comes from its row (op_cost); a call costs what the entries recorded within it cost.
#include "trace/explain/costs.h"

#include "base/buf.h"

#include <inttypes.h>

Cost trace_cost(const Trace *trace, int first_entry, int entry_end)
{
    Cost sum = {{0}};
    for (int i = first_entry; i < entry_end; i++) {
        Cost cost = op_cost(&trace->entries[i].call);
        cost_sum(&sum, &cost);
    }
    return sum;
}

Cost trace_cost_of_making(const Trace *trace, int entry)
{
    const Call *call = trace->entries[entry].inside;
    while (call && call->caller) call = call->caller;
    return call ? trace_cost(trace, call->first_entry, call->entry_end)
                : trace_cost(trace, entry, entry + 1);
}

Cost trace_cost_of_step(const Trace *trace, int step, int64_t *left_out)
{
    Cost sum = {{0}};
    *left_out = 0;
    for (int i = 0; i < trace->statement_count; i++) {
        const Statement *statement = &trace->statements[i];
        if (statement->is_claim || (step >= 0 && statement->step != step)) continue;
        Cost cost = trace_cost(trace, statement->first_entry, statement->entry_end);
        cost_sum(&sum, &cost);
        *left_out += statement->left_out;
    }
    return sum;
}

void cost_write(Buf *out, int64_t count)
{
    if (count >= 1000) cost_write(out, count / 1000);
    buf_printf(out, count >= 1000 ? ",%03" PRId64 : "%" PRId64, count % 1000);
}
