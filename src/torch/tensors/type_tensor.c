// Tensors as values. Operators, methods and properties are operations of the table;
// here is what is not: shape, items, subscripts, writing in place.
#include "lang/class.h"
#include "torch/autograd/node.h"
#include "torch/autograd/tape.h"

#include "tensor/call.h"
#include "tensor/overlap.h"

#include <string.h>

// ---- writing in place ----------------------------------------------------------------------

static bool fits_in_place(Run *run, const Tensor *target, const Tensor *value)
{
    if (!dtype_can_cast(value->dtype, target->dtype))
        return raise_false(run, "RuntimeError",
                           "result type %s can't be cast to the desired output type %s",
                           dtype_title(value->dtype), dtype_title(target->dtype));
    if (shape_equal(&target->shape, &value->shape)) return true;
    return raise_false(
        run, "RuntimeError", "output with shape %s doesn't match the broadcast shape %s",
        shape_list(&run->scratch, &target->shape), shape_list(&run->scratch, &value->shape));
}

// Of an operation in place, whose first input is the target: the node that has made the value.
static Node *node_of_change(const Tensor *target, Value value)
{
    Node *node = autograd_maker(value.tensor);
    bool changes =
        node && node->rule && node->input_count &&
        (autograd_of(target)->requires_grad ? node->input[0].next == autograd_of(target)->node
                                            : !node->input[0].next);
    return changes ? node : NULL;
}

bool tensor_write(Run *run, Value target, Value value)
{
    if (!tensor_may_write(run, target.tensor, false)) return false;
    if (!fits_in_place(run, target.tensor, value.tensor)) return false;
    if (!overlap_can_write(target.tensor, run->error)) return false;
    Subscript *all = NEW(&run->scratch, Subscript);
    all->kind = SUBSCRIPT_ELLIPSIS;
    Arg whole = {.kind = ARG_SUBSCRIPTS, .subscripts = all, .count = 1};
    return tensor_write_part(run, target, value, whole, node_of_change(target.tensor, value));
}

bool torch_may_read_while_writing(Run *run, Value target, Value value)
{
    if (!is_tensor(target) || !is_tensor(value)) return true;
    return overlap_can_read(target.tensor, value.tensor, run->error);
}

static Value tensor_in_place(Run *run, Operator op, Value left, Value right)
{
    if (op == OPERATOR_MATMUL) return NOT_IMPLEMENTED;
    if (!torch_may_read_while_writing(run, left, right)) return NOTHING;
    Value result = value_binary(run, op, left, right);
    if (!is_tensor(result)) return result;
    return tensor_write(run, left, result) ? left : NOTHING;
}

static bool is_part(Value self, Value part)
{
    return is_tensor(part) && tensor_shares_storage(self.tensor, part.tensor);
}

// Python puts the part, which has changed in place, where it already is: one more write.
static void put_part(Run *run, Value self, Value part)
{
    storage_count_write(part.tensor, recorded_at(run));
    if (autograd_of(self.tensor)->requires_grad)
        tape_title_write(autograd_of(self.tensor)->base ? autograd_of(self.tensor)->base
                                                        : self.tensor,
                         "torch::autograd::CopySlices(torch::autograd::CopySlices(0,1),"
                         "AsStridedBackward0(torch::autograd::CopySlices(0,1)))");
}

// What x[index] picked is a copy: the result needs to fit it, but not to be put there.
static Value tensor_on_copy(Run *run, Operator op, Value copy, Value value)
{
    Value after = value_binary(run, op, copy, value);
    bool fits = !is_tensor(after) || (after.tensor->dtype == copy.tensor->dtype &&
                                      shape_equal(&after.tensor->shape, &copy.tensor->shape));
    if (fits) return after;
    return tensor_write(run, copy, after) ? copy : NOTHING;
}

// ---- protocol ------------------------------------------------------------------------------

