// What sum, prod, cumsum and cumprod share. Floats keep their dtype; integers and bools are added
// up as int64, as PyTorch does, so that a sum of many small ones does not overflow.
#include "tensor/reductions/totals.h"

#include "tensor/convert.h"
#include "tensor/reductions/reduce.h"

// Floats stay what they are; integers and bools are added as int64, or what `dtype` says.
static DType operand_of(const OpCall *call, int dtype_arg)
{
    DType wanted = (DType)call_int(call, dtype_arg, (int64_t)call->input[0]->dtype);
    return call_has(call, dtype_arg) || dtype_is_float(wanted) ? wanted : DTYPE_INT64;
}

bool total_dtype(OpCall *call, int dtype_arg, Error *error)
{
    call->dtype = operand_of(call, dtype_arg);
    if (!call_has(call, dtype_arg) || call->arg[dtype_arg].i != DTYPE_BOOL) return true;
    error_set(error, "TypeError", "%s() with dtype=torch.bool is not supported here",
              call->op->name);
    return error_hint(error, "any() and all() give bools");
}

bool total_infer(OpCall *call, int keepdim, int dtype_arg, Error *error)
{
    return total_dtype(call, dtype_arg, error) && infer_reduced(call, keepdim, error);
}

double total_operand(const OpCall *call, double term)
{
    if (!dtype_is_float(call->dtype)) return (double)convert_to_int(term);
    bool rounds = dtype_is_half(call->dtype) && !(call->op->traits & OP_EXACT_NUMBER);
    return rounds ? dtype_held(call->dtype, term) : term;
}

double total_sum(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += total_operand(call, term[i]);
    return sum;
}

double total_product(const OpCall *call, const double *term, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++) product *= total_operand(call, term[i]);
    return product;
}
