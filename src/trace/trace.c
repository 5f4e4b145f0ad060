// Recording. The trace's tensors are its own: the output of an entry is an alias made when it was
// recorded, and an input is the output of the entry that made it. So an entry can be read at any
// time, whatever the program did to its variables since.
//
// Writing in place is the one thing that could spoil this; writes.c deals with it.
#include "trace/trace.h"

#include "base/bug.h"
#include "base/hash.h"
#include "base/memory.h"
#include "tensor/autograd.h"
#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/explain/axes.h"
#include "trace/names/naming.h"
#include "trace/record/loops.h"
#include "trace/record/writes.h"

#include <stdlib.h>
#include <string.h>

static const Op NUMBER = {
    .name = "number",
    .shape = "-> ()",
    .doc = "a number written in the program",
};

static const Op UNRECORDED = {
    .name = "unrecorded",
    .shape = "-> (...)",
    .doc = "not recorded where it was made",
};

// Of the memory limit half is the trace's, and half of what is left of that the statement's.
static void begin_recording(Trace *trace)
{
    size_t share = trace->heap.limit / 2, kept = trace->recording->kept_bytes;
    trace->recording->is_full = trace->leaves_out;
    trace->recording->first_call = trace->call_count;
    trace->recording->entries_to_keep = trace->entry_count + STATEMENT_ENTRIES;
    trace->recording->bytes_to_keep = !trace->heap.limit ? SIZE_MAX
                                      : kept < share     ? kept + (share - kept) / 2
                                                         : kept;
}

void trace_init(Trace *trace, size_t memory_limit)
{
    *trace = (Trace){.heap = {.limit = memory_limit}};
    trace->axes = NEW(&trace->arena, AxisMemo);
    trace->recording = NEW(&trace->arena, Recording);
    begin_recording(trace);
}

void trace_sweep(Trace *trace)
{
    trace->recording->kept_bytes = tensor_heap_sweep(&trace->heap);
}

void trace_free(Trace *trace)
{
    memory_free(trace->entries);
    axis_memo_free(trace->axes);
    loops_free(trace);
    tensor_heap_free(&trace->heap);
    arena_free(&trace->arena);
    *trace = (Trace){0};
}

static void mark_made_by(Tensor *tensor, int entry)
{
    tensor->origin = entry;
    tensor->version = storage_version(tensor);
}

bool trace_is_recording(const Trace *trace)
{
    return !trace->off && !trace->paused && !trace->recording->is_full && !trace->recording->skips;
}

// Is the next operation to be recorded? Once a statement is full it stays so.
static bool has_room(Trace *trace)
{
    if (!trace_is_recording(trace)) return false;
    trace->recording->is_full = trace->entry_count >= trace->recording->entries_to_keep ||
                                trace->entry_count + STATEMENT_ENTRIES >= MAX_ENTRIES ||
                                trace->recording->kept_bytes > trace->recording->bytes_to_keep;
    return !trace->recording->is_full;
}

// The one that runs, or NULL.
static Statement *statement_now(const Trace *trace)
{
    return trace->statement_count ? &trace->statements[trace->statement_count - 1] : NULL;
}

static void leave_out(const Trace *trace)
{
    bool counts = (trace->recording->is_full || trace->recording->skips) && !trace->paused;
    if (counts && statement_now(trace)) statement_now(trace)->left_out++;
}

bool trace_left_out(const Trace *trace)
{
    return statement_now(trace) && statement_now(trace)->left_out;
}

static void record_constant(Trace *trace, const Op *op, Tensor *tensor, Span source)
{
    OpCall call = {.op = op, .shape = tensor->shape, .dtype = tensor->dtype};
    call.arena = &trace->arena;
    Tensor *kept = tensor_alias(&trace->heap, tensor);
    if (tensor_note(tensor)->is_loaded) tensor_note_for(kept)->is_loaded = true;
    autograd_require_like(kept, tensor);
    mark_made_by(tensor, entry_record(trace, &call, kept, source));
    if (tensor_note(tensor)->title) trace_bind_attribute(trace, tensor_note(tensor)->title, tensor);
}

