// torch.autocast: which operations have their inputs converted is said in torch._autocast.py and
// noted in their signatures.
#include "lang/interp.h"
#include "torch/operations/op_binding.h"

bool autocast_inputs(Run *run, OpCall *call)
{
    const Signature *signature = op_signature_of(run, call->op);
    bool contracts = true; // of einsum: is there a product of matrices in it?
    if (!signature->is_cast) return true;
    if (call->arg[0].kind == ARG_STR) {
        Value equation = value_from_text(run, call->arg[0].text);
        Value asks = library_function(run, "torch._autocast", "_contracts");
        Value answer = asks.type ? call_with(run, asks, &equation, 1) : NOTHING;
        if (!answer.type || !value_truth(run, answer, &contracts)) return false;
    }
    if (!contracts) return true;
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
        Signature *signature = op_signature_of(run, op_find(value_text(names->item[i]), 0));
        signature->is_cast = is_on;
        if (is_on) signature->cast_to = arg[1].dtype;
    }
    return NONE;
}

const Native autocast_functions[] = {
    {"_cast_inputs", "names, dtype", cast_inputs_of},
    {0},
};
