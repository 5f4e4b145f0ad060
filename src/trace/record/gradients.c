// Which entries are gradients. Each tensor has a list of its own, the latest first; what a training
// loop has dropped of the trace since is passed over, as its entries say something else by now.
#include "trace/record/gradients.h"

#include "tensor/autograd.h"
#include "tensor/call.h"

#include <string.h>

static bool handed_on_infer(OpCall *call, Error *error UNUSED)
{
    return infer_same_view(call);
}

static const Op HANDED_ON = {
    .name = "gradient",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the gradient unchanged: the operation only adds or passes on what it was given",
    .moves = true,
    .traits = OP_DETACHES,
    .infer = handed_on_infer,
    .sources = sources_same_cell,
};

// ---- noting down -------------------------------------------------------------------------------

static bool is_recorded(const Trace *trace, const Tensor *tensor)
{
    return trace_is_recording(trace) && tensor->origin >= 0 &&
           tensor->version == storage_version(tensor);
}

static bool belongs(const Trace *trace, const Tensor *tensor, const Gradient *what)
{
    if (what->of < 0 || what->of >= trace->entry_count) return false;
    const Tensor *of = trace_output(trace, what->of);
    return what->of != tensor->origin && shape_equal(&of->shape, &tensor->shape);
}

// Made by this very operation of the pass, and nothing that has a meaning of its own?
static bool is_free(const Trace *trace, int entry)
{
    const Entry *e = &trace->entries[entry];
    bool has_name = e->name && !e->named.is_library;
    return !e->gradient && !has_name && (!trace->inside || entry >= trace->inside->first_entry);
}

static Gradient *noted(const Trace *trace, const Tensor *tensor, const Gradient *what)
{
    Gradient *now = (Gradient *)(uintptr_t)trace->entries[tensor->origin].gradient;
    return now && now->of == what->of && now->pass == what->pass ? now : NULL;
}

Tensor *trace_gradient(Trace *trace, Tensor *tensor, Gradient what, Error *error)
{
    if (!is_recorded(trace, tensor) || !belongs(trace, tensor, &what)) return tensor;
    if (!is_free(trace, tensor->origin)) {
        if (autograd_of(tensor)->requires_grad)
            return tensor; // create_graph: it has to stay what it is
        OpCall call = {.op = &HANDED_ON, .input = &tensor, .input_count = 1};
        tensor = trace_apply(trace, &call, trace->entries[tensor->origin].source, error);
        if (!tensor || tensor->origin < 0) return tensor;
    }
    Gradient *gradient = NEW(&trace->arena, Gradient);
    *gradient = what;
    gradient->entry = tensor->origin;
    gradient->earlier = trace->entries[what.of].gradients;
    gradient->first = gradient->earlier ? gradient->earlier->first : gradient;
    trace->entries[tensor->origin].gradient = gradient;
    trace->entries[what.of].gradients = gradient;
    return tensor;
}

Tensor *trace_gradient_whole(Trace *trace, Tensor *tensor, Gradient what, Error *error)
{
    Gradient *now = is_recorded(trace, tensor) ? noted(trace, tensor, &what) : NULL;
    what.kind = GRADIENT_WHOLE;
    if (!now) return trace_gradient(trace, tensor, what, error);
    now->kind = GRADIENT_WHOLE;
    return tensor;
}

// ---- asking ------------------------------------------------------------------------------------

const Gradient *gradient_before(const Trace *trace, int entry, const Gradient *after)
{
    const Gradient *next = after ? after->earlier : trace->entries[entry].gradients;
    while (next && (next->entry >= trace->entry_count || next->of != entry ||
                    trace->entries[next->entry].gradient != next))
        next = next->earlier;
    return next;
}

const Gradient *gradient_of(const Trace *trace, int entry, int64_t pass)
{
    const Gradient *found = NULL;
    do found = gradient_before(trace, entry, found);
    while (found && (found->kind != GRADIENT_WHOLE || (pass && found->pass != pass)));
    return found;
}