bool trace_follows_calls(const Trace *trace)
{
    return trace_is_recording(trace) || (trace->others.hold && !trace->off);
}

const Call *trace_innermost(const Trace *trace)
{
    return trace->recording->unrecorded ? trace->recording->unrecorded : trace->inside;
}

static void change_given(Trace *trace, Tensor *tensor, Span source)
{
    if (!trace->others.change || !trace_follows_calls(trace)) return;
    trace->others.change(trace->others.context, trace, source, tensor);
}

void trace_constant(Trace *trace, const Op *op, Tensor *tensor, Span source)
{
    bool is_recorded = has_room(trace);
    change_given(trace, tensor, source);
    if (!is_recorded) {
        leave_out(trace);
        return;
    }
    record_constant(trace, op, tensor, source);
    trace->entries[tensor->origin].is_given = true;
}

static void name_left_out(Trace *trace, Tensor *tensor)
{
    bool is_local;
    const char *name = trace->called(trace->called_context, tensor, &is_local);
    if (name && is_local)
        trace_bind_local(trace, name, tensor);
    else if (name)
        trace_bind(trace, name, tensor);
}

int trace_origin_now(Trace *trace, Tensor *tensor, Span source)
{
    if (tensor->origin >= 0 && tensor->version <= storage_lost(tensor)) tensor->origin = -1;
    if (tensor->origin < 0 && tensor_note(tensor)->is_loaded && !writes_changed(trace, tensor))
        trace_constant(trace, op_find(STR("tensor"), 0), tensor, source);
    if (tensor->origin < 0) {
        bool is_carried = trace->loop && !tensor->is_number; // from an iteration before
        if (is_carried) source = loop_header(trace->loop->source);
        record_constant(trace, tensor->is_number ? &NUMBER : &UNRECORDED, tensor, source);
        if (is_carried && trace->called) name_left_out(trace, tensor);
        return tensor->origin;
    }
    if (tensor->version != storage_version(tensor)) writes_catch_up(trace, tensor, source);
    return tensor->origin;
}

// ---- operations --------------------------------------------------------------------------------

static Arg recorded_arg(Trace *trace, Arg arg)
{
    size_t count = (size_t)arg.count;
    if (arg.kind == ARG_INTS) {
        const int64_t *ints = arg.ints;
        arg.ints = NEW_ARRAY(&trace->arena, int64_t, count + 1);
        if (count) memcpy(arg.ints, ints, count * sizeof *ints);
    } else if (arg.kind == ARG_SUBSCRIPTS) {
        const Subscript *subscripts = arg.subscripts;
        arg.subscripts = NEW_ARRAY(&trace->arena, Subscript, count + 1);
        if (count) memcpy(arg.subscripts, subscripts, count * sizeof *subscripts);
    } else if (arg.kind == ARG_STR) {
        arg.text = str_copy(&trace->arena, str_from(arg.text));
    }
    return arg;
}

// The call as the trace keeps it: inputs are outputs of entries, and all of it lives in its arena.
static OpCall recorded_call(Trace *trace, const OpCall *call, Span source)
{
    OpCall kept = *call;
    kept.arena = &trace->arena;
    for (int i = 0; i < MAX_ARGS; i++) kept.arg[i] = recorded_arg(trace, call->arg[i]);
    kept.input = NEW_ARRAY(&trace->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) {
        int origin = trace_origin_now(trace, call->input[i], source); // may move trace->entries
        kept.input[i] = trace->entries[origin].call.output;
        if (autograd_of(call->input[i])->is_parameter)
            autograd_for(kept.input[i])->is_parameter = true;
    }
    return kept;
}