// "grad_fn=<MulBackward0>", "requires_grad=True", or NULL.
static bool gradient_suffix(Run *run, Tensor *tensor, const char **suffix)
{
    *suffix = NULL;
    if (!tape_renew(run, tensor)) return false;
    if (!autograd_of(tensor)->requires_grad) return true;
    *suffix = "requires_grad=True";
    if (!autograd_of(tensor)->is_derived || !autograd_of(tensor)->node) return true;
    const char *name = node_name(run, autograd_of(tensor)->node);
    const char *plain = name ? strrchr(name, ':') : NULL; // torch::autograd::CopyBackwards
    if (name) *suffix = arena_printf(&run->scratch, "grad_fn=<%s>", plain ? plain + 1 : name);
    return name != NULL;
}

static void tensor_repr(Run *run, Value self, Buf *out)
{
    enum { CELL_BYTES = 3 }; // the least that a cell takes: "1, "
    int64_t count = tensor_count(self.tensor);
    bool whole = (double)count <= run->print.threshold;
    if (whole && count > MAX_OUTPUT_BYTES / CELL_BYTES) {
        raise_error(run, "MemoryError", "a tensor of %lld cells is too long to print whole",
                    (long long)count);
        error_hint(run->error, "torch.set_printoptions(threshold=1000) prints its edges");
        return;
    }
    if (autograd_of(self.tensor)->is_parameter) buf_add(out, STR("Parameter containing:\n"));
    int before = out->n;
    const char *name = self.type->class ? self.type->name : "tensor", *suffix;
    if (!gradient_suffix(run, self.tensor, &suffix)) return;
    tensor_print(out, name, self.tensor, &run->print, suffix);
    run_take_characters(run, 4 * ((int64_t)out->n - before));
}

static bool tensor_truth(Run *run, Value self, bool *truth)
{
    int64_t count = tensor_count(self.tensor);
    *truth = count == 1 && tensor_get(self.tensor, (Index){0}) != 0;
    trace_note_taken(run_trace(run), self.tensor);
    if (count == 1) return true;
    raise_error(run, "RuntimeError", "Boolean value of Tensor with %s is ambiguous",
                count ? "more than one value" : "no values");
    return error_hint(run->error, ".all() or .any()");
}

static int64_t tensor_length(Run *run, Value self)
{
    if (self.tensor->shape.ndim) return self.tensor->shape.dim[0];
    raise_error(run, "TypeError", "len() of a 0-d tensor");
    return -1;
}

static bool tensor_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)(uintptr_t)self.tensor >> 4;
    return true;
}

static Value tensor_next(Run *run, Value self, int64_t *at)
{
    if (!self.tensor->shape.ndim) {
        return raise_error(run, "TypeError", "iteration over a 0-d tensor");
    }
    if (*at >= self.tensor->shape.dim[0]) return NOTHING;
    Value part = tensor_subscript(run, self, from_int(*at));
    if (part.type) tape_note_piece(part.tensor, "UnbindBackward0", (int)*at);
    ++*at;
    return part;
}

bool tensor_any(Value value, bool *any)
{
    *any = false;
    if (!holds_tensor(value) || !tensor_count(value.tensor)) return value.type != NULL;
    Index at = {0};
    do *any |= tensor_get(value.tensor, at) != 0;
    while (!*any && index_next(&value.tensor->shape, &at));
    return true;
}

static bool tensor_contains(Run *run, Value self, Value item, bool *found)
{
    if (!value_is_number(item) && !is_tensor(item))
        return raise_false(
            run, "RuntimeError",
            "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
            "<class '%s'>.",
            item.type->name);
    return tensor_any(tensor_binary(run, OPERATOR_EQUAL, self, item), found);
}

static Value method_of(Run *run, const Type *type, Value self, const Op *op)
{
    return method_new(run, type, self, (Value){.type = &type_op, .op = op});
}

// Operations that only look at a tensor in another way; in place the tensor itself is seen so.
static bool reshapes_in_place(const Op *op)
{
    return str_has_word("unsqueeze squeeze transpose t", str_from(op->name));
}

// "add_": an operation that changes no shape, in place; "unsqueeze_": one that only does that.
static Value in_place_method(Run *run, Value self, const char *name)
{
    size_t length = strlen(name);
    if (length < 2 || name[length - 1] != '_' || name[length - 2] == '_') return NOTHING;
    const char *plain = name_of(&run->names, (Str){name, (int)length - 1});
    const Op *op = op_found(run, plain, IN_TENSOR);
    if (!op || op->more || (op->moves && !reshapes_in_place(op))) return NOTHING;
    return method_of(run, &type_in_place, self, op);
}

