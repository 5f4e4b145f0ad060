// Calls operations of the table as functions of torch and as methods of tensors, with PyTorch's
// error messages.
#include "lang/class.h"
#include "tensor/matrices/blas.h"
#include "tensor/overlap.h"
#include "torch/autograd/tape.h"
#include "torch/operations/op_binding.h"

#include <string.h>

Value tensor_as_class_of(Run *run, Value of, Value made)
{
    bool plain =
        !of.type->class || value_is_parameter(of) || !is_tensor(made) || made.tensor->attributes;
    return plain ? made : tensor_instance(run, of.type, made.tensor, of);
}

static Value result_of(Run *run, const OpCall *call, Tensor *made)
{
    Value result = from_tensor(made);
    for (int i = 0; i < call->input_count; i++) {
        result = tensor_as_class_of(run, from_tensor(call->input[i]), result);
    }
    return result;
}

// One of several views whose base was written to is refused where it is differentiated; x.detach()
// and x > 0 may read it.
static bool renew_inputs(Run *run, const OpCall *call)
{
    for (int i = 0; i < call->input_count; i++) {
        bool may_be_stale = call->input[i]->is_one_of_many;
        const GradientRule *rule = may_be_stale ? gradient_rule_of(run, call->op) : NULL;
        if (may_be_stale && !rule) return false;
        bool is_only_read = rule && (rule->count == 0 || run->trace.heap.without_gradients);
        if (!is_only_read && !tape_renew(run, call->input[i])) return false;
    }
    return true;
}

static Value run_call(Run *run, OpCall *call)
{
    call->arena = &run->scratch;
    call->most_work = run->work.limit - run->work.steps + 1;
    if (!renew_inputs(run, call)) return NOTHING;
    Tensor *made = trace_apply(&run->trace, call, recorded_at(run), run->error);
    if (made) hold(run, from_tensor(made));
    if (made && !tape_note(run, call)) return NOTHING;
    Value result = run_has_failed(run) ? NOTHING : result_of(run, call, made);
    if (run_has_failed(run) || !run_take_work(run, call)) return NOTHING;
    if (call->warning) {
        run_say_once(run, arena_printf(&run->scratch, "UserWarning: %s\n", call->warning));
    }
    if (blas_warning()) run_say_once(run, blas_warning());
    hold(run, result);
    return result;
}

// All that the operation gives: one tensor, or a tuple. Each is an entry of its own.
static Value run_whole(Run *run, OpCall *call)
{
    static const char *const fields[] = {"values", "indices"};
    Value item[2] = {run_call(run, call)};
    OpCall other = *call;
    other.by = call->op;
    other.op = op_besides(call);
    if (!item[0].type || !other.op) return item[0];
    item[1] = run_call(run, &other);
    if (!item[1].type || !tape_note_more(run, item[0].tensor, item[1].tensor)) return NOTHING;
    Value all = sequence_new(run, &type_tuple, item, 2);
    if (!all.type) return all;
    const char *title = arena_printf(&run->scratch, "torch.return_types.%s", call->op->name);
    value_sequence(all)->fields = fields;
    value_sequence(all)->title = name_of(&run->names, str_from(title));
    return all;
}

// x.var(False): the first of PyTorch's forms has no dim.
static void take_unbiased(ArgBinding *binding)
{
    bool truth = binding->count > 2 && binding->given[1].type == &type_bool &&
                 !binding->given[2].type && str_is(binding->parameter[2].name, "unbiased");
    if (!truth) return;
    binding->given[2] = binding->given[1];
    binding->given[1] = NOTHING;
}

// F.relu(x, inplace=True)
static bool asks_in_place(const ArgBinding *binding)
{
    int at = binding_find(binding, STR("inplace"));
    return at >= 0 && binding->given[at].type == &type_bool && binding->given[at].truth;
}

// The second argument of max(x, y).
static bool is_of_two(const Args *args, const Value *self)
{
    int second = self ? 0 : 1;
    if (args->count > second) return is_tensor(args->item[second]);
    for (int i = 0; i < args->keyword_count; i++) {
        if (strcmp(args->keyword[i], "other") == 0) return true;
    }
    return false;
}