static void note_held(Trace *trace, OpCall *call, const HeldCells *held, Tensor *computed)
{
    HeldCells *own = NEW(call->arena, HeldCells);
    Hold *hold = NEW_ARRAY(call->arena, Hold, held->count);
    memcpy(hold, held->hold, (size_t)held->count * sizeof *hold);
    *own = (HeldCells){hold, held->count, computed};
    call->held = own;
    call->is_view = false;
    if (!trace_is_recording(trace)) return;
    computed->is_recorded = true;
    trace->recording->kept_bytes += storage_bytes(computed);
}

// What the program goes on with where some of the output is held: a tensor of its own, even where
// the operation only gave another view, so that nothing else changes.
static bool hold_output(Trace *trace, OpCall *call, Tensor **output, Span source, Error *error)
{
    const OtherNumbers *others = &trace->others;
    Tensor *computed = *output;
    HeldCells held = {0};
    if (!others->hold || trace->off || computed->is_number) return true;
    if (!others->hold(others->context, trace, source, computed, &held)) {
        error_set_at(error, source, NULL, "its original value is not recorded");
        return error_hint(error, "hold it at a number");
    }
    if (held.count == 0) return true;
    bool ok = !call->is_view || tensor_unshare(computed, error);
    *output = ok ? held_output(&held, computed, &trace->heap, error) : NULL;
    if (!*output) error_place(error, source);
    if (*output) note_held(trace, call, &held, computed);
    return *output;
}

Tensor *trace_apply(Trace *trace, OpCall *call, Span source, Error *error)
{
    if (!call->arena) call->arena = &trace->arena;
    Tensor *output = op_apply(call, &trace->heap, error);
    if (!output) {
        error_place(error, source);
        return NULL;
    }
    if (call->is_same) return output;
    output->origin = -1;
    bool is_recorded = has_room(trace), is_given = !call->op->sources && !call->is_view;
    OpCall kept = is_recorded ? recorded_call(trace, call, source) : *call;
    if (is_given)
        change_given(trace, output, source);
    else if (!hold_output(trace, &kept, &output, source, error))
        return NULL;
    call->output = output;
    call->held = kept.held;
    call->is_view = kept.is_view;
    if (!is_recorded) {
        leave_out(trace);
        return output;
    }
    mark_made_by(output, entry_record(trace, &kept, tensor_alias(&trace->heap, output), source));
    trace->entries[output->origin].is_given = is_given;
    trace->entries[output->origin].is_computed = !is_given;
    return output;
}

// What is written may require a gradient; then so does the target.
static void take_over_gradient(const Trace *trace, const OpCall *call, Tensor *target)
{
    if (trace->heap.without_gradients || !dtype_is_float(target->dtype)) return;
    for (int i = 1; i < call->input_count; i++) {
        if (autograd_of(call->input[i])->requires_grad) autograd_derive(target);
    }
}

// What was recorded of the storage stays true; its tensors are not what the entries say any more.
static bool has_written(Trace *trace, Tensor *target)
{
    storage_set_version(target, 0);
    storage_set_lost(target, trace->entry_count);
    target->origin = -1;
    leave_out(trace);
    return true;
}

static bool write_unrecorded(Trace *trace, Tensor *target, const Tensor *value, Error *error)
{
    if (!writes_preserve(trace, target, error)) return false;
    tensor_assign(target, value);
    return has_written(trace, target);
}

static bool takes_all(const Arg *subscripts)
{
    return subscripts->kind == ARG_SUBSCRIPTS && subscripts->count == 1 &&
           subscripts->subscripts[0].kind == SUBSCRIPT_ELLIPSIS;
}

// Was all of the target computed just now, by the same expression? x += y is one operation.
static bool is_one_operation(const Trace *trace, const OpCall *kept, Span source)
{
    int last = trace->entry_count - 1;
    const Tensor *target = kept->input[0], *value = kept->input[1];
    const Entry *made = &trace->entries[last];
    return value->origin == last && !made->name && !made->is_write && !made->call.is_view &&
           !made->call.is_same && made->source.source == source.source &&
           made->source.start == source.start && made->source.end == source.end &&
           made->call.output->dtype == target->dtype &&
           shape_equal(&made->call.shape, &target->shape) && kept->input_count == 2 &&
           takes_all(&kept->arg[0]);
}

