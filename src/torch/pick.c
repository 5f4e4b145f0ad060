// Functions of torch that choose an operation by what they are given: scatter, index_put, pad,
// repeat_interleave.
#include "torch/call.h"

#include "tensor/call.h"
#include "tensor/overlap.h"

// ---- scatter -----------------------------------------------------------------------------------

static const char *scatter_op(Run *run, Value reduce)
{
    if (!reduce.type || reduce.type == &type_none) return "scatter";
    bool text = reduce.type == &type_str;
    if (text && str_is(value_text(reduce), "add")) return "scatter_add";
    if (text && str_is(value_text(reduce), "multiply")) return "scatter_multiply";
    raise_error(run, "RuntimeError", "reduce argument must be either add or multiply.");
    return NULL;
}

// self, dim, index, src, value, reduce
static Value torch_scatter(Run *run, Value *arg)
{
    const char *op = scatter_op(run, arg[5]);
    Value source = arg[3].type ? arg[3] : arg[4];
    if (!op || !need_tensor(run, "scatter", arg[0])) return NOTHING;
    if (!source.type) {
        return raise_error(run, "TypeError",
                           "scatter() missing 1 required positional arguments: \"src\"");
    }
    return call_row(run, op, arg[0], (Value[]){arg[1], arg[2], source}, 3);
}

static Value tensor_scatter_in_place(Run *run, Value *arg)
{
    Value result = torch_scatter(run, arg);
    bool ok = result.type != NULL;
    for (int i = 2; i < 5 && ok; i++) { // index, src, value
        ok = !is_tensor(arg[i]) || overlap_is_apart(arg[0].tensor, arg[i].tensor, run->error);
    }
    return ok && tensor_write(run, arg[0], result) ? arg[0] : NOTHING;
}

// ---- index_put ---------------------------------------------------------------------------------

static bool is_tuple_of_tensors(Run *run, Value indices)
{
    bool good = is_sequence(indices);
    for (int i = 0; good && i < value_sequence(indices)->count; i++) {
        Value item = value_sequence(indices)->item[i];
        good = is_tensor(item) || item.type == &type_none;
    }
    if (!good) {
        raise_error(run, "TypeError",
                    "index_put_(): argument 'indices' (position 1) must be tuple of Tensors, not "
                    "%s",
                    indices.type->name);
    }
    return good;
}

// self, indices, values, accumulate
static Value tensor_index_put_in_place(Run *run, Value *arg)
{
    bool accumulate = false;
    bool ok = is_tuple_of_tensors(run, arg[1]) &&
              (!arg[3].type || value_truth(run, arg[3], &accumulate)) &&
              tensor_put(run, arg[0], arg[1], arg[2], accumulate);
    return ok ? arg[0] : NOTHING;
}

static Value torch_index_put(Run *run, Value *arg)
{
    if (!need_tensor(run, "index_put", arg[0])) return NOTHING;
    Value copy = call_row(run, "clone", arg[0], NULL, 0);
    if (!copy.type) return NOTHING;
    arg[0] = copy;
    return tensor_index_put_in_place(run, arg);
}

// ---- repeat_interleave -------------------------------------------------------------------------

// Position i as often as `repeats` says.
static Value repeated_positions(Run *run, int64_t size, const Tensor *repeats)
{
    int64_t total = 0, count = tensor_count(repeats);
    for (int64_t i = 0; i < size; i++) {
        int64_t times = tensor_get_int(repeats, index_unravel(&repeats->shape, count > 1 ? i : 0));
        if (times < 0) {
            return raise_error(run, "RuntimeError", "repeats can not be negative");
        }
        if (__builtin_add_overflow(total, times, &total)) {
            return raise_error(run, "RuntimeError", "the repeated tensor is too large");
        }
    }
    Tensor *index = tensor_new(&run->trace.heap, DTYPE_INT64, (Shape){1, {total}}, run->error);
    if (!index) return NOTHING;
    int64_t *to = tensor_ints(index);
    for (int64_t i = 0; i < size; i++) {
        int64_t times = tensor_get_int(repeats, index_unravel(&repeats->shape, count > 1 ? i : 0));
        while (times-- > 0) *to++ = i;
    }
    trace_constant(&run->trace, op_find(STR("tensor"), 0), index, run->here);
    return from_tensor(index);
}

