// Turns the Python values that were bound to the parameters of an operation into its inputs
// (tensors) and arguments (numbers, dimensions, dtypes).
#include "torch/operations/op_binding.h"
#include "torch/options.h"

#include "base/bug.h"
#include "base/text/number.h"
#include "tensor/call.h"

Signature *op_signature_of(Run *run, const Op *op)
{
    return signature_read(run, op, op->signature);
}

bool op_parameter_is_input(const SignatureParameter *parameter)
{
    return str_starts(parameter->type, "Tensor") || str_is(parameter->type, "Number");
}

bool binding_wrong_type(Run *run, const ArgBinding *binding, int at, const char *expected,
                        const char *found)
{
    const SignatureParameter *parameter = &binding->parameter[at];
    const char *position = arena_printf(&run->scratch, " (position %d)", at + 1 - binding->method);
    return raise_false(run, "TypeError", "%s(): argument '%.*s'%s must be %s, not %s",
                       binding->name, STR_ARG(parameter->name),
                       parameter->keyword_only ? "" : position, expected, found);
}

// ---- inputs --------------------------------------------------------------------------------

Tensor *tensor_of(Run *run, Value value)
{
    TensorHeap *heap = &run->trace.heap;
    if (is_tensor(value)) return value.tensor;
    value = value_plain_number(value);
    if (value.type == &type_bool) return tensor_from_bool(heap, value.truth, run->error);
    if (!value_converts(run, value)) return NULL;
    if (value_is_int(value)) return tensor_from_int(heap, value_integer(value), run->error);
    if (value_is_float(value)) return tensor_from_double(heap, value_number(value), run->error);
    raise_error(run, "TypeError", "expected a Tensor or a number, not %s", value.type->name);
    return NULL;
}

static void add_input(Run *run, OpCall *call, size_t *capacity, Tensor *tensor)
{
    call->input = arena_grow(&run->scratch, call->input, (size_t)call->input_count, capacity,
                             sizeof *call->input);
    call->input[call->input_count++] = tensor;
}

bool binding_check_tensors(Run *run, const ArgBinding *binding, int at)
{
    Value given = binding->given[at];
    if (!value_is_sequence(given)) {
        return binding_wrong_type(run, binding, at, "tuple of Tensors", given.type->name);
    }
    const Sequence *list = value_sequence(given);
    for (int i = 0; i < list->count; i++) {
        if (!is_tensor(list->item[i]))
            return raise_false(run, "TypeError",
                               "expected Tensor as element %d in argument %d, but got %s", i, at,
                               list->item[i].type->name);
    }
    return true;
}

static bool add_list(Run *run, const ArgBinding *binding, int at, OpCall *call, size_t *capacity)
{
    if (!binding_check_tensors(run, binding, at)) return false;
    const Sequence *list = value_sequence(binding->given[at]);
    for (int i = 0; i < list->count; i++) add_input(run, call, capacity, list->item[i].tensor);
    return true;
}

// torch.mul(1.7, x) rounds its number to halves, as 1.7 * x does not.
static void round_first(const OpCall *call)
{
    Tensor *first = call->input_count == 2 ? call->input[0] : NULL;
    DType dtype = first ? call_promoted(call) : DTYPE_FLOAT32;
    if (!first || !(call->op->traits & OP_EXACT_FIRST) || !first->is_number ||
        !dtype_is_half(dtype))
        return;
    tensor_set(first, (Index){0}, dtype_held(dtype, tensor_get(first, (Index){0})));
}

bool binding_add_inputs(Run *run, ArgBinding *binding, OpCall *call)
{
    size_t capacity = 0;
    int inputs = 0;
    for (int i = 0; i < binding->count; i++) {
        const SignatureParameter *parameter = &binding->parameter[i];
        Value given = binding->given[i];
        if (!op_parameter_is_input(parameter)) continue;
        if (str_starts(parameter->type, "Tensors")) {
            if (!add_list(run, binding, i, call, &capacity)) return false;
            continue;
        }
        int position = inputs++;
        if (!given.type || (given.type == &type_none && parameter->optional)) {
            call->absent |= 1u << position;
            continue;
        }
        bool number = str_is(parameter->type, "Number") && value_is_number(given);
        if (!is_tensor(given) && !number) {
            const char *expected = i && str_is(parameter->type, "Number") ? "Number" : "Tensor";
            return binding_wrong_type(run, binding, i, expected, given.type->name);
        }
        Tensor *tensor = tensor_of(run, given);
        if (!tensor) return false;
        if (number && !binding->number)
            binding->number = NEW_ARRAY(&run->scratch, Tensor *, binding->count);
        if (number) binding->number[binding->number_count++] = tensor;
        add_input(run, call, &capacity, tensor);
    }
    round_first(call);
    return true;
}

// ---- arguments -----------------------------------------------------------------------------

static bool fallback_arg(Run *run, const SignatureParameter *parameter, Arg *arg)
{
    Str text = parameter->fallback;
    *arg = (Arg){0};
    if (text.p[0] == '\'') {
        text = str_slice(text, 1, text.n - 1);
        *arg = (Arg){.kind = ARG_STR, .text = str_copy(&run->scratch, text)};
        return true;
    }
    if (str_is(text, "None")) return true;
    if (str_is(text, "True") || str_is(text, "False")) {
        *arg = (Arg){.kind = ARG_BOOL, .i = str_is(text, "True")};
    } else if (number_parse_int(text, &arg->i)) {
        arg->kind = str_is(parameter->type, "float") ? ARG_FLOAT : ARG_INT;
        arg->f = (double)arg->i;
    } else {
        REQUIRE(number_parse_double(text, &arg->f));
        arg->kind = ARG_FLOAT;
    }
    return true;
}