static bool write_recorded(Trace *trace, OpCall *kept, Tensor *target, Tensor *fresh, Span source,
                           Error *error)
{
    int before = target->origin, entry = trace->entry_count - 1;
    bool is_one = is_one_operation(trace, kept, source);
    if (!is_one && !hold_output(trace, kept, &fresh, source, error)) return false;
    tensor_assign(target, fresh);
    if (is_one) {
        tensor_release(fresh);
        autograd_for(trace->entries[entry].call.output)->is_parameter =
            autograd_of(target)->is_parameter;
    } else {
        autograd_for(fresh)->is_parameter = autograd_of(target)->is_parameter;
        entry = entry_record(trace, kept, fresh, source);
        trace->entries[entry].is_computed = true;
    }
    trace->entries[entry].is_write = true;
    storage_set_version(target, entry + 1);
    mark_made_by(target, entry);
    writes_record(trace, target, entry);
    naming_keep(trace, before, target);
    return true;
}

// What is written is not recorded: it need not be put together first.
static bool is_in_place(Trace *trace, const OpCall *call)
{
    if ((trace->others.hold && !trace->off) || has_room(trace)) return false;
    for (int i = 1; i < call->input_count; i++) {
        if (tensor_shares_storage(call->input[0], call->input[i])) return false;
    }
    return true;
}

static bool only_copies(const OpCall *call)
{
    const Tensor *target = call->input[0], *value = call->input[1];
    return call->input_count == 2 && takes_all(&call->arg[0]) &&
           shape_equal(&target->shape, &value->shape) && target->dtype == value->dtype;
}

static bool assign_in_place(Trace *trace, OpCall *call, Error *error)
{
    Tensor *target = call->input[0];
    if (only_copies(call)) return write_unrecorded(trace, target, call->input[1], error);
    return writes_preserve(trace, target, error) && op_apply_in_place(call, error) &&
           has_written(trace, target);
}

static bool assign_made(Trace *trace, OpCall *call, Span source, Error *error)
{
    Tensor *target = call->input[0], *fresh = op_apply(call, &trace->heap, error);
    if (!fresh) return false;
    if (!has_room(trace)) {
        bool ok = hold_output(trace, call, &fresh, source, error) &&
                  write_unrecorded(trace, target, fresh, error);
        if (fresh) tensor_release(fresh);
        return ok;
    }
    OpCall kept = recorded_call(trace, call, source);
    bool ok = writes_preserve(trace, target, error) &&
              write_recorded(trace, &kept, target, fresh, source, error);
    call->held = kept.held;
    return ok;
}

bool trace_assign(Trace *trace, OpCall *call, Span source, Error *error)
{
    if (!call->arena) call->arena = &trace->arena;
    if (trace->paused) {
        error_set_at(error, source, NULL, "a value shown in text must not change a tensor");
        return error_hint(error, "move the assignment into a code block");
    }
    Tensor *target = call->input[0];
    call->shape = target->shape;
    call->dtype = target->dtype;
    bool ok = is_in_place(trace, call) ? assign_in_place(trace, call, error)
                                       : assign_made(trace, call, source, error);
    if (ok) {
        take_over_gradient(trace, call, target);
        storage_count_write(target, source);
    } else {
        error_place(error, source);
    }
    return ok;
}

void trace_take_data(Trace *trace, Tensor *target, Tensor *data, Span source)
{
    int before = target->origin;
    if (!trace->paused && before >= 0) trace_origin_now(trace, data, source);
    tensor_take_data(target, data);
    target->origin = data->origin;
    target->version = data->version;
    if (!trace->paused && before >= 0) naming_keep(trace, before, target);
}

