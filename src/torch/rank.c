// Functions of torch that answer with values and their positions: sort, topk, median, unique. Each
// tensor is made by an operation of its own.
#include "torch/call.h"

// ---- values with their positions ---------------------------------------------------------------

static Value named_pair(Run *run, const char *title, Value values, Value indices)
{
    static const char *const fields[] = {"values", "indices"};
    if (!values.type || !indices.type) return NOTHING;
    Value pair = new_sequence(run, &type_tuple, (Value[]){values, indices}, 2);
    if (!pair.type) return NOTHING;
    value_sequence(pair)->fields = fields;
    value_sequence(pair)->title = title;
    return pair;
}

// Both operations of a pair on the same arguments.
static Value both(Run *run, const char *values, const char *indices, const char *title, Value self,
                  const Arg *arg, int args)
{
    Value first = apply_row(run, values, self, arg, args);
    Value second = first.type ? apply_row(run, indices, self, arg, args) : NOTHING;
    return named_pair(run, title, first, second);
}

static Value torch_sort(Run *run, Value *arg)
{
    int64_t dim = -1;
    bool descending = false, stable = false;
    bool ok = need_tensor(run, "sort", arg[0]) && int_given(run, "sort", "dim", arg[1], &dim) &&
              bool_given(run, arg[2], &descending) && bool_given(run, arg[3], &stable);
    Arg args[] = {int_arg(dim), bool_arg(descending), bool_arg(stable)};
    return ok ? both(run, "sort", "argsort", "torch.return_types.sort", arg[0], args, 3) : NOTHING;
}

static Value torch_argsort(Run *run, Value *arg)
{
    int64_t dim = -1;
    bool descending = false, stable = false;
    bool ok = need_tensor(run, "argsort", arg[0]) &&
              int_given(run, "argsort", "dim", arg[1], &dim) &&
              bool_given(run, arg[2], &descending) && bool_given(run, arg[3], &stable);
    Arg args[] = {int_arg(dim), bool_arg(descending), bool_arg(stable)};
    return ok ? apply_row(run, "argsort", arg[0], args, 3) : NOTHING;
}

static Value torch_topk(Run *run, Value *arg)
{
    int64_t k = 0, dim = -1;
    bool largest = true, sorted = true;
    bool ok = need_tensor(run, "topk", arg[0]) && int_given(run, "topk", "k", arg[1], &k) &&
              int_given(run, "topk", "dim", arg[2], &dim) && bool_given(run, arg[3], &largest) &&
              bool_given(run, arg[4], &sorted);
    Arg args[] = {int_arg(dim), int_arg(k), bool_arg(largest), bool_arg(sorted)};
    return ok ? both(run, "topk", "topk_indices", "torch.return_types.topk", arg[0], args, 4)
              : NOTHING;
}

static Value torch_kthvalue(Run *run, Value *arg)
{
    int64_t k = 0, dim = -1;
    bool keepdim = false;
    bool ok = need_tensor(run, "kthvalue", arg[0]) && int_given(run, "kthvalue", "k", arg[1], &k) &&
              int_given(run, "kthvalue", "dim", arg[2], &dim) && bool_given(run, arg[3], &keepdim);
    Arg args[] = {int_arg(dim), int_arg(k), bool_arg(keepdim)};
    return ok ? both(run, "kthvalue", "kthvalue_indices", "torch.return_types.kthvalue", arg[0],
                     args, 3)
              : NOTHING;
}

static Value torch_median(Run *run, Value *arg)
{
    int64_t dim = 0;
    bool keepdim = false;
    if (!need_tensor(run, "median", arg[0])) return NOTHING;
    if (!arg[1].type) return apply_row(run, "median", arg[0], NULL, 0);
    bool ok = int_given(run, "median", "dim", arg[1], &dim) && bool_given(run, arg[2], &keepdim);
    Arg args[] = {int_arg(dim), bool_arg(keepdim)};
    return ok ? both(run, "median", "median_indices", "torch.return_types.median", arg[0], args, 2)
              : NOTHING;
}

static Value torch_mode(Run *run, Value *arg)
{
    int64_t dim = -1;
    bool keepdim = false;
    bool ok = need_tensor(run, "mode", arg[0]) && int_given(run, "mode", "dim", arg[1], &dim) &&
              bool_given(run, arg[2], &keepdim);
    Arg args[] = {int_arg(dim), bool_arg(keepdim)};
    return ok ? both(run, "mode", "mode_indices", "torch.return_types.mode", arg[0], args, 2)
              : NOTHING;
}

