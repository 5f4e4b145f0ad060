// Operations as functions and methods: the signature of a row says which parameters there are, and
// Python's arguments become its inputs and arguments. The messages are PyTorch's.
#include "lang/interp.h"

#include "base/bug.h"
#include "base/number.h"

#include <string.h>

enum { MAX_OP_PARAMETERS = 12 };

typedef struct OpParameter {
    Str name, type, fallback;
    bool optional; // may be None
    bool has_fallback;
} OpParameter;

typedef struct OpBinding {
    const Op *op;
    const OpParameter *parameter;
    Value given[MAX_OP_PARAMETERS]; // NOTHING: not given
    int count;
    bool method;                       // self is not counted in messages
    Tensor *number[MAX_OP_PARAMETERS]; // those made for this call
    int number_count;
} OpBinding;

// "name: type? = fallback", "…"
static int read_signature(const char *signature, OpParameter *parameter)
{
    int count = 0;
    for (Str rest = str_from(signature); rest.n;) {
        int comma = str_find(rest, ",");
        Str text = str_slice(rest, 0, comma < 0 ? rest.n : comma);
        rest = str_slice(rest, comma < 0 ? rest.n : comma + 1, rest.n);
        REQUIRE(count < MAX_OP_PARAMETERS);
        OpParameter *now = &parameter[count++];
        int colon = str_find(text, ":"), equals = str_find(text, "=");
        now->name = str_trim(str_slice(text, 0, colon));
        now->type = str_trim(str_slice(text, colon + 1, equals < 0 ? text.n : equals));
        now->has_fallback = equals >= 0;
        now->fallback = equals < 0 ? (Str){0} : str_trim(str_slice(text, equals + 1, text.n));
        now->optional = str_ends(now->type, "?");
        if (now->optional) now->type.n--;
    }
    return count;
}

typedef struct OpSignature {
    OpParameter parameter[MAX_OP_PARAMETERS];
    int count;
} OpSignature;

static const OpSignature *signature_of(Run *run, const Op *op)
{
    OpSignature *signature = memo_find(&run->op_signatures, op);
    if (signature) return signature;
    signature = NEW(&run->arena, OpSignature);
    signature->count = read_signature(op->signature, signature->parameter);
    memo_set(&run->op_signatures, op, signature);
    return signature;
}

static void read_binding(Run *run, OpBinding *binding)
{
    const OpSignature *signature = signature_of(run, binding->op);
    binding->parameter = signature->parameter;
    binding->count = signature->count;
}

static bool is_input(const OpParameter *parameter)
{
    return str_starts(parameter->type, "Tensor") || str_is(parameter->type, "Number");
}

// ---- binding -------------------------------------------------------------------------------

static bool wrong_type(Run *run, const OpBinding *binding, int at, const char *expected,
                       const char *found)
{
    raise_error(run, "TypeError", "%s(): argument '%.*s' (position %d) must be %s, not %s",
                binding->op->name, STR_ARG(binding->parameter[at].name), at + 1 - binding->method,
                expected, found);
    return false;
}

// x.view(2, 3): the last parameter takes all integers that follow.
static bool takes_rest(const OpBinding *binding, int at, const Args *args, int given)
{
    if (str_is(binding->parameter[at].type, "Tensors..."))
        return args->item[given].type == &type_tensor;
    return at == binding->count - 1 && str_is(binding->parameter[at].type, "ints") &&
           is_integer(args->item[given]);
}

static bool bind_positional(Run *run, OpBinding *binding, const Args *args)
{
    int given = 0;
    for (int i = binding->method; i < binding->count && given < args->count; i++) {
        if (takes_rest(binding, i, args, given)) {
            int rest = args->count - given;
            binding->given[i] = new_sequence(run, &type_tuple, items_from(args->item, given), rest);
            return binding->given[i].type != NULL;
        }
        binding->given[i] = args->item[given++];
    }
    if (given == args->count) return true;
    int takes = binding->count - binding->method;
    raise_error(run, "TypeError", "%s() takes %d positional argument%s but %d %s given",
                binding->op->name, takes, takes == 1 ? "" : "s", args->count,
                args->count == 1 ? "was" : "were");
    return false;
}

