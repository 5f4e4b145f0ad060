#include "trace/entries.h"

int record_entry(Trace *trace, const OpCall *call, Tensor *output, Span source)
{
    trace->entries = arena_grow(&trace->arena, trace->entries, (size_t)trace->entry_count,
                                &trace->entry_capacity, sizeof(Entry));
    int index = trace->entry_count++;
    Entry *entry = &trace->entries[index];
    *entry = (Entry){.call = *call,
                     .source = source,
                     .statement = trace->statement_count - 1,
                     .inside = trace->inside};
    entry->call.output = output;
    entry->last_binding = -1;
    if (storage_version(output) == 0) storage_set_version(output, index + 1);
    output->is_recorded = true;
    output->origin = index;
    output->version = storage_version(output);
    return index;
}
