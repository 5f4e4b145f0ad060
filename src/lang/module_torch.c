// torch, torch.nn and torch.nn.functional: making tensors, asking about them, and settings. The
// operations themselves come from their table (module_attribute, tensor_attribute).
#include "lang/interp.h"

#include "tensor/convert.h"
#include "tensor/create.h"

#include <math.h>
#include <string.h>

// ---- arguments that many have --------------------------------------------------------------

// device= and requires_grad= may be given as long as they change nothing.
static bool plain_options(Run *run, Value device, Value requires_grad)
{
    bool cpu = device.type == &type_str && str_is(value_text(device), "cpu");
    if (device.type && device.type != &type_none && !cpu) {
        outside_subset(run, "another device than \"cpu\"");
        return false;
    }
    bool truth = false;
    if (requires_grad.type && !value_truth(run, requires_grad, &truth)) return false;
    if (truth) outside_subset(run, "requires_grad=True");
    return !truth;
}

static bool dtype_option(Run *run, const char *function, Value given, DType otherwise, DType *dtype)
{
    *dtype = otherwise;
    if (!given.type || given.type == &type_none || dtype_of(run, given, dtype)) return true;
    raise_error(run, "TypeError", "%s(): argument 'dtype' must be torch.dtype, not %s", function,
                given.type->name);
    return false;
}

// (2, 3) or 2, 3.
static bool size_option(Run *run, const char *function, Value given, Shape *shape)
{
    const Sequence *sizes = value_sequence(given);
    if (sizes->count == 1 && is_sequence(sizes->item[0])) sizes = value_sequence(sizes->item[0]);
    int64_t *size = arena_array(&run->scratch, (size_t)sizes->count + 1, sizeof *size);
    for (int i = 0; i < sizes->count; i++) {
        if (sizes->item[i].type != &type_int) {
            raise_error(run, "TypeError",
                        "%s(): argument 'size' must be tuple of ints, but found "
                        "element of type %s at pos %d",
                        function, sizes->item[i].type->name, i + 1);
            return false;
        }
        size[i] = sizes->item[i].integer;
    }
    return create_shape(size, sizes->count, shape, run->error);
}

static Value made(Run *run, const char *name, Tensor *tensor)
{
    if (tensor) trace_constant(&run->trace, op_find(str_from(name), 0), tensor, run->here);
    return from_tensor(tensor);
}

static Tensor *converted(Run *run, Tensor *tensor, DType dtype)
{
    if (!tensor || tensor->dtype == dtype) return tensor;
    Tensor *other = tensor_new(&run->trace.heap, dtype, tensor->shape, run->error);
    if (other) tensor_assign(other, tensor);
    return other;
}

static bool is_tensor(Run *run, const char *function, Value value)
{
    if (value.type == &type_tensor) return true;
    raise_error(run, "TypeError", "%s(): argument 'input' (position 1) must be Tensor, not %s",
                function, value.type->name);
    return false;
}

// ---- making tensors ------------------------------------------------------------------------

static Value torch_tensor(Run *run, Value *arg)
{
    if (!plain_options(run, arg[2], arg[3])) return NOTHING;
    return tensor_from_data(run, arg[0], arg[1]);
}

static Value torch_zeros(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    bool ok = plain_options(run, arg[2], arg[3]) && size_option(run, "zeros", arg[0], &shape) &&
              dtype_option(run, "zeros", arg[1], DTYPE_FLOAT32, &dtype);
    return ok ? made(run, "zeros", tensor_new(&run->trace.heap, dtype, shape, run->error))
              : NOTHING;
}

static Value torch_ones(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    bool ok = plain_options(run, arg[2], arg[3]) && size_option(run, "ones", arg[0], &shape) &&
              dtype_option(run, "ones", arg[1], DTYPE_FLOAT32, &dtype);
    return ok ? made(run, "ones", create_ones(&run->trace.heap, dtype, shape, run->error))
              : NOTHING;
}

static DType dtype_of_fill(Value value)
{
    if (value.type == &type_tensor) return value.tensor->dtype;
    if (value.type == &type_bool) return DTYPE_BOOL;
    return value.type == &type_int ? DTYPE_INT64 : DTYPE_FLOAT32;
}