// NumPy's names, which PyTorch understands too.
static Str torch_name(const char *keyword)
{
    static const char *const synonyms[][2] = {{"axis", "dim"}, {"keepdims", "keepdim"}};
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(keyword, synonyms[i][0]) == 0) return str_from(synonyms[i][1]);
    }
    return str_from(keyword);
}

static int find_parameter(const OpBinding *binding, Str name)
{
    for (int i = binding->method; i < binding->count; i++) {
        if (str_equal(binding->parameter[i].name, name)) return i;
    }
    return -1;
}

static bool unexpected_keyword(Run *run, const OpBinding *binding, const char *keyword)
{
    raise_error(run, "TypeError", "%s() got an unexpected keyword argument '%s'", binding->op->name,
                keyword);
    const char *names[MAX_OP_PARAMETERS];
    for (int i = 0; i < binding->count; i++) {
        names[i] = str_copy(&run->scratch, binding->parameter[i].name);
    }
    const char *nearest = str_nearest(str_from(keyword), names, binding->count);
    if (nearest) error_hint(run->error, "%s=", nearest);
    return false;
}

static bool bind_keywords(Run *run, OpBinding *binding, const Args *args)
{
    for (int i = 0; i < args->keyword_count; i++) {
        int at = find_parameter(binding, torch_name(args->keyword[i]));
        if (at < 0) return unexpected_keyword(run, binding, args->keyword[i]);
        if (binding->given[at].type) {
            raise_error(run, "TypeError", "%s() got multiple values for argument '%s'",
                        binding->op->name, args->keyword[i]);
            return false;
        }
        binding->given[at] = args->keyword_value[i];
    }
    return true;
}

static bool check_given(Run *run, const OpBinding *binding)
{
    Buf missing = {.arena = &run->scratch};
    int count = 0;
    for (int i = 0; i < binding->count; i++) {
        const OpParameter *parameter = &binding->parameter[i];
        if (binding->given[i].type || parameter->has_fallback) continue;
        buf_printf(&missing, "%s\"%.*s\"", count++ ? ", " : "", STR_ARG(parameter->name));
    }
    if (!count) return true;
    raise_error(run, "TypeError", "%s() missing %d required positional arguments: %s",
                binding->op->name, count, buf_text(&missing));
    return false;
}

// ---- inputs --------------------------------------------------------------------------------

Tensor *tensor_of(Run *run, Value value)
{
    TensorHeap *heap = &run->trace.heap;
    if (value.type == &type_tensor) return value.tensor;
    if (value.type == &type_bool) return tensor_from_bool(heap, value.truth, run->error);
    if (value.type == &type_int) return tensor_from_int(heap, value.integer, run->error);
    if (value.type == &type_float) return tensor_from_double(heap, value.number, run->error);
    raise_error(run, "TypeError", "expected a Tensor or a number, not %s", value.type->name);
    return NULL;
}

static void add_input(Run *run, OpCall *call, size_t *capacity, Tensor *tensor)
{
    call->input = arena_grow(&run->scratch, call->input, (size_t)call->input_count, capacity,
                             sizeof *call->input);
    call->input[call->input_count++] = tensor;
}

static bool add_list(Run *run, const OpBinding *binding, int at, OpCall *call, size_t *capacity)
{
    Value given = binding->given[at];
    if (!is_sequence(given)) {
        return wrong_type(run, binding, at, "tuple of Tensors", given.type->name);
    }
    const Sequence *list = value_sequence(given);
    for (int i = 0; i < list->count; i++) {
        if (list->item[i].type != &type_tensor) {
            raise_error(run, "TypeError",
                        "expected Tensor as element %d in argument %d, but got %s", i, at,
                        list->item[i].type->name);
            return false;
        }
        add_input(run, call, capacity, list->item[i].tensor);
    }
    return true;
}