// ---- statements, calls, notes ----------------------------------------------------------------

void trace_note_taken(Trace *trace, const Tensor *tensor)
{
    bool counts = !trace->paused && statement_now(trace) && !statement_now(trace)->is_claim;
    if (counts && tensor->origin >= 0)
        tensor_note_for(trace->entries[tensor->origin].call.output)->is_taken = true;
}

void trace_statement_begin(Trace *trace, Span source, bool is_claim)
{
    if (trace->paused || trace->off) return;
    begin_recording(trace);
    *ARENA_ADD(&trace->arena, trace->statements, trace->statement_count) = (Statement){
        .source = source,
        .step = trace->step,
        .first_entry = trace->entry_count,
        .entry_end = trace->entry_count,
        .first_binding = trace->binding_count,
        .binding_end = trace->binding_count,
        .is_claim = is_claim,
    };
}

void trace_statement_is_compound(Trace *trace)
{
    if (!trace->paused && !trace->off && statement_now(trace))
        statement_now(trace)->is_compound = true;
}

void trace_statement_end(Trace *trace)
{
    Statement *statement = statement_now(trace);
    if (trace->paused || trace->off || !statement) return;
    statement->entry_end = trace->entry_count;
    statement->binding_end = trace->binding_count;
}

// Does calling the module run this? Other methods go by their own names.
static bool is_forward(const Call *call)
{
    const char *dot = strrchr(call->function, '.');
    return strcmp(dot ? dot + 1 : call->function, "forward") == 0;
}

const char *call_whole_title(const Call *call)
{
    return call->path && is_forward(call) ? call->path : call->function;
}

const char *call_title(const Call *call)
{
    if (!call->path || !is_forward(call)) return call->function;
    const Call *around = call->caller;
    while (around && !around->path) around = around->caller;
    size_t length = around ? strlen(around->path) : 0;
    if (!around || strncmp(call->path, around->path, length) != 0) return call->path;
    if (call->path[length] == '.') return call->path + length + 1;
    return call->path[length] == '[' ? call->path + length : call->function;
}

// All calls of a module are one place, wherever it is called from; a function is known by where its
// callers call it, but for the first of these, which the program may call from anywhere.
static uint64_t call_site(const Call *call)
{
    uint64_t site = hash_more(HASH_START, call->function, strlen(call->function));
    if (call->path) return hash_more(site, call->path, strlen(call->path));
    if (!call->caller) return site;
    const char *text = call->source.source ? call->source.source->text.p : NULL;
    site = hash_more(site, &text, sizeof text);
    site = hash_more(site, &call->source.start, sizeof call->source.start);
    site = hash_more(site, &call->source.end, sizeof call->source.end);
    return hash_more(site, &call->caller->site, sizeof call->caller->site);
}

// What is held has to be found there too.
static Call *enter_unrecorded(Trace *trace, const Call *begun)
{
    Call *call = trace->recording->unused ? trace->recording->unused : NEW(&trace->arena, Call);
    trace->recording->unused = call->caller;
    *call = *begun;
    call->is_unrecorded = true;
    call->caller = trace->recording->unrecorded ? trace->recording->unrecorded : trace->inside;
    call->site = call_site(call);
    return trace->recording->unrecorded = call;
}

static void leave_unrecorded(Trace *trace, Call *entered)
{
    REQUIRE(trace->recording->unrecorded == entered);
    Call *caller = entered->caller;
    trace->recording->unrecorded = caller && caller->is_unrecorded ? caller : NULL;
    entered->caller = trace->recording->unused;
    trace->recording->unused = entered;
}