static Value full(Run *run, const char *name, Shape shape, DType dtype, Value fill)
{
    if (!is_number(fill) && fill.type != &type_tensor) {
        return raise_error(run, "TypeError",
                           "%s(): argument 'fill_value' (position 2) must be Number, not %s", name,
                           fill.type->name);
    }
    const Tensor *value = tensor_of(run, fill);
    if (!value) return NOTHING;
    if (tensor_count(value) != 1) {
        return raise_error(run, "RuntimeError",
                           "fill_value must be one number, not a tensor of %lld",
                           (long long)tensor_count(value));
    }
    return made(run, name, create_full(&run->trace.heap, dtype, shape, value, run->error));
}

static Value torch_full(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    Value size = new_sequence(run, &type_tuple, arg, 1);
    bool ok = size.type && plain_options(run, arg[3], arg[4]) &&
              size_option(run, "full", size, &shape) &&
              dtype_option(run, "full", arg[2], dtype_of_fill(arg[1]), &dtype);
    return ok ? full(run, "full", shape, dtype, arg[1]) : NOTHING;
}

static Value like(Run *run, const char *name, Value *arg, Value fill, Value dtype_given)
{
    DType dtype;
    if (!is_tensor(run, name, arg[0])) return NOTHING;
    if (!dtype_option(run, name, dtype_given, arg[0].tensor->dtype, &dtype)) return NOTHING;
    return full(run, name, arg[0].tensor->shape, dtype, fill);
}

static Value torch_zeros_like(Run *run, Value *arg)
{
    return like(run, "zeros_like", arg, from_int(0), arg[1]);
}

static Value torch_ones_like(Run *run, Value *arg)
{
    return like(run, "ones_like", arg, from_int(1), arg[1]);
}

static Value torch_full_like(Run *run, Value *arg)
{
    return like(run, "full_like", arg, arg[1], arg[2]);
}

static bool numbers(Run *run, const char *function, Value *value, int count, bool *whole)
{
    *whole = true;
    for (int i = 0; i < count; i++) {
        bool cell = value[i].type == &type_tensor && tensor_count(value[i].tensor) == 1;
        if (cell) {
            const Type *type = value[i].tensor->dtype == DTYPE_FLOAT32 ? &type_float : &type_int;
            value[i] = call_with(run, from_type(type), &value[i], 1);
        }
        if (!is_number(value[i])) {
            raise_error(run, "TypeError", "%s(): argument (position %d) must be Number, not %s",
                        function, i + 1, value[i].type->name);
            return false;
        }
        *whole &= is_integer(value[i]);
    }
    return true;
}

// arange(end), arange(start, end), arange(start, end, step)
static Value torch_arange(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[0]);
    Value part[3] = {from_int(0), NOTHING, from_int(1)};
    int positional = given->count;
    for (int i = 0; i < positional && i < 3; i++) part[positional == 1 ? 1 : i] = given->item[i];
    for (int i = 0; i < 3; i++) {
        if (arg[i + 1].type) part[i] = arg[i + 1];
    }
    if (positional > 3 || !part[1].type) {
        return raise_error(run, "TypeError", "arange() takes from 1 to 3 numbers, %d were given",
                           positional);
    }
    bool whole;
    DType dtype;
    if (!numbers(run, "arange", part, 3, &whole)) return NOTHING;
    DType natural = whole ? DTYPE_INT64 : DTYPE_FLOAT32;
    bool ok =
        plain_options(run, arg[5], NOTHING) && dtype_option(run, "arange", arg[4], natural, &dtype);
    if (!ok) return NOTHING;
    TensorHeap *heap = &run->trace.heap;
    Tensor *tensor = whole ? create_arange_ints(heap, integer_of(part[0]), integer_of(part[1]),
                                                integer_of(part[2]), run->error)
                           : create_arange(heap, number_of(part[0]), number_of(part[1]),
                                           number_of(part[2]), run->error);
    return made(run, "arange", converted(run, tensor, dtype));
}

static Value torch_linspace(Run *run, Value *arg)
{
    bool whole;
    DType dtype;
    if (!numbers(run, "linspace", arg, 3, &whole)) return NOTHING;
    if (!is_integer(arg[2])) {
        return raise_error(run, "TypeError", "linspace(): argument 'steps' must be int, not %s",
                           arg[2].type->name);
    }
    if (!dtype_option(run, "linspace", arg[3], DTYPE_FLOAT32, &dtype)) return NOTHING;
    Tensor *tensor = create_linspace(&run->trace.heap, number_of(arg[0]), number_of(arg[1]),
                                     integer_of(arg[2]), run->error);
    return made(run, "linspace", converted(run, tensor, dtype));
}