static Value running(Run *run, const char *values, const char *indices, const char *title,
                     Value *arg)
{
    int64_t dim = 0;
    bool ok = need_tensor(run, values, arg[0]) && int_given(run, values, "dim", arg[1], &dim);
    Arg args[] = {int_arg(dim)};
    return ok ? both(run, values, indices, title, arg[0], args, 1) : NOTHING;
}

static Value torch_cummax(Run *run, Value *arg)
{
    return running(run, "cummax", "cummax_indices", "torch.return_types.cummax", arg);
}

static Value torch_cummin(Run *run, Value *arg)
{
    return running(run, "cummin", "cummin_indices", "torch.return_types.cummin", arg);
}

// ---- unique ------------------------------------------------------------------------------------

// What was asked for: the values alone, or a tuple.
static Value unique_parts(Run *run, Value self, bool consecutive, bool inverse, bool counts)
{
    Arg arg = bool_arg(consecutive);
    Value parts[3] = {apply_row(run, "unique", self, &arg, 1)};
    int count = 1;
    if (!parts[0].type || (!inverse && !counts)) return parts[0];
    if (inverse) parts[count++] = apply_row(run, "unique_inverse", self, &arg, 1);
    if (counts) parts[count++] = apply_row(run, "unique_counts", self, &arg, 1);
    for (int i = 0; i < count; i++) {
        if (!parts[i].type) return NOTHING;
    }
    return new_sequence(run, &type_tuple, parts, count);
}

static bool no_dim(Run *run, const char *function, Value dim)
{
    if (!dim.type || dim.type == &type_none) return true;
    outside_subset(run, "a loop over the rows", "%s() of whole slices (dim=)", function);
    return false;
}

// The different slices along a dimension: src/library/torch._more.py.
static Value unique_rows(Run *run, Value self, Value dim, bool inverse, bool counts)
{
    return call_library(run, "torch._more", "unique_rows",
                        (Value[]){self, dim, from_bool(inverse), from_bool(counts)}, 4);
}

static Value torch_unique(Run *run, Value *arg)
{
    bool inverse = false, counts = false;
    bool ok = need_tensor(run, "unique", arg[0]) && bool_given(run, arg[2], &inverse) &&
              bool_given(run, arg[3], &counts);
    if (ok && arg[4].type && arg[4].type != &type_none)
        return unique_rows(run, arg[0], arg[4], inverse, counts);
    return ok ? unique_parts(run, arg[0], false, inverse, counts) : NOTHING;
}

static Value torch_unique_consecutive(Run *run, Value *arg)
{
    bool inverse = false, counts = false;
    bool ok = need_tensor(run, "unique_consecutive", arg[0]) && bool_given(run, arg[1], &inverse) &&
              bool_given(run, arg[2], &counts) && no_dim(run, "unique_consecutive", arg[3]);
    return ok ? unique_parts(run, arg[0], true, inverse, counts) : NOTHING;
}

// ---- the tables --------------------------------------------------------------------------------

const Native rank_methods[] = {
    {"sort", "self, dim=, descending=, *, stable=", torch_sort},
    {"argsort", "self, dim=, descending=, *, stable=", torch_argsort},
    {"topk", "self, k, dim=, largest=, sorted=", torch_topk},
    {"kthvalue", "self, k, dim=, keepdim=", torch_kthvalue},
    {"median", "self, dim=, keepdim=", torch_median},
    {"mode", "self, dim=, keepdim=", torch_mode},
    {"cummax", "self, dim", torch_cummax},
    {"cummin", "self, dim", torch_cummin},
    {"unique", "self, sorted=, return_inverse=, return_counts=, dim=", torch_unique},
    {"unique_consecutive", "self, return_inverse=, return_counts=, dim=", torch_unique_consecutive},
    {0},
};

const Native torch_ranks[] = {
    {"sort", "input, dim=, descending=, *, stable=", torch_sort},
    {"argsort", "input, dim=, descending=, *, stable=", torch_argsort},
    {"topk", "input, k, dim=, largest=, sorted=", torch_topk},
    {"kthvalue", "input, k, dim=, keepdim=", torch_kthvalue},
    {"median", "input, dim=, keepdim=", torch_median},
    {"mode", "input, dim=, keepdim=", torch_mode},
    {"cummax", "input, dim", torch_cummax},
    {"cummin", "input, dim", torch_cummin},
    {"unique", "input, sorted=, return_inverse=, return_counts=, dim=", torch_unique},
    {"unique_consecutive",
     "input, return_inverse=, return_counts=, dim=", torch_unique_consecutive},
    {0},
};
