// The sum ends where it is too large already: a program may have very many operations.
#include "walk/work.h"

bool work_is_less(const Walk *walk, int step, int64_t most)
{
    const Trace *trace = walk->trace;
    int64_t work = 0;
    for (int e = 0; e < trace->entry_count && work < most; e++) {
        const OpCall *call = &trace->entries[e].call;
        int statement = trace->entries[e].statement;
        bool inside = statement >= 0 && trace->statements[statement].step == step;
        if (step < 0 || (inside && call->op->sources)) work += op_work(call);
    }
    return work < most;
}
