// Scores divided by a temperature before they are turned into shares: below 1 the largest takes
// more, above 1 all become alike. Hinton et al. 2015, "Distilling the knowledge in a neural
// network".
#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/mistake.h"

static Tensor *divided(const Tensor *tensor, double by, TensorHeap *heap, Error *error)
{
    Tensor *quotient = tensor_new(heap, tensor->dtype, tensor->shape, error);
    if (!quotient) return NULL;
    int64_t count = tensor_count(tensor);
    tensor_assign(quotient, tensor);
    if (tensor->dtype == DTYPE_FLOAT32) {
        float *cells = tensor_floats(quotient);
        for (int64_t i = 0; i < count; i++) cells[i] = (float)((double)cells[i] / by);
    } else {
        double *cells = tensor_doubles(quotient);
        for (int64_t i = 0; i < count; i++) cells[i] /= by;
    }
    return quotient;
}

static Tensor *with_temperature(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    Error error = {.arena = &work->arena};
    OpCall again = *call;
    if (call->input_count == 0 || !dtype_is_float(call->input[0]->dtype)) return NULL;
    again.arena = &work->arena;
    again.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) again.input[i] = call->input[i];
    again.input[0] = divided(call->input[0], mistake->temperature, &work->heap, &error);
    return again.input[0] ? op_apply(&again, &work->heap, &error) : NULL;
}

Mistake mistake_temperature(double temperature)
{
    return (Mistake){MISTAKE("temperature", "$x is divided by the temperature", with_temperature),
                     .temperature = temperature};
}
