// Collects the methods of tensors that are written in C and are not operations, from the other
// files of this folder, into one table.
#include "lang/class.h"
#include "lang/imports/module.h"
#include "tensor/op.h"
#include "torch/torch.h"

void tensor_add_methods(Run *run)
{
    static const Native *const lists[] = {tensor_conversions, gradient_methods, subclass_methods};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        module_add_natives(run, &run->tensor_methods, lists[i]);
    }
}

static const Value *find_method(Run *run, const char *name)
{
    const Value *method = table_find(&run->tensor_methods, name);
    return method || !torch_load_builtin(run, name) ? method
                                                    : table_find(&run->tensor_methods, name);
}

Value tensor_extra(Run *run, Value self, const char *name)
{
    hold(run, self);
    const Value *method = find_method(run, name);
    if (!method) return run_has_failed(run) ? NOTHING : tensor_library_method(run, self, name);
    const Type *type = method->type == &type_torch_function ? &type_torch_method : &type_method;
    return method_new(run, type, self, *method);
}

Value tensor_class_member(Run *run, const char *name)
{
    const Op *op = op_found(run, name, IN_TENSOR);
    if (op) return (Value){.type = &type_op, .op = op};
    const Value *method = find_method(run, name);
    if (!method) return run_has_failed(run) ? NOTHING : tensor_library_function(run, name);
    if (method->type == &type_torch_function) return *method;
    return method_new(run, &type_unbound, from_type(&type_tensor), *method);
}