static Value torch_eye(Run *run, Value *arg)
{
    DType dtype;
    if (!arg[1].type) arg[1] = arg[0];
    if (arg[0].type != &type_int || arg[1].type != &type_int) {
        return raise_error(run, "TypeError", "eye(): argument 'n' (position 1) must be int, not %s",
                           arg[0].type == &type_int ? arg[1].type->name : arg[0].type->name);
    }
    if (!dtype_option(run, "eye", arg[2], DTYPE_FLOAT32, &dtype)) return NOTHING;
    return made(run, "eye",
                create_eye(&run->trace.heap, dtype, arg[0].integer, arg[1].integer, run->error));
}

static Value torch_float_tensor(Run *run, Value *arg)
{
    return tensor_from_data(run, arg[0], from_dtype(DTYPE_FLOAT32));
}

static Value torch_long_tensor(Run *run, Value *arg)
{
    return tensor_from_data(run, arg[0], from_dtype(DTYPE_INT64));
}

// ---- asking --------------------------------------------------------------------------------

static Value torch_is_tensor(Run *run, Value *arg)
{
    (void)run;
    return from_bool(arg[0].type == &type_tensor);
}

static bool two_tensors(Run *run, const char *function, const Value *arg)
{
    for (int i = 0; i < 2; i++) {
        if (arg[i].type == &type_tensor) continue;
        raise_error(run, "TypeError", "%s(): argument '%s' (position %d) must be Tensor, not %s",
                    function, i ? "other" : "input", i + 1, arg[i].type->name);
        return false;
    }
    return true;
}

static bool same_dtype(Run *run, const Value *arg)
{
    static const char *const title[] = {"Float", "Long", "Bool"};
    if (arg[0].tensor->dtype == arg[1].tensor->dtype) return true;
    raise_error(run, "RuntimeError", "%s did not match %s", title[arg[0].tensor->dtype],
                title[arg[1].tensor->dtype]);
    return false;
}

static Value torch_equal(Run *run, Value *arg)
{
    if (!two_tensors(run, "equal", arg)) return NOTHING;
    const Tensor *a = arg[0].tensor, *b = arg[1].tensor;
    if (!shape_equal(&a->shape, &b->shape)) return from_bool(false);
    if (a->dtype != b->dtype) {
        static const char *const title[] = {"Float", "Long", "Bool"};
        return raise_error(run, "RuntimeError",
                           "Expected object of scalar type %s but got scalar type %s for argument "
                           "'other'",
                           title[a->dtype], title[b->dtype]);
    }
    Index at = {0};
    if (!tensor_count(a)) return from_bool(true);
    do {
        bool equal = a->dtype == DTYPE_INT64 ? tensor_get_int(a, at) == tensor_get_int(b, at)
                                             : tensor_get(a, at) == tensor_get(b, at);
        if (!equal) return from_bool(false);
    } while (index_next(&a->shape, &at));
    return from_bool(true);
}

typedef struct Tolerance {
    double relative, absolute;
    bool equal_nan;
} Tolerance;

// |a - b| <= atol + rtol * |b|, computed in float as PyTorch does.
static bool close_floats(float a, float b, const Tolerance *tolerance)
{
    if (a == b) return true;
    if (isnan(a) && isnan(b)) return tolerance->equal_nan;
    float allowed = (float)tolerance->absolute + fabsf((float)tolerance->relative * b);
    float difference = fabsf(a - b);
    return isfinite(difference) && difference <= allowed;
}

static bool close_ints(int64_t a, int64_t b, const Tolerance *tolerance)
{
    double allowed = tolerance->absolute + fabs(tolerance->relative * (double)b);
    return a == b || fabs((double)a - (double)b) <= allowed;
}

static bool read_tolerance(Run *run, const Value *arg, Tolerance *tolerance)
{
    *tolerance = (Tolerance){1e-5, 1e-8, false};
    for (int i = 0; i < 2; i++) {
        if (!arg[i].type) continue;
        if (!is_number(arg[i])) {
            raise_error(run, "TypeError", "allclose(): argument '%s' must be float, not %s",
                        i ? "atol" : "rtol", arg[i].type->name);
            return false;
        }
        *(i ? &tolerance->absolute : &tolerance->relative) = number_of(arg[i]);
    }
    return !arg[2].type || value_truth(run, arg[2], &tolerance->equal_nan);
}

