// The values that there are, each once, sorted or as they follow each other; which of them each
// cell has, and how many have it.
#include "tensor/call.h"
#include "tensor/reductions/order.h"

extern const Op op_unique_consecutive;

static bool is_consecutive(const OpCall *call)
{
    return op_computing(call) == &op_unique_consecutive;
}

// All cells: sorted, unless only neighbours are compared.
static Item *all_items(const Tensor *in, bool consecutive, Arena *scratch)
{
    int64_t n = tensor_count(in);
    bool floats = dtype_is_float(in->dtype);
    Item *items = NEW_ARRAY(scratch, Item, n + 1);
    Index at = {0};
    for (int64_t i = 0; i < n; i++) {
        int64_t key = floats ? order_key(tensor_get(in, at)) : tensor_get_int(in, at);
        items[i] = (Item){key, i};
        index_next(&in->shape, &at);
    }
    if (!consecutive) order_stable_sort(items, n);
    return items;
}

// NaN is not even equal to itself.
static bool same_item(const Tensor *in, const Item *a, const Item *b)
{
    return a->key == b->key && !(dtype_is_float(in->dtype) && a->key == NAN_KEY);
}

// The groups of equal items: where each begins, and their count.
typedef struct Groups {
    Item *items;
    int64_t *first; // count + 1 of them
    int64_t count;
} Groups;

static Groups groups_of(const OpCall *call, Arena *scratch)
{
    const Tensor *in = call->input[0];
    int64_t n = tensor_count(in);
    Groups groups = {.items = all_items(in, is_consecutive(call), scratch)};
    groups.first = NEW_ARRAY(scratch, int64_t, n + 1);
    for (int64_t i = 0; i < n; i++) {
        bool begins = i == 0 || !same_item(in, &groups.items[i - 1], &groups.items[i]);
        if (begins) groups.first[groups.count++] = i;
    }
    groups.first[groups.count] = n;
    return groups;
}

// ---- sources -----------------------------------------------------------------------------------

static void unique_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t first = groups.items[groups.first[at.at[0]]].at;
    terms_moved(call, terms, 0, index_unravel(&call->input[0]->shape, first));
    terms->by_values = true;
    terms->looked_at = tensor_count(call->input[0]);
    arena_free(&scratch);
}

// The cell, and those that begin the groups before its own.
static void unique_inverse_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t own = tensor_get_int(call->output, at);
    terms->kind = TERMS_REDUCTION;
    terms->by_values = true;
    terms->looked_at = tensor_count(call->input[0]);
    terms_add(terms, 0, at);
    for (int64_t g = 0; g < own; g++) {
        int64_t first = groups.items[groups.first[g]].at;
        terms_add(terms, 0, index_unravel(&call->input[0]->shape, first));
    }
    arena_free(&scratch);
}

static double unique_inverse_value(const OpCall *call, const double *term, int count)
{
    (void)call, (void)term;
    return count - 1;
}

static void unique_counts_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t g = at.at[0];
    terms->kind = TERMS_REDUCTION;
    terms->by_values = true;
    terms->looked_at = tensor_count(call->input[0]);
    for (int64_t i = groups.first[g]; i < groups.first[g + 1]; i++) {
        terms_add(terms, 0, index_unravel(&call->input[0]->shape, groups.items[i].at));
    }
    arena_free(&scratch);
}

static double unique_counts_value(const OpCall *call, const double *term, int count)
{
    (void)call, (void)term;
    return count;
}

static const Op unique_inverse = {
    .name = "unique_inverse",
    .doc = "the position of the cell's value in the list of distinct values",
    .sources = unique_inverse_sources,
    .value = unique_inverse_value,
};

static const Op unique_counts = {
    .name = "unique_counts",
    .doc = "how many cells have the value",
    .notation = {.before = "count(", .between = ", ", .after = ")"},
    .sources = unique_counts_sources,
    .value = unique_counts_value,
};

// ---- the operations ----------------------------------------------------------------------------

static bool infer_unique(OpCall *call, Error *error)
{
    (void)error;
    Arena scratch = {0};
    call->dtype = !call->by ? call->input[0]->dtype : DTYPE_INT64;
    if (call->op == &unique_inverse)
        call->shape = call->input[0]->shape;
    else
        call->shape = (Shape){.ndim = 1, .dim = {groups_of(call, &scratch).count}};
    arena_free(&scratch);
    return true;
}

static void write_values(const OpCall *call, const Groups *groups)
{
    const Tensor *in = call->input[0];
    for (int64_t g = 0; g < groups->count; g++) {
        Index from = index_unravel(&in->shape, groups->items[groups->first[g]].at);
        if (dtype_is_float(call->dtype))
            tensor_set(call->output, (Index){{g}}, tensor_get(in, from));
        else
            tensor_set_int(call->output, (Index){{g}}, tensor_get_int(in, from));
    }
}

static void write_inverse(const OpCall *call, const Groups *groups)
{
    int64_t *to = tensor_ints(call->output);
    for (int64_t g = 0; g < groups->count; g++) {
        for (int64_t i = groups->first[g]; i < groups->first[g + 1]; i++)
            to[groups->items[i].at] = g;
    }
}

static void write_counts(const OpCall *call, const Groups *groups)
{
    int64_t *to = tensor_ints(call->output);
    for (int64_t g = 0; g < groups->count; g++) to[g] = groups->first[g + 1] - groups->first[g];
}

static void unique_forward(OpCall *call)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    if (call->op == &unique_inverse)
        write_inverse(call, &groups);
    else if (call->op == &unique_counts)
        write_counts(call, &groups);
    else
        write_values(call, &groups);
    arena_free(&scratch);
}

// The last two arguments ask for them.
static bool gives_more(const OpCall *call, int which)
{
    return call_bool(call, is_consecutive(call) ? which : 1 + which, false);
}

// torch.unique itself is Python, since it may also be asked for whole slices.
const Op op_unique = {
    .name = "unique",
    .effort = 1300,
    .wide_effort = 650,
    .signature = "input: Tensor, sorted: bool = True, return_inverse: bool = False, "
                 "return_counts: bool = False",
    .shape = "(...) -> (k)",
    .doc = "the distinct values, each once",
    .found = IN_LIBRARY,
    .infer = infer_unique,
    .forward = unique_forward,
    .sources = unique_sources,
    .more = {&unique_inverse, &unique_counts},
    .gives = gives_more,
};

const Op op_unique_consecutive = {
    .name = "unique_consecutive",
    .effort = 1300,
    .wide_effort = 650,
    .signature = "input: Tensor, return_inverse: bool = False, return_counts: bool = False, "
                 "dim: int? = None",
    .shape = "(...) -> (k)",
    .doc = "the values in order, without consecutive repeats",
    .found = IN_LIBRARY,
    .infer = infer_unique,
    .forward = unique_forward,
    .sources = unique_sources,
    .more = {&unique_inverse, &unique_counts},
    .gives = gives_more,
};
