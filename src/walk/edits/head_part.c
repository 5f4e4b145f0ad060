// "layers[5].head[3]": what head 3 of attention layer 5 makes of the values, whatever it is called.
#include "walk/edits/hold.h"

#include "base/text/number.h"
#include "study/attention/attention.h"
#include "tensor/note.h"
#include "tensor/op.h"

// "[5]", and what is behind it.
static bool take_index(Str *text, int64_t *index)
{
    int end = str_find(*text, "]");
    if (!str_starts(*text, "[") || end < 0 || !number_parse_int(str_slice(*text, 1, end), index))
        return false;
    *text = str_slice(*text, end + 1, text->n);
    return true;
}

// The first product that is made from the weights, perhaps from copies of them; -1: none is.
static int product_of(const Trace *trace, int weights)
{
    for (int e = weights + 1; e < trace->entry_count; e++) {
        const OpCall *call = &trace->entries[e].call;
        bool reads = call->input_count && call->input[0]->origin == weights;
        if (!reads) continue;
        if (call_kind(call) == TERMS_SUM_OF_PRODUCTS) return e;
        if (shape_equal(&call->output->shape, trace_shape(trace, weights))) weights = e;
    }
    return -1;
}

static bool refuse(Str what, const char *thing, int64_t count, Error *error)
{
    error_set(error, NULL, "there is no %s '%.*s'", thing, STR_ARG(what));
    if (count) return error_hint(error, "0 to %lld", (long long)count - 1);
    return error_hint(error, "a program with attention layers");
}

// "layers[5].head[3]"; without a head it is EVERY.
static bool is_name(Str what, int64_t *layer, int64_t *head)
{
    static const Str LAYERS = STR("layers"), HEAD = STR(".head");
    *head = EVERY;
    if (!str_starts(what, LAYERS.p)) return false;
    Str rest = str_slice(what, LAYERS.n, what.n);
    if (!take_index(&rest, layer) || rest.n == 0) return rest.n == 0 && what.n > LAYERS.n;
    if (!str_starts(rest, HEAD.p)) return false;
    rest = str_slice(rest, HEAD.n, rest.n);
    return take_index(&rest, head) && rest.n == 0 && *head >= 0;
}

bool head_part_read(const Trace *trace, Str what, Cell *part, bool *is_named, Error *error)
{
    SCRATCH(scratch);
    int64_t layer, head;
    *is_named = is_name(what, &layer, &head);
    if (!*is_named) return false;
    AttentionLayer *layers;
    int count = attention_layers(trace, &scratch, &layers);
    if (layer < 0 || layer >= count) return refuse(what, "attention layer", count, error);
    int entry = product_of(trace, layers[layer].attention.entry);
    if (entry < 0) return refuse(what, "product of weights and values for", 0, error);
    const Shape *shape = trace_shape(trace, entry);
    int64_t heads = shape->ndim > 2 ? shape->dim[shape->ndim - 3] : 1;
    if (head >= heads) return refuse(what, "head", heads, error);
    *part = (Cell){.entry = entry};
    for (int d = 0; d < shape->ndim; d++) part->at.at[d] = EVERY;
    if (shape->ndim > 2) part->at.at[shape->ndim - 3] = head;
    return true;
}
