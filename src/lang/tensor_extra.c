// Methods of tensors that are neither operations nor in type_tensor's table.
#include "lang/interp.h"

#include <string.h>

Value tensor_extra(Run *run, Value self, const char *name)
{
    for (const Native *method = tensor_random; method->name; method++) {
        if (strcmp(method->name, name) != 0) continue;
        return new_method(run, &type_method, self, (Value){.type = &type_native, .native = method});
    }
    return NOTHING;
}