static bool add_inputs(Run *run, OpBinding *binding, OpCall *call)
{
    size_t capacity = 0;
    int inputs = 0;
    for (int i = 0; i < binding->count; i++) {
        const OpParameter *parameter = &binding->parameter[i];
        Value given = binding->given[i];
        if (!is_input(parameter)) continue;
        if (str_starts(parameter->type, "Tensors")) {
            if (!add_list(run, binding, i, call, &capacity)) return false;
            continue;
        }
        int position = inputs++;
        if (!given.type || (given.type == &type_none && parameter->optional)) {
            call->absent |= 1u << position;
            continue;
        }
        bool number = str_is(parameter->type, "Number") && is_number(given);
        if (given.type != &type_tensor && !number) {
            const char *expected = str_is(parameter->type, "Number") ? "Number" : "Tensor";
            return wrong_type(run, binding, i, expected, given.type->name);
        }
        Tensor *tensor = tensor_of(run, given);
        if (!tensor) return false;
        if (number) binding->number[binding->number_count++] = tensor;
        add_input(run, call, &capacity, tensor);
    }
    return true;
}

// ---- arguments -----------------------------------------------------------------------------

static bool fallback_arg(Run *run, const OpParameter *parameter, Arg *arg)
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

static bool as_integer(Value value, int64_t *integer)
{
    if (value.type == &type_tensor && tensor_count(value.tensor) == 1 &&
        dtype_is_integer(value.tensor->dtype)) {
        *integer = tensor_get_int(value.tensor, (Index){0});
        return true;
    }
    if (value.type != &type_int) return false;
    *integer = value.integer;
    return true;
}

static bool int_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    *arg = (Arg){.kind = ARG_INT};
    if (!as_integer(binding->given[at], &arg->i)) {
        return wrong_type(run, binding, at, "int", binding->given[at].type->name);
    }
    arg->f = (double)arg->i;
    return true;
}

static bool float_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (!is_number(given)) return wrong_type(run, binding, at, "float", given.type->name);
    *arg = (Arg){.kind = ARG_FLOAT, .f = number_of(given)};
    return true;
}

static bool bool_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (given.type != &type_bool) return wrong_type(run, binding, at, "bool", given.type->name);
    *arg = (Arg){.kind = ARG_BOOL, .i = given.truth};
    return true;
}

static bool scalar_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (given.type == &type_bool) return bool_arg(run, binding, at, arg);
    if (as_integer(given, &arg->i)) return int_arg(run, binding, at, arg);
    bool cell = given.type == &type_tensor && tensor_count(given.tensor) == 1;
    if (cell) given = from_double(tensor_get(given.tensor, (Index){0}));
    if (!is_number(given)) return wrong_type(run, binding, at, "Number", given.type->name);
    *arg = (Arg){.kind = ARG_FLOAT, .f = number_of(given)};
    return true;
}

static bool str_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    if (given.type != &type_str) return wrong_type(run, binding, at, "str", given.type->name);
    *arg = (Arg){.kind = ARG_STR, .text = str_copy(&run->scratch, value_text(given))};
    return true;
}

static bool dtype_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    DType dtype;
    Value given = binding->given[at];
    if (!dtype_of(run, given, &dtype)) {
        return has_failed(run) ? false
                               : wrong_type(run, binding, at, "torch.dtype", given.type->name);
    }
    *arg = (Arg){.kind = ARG_DTYPE, .i = dtype};
    return true;
}

