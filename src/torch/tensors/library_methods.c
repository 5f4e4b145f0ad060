// Methods of tensors that are written in Python: the functions of src/library/torch.Tensor.py.
// What a function with the name _property_NAME gives is found without parentheses.
#include "lang/class.h"
#include "lang/imports/module.h"
#include "torch/torch.h"

Value tensor_library_function(Run *run, const char *name)
{
    Value module = import_module(run, name_of(&run->names, STR("torch.Tensor")));
    if (!module.type) return NOTHING;
    const Value *function = table_find(&((const Module *)module.object)->table, name);
    return function && function->type == &type_function ? *function : NOTHING;
}

Value tensor_library_method(Run *run, Value self, const char *name)
{
    Value function = tensor_library_function(run, name);
    if (function.type) return method_new(run, &type_bound_method, self, function);
    if (run_has_failed(run)) return NOTHING;
    const char *property = arena_printf(&run->scratch, "_property_%s", name);
    function = tensor_library_function(run, name_of(&run->names, str_from(property)));
    return function.type ? call_with(run, function, &self, 1) : NOTHING;
}
