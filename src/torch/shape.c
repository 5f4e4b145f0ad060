// Functions of torch about shapes that are made of other operations: each tensor that comes up on
// the way is an operation of its own.
#include "torch/call.h"

#include "tensor/call.h"

// ---- as another tensor -------------------------------------------------------------------------

static Value shaped_as(Run *run, const char *function, const char *op, Value *arg)
{
    if (!need_tensor(run, function, arg[0]) || !need_tensor(run, function, arg[1])) return NOTHING;
    Value shape = from_shape(run, &arg[1].tensor->shape);
    return shape.type ? call_row(run, op, arg[0], &shape, 1) : NOTHING;
}

static Value tensor_view_as(Run *run, Value *arg)
{
    return shaped_as(run, "view_as", "view", arg);
}

static Value tensor_reshape_as(Run *run, Value *arg)
{
    return shaped_as(run, "reshape_as", "reshape", arg);
}

static Value tensor_expand_as(Run *run, Value *arg)
{
    return shaped_as(run, "expand_as", "expand", arg);
}

static Value torch_broadcast_to(Run *run, Value *arg)
{
    if (!need_tensor(run, "broadcast_to", arg[0])) return NOTHING;
    Value size = all_or_sequence(arg[1]);
    return call_row(run, "expand", arg[0], &size, 1);
}

static Value torch_ravel(Run *run, Value *arg)
{
    Value whole = from_int(-1);
    if (!need_tensor(run, "ravel", arg[0])) return NOTHING;
    return call_row(run, "reshape", call_row(run, "contiguous", arg[0], NULL, 0), &whole, 1);
}

// ---- unflatten ---------------------------------------------------------------------------------

// Do the sizes multiply up to that of the dimension? The one that is -1 is what is left over.
static bool multiply_up(Run *run, int64_t *sizes, int count, int64_t size, int dim)
{
    int64_t known = 1;
    int unknown = -1;
    Shape parts = {.ndim = count};
    for (int i = 0; i < count; i++) {
        parts.dim[i] = sizes[i];
        if (sizes[i] == -1 && unknown < 0)
            unknown = i;
        else if (sizes[i] < 0 || __builtin_mul_overflow(known, sizes[i], &known))
            known = -1;
    }
    bool divides = unknown < 0 || (known > 0 && size % known == 0);
    if (divides && unknown >= 0) known *= sizes[unknown] = size / known;
    if (divides && known == size && count) return true;
    if (!count)
        raise_error(run, "RuntimeError", "unflatten: sizes must be non-empty");
    else
        raise_error(run, "RuntimeError",
                    "unflatten: Provided sizes %s don't multiply up to the size of dim %d (%lld) "
                    "in the input tensor",
                    shape_list(&run->scratch, &parts), dim, (long long)size);
    return false;
}

static Value torch_unflatten(Run *run, Value *arg)
{
    int64_t given = 0, dims[2 * MAX_DIMS];
    int dim, count = 0;
    if (!need_tensor(run, "unflatten", arg[0]) ||
        !int_given(run, "unflatten", "dim", arg[1], &given))
        return NOTHING;
    if (arg[0].tensor->shape.ndim == 0) {
        no_dimensions(run->error);
        return NOTHING;
    }
    if (!wrap_dim(given, arg[0].tensor->shape.ndim, &dim, run->error)) return NOTHING;
    if (!is_sequence(arg[2]) || value_sequence(arg[2])->count > MAX_DIMS) {
        return raise_error(run, "TypeError",
                           "unflatten(): argument 'sizes' (position 2) must be tuple of ints, not "
                           "%s",
                           arg[2].type->name);
    }
    const Shape *shape = &arg[0].tensor->shape;
    for (int d = 0; d < shape->ndim; d++) {
        if (d != dim) dims[count++] = shape->dim[d];
        for (int i = 0; d == dim && i < value_sequence(arg[2])->count; i++) {
            Value size = value_sequence(arg[2])->item[i];
            if (!int_given(run, "unflatten", "sizes", size, &dims[count++])) return NOTHING;
        }
        int parts = value_sequence(arg[2])->count;
        if (d == dim && !multiply_up(run, dims + count - parts, parts, shape->dim[d], d))
            return NOTHING;
    }
    Value sizes = tuple_of_ints(run, dims, count);
    return sizes.type ? call_row(run, "view", arg[0], &sizes, 1) : NOTHING;
}