const Gradient *gradient_at(const Trace *trace, int entry)
{
    const Gradient *gradient = trace->entries[entry].gradient;
    if (!gradient || gradient->of >= entry) return NULL;
    const Gradient *latest = trace->entries[gradient->of].gradients;
    return latest && latest->first == gradient->first ? gradient : NULL;
}

bool entry_is_step(const Trace *trace, int entry)
{
    const Entry *e = &trace->entries[entry];
    int before = e->is_write && e->call.input_count ? e->call.input[0]->origin : -1;
    return before >= 0 && before < entry && e->call.op->sources &&
           autograd_of(e->call.output)->is_parameter &&
           shape_equal(&e->call.shape, trace_shape(trace, before)) && gradient_of(trace, before, 0);
}

bool entry_is_in_rule(const Trace *trace, int entry)
{
    if (trace->entries[entry].call.op->moves) return false; // a transpose forgotten there is one
    for (const Call *call = trace->entries[entry].inside; call; call = call->caller) {
        if (call->is_backward) return !gradient_at(trace, entry);
    }
    return false;
}

// ---- names -------------------------------------------------------------------------------------

// What the library has only moved, as a detached copy, is called as it was before.
static const char *name_of(const Trace *trace, int entry, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    while (e->named.is_library && e->call.op->moves && e->call.input_count == 1) {
        entry = e->call.input[0]->origin;
        e = &trace->entries[entry];
    }
    return e->name ? e->name : trace_operand_title(trace, entry, arena);
}

static const char *named(const Trace *trace, const Gradient *gradient, Arena *arena)
{
    const char *of = name_of(trace, gradient->of, arena);
    switch (gradient->kind) {
    case GRADIENT_PART:
        if (gradient->through < 0) break;
        return arena_printf(arena, "d %s through %s", of, name_of(trace, gradient->through, arena));
    case GRADIENT_SO_FAR: return arena_printf(arena, "d %s so far", of);
    case GRADIENT_KEPT: return arena_printf(arena, "%s.grad", of);
    case GRADIENT_WHOLE: break;
    }
    return arena_printf(arena, "d %s", of);
}

// What the program itself calls it, it is called.
static void settle_name(Trace *trace, Gradient *gradient)
{
    Entry *entry = &trace->entries[gradient->entry];
    const Entry *of = &trace->entries[gradient->of];
    gradient->name = named(trace, gradient, &trace->arena);
    if (entry->name && !entry->named.is_library && !entry->named.is_attribute) return;
    entry->name = gradient->name;
    entry->named.is_local = true;
    entry->named.is_library = entry->named.is_attribute = false;
    entry->named.in = entry_named_in(of);
}

void gradients_settle_names(Trace *trace)
{
    for (int e = 0; e < trace->entry_count; e++) {
        if (gradient_at(trace, e))
            settle_name(trace, (Gradient *)(uintptr_t)trace->entries[e].gradient);
    }
}

// While the program runs nothing is settled yet.
static bool is_of(const Trace *trace, int entry, Str name)
{
    if (entry_is_called(trace, entry, name)) return true;
    if (trace->entries[entry].name) return false;
    SCRATCH(scratch);
    return str_is(name, trace_operand_title(trace, entry, &scratch));
}

bool gradient_is_called(const Trace *trace, int entry, Str name)
{
    static const char before[] = "d ", behind[] = ".grad";
    const Gradient *gradient = gradient_at(trace, entry);
    if (!gradient) return false;
    if (gradient->name && str_is(name, gradient->name)) return true;
    bool is_whole = gradient->kind == GRADIENT_WHOLE;
    if (is_whole && str_starts(name, before))
        return is_of(trace, gradient->of, str_slice(name, (int)sizeof before - 1, name.n));
    if (!is_whole && gradient->kind != GRADIENT_KEPT) return false;
    return str_ends(name, behind) &&
           is_of(trace, gradient->of, str_slice(name, 0, name.n - ((int)sizeof behind - 1)));
}