Call *trace_enter(Trace *trace, const Call *begun)
{
    bool is_full = trace->call_count - trace->recording->first_call >= STATEMENT_ENTRIES;
    if (is_full || !trace_is_recording(trace))
        return trace_follows_calls(trace) ? enter_unrecorded(trace, begun) : NULL;
    Call *call = trace->recording->spare ? trace->recording->spare : NEW(&trace->arena, Call);
    trace->recording->spare = NULL;
    int *argument = call->argument;
    size_t argument_capacity = call->argument_capacity;
    *call = *begun;
    call->argument = argument;
    call->argument_capacity = argument_capacity;
    call->caller = trace->inside;
    call->depth = trace->inside ? trace->inside->depth + 1 : 1;
    call->statement = trace->statement_count - 1;
    call->first_entry = call->entry_end = trace->entry_count;
    call->index = trace->call_count;
    call->site = call_site(call);
    call->result = -1;
    trace->inside = call;
    trace->calls = arena_grow(&trace->arena, trace->calls, (size_t)trace->call_count,
                              &trace->recording->call_capacity, sizeof(Call *));
    trace->calls[trace->call_count++] = call;
    return call;
}

void trace_argument(Trace *trace, Call *entered, const Tensor *tensor)
{
    if (!entered || entered->is_unrecorded || tensor->origin < 0) return;
    entered->argument =
        arena_grow(&trace->arena, entered->argument, (size_t)entered->argument_count,
                   &entered->argument_capacity, sizeof(int));
    entered->argument[entered->argument_count++] = tensor->origin;
}

void trace_leave(Trace *trace, Call *entered, const Tensor *result)
{
    if (!entered) return;
    if (entered->is_unrecorded) {
        leave_unrecorded(trace, entered);
        return;
    }
    REQUIRE(trace->inside == entered);
    trace->inside = entered->caller;
    entered->entry_end = trace->entry_count;
    if (entered->entry_end == entered->first_entry) {
        trace->call_count--;
        trace->recording->spare = entered;
        return;
    }
    const char *path = entered->path;
    entered->function = str_copy(&trace->arena, str_from(entered->function));
    entered->path = path ? str_copy(&trace->arena, str_from(path)) : NULL;
    if (result && result->version == storage_version(result)) entered->result = result->origin;
}

void trace_leave_part(Trace *trace, Call *entered, const Tensor *result)
{
    trace_leave(trace, entered, result);
    bool is_last = entered && trace->call_count && trace->calls[trace->call_count - 1] == entered;
    if (is_last && entered->first_entry == entered->entry_end) trace->call_count--;
}

void trace_note_axes(Trace *trace, AxisNote note)
{
    *ARENA_ADD(&trace->arena, trace->axis_notes, trace->axis_note_count) = note;
    if (trace->axes) trace->axes->picked = NULL;
}

void trace_forget_entry_notes(Trace *trace)
{
    int kept = 0;
    for (int i = 0; i < trace->axis_note_count; i++)
        if (!trace->axis_notes[i].is_of_entry) trace->axis_notes[kept++] = trace->axis_notes[i];
    trace->axis_note_count = kept;
    if (trace->axes) trace->axes->picked = NULL;
}

void trace_note_setting(Trace *trace, const Setting *setting)
{
    Arena *arena = &trace->arena;
    if (!trace_is_recording(trace) || !setting->at.source || setting->at.source->is_library) return;
    for (int i = 0; i < trace->setting_count; i++)
        if (span_equal(trace->settings[i].at, setting->at)) return;
    const char **other = NEW_ARRAY(arena, const char *, setting->count + 1);
    for (int i = 0; i < setting->count; i++)
        other[i] = str_copy(arena, str_from(setting->other[i]));
    Setting *noted = ARENA_ADD(arena, trace->settings, trace->setting_count);
    *noted = *setting;
    noted->name = str_copy(arena, str_from(setting->name));
    noted->now = str_copy(arena, str_from(setting->now));
    noted->other = other;
    noted->statement = trace->statement_count - 1;
    noted->entry = trace->entry_count;
}

void trace_note_role(Trace *trace, const char *name, int role)
{
    *ARENA_ADD(&trace->arena, trace->role_notes, trace->role_note_count) = (RoleNote){name, role};
}