static bool ints_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    Value given = binding->given[at];
    int64_t single;
    bool one = as_integer(given, &single);
    if (given.type == &type_dtype) {
        outside_subset(run, ".to(dtype), which converts the numbers",
                       "%s() of the same bits as another dtype", binding->op->name);
        return false;
    }
    if (!one && !is_sequence(given)) {
        return wrong_type(run, binding, at, "tuple of ints", given.type->name);
    }
    const Sequence *list = one ? NULL : value_sequence(given);
    int count = one ? 1 : list->count;
    *arg = (Arg){.kind = ARG_INTS, .count = count};
    arg->ints = NEW_ARRAY(&run->scratch, int64_t, count + 1);
    for (int i = 0; i < count; i++) {
        if (as_integer(one ? given : list->item[i], &arg->ints[i])) continue;
        raise_error(run, "TypeError",
                    "%s(): argument '%.*s' must be tuple of ints, but found element of type %s at "
                    "pos %d",
                    binding->op->name, STR_ARG(binding->parameter[at].name),
                    list->item[i].type->name, i);
        return false;
    }
    return true;
}

// 2, inf or "fro"
static bool order_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    bool word = binding->given[at].type == &type_str;
    return (word ? str_arg : scalar_arg)(run, binding, at, arg);
}

// 1, (1, 2) or "same"
static bool padding_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    bool word = binding->given[at].type == &type_str;
    return (word ? str_arg : ints_arg)(run, binding, at, arg);
}

static const struct {
    const char *type;
    bool (*convert)(Run *run, const OpBinding *binding, int at, Arg *arg);
} conversions[] = {
    {"order", order_arg}, {"padding", padding_arg}, {"int", int_arg},
    {"float", float_arg}, {"bool", bool_arg},       {"dtype", dtype_arg},
    {"ints", ints_arg},   {"scalar", scalar_arg},   {"str", str_arg},
};