static Value no_attribute(Run *run, Value self, const char *name)
{
    Guess guess = {.name = str_from(name)};
    guess_methods(&guess, &type_tensor);
    for (int i = 0; i < op_count; i++) {
        if (ops[i]->found & (IN_TENSOR | IN_PROPERTY)) guess_try(&guess, str_from(ops[i]->name));
    }
    raise_error(run, "AttributeError", "'%s' object has no attribute '%s'", self.type->name, name);
    if (guess.best.n) error_hint(run->error, ".%.*s", STR_ARG(guess.best));
    return NOTHING;
}

static Value tensor_attribute(Run *run, Value self, const char *name)
{
    const Tensor *tensor = self.tensor;
    if (strcmp(name, "shape") == 0) return torch_from_shape(run, &tensor->shape);
    if (strcmp(name, "dtype") == 0) return from_dtype(tensor->dtype);
    if (strcmp(name, "ndim") == 0) return from_int(tensor->shape.ndim);
    if (strcmp(name, "device") == 0) return library_function(run, "torch._device", "cpu");
    if (strcmp(name, "layout") == 0) return library_function(run, "torch._device", "strided");
    if (strcmp(name, "is_cuda") == 0) return from_bool(false);
    if (strcmp(name, "real") == 0) return self; // complex ones are the library's own
    if (strcmp(name, "imag") == 0) {
        return raise_error(run, "RuntimeError",
                           "imag is not implemented for tensors with non-complex dtypes.");
    }
    Value gradient = gradient_attribute(run, self, name);
    if (gradient.type || run_has_failed(run)) return gradient;
    const Op *op = op_found(run, name, IN_PROPERTY);
    if (op) return op_call_with(run, op, &self, 1, NULL, 0);
    Value own = tensor_own_attribute(tensor, name);
    if (own.type) return own;
    if (strcmp(name, "__dict__") == 0) return tensor_own_attributes(run, tensor);
    op = op_found(run, name, IN_TENSOR);
    if (op) return method_of(run, &type_op_method, self, op);
    Value other = in_place_method(run, self, name);
    if (!other.type) other = tensor_extra(run, self, name);
    if (!other.type && !run_has_failed(run)) other = value_common_attribute(run, self, name);
    return other.type || run_has_failed(run) ? other : no_attribute(run, self, name);
}

static Value tensor_absolute(Run *run, Value self)
{
    Value method = value_get_attribute(run, self, name_of(&run->names, STR("abs")));
    return method.type ? call_with(run, method, NULL, 0) : NOTHING;
}

static const Type *tensor_kind(Value self)
{
    return autograd_of(self.tensor)->is_parameter ? &type_parameter : &type_tensor;
}

static Value tensor_construct(Run *run, const Args *args)
{
    return tensor_of_class(run, run->trace.heap.float_dtype, args);
}

const Type type_tensor = {
    .name = "Tensor", // in messages; type(x) is torch.Tensor
    .module = "torch",
    .holds = HOLDS_TENSOR,
    .size = sizeof(Object),
    .methods = tensor_methods,
    .functions = tensor_functions,
    .repr = tensor_repr,
    .truth = tensor_truth,
    .length = tensor_length,
    .hash = tensor_hash,
    .unary = tensor_unary,
    .absolute = tensor_absolute,
    .binary = tensor_binary,
    .in_place = tensor_in_place,
    .is_part = is_part,
    .put_part = put_part,
    .on_copy = tensor_on_copy,
    .contains = tensor_contains,
    .attribute = tensor_attribute,
    .set_attribute = gradient_set_attribute,
    .delete_attribute = tensor_delete_attribute,
    .member = tensor_class_member,
    .subscript = tensor_subscript,
    .set_subscript = tensor_set_subscript,
    .next = tensor_next,
    .construct = tensor_construct,
    .kind = tensor_kind,
};