// `written`: what the result will be put into, which is asked for as soon as the arguments are
// known.
static Value call_for(Run *run, const Op *op, const Args *args, const Value *self,
                      const Tensor *written)
{
    if (op->of_two && is_of_two(args, self)) op = op->of_two;
    ArenaMark before = arena_mark(&run->scratch);
    const Signature *signature = op_signature_of(run, op);
    ArgBinding binding = {.name = op->name,
                          .parameter = signature->parameter,
                          .count = signature->count,
                          .method = self != NULL};
    if (self) binding.given[0] = *self;
    OpCall call = {.op = op};
    bool bound = binding_bind(run, &binding, args);
    take_unbiased(&binding);
    bool ready = bound && binding_add_inputs(run, &binding, &call) &&
                 binding_add_args(run, &binding, &call) && autocast_inputs(run, &call) &&
                 (!written || tensor_may_write(run, written, false));
    Value result = ready ? run_whole(run, &call) : NOTHING;
    for (int i = 0; i < binding.number_count; i++) tensor_release(binding.number[i]);
    if (result.type && asks_in_place(&binding)) {
        result = tensor_write(run, binding.given[0], result) ? binding.given[0] : NOTHING;
    }
    arena_release(&run->scratch, before);
    return result;
}

Value call_op(Run *run, const Op *op, const Args *args, const Value *self)
{
    return call_for(run, op, args, self, NULL);
}

Value op_call_with(Run *run, const Op *op, const Value *input, int count, const Arg *arg, int args)
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
    trace_take_data(&run->trace, self->tensor, view.tensor, recorded_at(run));
    storage_count_write(self->tensor, recorded_at(run));
    Node *node = view.tensor->is_derived ? view.tensor->node : NULL;
    if (node && !tape_wrote(run, node, self->tensor, NULL)) return NOTHING;
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

// x.eq_(y): what is compared gets no gradient, but PyTorch has a node that says so.
static bool title_comparison(Run *run, const Op *op, Tensor *target, const Args *args)
{
    const GradientRule *rule = gradient_rule_of(run, op);
    if (!rule || rule->count || !rule->title || !op->symbol) return rule != NULL;
    bool by_tensor = is_tensor(args->count ? args->item[0] : args->keyword_value[0]);
    int stem = (int)strlen(rule->title) - 1;
    Str title = str_from(arena_printf(&run->scratch, "%.*s%d", stem, rule->title, by_tensor));
    tape_title_write(target, name_of(&run->names, title));
    return true;
}

// "add_" and the like: the operation, and its result put where the tensor was.
Value call_in_place(Run *run, const Op *op, const Args *args, const Value *self)
{
    if (op->moves) return look_in_place(run, op, args, self);
    if (!(op->traits & OP_APART) && !all_let_write(run, self, args, overlap_can_read))
        return NOTHING;
    Value result = call_for(run, op, args, self, self->tensor);
    bool ok = result.type &&
              (!(op->traits & OP_APART) || all_let_write(run, self, args, overlap_is_apart)) &&
              tensor_write(run, *self, result) &&
              (result.tensor->dtype != DTYPE_BOOL || title_comparison(run, op, self->tensor, args));
    return ok ? *self : NOTHING;
}

// ---- operators -----------------------------------------------------------------------------

static bool takes_tensors_only(Run *run, const Op *op)
{
    const Signature *signature = op_signature_of(run, op);
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
    return is_tensor(value) || value_is_number(value);
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
    return op_call_with(run, op, operand, 2, NULL, 0);
}

Value tensor_unary(Run *run, Operator symbol, Value operand)
{
    if (symbol == OPERATOR_PLUS) return operand;
    const Op *op = op_of(run, symbol, 1);
    return op ? op_call_with(run, op, &operand, 1, NULL, 0) : NOT_IMPLEMENTED;
}