// ---- tile, rot90, diag -------------------------------------------------------------------------

// As repeat, with ones in front where there are fewer numbers than dimensions.
static Value torch_tile(Run *run, Value *arg)
{
    int64_t times[2 * MAX_DIMS];
    if (!need_tensor(run, "tile", arg[0])) return NOTHING;
    const Sequence *given = value_sequence(all_or_sequence(arg[1]));
    int missing = arg[0].tensor->shape.ndim - given->count, count = 0;
    if (given->count > MAX_DIMS) {
        too_many_dims(run->error, given->count);
        return NOTHING;
    }
    while (count < missing) times[count++] = 1;
    for (int i = 0; i < given->count; i++) {
        if (!int_given(run, "tile", "dims", given->item[i], &times[count++])) return NOTHING;
    }
    Value dims = tuple_of_ints(run, times, count);
    return dims.type ? call_row(run, "repeat", arg[0], &dims, 1) : NOTHING;
}

// input, k, dims
static Value torch_rot90(Run *run, Value *arg)
{
    int64_t k = 1;
    Value dims = arg[2].type ? arg[2] : tuple_of_ints(run, (int64_t[]){0, 1}, 2);
    if (!need_tensor(run, "rot90", arg[0]) || !int_given(run, "rot90", "k", arg[1], &k)) {
        return NOTHING;
    }
    int count = is_sequence(dims) ? value_sequence(dims)->count : 1;
    if (count != 2) {
        return raise_error(run, "RuntimeError",
                           "expected total rotation dims == 2, but got dims = %d", count);
    }
    if (arg[0].tensor->shape.ndim < 2) {
        return raise_error(run, "RuntimeError", "expected total dims >= 2, but got total dims = %d",
                           arg[0].tensor->shape.ndim);
    }
    Value *dim = value_sequence(dims)->item;
    switch ((k % 4 + 4) % 4) {
    case 0: return call_row(run, "clone", arg[0], NULL, 0);
    case 1: return call_row(run, "transpose", call_row(run, "flip", arg[0], &dim[1], 1), dim, 2);
    case 2: return call_row(run, "flip", arg[0], &dims, 1);
    default: return call_row(run, "transpose", call_row(run, "flip", arg[0], &dim[0], 1), dim, 2);
    }
}

static Value torch_diag(Run *run, Value *arg)
{
    int64_t diagonal = 0;
    if (!need_tensor(run, "diag", arg[0]) || !int_given(run, "diag", "diagonal", arg[1], &diagonal))
        return NOTHING;
    Value offset = from_int(diagonal);
    int ndim = arg[0].tensor->shape.ndim;
    if (ndim == 1) return call_row(run, "diag_embed", arg[0], &offset, 1);
    if (ndim == 2) {
        Value view = call_row(run, "diagonal", arg[0], &offset, 1);
        Value in_order = from_text(run, "torch.contiguous_format");
        return in_order.type ? call_row(run, "clone", view, &in_order, 1) : NOTHING;
    }
    return raise_error(run, "RuntimeError", "matrix or a vector expected");
}

// ---- along a dimension -------------------------------------------------------------------------

