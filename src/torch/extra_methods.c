// Collects the methods of tensors that are written in C and are not operations, from the other
// files of this folder, into one table.
#include "lang/class.h"
#include "lang/imports/module.h"
#include "torch/torch.h"

void add_tensor_methods(Run *run)
{
    static const Native *const lists[] = {tensor_random,      tensor_conversions, tensor_makers,
                                          tensor_new_methods, gradient_methods,   part_methods,
                                          rank_methods,       pick_methods,       shape_methods};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        add_natives(run, &run->tensor_methods, lists[i]);
    }
}

Value tensor_extra(Run *run, Value self, const char *name)
{
    const Value *method = table_find(&run->tensor_methods, name);
    if (!method) return tensor_library_method(run, self, name);
    return new_method(run, &type_method, self, *method);
}

Value tensor_class_member(Run *run, const char *name)
{
    const Op *op = find_op(run, name, IN_TENSOR);
    if (op) return (Value){.type = &type_op, .op = op};
    const Value *method = table_find(&run->tensor_methods, name);
    if (!method) return tensor_library_function(run, name);
    return new_method(run, &type_unbound, from_type(&type_tensor), *method);
}
