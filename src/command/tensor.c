// Which tensor is meant where none is named: the one that is most likely meant.
#include "command/tensor.h"

#include "study/attention/attention.h"
#include "study/axes/role.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "walk/places/go.h"

// ---- the one that is meant ----------------------------------------------------------------------

// How well a named tensor represents a lesson: scores before other matrices, and these before
// vectors.
static int tensor_merit(const Walk *walk, int entry)
{
    bool is_matrix = walk->trace->entries[entry].call.output->shape.ndim >= 2;
    return 2 * is_matrix + (role_is_of_pairs(role_of(walk->trace, entry)));
}

static int last_of_most_merit(const Walk *walk, TensorFits *fits, const void *context)
{
    const Trace *trace = walk->trace;
    int best = -1;
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        int entry = trace->bindings[i].entry;
        if (!fits(trace, entry, context)) continue;
        if (best < 0 || tensor_merit(walk, entry) > tensor_merit(walk, best)) best = entry;
    }
    return best;
}

// The name that chooses it on a command line.
static const char *choosing_name(const Trace *trace, int entry, Arena *arena)
{
    Cell all = {.entry = entry};
    int ndim = trace->entries[entry].call.output->shape.ndim;
    for (int d = 0; d < ndim; d++) all.at.at[d] = EVERY;
    return part_clear_name(trace, all, arena);
}

// Which there are, and that this one was chosen.
static void say_chosen(const Walk *walk, const int *entries, int count, int chosen, Buf *messages)
{
    enum { MOST_TOLD = 12 };
    SCRATCH(scratch);
    const Trace *trace = walk->trace;
    bool is_plain = walk->program.is_data && role_of(trace, chosen) != ROLE_WEIGHTS;
    if (!messages || (count < 2 && (walk->program.is_data || !walk_is_listing(walk)))) return;
    buf_printf(messages, "qkv: chosen: %s", choosing_name(trace, chosen, &scratch));
    if (count > 1)
        buf_printf(messages, ", one of %d tensors%s", count, is_plain ? "" : " of attention");
    buf_add(messages, STR("\n"));
    for (int i = 0; i < count && i < MOST_TOLD && count > 1; i++)
        buf_printf(messages, "  %s %s\n", choosing_name(trace, entries[i], &scratch),
                   shape_tuple(&scratch, &trace->entries[entries[i]].call.output->shape));
    if (count > MOST_TOLD) buf_printf(messages, "  ... and %d more\n", count - MOST_TOLD);
}

int tensor_meant(const Walk *walk, TensorFits *fits, const void *context, Buf *messages)
{
    SCRATCH(scratch);
    AttentionLayer *layers;
    const Trace *trace = walk->trace;
    int count = attention_layers(trace, &scratch, &layers), chosen = -1;
    int *entries = NEW_ARRAY(&scratch, int, count + trace->binding_count);
    for (int i = 0; i < count; i++) entries[i] = layers[i].attention.entry;
    for (int i = count - 1; i >= 0; i--) { // the first that fits, as the contents have them
        if (fits(trace, entries[i], context)) chosen = entries[i];
    }
    bool is_attention = chosen >= 0;
    if (!is_attention) chosen = last_of_most_merit(walk, fits, context);
    if (!is_attention && walk->program.is_data) {
        count = trace->binding_count;
        for (int i = 0; i < count; i++) entries[i] = trace->bindings[i].entry;
    }
    if (chosen >= 0 && (is_attention || walk->program.is_data))
        say_chosen(walk, entries, count, chosen, messages);
    return chosen;
}

bool tensor_say_open(const Walk *walk, int entry, Buf *messages)
{
    const Trace *trace = walk->trace;
    Slices slices = slices_of(trace, entry);
    TensorAxes axes = axes_of(trace, entry);
    const char *usual = axes.ndim == 3 ? "head,query,key" : "layer,head,query,key";
    for (int i = 0; i < slices.other_count && role_of(trace, entry) == ROLE_WEIGHTS; i++) {
        int d = slices.other[i];
        int64_t size = trace->entries[entry].call.output->shape.dim[d];
        if (axes.of[d].kind != AXIS_UNKNOWN || size < 2) continue;
        buf_printf(messages, "qkv: nothing says what axis %d of %s is, of %lld\n", d,
                   tensor_title(trace, entry, messages->arena), (long long)size);
        buf_printf(messages, "  try: --axes %s, or what they are\n", usual);
        return true;
    }
    return false;
}

bool tensor_has_axes(const Trace *trace, int entry, const void *context UNUSED)
{
    return trace->entries[entry].call.output->shape.ndim > 0;
}