// input, indices, dim
static Value torch_take_along_dim(Run *run, Value *arg)
{
    int64_t given = 0;
    int dim;
    if (!need_tensor(run, "take_along_dim", arg[0]) || !need_tensor(run, "take_along_dim", arg[1]))
        return NOTHING;
    if (!arg[2].type || arg[2].type == &type_none) {
        Value flat[] = {torch_ravel(run, arg), torch_ravel(run, arg + 1)};
        if (!flat[0].type || !flat[1].type) return NOTHING;
        return call_row(run, "gather", flat[0], (Value[]){from_int(0), flat[1]}, 2);
    }
    const Shape *in = &arg[0].tensor->shape, *index = &arg[1].tensor->shape;
    if (!int_given(run, "take_along_dim", "dim", arg[2], &given)) return NOTHING;
    if (in->ndim != index->ndim) {
        return raise_error(run, "RuntimeError",
                           "torch.take_along_dim(): input and indices should have the same number "
                           "of dimensions, but got %d dimensions for input, and %d dimensions for "
                           "indices",
                           in->ndim, index->ndim);
    }
    if (!wrap_dim(given, in->ndim, &dim, run->error)) return NOTHING;
    Shape wide_in = *in, wide_index = *index, both;
    if (in->ndim) wide_in.dim[dim] = wide_index.dim[dim] = 1;
    if (!shape_broadcast(&wide_in, &wide_index, &both)) {
        return raise_error(run, "RuntimeError",
                           "The size of tensor a must match the size of tensor b: %s and %s",
                           shape_list(&run->scratch, in), shape_list(&run->scratch, index));
    }
    wide_in = wide_index = both;
    if (in->ndim) {
        wide_in.dim[dim] = in->dim[dim];
        wide_index.dim[dim] = index->dim[dim];
    }
    Value in_size = from_shape(run, &wide_in), index_size = from_shape(run, &wide_index);
    if (!in_size.type || !index_size.type) return NOTHING;
    Value wide = call_row(run, "expand", arg[0], &in_size, 1);
    Value positions = call_row(run, "expand", arg[1], &index_size, 1);
    if (!positions.type) return NOTHING;
    return call_row(run, "gather", wide, (Value[]){from_int(dim), positions}, 2);
}

static Value torch_count_nonzero(Run *run, Value *arg)
{
    if (!need_tensor(run, "count_nonzero", arg[0])) return NOTHING;
    Value there = tensor_binary(run, OPERATOR_NOT_EQUAL, arg[0], from_int(0));
    return call_row(run, "sum", there, &arg[1], arg[1].type ? 1 : 0);
}

// elements, test_elements, invert
static Value torch_isin(Run *run, Value *arg)
{
    bool invert = false;
    for (int i = 0; i < 2; i++) {
        Tensor *tensor = tensor_of(run, arg[i]);
        if (!tensor) return NOTHING;
        arg[i] = from_tensor(tensor);
    }
    if (arg[2].type && !value_truth(run, arg[2], &invert)) return NOTHING;
    Value last = from_int(-1);
    Value each = call_row(run, "unsqueeze", arg[0], &last, 1);
    Value among = call_row(run, "reshape", arg[1], &last, 1);
    Value equal =
        among.type && each.type ? tensor_binary(run, OPERATOR_EQUAL, each, among) : NOTHING;
    Value found = call_row(run, "any", equal, &last, 1);
    return invert ? call_row(run, "logical_not", found, NULL, 0) : found;
}

static Value torch_numel(Run *run, Value *arg)
{
    return need_tensor(run, "numel", arg[0]) ? from_int(tensor_count(arg[0].tensor)) : NOTHING;
}

// ---- the tables --------------------------------------------------------------------------------

const Native shape_methods[] = {
    {"view_as", "self, other", tensor_view_as},
    {"reshape_as", "self, other", tensor_reshape_as},
    {"expand_as", "self, other", tensor_expand_as},
    {"broadcast_to", "self, *size", torch_broadcast_to},
    {"ravel", "self", torch_ravel},
    {"unflatten", "self, dim, sizes", torch_unflatten},
    {"tile", "self, *dims", torch_tile},
    {"rot90", "self, k=, dims=", torch_rot90},
    {"diag", "self, diagonal=", torch_diag},
    {"take_along_dim", "self, indices, dim=", torch_take_along_dim},
    {"count_nonzero", "self, dim=", torch_count_nonzero},
    {0},
};

const Native torch_shapes[] = {
    {"broadcast_to", "input, *size", torch_broadcast_to},
    {"ravel", "input", torch_ravel},
    {"unflatten", "input, dim, sizes", torch_unflatten},
    {"tile", "input, *dims", torch_tile},
    {"rot90", "input, k=, dims=", torch_rot90},
    {"diag", "input, diagonal=", torch_diag},
    {"take_along_dim", "input, indices, dim=", torch_take_along_dim},
    {"count_nonzero", "input, dim=", torch_count_nonzero},
    {"isin", "elements, test_elements, *, invert=, assume_unique=", torch_isin},
    {"numel", "input", torch_numel},
    {0},
};
