// Reads the signature of a row, once for each row.
#include "torch/signature.h"

#include "base/bug.h"
#include "tensor/op.h"

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

OpSignature *op_signature_of(Run *run, const Op *op)
{
    OpSignature *signature = memo_find(&run->memos.op_signatures, op);
    if (signature) return signature;
    signature = NEW(&run->arena, OpSignature);
    signature->count = read_signature(op->signature, signature->parameter);
    memo_set(&run->memos.op_signatures, op, signature);
    return signature;
}

bool op_parameter_is_input(const OpParameter *parameter)
{
    return str_starts(parameter->type, "Tensor") || str_is(parameter->type, "Number");
}