static bool int_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    *arg = (Arg){.kind = ARG_INT};
    if (!options_int(run, binding->given[at], &arg->i)) {
        return binding_wrong_type(run, binding, at, "int", binding->given[at].type->name);
    }
    arg->f = (double)arg->i;
    return true;
}

static bool float_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (!options_number(&given))
        return binding_wrong_type(run, binding, at, "float", given.type->name);
    *arg = (Arg){.kind = ARG_FLOAT, .f = value_number(given)};
    return true;
}

static bool bool_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (given.type != &type_bool)
        return binding_wrong_type(run, binding, at, "bool", given.type->name);
    *arg = (Arg){.kind = ARG_BOOL, .i = given.truth};
    return true;
}

static bool scalar_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (!value_converts(run, given)) return false;
    if (!options_number(&given))
        return binding_wrong_type(run, binding, at, "Number", given.type->name);
    *arg = (Arg){.kind = ARG_FLOAT, .f = value_number(given)};
    if (value_is_integer(given)) arg->i = value_integer(given);
    if (value_is_integer(given)) arg->kind = value_is_int(given) ? ARG_INT : ARG_BOOL;
    return true;
}

static bool str_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (given.type != &type_str)
        return binding_wrong_type(run, binding, at, "str", given.type->name);
    *arg = (Arg){.kind = ARG_STR, .text = str_copy(&run->scratch, value_text(given))};
    return true;
}

static bool dtype_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    DType dtype;
    Value given = binding->given[at];
    if (!dtype_of(run, given, &dtype)) {
        return run_has_failed(run)
                   ? false
                   : binding_wrong_type(run, binding, at, "torch.dtype", given.type->name);
    }
    *arg = (Arg){.kind = ARG_DTYPE, .i = dtype};
    return true;
}

static bool ints_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    int64_t single;
    bool sizes = str_is(binding->parameter[at].name, "size"); // no other names the place
    bool one = (sizes && value_is_large(given)) || options_int(run, given, &single);
    if (given.type == &type_dtype)
        return raise_outside_subset(run, ".to(dtype), which converts the numbers",
                                    "%s() of the same bits as another dtype", binding->name)
                   .type != NULL;
    if (!one && !value_is_sequence(given)) {
        return binding_wrong_type(run, binding, at, "tuple of ints", given.type->name);
    }
    const Sequence *list = one ? NULL : value_sequence(given);
    int count = one ? 1 : list->count;
    *arg = (Arg){.kind = ARG_INTS, .count = count};
    arg->ints = NEW_ARRAY(&run->scratch, int64_t, count + 1);
    for (int i = 0; i < count; i++) {
        Value size = one ? given : list->item[i];
        if (!(sizes && value_is_large(size)) && options_int(run, size, &arg->ints[i])) continue;
        return options_not_a_size(run, binding->name, binding->parameter[at].name,
                                  at + 1 - binding->method, size, i);
    }
    return true;
}

// 2, inf or "fro"
static bool order_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    bool word = binding->given[at].type == &type_str;
    return (word ? str_arg : scalar_arg)(run, binding, at, arg);
}

// 1, (1, 2) or "same"
static bool padding_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    bool word = binding->given[at].type == &type_str;
    return (word ? str_arg : ints_arg)(run, binding, at, arg);
}

// "cpu", "cpu:0" or a torch.device: there is one, so that nothing follows from it.
static bool device_arg(Run *run, const ArgBinding *binding, int at, Arg *arg UNUSED)
{
    Value given = binding->given[at], device = library_function(run, "torch._device", "device");
    if (!device.type || given.type == device.of) return device.type != NULL;
    if (given.type == &type_str) return call_with(run, device, &given, 1).type != NULL;
    return binding_wrong_type(run, binding, at, "torch.device", given.type->name);
}

static const struct {
    const char *type;
    bool (*convert)(Run *run, const ArgBinding *binding, int at, Arg *arg);
} conversions[] = {
    {"order", order_arg}, {"padding", padding_arg}, {"int", int_arg},   {"float", float_arg},
    {"bool", bool_arg},   {"dtype", dtype_arg},     {"ints", ints_arg}, {"scalar", scalar_arg},
    {"str", str_arg},     {"device", device_arg},
};

bool binding_add_arg(Run *run, const ArgBinding *binding, int at, Arg *arg)
{
    const SignatureParameter *parameter = &binding->parameter[at];
    Value given = binding->given[at];
    if (!given.type) return fallback_arg(run, parameter, arg);
    if (given.type == &type_none && parameter->optional) return true;
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
        if (str_is(parameter->type, conversions[i].type)) {
            return conversions[i].convert(run, binding, at, arg);
        }
    }
    BUG("a signature has a parameter of unknown type");
}

bool binding_add_args(Run *run, const ArgBinding *binding, OpCall *call)
{
    int arg = 0;
    for (int i = 0; i < binding->count; i++) {
        if (op_parameter_is_input(&binding->parameter[i])) continue;
        REQUIRE(arg < MAX_ARGS);
        if (!binding_add_arg(run, binding, i, &call->arg[arg++])) return false;
    }
    return true;
}
