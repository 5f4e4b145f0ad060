// Methods of tensors that are neither operations nor in type_tensor's table.
#include "lang/class.h"

#include <string.h>

static const Native *find_method(const char *name)
{
    static const Native *const lists[] = {tensor_random,      tensor_conversions, tensor_makers,
                                          tensor_new_methods, gradient_methods,   part_methods,
                                          rank_methods,       pick_methods,       shape_methods};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const Native *method = lists[i]; method->name; method++) {
            if (strcmp(method->name, name) == 0) return method;
        }
    }
    return NULL;
}

Value tensor_extra(Run *run, Value self, const char *name)
{
    const Native *method = find_method(name);
    if (!method) return tensor_library_method(run, self, name);
    return new_method(run, &type_method, self, (Value){.type = &type_native, .native = method});
}

Value tensor_class_member(Run *run, const char *name)
{
    const Op *op = find_op(run, name, IN_TENSOR);
    if (op) return (Value){.type = &type_op, .op = op};
    const Native *method = find_method(name);
    if (!method) return tensor_library_function(run, name);
    return new_method(run, &type_unbound, from_type(&type_tensor),
                      (Value){.type = &type_native, .native = method});
}
