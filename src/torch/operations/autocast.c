// torch.autocast: which operations have their inputs converted is said in torch._autocast.py and
// noted in their signatures.
#include "torch/operations/autocast.h"

#include "tensor/op.h"

#include <string.h>

// Does a letter occur in two operands and not in the result? Only then there is a product of
// matrices in it.
static bool einsum_contracts(const char *equation)
{
    const char *arrow = strstr(equation, "->");
    Str operands = {equation, arrow ? (int)(arrow - equation) : (int)strlen(equation)};
    for (int i = 0; i < operands.n; i++) {
        char letter = operands.p[i];
        bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        const char *comma = memchr(operands.p + i, ',', (size_t)(operands.n - i));
        if (!is_letter || !comma || (arrow && strchr(arrow, letter))) continue;
        if (memchr(comma, letter, (size_t)(operands.p + operands.n - comma))) return true;
    }
    return false;
}

bool autocast_inputs(Run *run, OpCall *call)
{
    const OpSignature *signature = op_signature_of(run, call->op);
    const char *equation = call->arg[0].kind == ARG_STR ? call->arg[0].text : NULL;
    if (!signature->is_cast || (equation && !einsum_contracts(equation))) return true;
    Value cast = library_function(run, "torch._autocast", "_cast_tensor");
    if (!cast.type) return false;
    for (int i = 0; i < call->input_count; i++) {
        if (call->input[i]->is_number) continue;
        const Value given[] = {from_tensor(call->input[i]), from_dtype(signature->cast_to)};
        Value converted = call_with(run, cast, given, 2);
        if (!converted.type) return false;
        hold(run, converted);
        call->input[i] = converted.tensor;
    }
    return true;
}

// The names of operations, and what their inputs are converted to; None: nothing.
static Value cast_inputs_of(Run *run, Value *arg)
{
    const Sequence *names = value_sequence(arg[0]);
    bool is_on = arg[1].type == &type_dtype;
    for (int i = 0; i < names->count; i++) {
        OpSignature *signature = op_signature_of(run, op_find(value_text(names->item[i]), 0));
        signature->is_cast = is_on;
        if (is_on) signature->cast_to = arg[1].dtype;
    }
    return NONE;
}

const Native autocast_functions[] = {
    {"_cast_inputs", "names, dtype", cast_inputs_of},
    {0},
};
