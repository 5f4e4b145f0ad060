// What the module copy (src/library/copy.py) cannot do in Python: copies of tensors, and all that
// an instance has.
//
// Tensors that share memory share memory again: the copy of a storage is remembered in the memo,
// as what was copied is.
#include "lang/class.h"
#include "lang/containers/dict.h"
#include "modules/modules.h"
#include "numpy/numpy.h"
#include "tensor/autograd.h"

static Value storage_key(Run *run, const Tensor *tensor)
{
    const char *key = arena_printf(&run->scratch, "storage %p", (const void *)tensor->storage);
    return value_from_text(run, key);
}

// A tensor with a copy of the storage; only its storage counts.
static Tensor *copied_storage(Run *run, Value memo, const Tensor *tensor)
{
    Value key = storage_key(run, tensor);
    Value known = key.type ? dict_get(run, dict_of(memo), key) : NOTHING;
    if (known.type || run_has_failed(run)) return known.type ? known.tensor : NULL;
    Tensor *copy = tensor_alias(&run->trace.heap, tensor);
    hold(run, from_tensor(copy));
    if (!tensor_copy_storage(copy, run->error)) return NULL;
    return dict_set(run, dict_of(memo), key, from_tensor(copy)) ? copy : NULL;
}

// None where it holds no tensor. Without a memo (None) it shares the numbers.
Value copied_tensor(Run *run, Value *arg)
{
    Value value = arg[0], memo = arg[1];
    bool deep = value_is_dict(memo);
    if (!holds_tensor(value)) return NONE;
    const Tensor *tensor = value.tensor;
    if (deep && autograd_of(tensor)->is_derived) {
        return raise_error(run, "RuntimeError",
                           "Only Tensors created explicitly by the user (graph leaves) support the "
                           "deepcopy protocol at the moment.  If you were attempting to deepcopy "
                           "a module, this may be because of a torch.nn.utils.weight_norm usage, "
                           "see https://github.com/pytorch/pytorch/pull/103001");
    }
    const Tensor *from = deep ? copied_storage(run, memo, tensor) : tensor;
    if (!from) return NOTHING;
    Tensor *copy = tensor_alias(&run->trace.heap, from);
    tensor_take_view(copy, tensor);
    autograd_share_node(copy, tensor);
    if (autograd_of(tensor)->is_parameter) autograd_for(copy)->is_parameter = true;
    Value made = value;
    made.tensor = copy;
    hold(run, made);
    return value.type->class ? tensor_instance(run, value.type, copy, value) : made;
}

// A dict of what is set in an instance, in slots as well; None: it is no instance of a class of the
// program or of the library.
Value instance_attributes(Run *run, Value *arg)
{
    if (!arg[0].type->class || value_is_class(arg[0])) return NONE;
    bool has_table = !holds_tensor(arg[0]) || is_tensor(arg[0]);
    return has_table ? table_dict(run, instance_table(arg[0])) : dict_new(run);
}
