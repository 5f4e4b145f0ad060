// Rules of differentiation, written in Python (torch._derivatives): what the parameters of one are
// called says what it is to be given, and so what the tape keeps.
#include "lang/containers/sequence.h"
#include "torch/autograd/node.h"
#include "torch/torch.h"

#include <string.h>

// ---- reading -------------------------------------------------------------------------------

// The row's parameter of that name as a slot: inputs and arguments are numbered separately.
static bool find_parameter(Run *run, const Op *op, Str name, RuleSlot *slot)
{
    const Signature *signature = op_signature_of(run, op);
    int inputs = 0, arguments = 0;
    for (int i = 0; i < signature->count; i++) {
        const SignatureParameter *parameter = &signature->parameter[i];
        bool is_input = op_parameter_is_input(parameter);
        if (str_equal(parameter->name, name)) {
            slot->kind = is_input ? SLOT_INPUT : SLOT_ARGUMENT;
            slot->which = is_input ? inputs : arguments;
            slot->is_list = is_input && str_starts(parameter->type, "Tensors");
            return true;
        }
        inputs += is_input;
        arguments += !is_input;
    }
    return false;
}

static bool read_slot(Run *run, const Op *op, Str name, RuleSlot *slot)
{
    static const struct {
        const char *suffix;
        SlotKind kind;
    } about[] = {{"_shape", SLOT_SHAPE},
                 {"_is_number", SLOT_IS_NUMBER},
                 {"_needed", SLOT_NEEDED},
                 {"_stride", SLOT_STRIDE}};
    static const struct {
        const char *name;
        SlotKind kind;
    } whole[] = {{"grad", SLOT_GRAD},
                 {"output", SLOT_OUTPUT},
                 {"output_shape", SLOT_OUTPUT_SHAPE},
                 {"is_in_place", SLOT_IS_IN_PLACE},
                 {"is_view", SLOT_IS_VIEW}};
    *slot = (RuleSlot){0};
    if (find_parameter(run, op, name, slot)) return true;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        slot->kind = whole[i].kind;
        if (str_is(name, whole[i].name)) return true;
    }
    slot->kind = SLOT_MORE;
    if (op->more && str_is(name, "indices")) return true;
    for (size_t i = 0; i < sizeof about / sizeof *about; i++) {
        int rest = name.n - (int)strlen(about[i].suffix);
        if (!str_ends(name, about[i].suffix)) continue;
        if (!find_parameter(run, op, str_slice(name, 0, rest), slot)) continue;
        slot->kind = about[i].kind;
        return true;
    }
    raise_error(run, "SystemError", "the rule of %s asks for '%.*s', which it has not", op->name,
                STR_ARG(name));
    return false;
}

void function_is_rule(const Function *function)
{
    if (library_has_code(function->code))
        ((FunctionCode *)(uintptr_t)function->code)->is_rule = true;
}

// The parameters of `function` as slots of the row.
static bool gradient_rule_read(Run *run, const Op *op, Value function, RuleFormula *formula)
{
    const FunctionCode *code = ((const Function *)function.object)->code;
    function_is_rule((const Function *)function.object);
    *formula = (RuleFormula){.function = function};
    for (int i = 0; i < code->parameter_count && i < MAX_SLOTS; i++) {
        Str name = str_from(code->parameters[i].name);
        if (!read_slot(run, op, name, &formula->slot[formula->slot_count++])) return false;
    }
    return true;
}

// The library's _rule(name): what it is called, and pairs of an input and its formula.
static bool read_rule(Run *run, Value found, GradientRule *rule)
{
    const Sequence *both = value_sequence(found), *pairs = value_sequence(both->item[1]);
    Value name = both->item[0];
    if (name.type == &type_str)
        rule->title = name_of(&run->names, value_text(name));
    else if (!gradient_rule_read(run, rule->op, name, &rule->naming))
        return false;
    for (int i = 0; i < pairs->count && i < MAX_FORMULAS; i++) {
        const Value *pair = value_sequence(pairs->item[i])->item;
        RuleSlot slot = {0};
        if (!read_slot(run, rule->op, value_text(pair[0]), &slot) ||
            !gradient_rule_read(run, rule->op, pair[1], &rule->of[i].formula))
            return false;
        rule->of[i].input = slot.which;
        rule->of[i].is_list = slot.is_list;
        rule->count++;
    }
    return true;
}

// The file with the rules is read when the first is asked for, in the middle of an operation.
static Value find_rule(Run *run, const Op *op)
{
    bool was_paused = run->collector.is_paused;
    run->collector.is_paused = true;
    Value find = library_function(run, "torch._derivatives", "_rule");
    Value name = find.type ? value_from_text(run, op->name) : NOTHING;
    Value found = name.type ? call_with(run, find, &name, 1) : NOTHING;
    run->collector.is_paused = was_paused;
    return found;
}

