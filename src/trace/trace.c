// Recording. The trace's tensors are its own: the output of an entry is an alias made when it was
// recorded, and an input is the output of the entry that made it. So an entry can be read at any
// time, whatever the program did to its variables since.
//
// Writing in place is the one thing that could spoil this; writes.c deals with it.
#include "trace/trace.h"

#include "base/bug.h"
#include "tensor/convert.h"
#include "trace/entries.h"
#include "trace/writes.h"

#include <string.h>

static const Op NUMBER = {
    .name = "number",
    .shape = "-> ()",
    .doc = "a number written in the program",
};

void trace_init(Trace *trace, size_t memory_limit)
{
    *trace = (Trace){.heap = {.limit = memory_limit}};
}

void trace_free(Trace *trace)
{
    tensor_heap_free(&trace->heap);
    arena_free(&trace->arena);
    *trace = (Trace){0};
}

static void mark_made_by(Tensor *tensor, int entry)
{
    tensor->origin = entry;
    tensor->version = storage_version(tensor);
}

static bool has_room(const Trace *trace, Error *error)
{
    if (trace->entry_count + trace->unrecorded + 16 < MAX_ENTRIES) return true;
    error_set(error, "RuntimeError", "more than %d tensor operations in one run", MAX_ENTRIES - 16);
    return error_hint(error, "a shorter loop shows the same; every operation is kept to be walked");
}

static void record_constant(Trace *trace, const Op *op, Tensor *tensor, Span source)
{
    OpCall call = {.op = op, .shape = tensor->shape, .dtype = tensor->dtype};
    call.arena = &trace->arena;
    mark_made_by(tensor, record_entry(trace, &call, tensor_alias(&trace->heap, tensor), source));
}

bool trace_constant(Trace *trace, const Op *op, Tensor *tensor, Span source, Error *error)
{
    if (!has_room(trace, error)) return false;
    if (trace->paused)
        trace->unrecorded++;
    else
        record_constant(trace, op, tensor, source);
    return true;
}

// The entry that made what `tensor` holds now; records one where there is none.
static int origin_now(Trace *trace, Tensor *tensor, Span source)
{
    if (tensor->origin < 0) {
        record_constant(trace, &NUMBER, tensor, source);
        return tensor->origin;
    }
    if (tensor->version != storage_version(tensor)) catch_up_with_writes(trace, tensor, source);
    return tensor->origin;
}

// ---- operations --------------------------------------------------------------------------------

// The call as the trace keeps it: inputs are outputs of entries.
static OpCall recorded_call(Trace *trace, const OpCall *call, Span source)
{
    OpCall kept = *call;
    kept.input = NEW_ARRAY(&trace->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) {
        int origin = origin_now(trace, call->input[i], source); // may move trace->entries
        kept.input[i] = trace->entries[origin].call.output;
    }
    return kept;
}

Tensor *trace_apply(Trace *trace, OpCall *call, Span source, Error *error)
{
    call->arena = &trace->arena;
    if (!has_room(trace, error)) return NULL;
    Tensor *output = op_apply(call, &trace->heap, error);
    if (!output) {
        error_place(error, source);
        return NULL;
    }
    output->origin = -1;
    if (trace->paused) {
        trace->unrecorded++;
        return output;
    }
    OpCall kept = recorded_call(trace, call, source);
    mark_made_by(output, record_entry(trace, &kept, tensor_alias(&trace->heap, output), source));
    return output;
}

// The names that mean the entry now go over to what was written.
static void keep_names(Trace *trace, int entry, Tensor *target)
{
    const char *name = trace->entries[entry].name;
    if (trace->entries[entry].name_is_local) trace_bind_local(trace, name, target);
    int i = trace->entries[entry].last_binding;
    for (; i >= 0; i = trace->bindings[i].previous) {
        name = trace->bindings[i].name;
        if (trace_find(trace, str_from(name), -1) == i) trace_bind(trace, name, target);
    }
}

bool trace_assign(Trace *trace, OpCall *call, Span source, Error *error)
{
    call->arena = &trace->arena;
    if (trace->paused) {
        error_set_at(error, source, NULL, "a value shown in text must not change a tensor");
        return error_hint(error, "move the assignment into a code block");
    }
    if (!has_room(trace, error)) return false;
    Tensor *target = call->input[0];
    Tensor *fresh = op_apply(call, &trace->heap, error);
    OpCall kept = {0};
    if (fresh) kept = recorded_call(trace, call, source);
    if (!fresh || !preserve_recorded(trace, target, error)) {
        error_place(error, source);
        return false;
    }
    int before = target->origin;
    tensor_assign(target, fresh);
    int entry = record_entry(trace, &kept, fresh, source);
    storage_set_version(target, entry + 1);
    mark_made_by(target, entry);
    record_write(trace, target, entry);
    keep_names(trace, before, target);
    return true;
}