static Value torch_allclose(Run *run, Value *arg)
{
    Tolerance tolerance;
    Shape shape;
    if (!two_tensors(run, "allclose", arg) || !same_dtype(run, arg)) return NOTHING;
    if (!read_tolerance(run, arg + 2, &tolerance)) return NOTHING;
    const Tensor *a = arg[0].tensor, *b = arg[1].tensor;
    if (!shape_broadcast(&a->shape, &b->shape, &shape)) {
        // The operation has the message.
        return tensor_binary(run, OPERATOR_EQUAL, arg[0], arg[1]);
    }
    Index at = {0};
    if (!shape_count(&shape)) return from_bool(true);
    do {
        Index x = index_broadcast(&a->shape, &shape, at),
              y = index_broadcast(&b->shape, &shape, at);
        bool close =
            a->dtype == DTYPE_FLOAT32
                ? close_floats((float)tensor_get(a, x), (float)tensor_get(b, y), &tolerance)
                : close_ints(tensor_get_int(a, x), tensor_get_int(b, y), &tolerance);
        if (!close) return from_bool(false);
    } while (index_next(&shape, &at));
    return from_bool(true);
}

// ---- max and min along a dimension give two tensors ------------------------------------------

static Value extreme(Run *run, const char *name, const char *index_name, const char *pair_name,
                     Value *arg)
{
    static const char *const fields[] = {"values", "indices"};
    if (!is_tensor(run, name, arg[0])) return NOTHING;
    if (arg[1].type == &type_tensor) {
        return apply_op(run, op_find(str_from(pair_name), IN_TORCH), arg, 2, NULL, 0);
    }
    Args args = {.item = arg + 1, .count = !arg[1].type ? 0 : !arg[2].type ? 1 : 2};
    Value values = call_op(run, op_find(str_from(name), IN_TENSOR), &args, arg);
    if (!arg[1].type || !values.type) return values;
    Value indices = call_op(run, op_find(str_from(index_name), IN_TENSOR), &args, arg);
    if (!indices.type) return NOTHING;
    Value pair = new_sequence(run, &type_tuple, (Value[]){values, indices}, 2);
    if (!pair.type) return NOTHING;
    value_sequence(pair)->fields = fields;
    value_sequence(pair)->title =
        name[1] == 'a' ? "torch.return_types.max" : "torch.return_types.min";
    return pair;
}

static Value torch_max(Run *run, Value *arg)
{
    return extreme(run, "max", "argmax", "maximum", arg);
}

static Value torch_min(Run *run, Value *arg)
{
    return extreme(run, "min", "argmin", "minimum", arg);
}

// ---- settings ------------------------------------------------------------------------------

static const struct {
    const char *name;
    PrintOptions options;
} profiles[] = {
    {"default", {4, 1000, 3, 80, -1}},
    {"short", {2, 1000, 2, 80, -1}},
    {"full", {4, (double)INFINITY, 3, 80, -1}},
};

static bool set_profile(Run *run, Value profile)
{
    if (!profile.type || profile.type == &type_none) return true;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        if (profile.type != &type_str || !str_is(value_text(profile), profiles[i].name)) continue;
        run->print = profiles[i].options;
        return true;
    }
    raise_error(run, "ValueError", "profile must be \"default\", \"short\" or \"full\"");
    return false;
}

static bool print_number(Run *run, const char *name, Value given, int low, int *number)
{
    if (!given.type || given.type == &type_none) return true;
    if (!is_integer(given) || integer_of(given) < low || integer_of(given) > 1000) {
        raise_error(run, "ValueError", "%s must be an integer from %d to 1000", name, low);
        return false;
    }
    *number = (int)integer_of(given);
    return true;
}

static Value torch_set_printoptions(Run *run, Value *arg)
{
    PrintOptions *print = &run->print;
    bool ok = set_profile(run, arg[4]) &&
              print_number(run, "precision", arg[0], 0, &print->precision) &&
              print_number(run, "edgeitems", arg[2], 0, &print->edge_items) &&
              print_number(run, "linewidth", arg[3], 1, &print->line_width);
    if (!ok) return NOTHING;
    bool truth;
    if (arg[1].type && is_number(arg[1])) print->threshold = number_of(arg[1]);
    if (arg[5].type == &type_none)
        print->scientific = -1;
    else if (arg[5].type && !value_truth(run, arg[5], &truth))
        return NOTHING;
    else if (arg[5].type)
        print->scientific = truth;
    return NONE;
}

