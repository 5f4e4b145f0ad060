// Before a storage is written, recorded tensors in it move to a storage of their own. Afterwards
// other names for the same numbers are stale: their version is behind the storage's. The first use
// of one records how it sees the writes, as an operation that only moves numbers.
#include "trace/record/writes.h"

#include "base/memory.h"
#include "tensor/op.h"
#include "trace/names/naming.h"

#include <string.h>

bool tensor_is_unrecorded(const Tensor *tensor)
{
    return storage_version(tensor) == 0;
}

bool writes_preserve(Trace *trace, Tensor *target, Error *error)
{
    int version = storage_version(target); // 0: never recorded
    for (int i = version ? version - 1 : trace->entry_count; i < trace->entry_count; i++) {
        Tensor *recorded = trace->entries[i].call.output;
        if (!tensor_shares_storage(recorded, target)) continue;
        if (!tensor_unshare(recorded, error)) return false;
        trace->recording->kept_bytes += storage_bytes(recorded);
    }
    return tensor_own(target, error);
}

// Offset and strides of a tensor, as INTS: arguments 0 and 1 of a "rewritten" entry.
static Arg geometry_arg(Arena *arena, const Tensor *tensor)
{
    Arg arg = {.kind = ARG_INTS, .count = 1 + MAX_DIMS};
    arg.ints = NEW_ARRAY(arena, int64_t, arg.count);
    arg.ints[0] = tensor->offset;
    memcpy(arg.ints + 1, tensor->stride, sizeof tensor->stride);
    return arg;
}

static int64_t element(const Arg *geometry, const Shape *shape, Index at)
{
    int64_t place = geometry->ints[0];
    for (int d = 0; d < shape->ndim; d++) place += at.at[d] * geometry->ints[1 + d];
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
    .doc = "the same numbers under another name, after some of them were replaced",
    .moves = true,
    .sources = rewritten_sources,
};

void writes_record(Trace *trace, const Tensor *target, int entry)
{
    *ARENA_ADD(&trace->arena, trace->writes, trace->write_count) = (Write){
        .storage = target->storage,
        .entry = entry,
        .version = storage_version(target),
        .geometry = geometry_arg(&trace->arena, target),
    };
}

static void catch_up(Trace *trace, Tensor *tensor, const Write *write, Span source)
{
    if (trace->entry_count >= MAX_ENTRIES) return; // the next operation reports that
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
    int before = tensor->origin;
    tensor->origin = entry_record(trace, &call, now, source);
    tensor->version = write->version;
    naming_as(trace, tensor->origin, before);
}

// Writes are in the order of their versions.
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

bool writes_changed(const Trace *trace, const Tensor *tensor)
{
    int version = storage_version(tensor), last = first_write_after(trace, version - 1);
    return last < trace->write_count && trace->writes[last].version == version;
}

static const Shape *written_shape(const Trace *trace, const Write *write)
{
    return &trace->entries[write->entry].call.shape;
}

// Was there a later write through the same view? Its entry then holds what this one wrote.
static bool is_outdated(const Trace *trace, const Write *write, const Write *latest)
{
    return write != latest &&
           shape_equal(written_shape(trace, write), written_shape(trace, latest)) &&
           memcmp(write->geometry.ints, latest->geometry.ints,
                  (size_t)write->geometry.count * sizeof(int64_t)) == 0;
}

// Strides are never negative, so the last cell is the one furthest on.
static bool lies_apart(const Trace *trace, const Tensor *tensor, const Write *write)
{
    const Shape *shape = written_shape(trace, write);
    Index last = {0}, written_last = {0};
    if (tensor_count(tensor) == 0 || shape_count(shape) == 0) return true;
    for (int d = 0; d < tensor->shape.ndim; d++) last.at[d] = tensor->shape.dim[d] - 1;
    for (int d = 0; d < shape->ndim; d++) written_last.at[d] = shape->dim[d] - 1;
    return tensor_offset(tensor, last) < write->geometry.ints[0] ||
           element(&write->geometry, shape, written_last) < tensor->offset;
}

void writes_catch_up(Trace *trace, Tensor *tensor, Span source)
{
    int first = first_write_after(trace, tensor->version), last = trace->write_count - 1;
    while (last >= first && trace->writes[last].storage != tensor->storage) last--;
    for (int i = first; i <= last; i++) {
        const Write *write = &trace->writes[i];
        if (write->storage != tensor->storage) continue;
        if (is_outdated(trace, write, &trace->writes[last])) continue;
        if (!lies_apart(trace, tensor, write)) catch_up(trace, tensor, write, source);
    }
    tensor->version = storage_version(tensor);
}

// ---- entries ------------------------------------------------------------------------------------

// Appends an operation to the trace. The output remembers the index of its entry (origin), by
// which any tensor leads back to what made it.

// Not in the arena, where each growth would leave the former entries behind.
static void make_room(Trace *trace)
{
    if ((size_t)trace->entry_count < trace->recording->entry_capacity) return;
    trace->recording->entry_capacity =
        trace->recording->entry_capacity ? trace->recording->entry_capacity * 2 : 64;
    trace->entries =
        memory_resize(trace->entries, trace->recording->entry_capacity * sizeof(Entry));
}

int entry_record(Trace *trace, const OpCall *call, Tensor *output, Span source)
{
    make_room(trace);
    int index = trace->entry_count++;
    Entry *entry = &trace->entries[index];
    *entry = (Entry){.call = *call,
                     .source = source,
                     .statement = trace->statement_count - 1,
                     .inside = trace->inside};
    entry->call.output = output;
    entry->last_binding = -1;
    if (storage_version(output) == 0) {
        storage_set_version(output, index + 1);
        trace->recording->kept_bytes += storage_heap_bytes(output);
    }
    output->is_recorded = true;
    output->origin = index;
    output->version = storage_version(output);
    return index;
}