void trace_become(Trace *trace, Tensor *tensor, const Tensor *view)
{
    int before = tensor->origin;
    tensor->shape = view->shape;
    memcpy(tensor->stride, view->stride, sizeof tensor->stride);
    tensor->offset = view->offset;
    tensor->origin = view->origin;
    tensor->version = view->version;
    if (before >= 0 && tensor->origin >= 0) keep_names(trace, before, tensor);
}

// ---- statements, names, calls, notes ----------------------------------------------------------

void trace_statement_begin(Trace *trace, Span source, bool is_claim)
{
    if (trace->paused) return;
    trace->statements = arena_grow(&trace->arena, trace->statements, (size_t)trace->statement_count,
                                   &trace->statement_capacity, sizeof(Statement));
    trace->statements[trace->statement_count++] = (Statement){
        .source = source,
        .step = trace->step,
        .first_entry = trace->entry_count,
        .entry_end = trace->entry_count,
        .first_binding = trace->binding_count,
        .binding_end = trace->binding_count,
        .is_claim = is_claim,
    };
}

void trace_statement_end(Trace *trace)
{
    if (trace->paused || trace->statement_count == 0) return;
    Statement *statement = &trace->statements[trace->statement_count - 1];
    statement->entry_end = trace->entry_count;
    statement->binding_end = trace->binding_count;
}

void trace_bind(Trace *trace, const char *name, Tensor *tensor)
{
    if (trace->paused || trace->statement_count == 0) return;
    int statement = trace->statement_count - 1;
    int entry = origin_now(trace, tensor, trace->statements[statement].source);
    if (entry < 0) return;
    trace->bindings = arena_grow(&trace->arena, trace->bindings, (size_t)trace->binding_count,
                                 &trace->binding_capacity, sizeof(Binding));
    Entry *e = &trace->entries[entry];
    const char *kept = str_copy(&trace->arena, str_from(name));
    trace->bindings[trace->binding_count++] = (Binding){kept, entry, statement, e->last_binding};
    e->last_binding = trace->binding_count - 1;
    if (e->name && !e->name_is_local) return;
    e->name = kept;
    e->name_is_local = false;
}

void trace_bind_local(Trace *trace, const char *name, const Tensor *tensor)
{
    if (trace->paused || tensor->origin < 0) return;
    Entry *entry = &trace->entries[tensor->origin];
    if (entry->name) return;
    entry->name = str_copy(&trace->arena, str_from(name));
    entry->name_is_local = true;
}

Call *trace_enter(Trace *trace, const Call *begun)
{
    Call *call = NEW(&trace->arena, Call);
    *call = *begun;
    call->function = str_copy(&trace->arena, str_from(begun->function));
    call->path = begun->path ? str_copy(&trace->arena, str_from(begun->path)) : NULL;
    call->caller = trace->inside;
    call->depth = trace->inside ? trace->inside->depth + 1 : 1;
    call->statement = trace->statement_count - 1;
    call->first_entry = call->entry_end = trace->entry_count;
    call->index = trace->call_count;
    call->result = -1;
    trace->inside = call;
    if (trace->paused) return call;
    trace->calls = arena_grow(&trace->arena, trace->calls, (size_t)trace->call_count,
                              &trace->call_capacity, sizeof(Call *));
    trace->calls[trace->call_count++] = call;
    return call;
}

void trace_leave(Trace *trace, Call *entered, const Tensor *result)
{
    REQUIRE(trace->inside == entered);
    entered->entry_end = trace->entry_count;
    if (result && result->version == storage_version(result)) entered->result = result->origin;
    trace->inside = entered->caller;
}

void trace_note_axes(Trace *trace, AxisNote note)
{
    trace->axis_notes = arena_grow(&trace->arena, trace->axis_notes, (size_t)trace->axis_note_count,
                                   &trace->axis_capacity, sizeof(AxisNote));
    trace->axis_notes[trace->axis_note_count++] = note;
}

void trace_note_role(Trace *trace, const char *name, int role)
{
    trace->role_notes = arena_grow(&trace->arena, trace->role_notes, (size_t)trace->role_note_count,
                                   &trace->role_capacity, sizeof(RoleNote));
    trace->role_notes[trace->role_note_count++] = (RoleNote){name, role};
}

int trace_find(const Trace *trace, Str name, int statements)
{
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (statements >= 0 && binding->statement >= statements) continue;
        if (str_is(name, binding->name)) return i;
    }
    return -1;
}
