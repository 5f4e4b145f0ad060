// torch.Size: the shape of a tensor, a tuple that prints otherwise.
#include "lang/containers/sequence.h"
#include "lang/numbers/numbers.h"
#include "torch/options.h"

Value torch_from_shape(Run *run, const Shape *shape)
{
    return sequence_of_ints(run, &type_size, shape->dim, shape->ndim);
}

static void size_repr(Run *run, Value self, Buf *out)
{
    buf_add(out, STR("torch.Size(["));
    sequence_repr_items(run, value_sequence(self), out);
    buf_add(out, STR("])"));
}

static Value size_numel(Run *run, Value *arg)
{
    const Sequence *size = value_sequence(arg[0]);
    Value product = from_int(1);
    for (int i = 0; i < size->count && product.type; i++) {
        product = number_binary(run, OPERATOR_MULTIPLY, product, size->item[i]);
    }
    return product;
}

static Value size_construct(Run *run, const Args *args)
{
    Value size = sequence_construct(run, &type_size, args);
    Sequence *items = size.type ? value_sequence(size) : NULL;
    for (int i = 0; items && i < items->count; i++) {
        int64_t number;
        if (options_int(run, items->item[i], &number)) {
            items->item[i] = from_int(number);
            continue;
        }
        return raise_error(run, "TypeError",
                           "torch.Size() takes an iterable of 'int' (item %d is '%s')", i,
                           items->item[i].type->name);
    }
    return size;
}

static const Native size_methods[] = {{"numel", "self, /", size_numel}, {0}};

const Type type_size = {
    .name = "torch.Size",
    .base = &type_tuple,
    .methods = size_methods,
    SEQUENCE_ROW,
    .repr = size_repr,
    .hash = tuple_hash,
    .construct = size_construct,
};