static Value torch_random(Run *run, Value *arg)
{
    (void)arg;
    raise_error(run, "NotImplementedError", "qkv has no random numbers yet");
    error_hint(run->error, "torch.tensor([...]) with numbers of your choice");
    return NOTHING;
}

static Value torch_manual_seed(Run *run, Value *arg)
{
    (void)run;
    (void)arg;
    return NONE;
}

static const Native natives[] = {
    {"tensor", "data, *, dtype=, device=, requires_grad=", torch_tensor},
    {"zeros", "*size, dtype=, device=, requires_grad=", torch_zeros},
    {"ones", "*size, dtype=, device=, requires_grad=", torch_ones},
    {"full", "size, fill_value, *, dtype=, device=, requires_grad=", torch_full},
    {"zeros_like", "input, *, dtype=", torch_zeros_like},
    {"ones_like", "input, *, dtype=", torch_ones_like},
    {"full_like", "input, fill_value, *, dtype=", torch_full_like},
    {"arange", "*numbers, start=, end=, step=, dtype=, device=", torch_arange},
    {"linspace", "start, end, steps, *, dtype=", torch_linspace},
    {"eye", "n, m=, *, dtype=", torch_eye},
    {"FloatTensor", "data, /", torch_float_tensor},
    {"LongTensor", "data, /", torch_long_tensor},
    {"is_tensor", "obj", torch_is_tensor},
    {"equal", "input, other", torch_equal},
    {"allclose", "input, other, rtol=, atol=, equal_nan=", torch_allclose},
    {"max", "input, dim=, keepdim=", torch_max},
    {"min", "input, dim=, keepdim=", torch_min},
    {"set_printoptions",
     "precision=, threshold=, edgeitems=, linewidth=, profile=, sci_mode=", torch_set_printoptions},
    {"manual_seed", "seed", torch_manual_seed},
    {"rand", "*arguments", torch_random},
    {"randn", "*arguments", torch_random},
    {"randint", "*arguments", torch_random},
    {"randperm", "*arguments", torch_random},
    {0},
};

// ---- methods of tensors that are no operations -------------------------------------------------

static Value method_size(Run *run, Value *arg)
{
    Value size = from_shape(run, &arg[0].tensor->shape);
    if (!size.type || !arg[1].type || arg[1].type == &type_none) return size;
    int ndim = arg[0].tensor->shape.ndim;
    int64_t dim = is_integer(arg[1]) ? integer_of(arg[1]) : INT64_MAX;
    if (!is_integer(arg[1])) {
        return raise_error(run, "TypeError", "size(): argument 'dim' must be int, not %s",
                           arg[1].type->name);
    }
    if (dim < -ndim || dim >= ndim) {
        return raise_error(run, "IndexError",
                           "Dimension out of range (expected to be in range of [%d, %d], but got "
                           "%lld)",
                           ndim ? -ndim : -1, ndim ? ndim - 1 : 0, (long long)dim);
    }
    return from_int(arg[0].tensor->shape.dim[dim < 0 ? dim + ndim : dim]);
}

static Value method_dim(Run *run, Value *arg)
{
    (void)run;
    return from_int(arg[0].tensor->shape.ndim);
}

static Value method_numel(Run *run, Value *arg)
{
    (void)run;
    return from_int(tensor_count(arg[0].tensor));
}

static Value cell_value(const Tensor *tensor, Index at)
{
    if (tensor->dtype == DTYPE_FLOAT32) return from_double(tensor_get(tensor, at));
    if (tensor->dtype == DTYPE_BOOL) return from_bool(tensor_get(tensor, at) != 0);
    return from_int(tensor_get_int(tensor, at));
}

static Value method_item(Run *run, Value *arg)
{
    if (tensor_count(arg[0].tensor) == 1) return cell_value(arg[0].tensor, (Index){0});
    return raise_error(run, "ValueError",
                       "only one element tensors can be converted to Python scalars");
}

