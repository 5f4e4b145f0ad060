// Before a storage is written, recorded tensors in it move to a storage of their own. Afterwards
// other names for the same numbers are stale: their version is behind the storage's. The first use
// of one records how it sees the writes, as an operation that only moves numbers.
#include "trace/writes.h"

#include <string.h>

bool preserve_recorded(Trace *trace, const Tensor *target, Error *error)
{
    int version = storage_version(target); // 0: never recorded
    for (int i = version ? version - 1 : trace->entry_count; i < trace->entry_count; i++) {
        Tensor *recorded = trace->entries[i].call.output;
        if (tensor_shares_storage(recorded, target) && !tensor_unshare(recorded, error)) {
            return false;
        }
    }
    return true;
}

typedef struct Geometry { // arg 0 and 1 of a "rewritten" entry, as INTS
    int64_t offset, stride[MAX_DIMS];
} Geometry;

static Arg geometry_arg(Arena *arena, const Tensor *tensor)
{
    Geometry *geometry = NEW(arena, Geometry);
    geometry->offset = tensor->offset;
    memcpy(geometry->stride, tensor->stride, sizeof geometry->stride);
    return (Arg){.kind = ARG_INTS, .ints = (int64_t *)geometry, .count = MAX_DIMS + 1};
}

static int64_t element(const Arg *arg, const Shape *shape, Index at)
{
    const Geometry *geometry = (const Geometry *)(const void *)arg->ints;
    int64_t place = geometry->offset;
    for (int d = 0; d < shape->ndim; d++) place += at.at[d] * geometry->stride[d];
    return place;
}

// A cell seen through another name: taken from what was written there, or else as it was before.
static void rewritten_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_MOVED;
    const Shape *written = &call->input[1]->shape;
    int64_t place = element(&call->arg[0], &call->shape, at);
    Index from = {0};
    if (shape_count(written)) {
        do {
            if (element(&call->arg[1], written, from) == place) {
                terms_add(terms, 1, from);
                return;
            }
        } while (index_next(written, &from));
    }
    terms_add(terms, 0, at);
}

static const Op REWRITTEN = {
    .name = "rewritten",
    .shape = "(...), (...) -> (...)",
    .doc = "The same numbers under another name, after some of them were replaced.",
    .moves = true,
    .sources = rewritten_sources,
};

void record_write(Trace *trace, const Tensor *target, int entry)
{
    trace->writes = arena_grow(&trace->arena, trace->writes, (size_t)trace->write_count,
                               &trace->write_capacity, sizeof(Write));
    trace->writes[trace->write_count++] = (Write){
        .storage = target->storage,
        .entry = entry,
        .version = storage_version(target),
        .geometry = geometry_arg(&trace->arena, target),
    };
}

static void catch_up(Trace *trace, Tensor *tensor, const Write *write, Span source)
{
    Tensor *now = tensor_alias(&trace->heap, tensor);
    Error none = {.arena = &trace->arena};
    if (!tensor_unshare(now, &none)) return; // the next operation reports the full budget
    OpCall call = {.op = &REWRITTEN, .arena = &trace->arena, .input_count = 2};
    call.input = NEW_ARRAY(&trace->arena, Tensor *, 2);
    call.input[0] = trace->entries[tensor->origin].call.output;
    call.input[1] = trace->entries[write->entry].call.output;
    call.shape = tensor->shape;
    call.dtype = tensor->dtype;
    call.arg[0] = geometry_arg(&trace->arena, tensor);
    call.arg[1] = write->geometry;
    const char *name = trace->entries[tensor->origin].name;
    tensor->origin = record_entry(trace, &call, now, source);
    tensor->version = write->version;
    trace->entries[tensor->origin].name = name;
}

// Writes stand in the order of their versions.
static int first_write_after(const Trace *trace, int version)
{
    int low = 0, high = trace->write_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (trace->writes[middle].version > version)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void catch_up_with_writes(Trace *trace, Tensor *tensor, Span source)
{
    for (int i = first_write_after(trace, tensor->version); i < trace->write_count; i++) {
        const Write *write = &trace->writes[i];
        if (write->storage == tensor->storage) catch_up(trace, tensor, write, source);
    }
    tensor->version = storage_version(tensor);
}
