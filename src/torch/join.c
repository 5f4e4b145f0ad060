// Functions of torch that take several tensors: joined, or broadcast together. What they do is made
// of other operations.
#include "torch/call.h"

#include "tensor/call.h"

static bool are_tensors(Run *run, const char *function, Value list)
{
    const Sequence *items = value_sequence(list);
    for (int i = 0; i < items->count; i++) {
        if (is_tensor(items->item[i])) continue;
        raise_error(run, "TypeError",
                    "%s(): argument 'tensors' (position 1) must be tuple of Tensors, not %s",
                    function, items->item[i].type->name);
        return false;
    }
    return true;
}

// ---- at least so many dimensions ---------------------------------------------------------------

static Value at_least(Run *run, Value self, int dims)
{
    int ndim = self.tensor->shape.ndim;
    if (ndim >= dims) return self;
    if (ndim == 0) {
        Value sizes = tuple_of_ints(run, (const int64_t[]){1, 1, 1}, dims);
        return sizes.type ? call_row(run, "reshape", self, &sizes, 1) : NOTHING;
    }
    Value first = from_int(0), last = from_int(-1);
    if (ndim == 1) self = call_row(run, "unsqueeze", self, &first, 1);
    return dims == 3 && self.type ? call_row(run, "unsqueeze", self, &last, 1) : self;
}

static Value each_at_least(Run *run, const char *function, Value list, int dims)
{
    Value result = new_sequence(run, &type_tuple, NULL, 0);
    if (!result.type || !are_tensors(run, function, list)) return NOTHING;
    for (int i = 0; i < value_sequence(list)->count; i++) {
        Value item = at_least(run, value_sequence(list)->item[i], dims);
        if (!item.type || !sequence_add(run, value_sequence(result), item)) return NOTHING;
    }
    return result;
}

static Value atleast(Run *run, const char *function, Value tensors, int dims)
{
    const Sequence *given = value_sequence(tensors);
    bool single = given->count == 1 && is_tensor(given->item[0]);
    Value list = each_at_least(run, function, all_or_sequence(tensors), dims);
    return single && list.type ? value_sequence(list)->item[0] : list;
}

static Value torch_atleast_1d(Run *run, Value *arg)
{
    return atleast(run, "atleast_1d", arg[0], 1);
}

static Value torch_atleast_2d(Run *run, Value *arg)
{
    return atleast(run, "atleast_2d", arg[0], 2);
}

static Value torch_atleast_3d(Run *run, Value *arg)
{
    return atleast(run, "atleast_3d", arg[0], 3);
}

// ---- joined ------------------------------------------------------------------------------------

static Value cat(Run *run, Value list, int dim)
{
    Value item[] = {list, from_int(dim)};
    if (!list.type) return NOTHING;
    return call_op(run, op_find(STR("cat"), IN_TORCH), &(Args){.item = item, .count = 2}, NULL);
}

static Value stacked(Run *run, const char *function, Value list, int dims, int dim)
{
    if (!is_sequence(list)) {
        return raise_error(run, "TypeError",
                           "%s(): argument 'tensors' (position 1) must be tuple of Tensors, not %s",
                           function, list.type->name);
    }
    if (value_sequence(list)->count == 0) {
        return raise_error(run, "RuntimeError", "%s expects a non-empty TensorList", function);
    }
    Value tensors = each_at_least(run, function, list, dims);
    if (!tensors.type) return NOTHING;
    if (dims == 1) dim = value_sequence(tensors)->item[0].tensor->shape.ndim == 1 ? 0 : 1;
    return cat(run, tensors, dim);
}

static Value torch_hstack(Run *run, Value *arg)
{
    return stacked(run, "hstack", arg[0], 1, 0);
}

static Value torch_vstack(Run *run, Value *arg)
{
    return stacked(run, "vstack", arg[0], 2, 0);
}

static Value torch_dstack(Run *run, Value *arg)
{
    return stacked(run, "dstack", arg[0], 3, 2);
}

// Lines become columns.
static Value torch_column_stack(Run *run, Value *arg)
{
    Value columns = new_sequence(run, &type_tuple, NULL, 0);
    if (!columns.type || !is_sequence(arg[0]) || !are_tensors(run, "column_stack", arg[0])) {
        return NOTHING;
    }
    for (int i = 0; i < value_sequence(arg[0])->count; i++) {
        Value item = value_sequence(arg[0])->item[i];
        Value sizes = tuple_of_ints(run, (int64_t[]){tensor_count(item.tensor), 1}, 2);
        if (!sizes.type) return NOTHING;
        if (item.tensor->shape.ndim <= 1) item = call_row(run, "reshape", item, &sizes, 1);
        if (!item.type || !sequence_add(run, value_sequence(columns), item)) return NOTHING;
    }
    return cat(run, columns, 1);
}