// A row is known by its own name, which softmax of torch and of torch.nn.functional share.
const GradientRule *gradient_rule_of(Run *run, const Op *op)
{
    GradientRule *rule = memo_find(&run->memos.gradient_rules, op);
    if (rule) return rule;
    Value found = find_rule(run, op);
    if (!found.type) return NULL;
    rule = NEW(&run->arena, GradientRule);
    rule->op = op;
    if (!read_rule(run, found, rule)) return NULL;
    memo_set(&run->memos.gradient_rules, op, rule);
    return rule;
}

// ---- calling -------------------------------------------------------------------------------

static Value subscript_value(Run *run, const Node *node, const Subscript *subscript)
{
    switch (subscript->kind) {
    case SUBSCRIPT_INT: return from_int(subscript->start);
    case SUBSCRIPT_NEW_AXIS: return NONE;
    case SUBSCRIPT_ELLIPSIS: return (Value){.type = &type_ellipsis};
    case SUBSCRIPT_TENSOR: return node_saved(run, node, &node->input[subscript->start].saved);
    case SUBSCRIPT_SLICE: break;
    }
    return slice_new(run, subscript->has_start ? from_int(subscript->start) : NONE,
                     subscript->has_stop ? from_int(subscript->stop) : NONE,
                     from_int(subscript->step));
}

static Value subscripts_value(Run *run, const Node *node, const Arg *arg)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = 0; tuple.type && i < arg->count; i++) {
        Value item = subscript_value(run, node, &arg->subscripts[i]);
        if (!item.type || !sequence_add(run, value_sequence(tuple), item)) return NOTHING;
    }
    return tuple;
}

static Value arg_value(Run *run, const Node *node, const Arg *arg)
{
    switch (arg->kind) {
    case ARG_NONE: break;
    case ARG_BOOL: return from_bool(arg->i != 0);
    case ARG_INT: return from_int(arg->i);
    case ARG_FLOAT: return from_double(arg->f);
    case ARG_INTS: return sequence_of_ints(run, &type_tuple, arg->ints, arg->count);
    case ARG_DTYPE: return from_dtype((DType)arg->i);
    case ARG_SUBSCRIPTS: return subscripts_value(run, node, arg);
    case ARG_STR: return value_from_text(run, arg->text);
    }
    return NONE;
}

static Value if_saved(Run *run, const Node *node, const Saved *saved)
{
    return saved->was_saved ? node_saved(run, node, saved) : NONE;
}

static Value input_value(Run *run, const Node *node, SlotKind kind, int at)
{
    const NodeInput *input = &node->input[at];
    switch (kind) {
    case SLOT_SHAPE: return torch_from_shape(run, &input->shape);
    case SLOT_IS_NUMBER: return from_bool(input->number.type != NULL);
    case SLOT_NEEDED: return from_bool(input->next != NULL);
    case SLOT_STRIDE: return sequence_of_ints(run, &type_tuple, input->stride, input->shape.ndim);
    default: break;
    }
    return input->number.type ? input->number : if_saved(run, node, &input->saved);
}

static Value list_value(Run *run, const Node *node, const RuleSlot *slot, int first)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = first; tuple.type && i < node->input_count; i++) {
        Value item = input_value(run, node, slot->kind, i);
        if (!item.type || !sequence_add(run, value_sequence(tuple), item)) return NOTHING;
    }
    return tuple;
}

static Value slot_value(Run *run, const Node *node, const RuleSlot *slot, Value grad)
{
    if (slot->kind == SLOT_GRAD) return grad;
    if (slot->kind == SLOT_OUTPUT) return if_saved(run, node, &node->saved_output);
    if (slot->kind == SLOT_MORE) return if_saved(run, node, &node->saved_more);
    if (slot->kind == SLOT_OUTPUT_SHAPE) return torch_from_shape(run, &node->output_shape);
    if (slot->kind == SLOT_IS_IN_PLACE) return from_bool(node->is_in_place);
    if (slot->kind == SLOT_IS_VIEW) return from_bool(node->is_view);
    if (slot->kind == SLOT_ARGUMENT) return arg_value(run, node, &node->arg[slot->which]);
    int at = node_input_of(node, slot->which);
    if (at < 0) return slot->kind == SLOT_NEEDED ? from_bool(false) : NONE;
    if (slot->is_list) return list_value(run, node, slot, at);
    return input_value(run, node, slot->kind, at);
}

Value gradient_rule_call(Run *run, const Node *node, const RuleFormula *formula, Value grad)
{
    Value argument[MAX_SLOTS];
    for (int i = 0; i < formula->slot_count; i++) {
        argument[i] = slot_value(run, node, &formula->slot[i], grad);
        if (!argument[i].type) return NOTHING;
        hold(run, argument[i]);
    }
    return call_with(run, formula->function, argument, formula->slot_count);
}