static bool repeats_fit(Run *run, const Tensor *repeats, int dim, int64_t size)
{
    int64_t count = tensor_count(repeats);
    if (repeats->dtype != DTYPE_INT64 && repeats->dtype != DTYPE_INT32)
        return not_implemented(run->error, "repeat_interleave_cpu", repeats->dtype);
    if (repeats->shape.ndim > 1) {
        raise_error(run, "RuntimeError", "repeats must be 0-dim or 1-dim tensor");
        return false;
    }
    if (count == 1 || count == size) return true;
    raise_error(run, "RuntimeError",
                "repeats must have the same size as input along dim, but got repeats.size(0) = "
                "%lld and input.size(%d) = %lld",
                (long long)count, dim, (long long)size);
    return false;
}

// self, repeats, dim
static Value torch_repeat_interleave(Run *run, Value *arg)
{
    int dim = 0;
    if (!need_tensor(run, "repeat_interleave", arg[0])) return NOTHING;
    Value self = arg[0], along = arg[2];
    if (!along.type || along.type == &type_none) {
        self = call_row(run, "flatten", self, NULL, 0);
        along = from_int(0);
    }
    Tensor *repeats = self.type ? tensor_of(run, arg[1]) : NULL;
    if (!repeats || !is_integer(along)) return NOTHING;
    if (self.tensor->shape.ndim == 0) {
        return raise_error(run, "IndexError",
                           "Dimension out of range (expected to be in range of [-1, 0], but got "
                           "1)");
    }
    if (!wrap_dim(integer_of(along), self.tensor->shape.ndim, &dim, run->error)) return NOTHING;
    int64_t size = self.tensor->shape.ndim ? self.tensor->shape.dim[dim] : 1;
    if (!repeats_fit(run, repeats, dim, size)) return NOTHING;
    Value index = repeated_positions(run, size, repeats);
    return index.type ? call_row(run, "index_select", self, (Value[]){from_int(dim), index}, 2)
                      : NOTHING;
}

// ---- pad ---------------------------------------------------------------------------------------

static bool length_fits(Run *run, Value pad, int ndim)
{
    int count = is_sequence(pad) ? value_sequence(pad)->count : 0;
    if (count % 2) {
        raise_error(run, "RuntimeError", "Padding length must be divisible by 2");
        return error_hint(run->error, "two numbers for each dimension, the last one first");
    }
    if (count <= 2 * ndim) return true;
    raise_error(run, "RuntimeError",
                "Padding length should be less than or equal to two times the input dimension but "
                "got padding length %d and input of dimension %d",
                count, ndim);
    return false;
}

// input, pad, mode, value
static Value functional_pad(Run *run, Value *arg)
{
    Str mode = arg[2].type == &type_str ? value_text(arg[2]) : STR("constant");
    if (!need_tensor(run, "pad", arg[0])) return NOTHING;
    bool has_value = arg[3].type && arg[3].type != &type_none;
    if (!length_fits(run, arg[1], arg[0].tensor->shape.ndim)) return NOTHING;
    if (str_is(mode, "constant")) {
        return call_row(run, "constant_pad_nd", arg[0],
                        (Value[]){arg[1], has_value ? arg[3] : from_int(0)}, 2);
    }
    return call_library(run, "torch.nn._padding", "by_position",
                        (Value[]){arg[0], arg[1], arg[2], has_value ? arg[3] : NONE}, 4);
}

// ---- the tables --------------------------------------------------------------------------------

const Native pick_methods[] = {
    {"scatter", "self, dim, index, src=, value=, reduce=", torch_scatter},
    {"scatter_", "self, dim, index, src=, value=, reduce=", tensor_scatter_in_place},
    {"index_put", "self, indices, values, accumulate=", torch_index_put},
    {"index_put_", "self, indices, values, accumulate=", tensor_index_put_in_place},
    {"repeat_interleave", "self, repeats, dim=", torch_repeat_interleave},
    {0},
};

const Native torch_picks[] = {
    {"scatter", "input, dim, index, src=, value=, reduce=", torch_scatter},
    {"index_put", "input, indices, values, accumulate=", torch_index_put},
    {"repeat_interleave", "input, repeats, dim=", torch_repeat_interleave},
    {0},
};

const Native functional_picks[] = {
    {"pad", "input, pad, mode=, value=", functional_pad},
    {0},
};