// ---- broadcast together ------------------------------------------------------------------------

static Value torch_broadcast_tensors(Run *run, Value *arg)
{
    Value list = all_or_sequence(arg[0]), result = new_sequence(run, &type_tuple, NULL, 0);
    Shape shape = {0};
    if (!result.type || !are_tensors(run, "broadcast_tensors", list)) return NOTHING;
    const Sequence *given = value_sequence(list);
    for (int i = 0; i < given->count; i++) {
        if (!broadcast_with(&shape, given->item[i].tensor, run->error)) return NOTHING;
    }
    Value size = from_shape(run, &shape);
    for (int i = 0; size.type && i < given->count; i++) {
        bool same = shape_equal(&shape, &given->item[i].tensor->shape);
        Value wide = same ? given->item[i] : call_row(run, "expand", given->item[i], &size, 1);
        if (!wide.type || !sequence_add(run, value_sequence(result), wide)) return NOTHING;
    }
    return size.type ? result : NOTHING;
}

static bool read_lines(Run *run, const Sequence *given, bool xy, Shape *shape)
{
    *shape = (Shape){.ndim = given->count};
    if (given->count > MAX_DIMS) return too_many_dims(run->error, given->count);
    for (int i = 0; i < given->count; i++) {
        const Tensor *line = given->item[i].tensor;
        if (line->shape.ndim > 1) {
            raise_error(run, "RuntimeError",
                        "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: %s",
                        tensor_count(line) ? "a tensor with more dimensions" : "an empty one");
            return false;
        }
        if (line->dtype != given->item[0].tensor->dtype) {
            raise_error(run, "RuntimeError", "meshgrid expects all tensors to have the same dtype");
            return false;
        }
        int d = xy && i < 2 && given->count > 1 ? 1 - i : i;
        shape->dim[d] = tensor_count(line);
    }
    return true;
}

// Each line along a dimension of its own, repeated along the others.
static Value torch_meshgrid(Run *run, Value *arg)
{
    Value list = all_or_sequence(arg[0]), result = new_sequence(run, &type_tuple, NULL, 0);
    Shape shape;
    bool xy = arg[1].type == &type_str && str_is(value_text(arg[1]), "xy");
    if (!result.type || !are_tensors(run, "meshgrid", list)) return NOTHING;
    const Sequence *given = value_sequence(list);
    if (given->count == 0) {
        return raise_error(run, "RuntimeError", "meshgrid expects a non-empty TensorList");
    }
    if (arg[1].type == &type_str && !xy && !str_is(value_text(arg[1]), "ij")) {
        return raise_error(run, "RuntimeError",
                           "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but "
                           "received: %.*s",
                           STR_ARG(value_text(arg[1])));
    }
    if (!read_lines(run, given, xy, &shape)) return NOTHING;
    Value size = from_shape(run, &shape);
    for (int i = 0; size.type && i < given->count; i++) {
        Shape own = {.ndim = shape.ndim, .dim = {1, 1, 1, 1, 1, 1, 1, 1}};
        own.dim[xy && i < 2 && given->count > 1 ? 1 - i : i] = tensor_count(given->item[i].tensor);
        Value sizes = from_shape(run, &own);
        Value line = sizes.type ? call_row(run, "view", given->item[i], &sizes, 1) : NOTHING;
        Value grid = call_row(run, "expand", line, &size, 1);
        if (!grid.type || !sequence_add(run, value_sequence(result), grid)) return NOTHING;
    }
    return size.type ? result : NOTHING;
}

// ---- the table -----------------------------------------------------------------------------

const Native torch_joins[] = {
    {"atleast_1d", "*tensors", torch_atleast_1d},
    {"atleast_2d", "*tensors", torch_atleast_2d},
    {"atleast_3d", "*tensors", torch_atleast_3d},
    {"hstack", "tensors", torch_hstack},
    {"vstack", "tensors", torch_vstack},
    {"row_stack", "tensors", torch_vstack},
    {"dstack", "tensors", torch_dstack},
    {"column_stack", "tensors", torch_column_stack},
    {"broadcast_tensors", "*tensors", torch_broadcast_tensors},
    {"meshgrid", "*tensors, indexing=", torch_meshgrid},
    {0},
};
