// Calls operations of the table as functions of torch and as methods of tensors, with PyTorch's
// error messages.
#include "lang/class.h"
#include "tensor/overlap.h"
#include "torch/op_binding.h"

Value of_class(Run *run, Value of, Value made)
{
    bool plain = !of.type->class || is_parameter(of) || !is_tensor(made) || made.tensor->attributes;
    return plain ? made : tensor_instance(run, of.type, made.tensor, of);
}

static Value result_of(Run *run, const OpCall *call, Tensor *made)
{
    Value result = from_tensor(made);
    for (int i = 0; i < call->input_count; i++) {
        result = of_class(run, from_tensor(call->input[i]), result);
    }
    return result;
}

static Value run_call(Run *run, OpCall *call)
{
    call->arena = &run->scratch;
    call->most_work = run->step_limit - run->steps + 1;
    Tensor *made = trace_apply(&run->trace, call, run->here, run->error);
    Value result = has_failed(run) ? NOTHING : result_of(run, call, made);
    if (has_failed(run) || !take_work(run, call)) return NOTHING;
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
        if (!is_tensor(input[i])) tensor_release(call.input[i]);
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

static bool all_let_write(Run *run, const Value *self, const Args *args,
                          bool (*lets)(const Tensor *written, const Tensor *read, Error *error))
{
    for (int i = 0; i < args->count + args->keyword_count; i++) {
        Value read = i < args->count ? args->item[i] : args->keyword_value[i - args->count];
        if (is_tensor(read) && !lets(self->tensor, read.tensor, run->error)) return false;
    }
    return true;
}

// "add_" and the like: the operation, and its result put where the tensor was.
Value call_in_place(Run *run, const Op *op, const Args *args, const Value *self)
{
    if (op->moves) return look_in_place(run, op, args, self);
    if (!op->apart && !all_let_write(run, self, args, overlap_can_read)) return NOTHING;
    Value result = call_op(run, op, args, self);
    bool ok = result.type && (!op->apart || all_let_write(run, self, args, overlap_is_apart)) &&
              tensor_write(run, *self, result);
    return ok ? *self : NOTHING;
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
    return is_tensor(value) || is_number(value);
}

Value tensor_binary(Run *run, Operator symbol, Value left, Value right)
{
    if (!is_operand(left) || !is_operand(right)) return NOT_IMPLEMENTED;
    const Op *op = op_of(run, symbol, 2);
    if (!op) return NOT_IMPLEMENTED;
    Value operand[] = {left, right};
    if (takes_tensors_only(run, op)) {
        if (!is_tensor(left)) return NOT_IMPLEMENTED;
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
