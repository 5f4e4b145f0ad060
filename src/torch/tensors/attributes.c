// What a program hangs on a tensor: `x.tag = 'w'` may be read again from this very tensor, not from
// what is made of it.
#include "torch/torch.h"

#include "lang/class.h"
#include "tensor/op.h"

#include <string.h>

typedef struct Attributes {
    Object object;
    Table table;
} Attributes;

static void attributes_visit(Run *run, Object *object)
{
    table_mark(run, &((Attributes *)object)->table);
}

static void attributes_drop(Run *run UNUSED, Object *object)
{
    table_free(&((Attributes *)object)->table);
}

static const Type type_attributes = {
    .name = "dict",
    .visit = attributes_visit,
    .drop = attributes_drop,
};

static Value *find_own(const Tensor *tensor, const char *name)
{
    const Attributes *own = tensor->attributes;
    Value *value = own ? table_find(&own->table, name) : NULL;
    return value && value->type ? value : NULL;
}

Value tensor_own_attribute(const Tensor *tensor, const char *name)
{
    const Value *value = find_own(tensor, name);
    return value ? *value : NOTHING;
}

// What PyTorch computes from the tensor each time that it is asked for.
static bool is_computed(Run *run, const char *name)
{
    return str_has_word(
               "shape dtype ndim device layout is_cuda is_leaf grad_fn name names is_sparse "
               "itemsize nbytes output_nr volatile _version is_nested is_quantized is_mps "
               "retains_grad real imag",
               str_from(name)) ||
           op_found(run, name, IN_PROPERTY) != NULL;
}

bool tensor_set_own_attribute(Run *run, Tensor *tensor, const char *name, Value value)
{
    if (is_computed(run, name))
        return raise_false(run, "AttributeError",
                           "attribute '%s' of 'torch._C.TensorBase' objects is not writable", name);
    Attributes *own = tensor->attributes;
    if (!own) {
        own = object_make(run, &type_attributes, sizeof *own);
        if (!own) return false;
        own->table.run = run;
        tensor->attributes = own;
    }
    return table_set(&own->table, name, value);
}

bool tensor_delete_attribute(Run *run, Value self, const char *name)
{
    Value *own = find_own(self.tensor, name);
    if (!own)
        return raise_false(run, "AttributeError", "'Tensor' object has no attribute '%s'", name);
    *own = NOTHING;
    return true;
}

Value tensor_own_attributes(Run *run, const Tensor *tensor)
{
    static const Table none;
    const Attributes *own = tensor->attributes;
    return table_dict(run, own ? &own->table : &none);
}
