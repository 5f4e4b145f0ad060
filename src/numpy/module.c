// The module numpy: its types. What is a function is Python, in src/library/numpy.py and below
// numpy.core, but for method `numpy` of tensors.
#include "lang/imports/module.h"
#include "lang/class.h"
#include "numpy/numpy.h"
#include "tensor/autograd.h"

static Value method_numpy(Run *run, Value *arg)
{
    if (autograd_of(arg[0].tensor)->requires_grad) {
        raise_error(run, "RuntimeError",
                    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                    "instead.");
        error_hint(run->error, ".detach().numpy()");
        return NOTHING;
    }
    if (arg[0].tensor->dtype == DTYPE_BFLOAT16) {
        raise_error(run, "TypeError", "Got unsupported ScalarType BFloat16");
        error_hint(run->error, ".float().numpy()");
        return NOTHING;
    }
    bool plain = !arg[0].type->class; // what the class is, the tensor says
    Tensor *tensor = plain ? arg[0].tensor : tensor_again(run, arg[0].tensor);
    return (Value){.type = &type_ndarray, .tensor = tensor};
}

static const Native array_of_tensor[] = {
    {"numpy", "self", method_numpy},
    {0},
};

void numpy_make(Run *run)
{
    Value numpy = module_new(run, "numpy"), random = module_new(run, "numpy.random");
    Value linalg = module_new(run, "numpy.linalg");
    if (!numpy.type || !random.type || !linalg.type) return;
    module_add_natives(run, &((Module *)numpy.object)->table, numpy_natives);
    module_set(run, random, "PCG64", from_type(&type_np_pcg));
    module_set(run, random, "_Twister", from_type(&type_np_twister));
    module_add_natives(run, &run->tensor_methods, array_of_tensor);
    numpy_add_scalars(run, numpy);
    module_set(run, numpy, "ndarray", from_type(&type_ndarray));
    module_set(run, numpy, "dtype", from_type(&type_np_dtype));
    module_set(run, numpy, "random", random);
    module_set(run, numpy, "linalg", linalg);
}