static Value nested_lists(Run *run, const Tensor *tensor, Index *at, int dim)
{
    if (dim == tensor->shape.ndim) return cell_value(tensor, *at);
    Value list = new_sequence(run, &type_list, NULL, 0);
    for (int64_t i = 0; list.type && i < tensor->shape.dim[dim]; i++) {
        at->at[dim] = i;
        Value item = nested_lists(run, tensor, at, dim + 1);
        if (!item.type || !sequence_add(run, value_sequence(list), item)) return NOTHING;
    }
    return list;
}

static Value method_tolist(Run *run, Value *arg)
{
    Index at = {0};
    return nested_lists(run, arg[0].tensor, &at, 0);
}

static Value method_is_floating_point(Run *run, Value *arg)
{
    (void)run;
    return from_bool(arg[0].tensor->dtype == DTYPE_FLOAT32);
}

static Value method_is_contiguous(Run *run, Value *arg)
{
    (void)run;
    return from_bool(tensor_is_contiguous(arg[0].tensor));
}

static Value fill_with(Run *run, Value self, Value value)
{
    Value everything = {.type = &type_ellipsis};
    return tensor_set_subscript(run, self, everything, value) ? self : NOTHING;
}

static Value method_fill(Run *run, Value *arg)
{
    return fill_with(run, arg[0], arg[1]);
}

static Value method_zero(Run *run, Value *arg)
{
    return fill_with(run, arg[0], from_int(0));
}

static Value method_type_as(Run *run, Value *arg)
{
    if (!is_tensor(run, "type_as", arg[1])) return NOTHING;
    Value dtype = from_dtype(arg[1].tensor->dtype);
    Value method = get_attribute(run, arg[0], name_of(&run->names, STR("to")));
    return method.type ? call_with(run, method, &dtype, 1) : NOTHING;
}

static Value method_outside(Run *run, Value *arg)
{
    (void)arg;
    outside_subset(run, "a dtype other than float32, int64 and bool");
    error_hint(run->error, ".float(), .long() or .bool()");
    return NOTHING;
}

const Native tensor_methods[] = {
    {"size", "self, dim=", method_size},
    {"dim", "self", method_dim},
    {"ndimension", "self", method_dim},
    {"numel", "self", method_numel},
    {"nelement", "self", method_numel},
    {"item", "self", method_item},
    {"tolist", "self", method_tolist},
    {"is_floating_point", "self", method_is_floating_point},
    {"is_contiguous", "self", method_is_contiguous},
    {"equal", "self, other", torch_equal},
    {"allclose", "self, other, rtol=, atol=, equal_nan=", torch_allclose},
    {"max", "self, dim=, keepdim=", torch_max},
    {"min", "self, dim=, keepdim=", torch_min},
    {"fill_", "self, value", method_fill},
    {"zero_", "self", method_zero},
    {"copy_", "self, src", method_fill},
    {"type_as", "self, other", method_type_as},
    {"double", "self", method_outside},
    {"half", "self", method_outside},
    {"int", "self", method_outside},
    {0},
};

// ---- the modules ---------------------------------------------------------------------------

static void add_constants(Run *run, Value torch)
{
    static const struct {
        const char *name;
        DType dtype;
    } dtypes[] = {
        {"float32", DTYPE_FLOAT32}, {"float", DTYPE_FLOAT32}, {"int64", DTYPE_INT64},
        {"long", DTYPE_INT64},      {"bool", DTYPE_BOOL},
    };
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        set_member(run, torch, dtypes[i].name, from_dtype(dtypes[i].dtype));
    }
    set_member(run, torch, "inf", from_double((double)INFINITY));
    set_member(run, torch, "nan", from_double((double)NAN));
    set_member(run, torch, "pi", from_double(3.141592653589793));
    set_member(run, torch, "e", from_double(2.718281828459045));
    set_member(run, torch, "Tensor", from_type(&type_tensor));
    set_member(run, torch, "Size", from_type(&type_size));
    set_member(run, torch, "dtype", from_type(&type_dtype));
}

void make_torch(Run *run)
{
    Value torch = new_module(run, "torch", IN_TORCH);
    Value nn = new_module(run, "torch.nn", 0);
    Value functional = new_module(run, "torch.nn.functional", IN_FUNCTIONAL);
    if (!torch.type || !nn.type || !functional.type) return;
    add_natives(run, &((Module *)torch.object)->table, natives);
    add_constants(run, torch);
    set_member(run, torch, "nn", nn);
    set_member(run, nn, "functional", functional);
}