static bool add_arg(Run *run, const OpBinding *binding, int at, Arg *arg)
{
    const OpParameter *parameter = &binding->parameter[at];
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

static bool add_args(Run *run, const OpBinding *binding, OpCall *call)
{
    int arg = 0;
    for (int i = 0; i < binding->count; i++) {
        if (is_input(&binding->parameter[i])) continue;
        REQUIRE(arg < MAX_ARGS);
        if (!add_arg(run, binding, i, &call->arg[arg++])) return false;
    }
    return true;
}

// ---- calls ---------------------------------------------------------------------------------

static Value run_call(Run *run, OpCall *call)
{
    call->arena = &run->scratch;
    Value result = from_tensor(trace_apply(&run->trace, call, run->here, run->error));
    if (!result.type || !take_work(run, call)) return NOTHING;
    if (call->warning) {
        say_once(run, text_printf(&run->scratch, "UserWarning: %s\n", call->warning));
    }
    hold(run, result);
    return result;
}

// x.var(False): the first of PyTorch's forms has no dim.
static void take_unbiased(OpBinding *binding)
{
    bool truth = binding->count > 2 && binding->given[1].type == &type_bool &&
                 !binding->given[2].type && str_is(binding->parameter[2].name, "unbiased");
    if (!truth) return;
    binding->given[2] = binding->given[1];
    binding->given[1] = NOTHING;
}

// F.relu(x, inplace=True)
static bool asks_in_place(const OpBinding *binding)
{
    int at = find_parameter(binding, STR("inplace"));
    return at >= 0 && binding->given[at].type == &type_bool && binding->given[at].truth;
}

Value call_op(Run *run, const Op *op, const Args *args, const Value *self)
{
    ArenaMark before = arena_mark(&run->scratch);
    OpBinding binding = {.op = op, .method = self != NULL};
    read_binding(run, &binding);
    if (self) binding.given[0] = *self;
    OpCall call = {.op = op};
    bool bound = bind_positional(run, &binding, args) && bind_keywords(run, &binding, args) &&
                 check_given(run, &binding);
    take_unbiased(&binding);
    bool ready = bound && add_inputs(run, &binding, &call) && add_args(run, &binding, &call);
    Value result = ready ? run_call(run, &call) : NOTHING;
    for (int i = 0; i < binding.number_count; i++) tensor_release(binding.number[i]);
    if (result.type && asks_in_place(&binding)) {
        result = tensor_write(run, binding.given[0], result) ? binding.given[0] : NOTHING;
    }
    arena_release(&run->scratch, before);
    return result;
}

Value apply_op(Run *run, const Op *op, const Value *input, int count, const Arg *arg, int args)
{
    ArenaMark before = arena_mark(&run->scratch);
    OpCall call = {.op = op, .input = NEW_ARRAY(&run->scratch, Tensor *, count)};
    bool ready = true;
    for (; ready && call.input_count < count; call.input_count++) {
        call.input[call.input_count] = tensor_of(run, input[call.input_count]);
        ready = call.input[call.input_count] != NULL;
    }
    for (int i = 0; i < args; i++) call.arg[i] = arg[i];
    Value result = ready ? run_call(run, &call) : NOTHING;
    for (int i = 0; i < call.input_count; i++) {
        if (input[i].type != &type_tensor) tensor_release(call.input[i]);
    }
    arena_release(&run->scratch, before);
    return result;
}

// "unsqueeze_": the tensor is seen as the view that the operation gives.
static Value look_in_place(Run *run, const Op *op, const Args *args, const Value *self)
{
    Value view = call_op(run, op, args, self);
    if (!view.type) return NOTHING;
    trace_take_data(&run->trace, self->tensor, view.tensor, run->here);
    return *self;
}

// "add_" and the like: the operation, and its result put where the tensor was.
Value call_in_place(Run *run, const Op *op, const Args *args, const Value *self)
{
    if (op->moves) return look_in_place(run, op, args, self);
    for (int i = 0; i < args->count; i++) {
        if (!may_read_while_writing(run, *self, args->item[i])) return NOTHING;
    }
    for (int i = 0; i < args->keyword_count; i++) {
        if (!may_read_while_writing(run, *self, args->keyword_value[i])) return NOTHING;
    }
    Value result = call_op(run, op, args, self);
    return result.type && tensor_write(run, *self, result) ? *self : NOTHING;
}

const Op *find_op(Run *run, const char *name, unsigned where)
{
    int place = 0;
    while (place < OP_PLACES && !(where >> place & 1)) place++;
    REQUIRE(place < OP_PLACES);
    const Value *known = table_find(&run->operations[place], name);
    if (known) return known->op;
    const Op *op = op_find(str_from(name), where);
    table_set(&run->operations[place], name, (Value){.type = &type_op, .op = op});
    return op;
}

const Op *row_named(Run *run, const char *name)
{
    const Op *const *known = memo_find(&run->rows, name);
    if (known) return *known;
    const Op **op = NEW(&run->arena, const Op *);
    *op = op_find(str_from(name), 0);
    REQUIRE(*op);
    memo_set(&run->rows, name, (void *)op);
    return *op;
}

// ---- operators -----------------------------------------------------------------------------

static bool takes_tensors_only(Run *run, const Op *op)
{
    const OpSignature *signature = signature_of(run, op);
    return str_is(signature->parameter[signature->count - 1].type, "Tensor");
}

static const Op *op_of(Run *run, Operator symbol, int operands)
{
    const Op **op = &run->operators[operands - 1][symbol];
    if (!*op) *op = op_by_symbol(str_from(operator_symbol[symbol]), operands);
    return *op;
}

static bool is_operand(Value value)
{
    return value.type == &type_tensor || is_number(value);
}

Value tensor_binary(Run *run, Operator symbol, Value left, Value right)
{
    if (!is_operand(left) || !is_operand(right)) return NOT_IMPLEMENTED;
    const Op *op = op_of(run, symbol, 2);
    if (!op) return NOT_IMPLEMENTED;
    Value operand[] = {left, right};
    if (takes_tensors_only(run, op)) {
        if (left.type != &type_tensor) return NOT_IMPLEMENTED;
        return call_op(run, op, &(Args){.item = &right, .count = 1}, &left);
    }
    return apply_op(run, op, operand, 2, NULL, 0);
}

Value tensor_unary(Run *run, Operator symbol, Value operand)
{
    if (symbol == OPERATOR_PLUS) return operand;
    const Op *op = op_of(run, symbol, 1);
    return op ? apply_op(run, op, &operand, 1, NULL, 0) : NOT_IMPLEMENTED;
}
