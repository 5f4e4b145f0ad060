// x[...] and x[...] = value. Numbers, slices, None and ... make a view; tensors, lists and masks
// pick cells. Which subscript is what is decided as in PyTorch (python_variable_indexing.cpp).
#include "lang/class.h"
#include "lang/containers/sequence.h"
#include "torch/autograd/tape.h"

#include "base/text/ascii.h"
#include "tensor/call.h"

typedef struct SubscriptKey {
    Arg arg;
    Value *index; // the tensors among the subscripts
    int indices;
} SubscriptKey;

// ---- one subscript -------------------------------------------------------------------------

static bool slice_subscript(Run *run, const Slice *slice, Subscript *s)
{
    *s = (Subscript){.kind = SUBSCRIPT_SLICE,
                     .has_start = slice->start.type != &type_none,
                     .has_stop = slice->stop.type != &type_none};
    return slice_part(run, slice->start, 0, INT64_MIN, INT64_MAX, 0, &s->start) &&
           slice_part(run, slice->stop, 0, INT64_MIN, INT64_MAX, 0, &s->stop) &&
           slice_part(run, slice->step, 0, INT64_MIN, INT64_MAX, 1, &s->step);
}

static bool add_index(SubscriptKey *key, Subscript *subscript, Value index)
{
    *subscript = (Subscript){.kind = SUBSCRIPT_TENSOR, .start = key->indices};
    key->index[key->indices++] = index;
    return index.type != NULL;
}

// The name in the brackets of x[order]; NULL: there is more in them than a name.
static const char *name_in_brackets(Run *run)
{
    Str code = span_text(recorded_at(run));
    int at = code.n - 1;
    if (at < 0 || code.p[at] != ']') return NULL;
    while (at > 0 && ascii_is_word(code.p[at - 1])) at--;
    bool is_name = at > 0 && code.p[at - 1] == '[' && !ascii_is_digit(code.p[at]);
    return is_name ? str_copy(&run->trace.arena, str_slice(code, at, code.n - 1)) : NULL;
}

static Value index_from_data(Run *run, Value list, Value dtype)
{
    Value index = tensor_from_data(run, list, dtype);
    const char *name = index.type ? name_in_brackets(run) : NULL;
    if (name) trace_bind_local(&run->trace, name, index.tensor);
    return index;
}

// A list as positions, or as a mask.
static Value index_from_list(Run *run, Value list)
{
    if (list.type == &type_range) list = value_collect(run, &type_list, list);
    if (!list.type) return NOTHING;
    Value index = index_from_data(run, list, NOTHING);
    if (!index.type || index.tensor->dtype == DTYPE_BOOL || index.tensor->dtype == DTYPE_INT64) {
        return index;
    }
    return index_from_data(run, list, from_dtype(DTYPE_INT64));
}

static bool not_a_subscript(Run *run, Value key)
{
    return raise_false(
        run, "IndexError",
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        "are valid indices (got %s)",
        key.type->name);
}

// A single number, which counts as an int.
static bool is_position(Value key)
{
    return is_tensor(key) && key.tensor->shape.ndim == 0 && dtype_is_integer(key.tensor->dtype) &&
           key.tensor->dtype != DTYPE_UINT8;
}

static bool read_subscript(Run *run, Value part, SubscriptKey *key, Subscript *subscript)
{
    if (is_position(part)) part = from_int(tensor_get_int(part.tensor, (Index){0}));
    if (!is_tensor(part) && !value_as_index(run, &part)) return false;
    bool is_list = value_is_sequence(part) || part.type == &type_range || part.type == &type_str;
    if (!value_unpacks(run, part)) return false;
    if (value_is_int(part)) {
        *subscript = (Subscript){.kind = SUBSCRIPT_INT, .start = value_integer(part)};
    } else if (part.type == &type_none) {
        *subscript = (Subscript){.kind = SUBSCRIPT_NEW_AXIS};
    } else if (part.type == &type_ellipsis) {
        *subscript = (Subscript){.kind = SUBSCRIPT_ELLIPSIS};
    } else if (part.type == &type_slice) {
        return slice_subscript(run, (const Slice *)part.object, subscript);
    } else if (is_tensor(part)) {
        return add_index(key, subscript, part);
    } else if (part.type == &type_bool) {
        Tensor *truth = tensor_from_bool(&run->trace.heap, part.truth, run->error);
        if (truth) truth->is_number = false;
        return add_index(key, subscript, from_tensor(truth));
    } else if (is_list) {
        return add_index(key, subscript, index_from_list(run, part));
    } else {
        return not_a_subscript(run, part);
    }
    return true;
}

// ---- all of them ---------------------------------------------------------------------------

// A list that holds more than numbers counts as a tuple: x[[rows, columns]].
static bool stands_for_tuple(Value key)
{
    enum { MOST_SUBSCRIPTS = 32 };
    if (key.type == &type_tuple || key.type == &type_size) return true;
    if (key.type != &type_list || value_sequence(key)->count >= MOST_SUBSCRIPTS) return false;
    for (int i = 0; i < value_sequence(key)->count; i++) {
        Value item = value_sequence(key)->item[i];
        if (is_tensor(item) || value_is_sequence(item) || item.type == &type_slice ||
            item.type == &type_str || item.type == &type_range || item.type == &type_ellipsis ||
            item.type == &type_none) {
            return true;
        }
    }
    return false;
}

static bool read_key(Run *run, Value value, SubscriptKey *key)
{
    bool many = stands_for_tuple(value);
    const Value *part = many ? value_sequence(value)->item : &value;
    int count = many ? value_sequence(value)->count : 1;
    *key = (SubscriptKey){.arg = {.kind = ARG_SUBSCRIPTS, .count = count}};
    key->arg.subscripts = NEW_ARRAY(&run->scratch, Subscript, count + 1);
    key->index = NEW_ARRAY(&run->scratch, Value, count + 1);
    for (int i = 0; i < count; i++) {
        if (!read_subscript(run, part[i], key, &key->arg.subscripts[i])) return false;
    }
    return true;
}

// The tensors are inputs from `first` on.
static void number_inputs(SubscriptKey *key, int first)
{
    for (int i = 0; i < key->arg.count; i++) {
        Subscript *subscript = &key->arg.subscripts[i];
        if (subscript->kind == SUBSCRIPT_TENSOR) subscript->start += first;
    }
}

// ---- reading -------------------------------------------------------------------------------

Value tensor_subscript(Run *run, Value self, Value subscript)
{
    SubscriptKey key;
    if (!read_key(run, subscript, &key)) return NOTHING;
    if (!key.indices) return op_call_with(run, op_row_named(run, "getitem"), &self, 1, &key.arg, 1);
    number_inputs(&key, 1);
    Value *input = NEW_ARRAY(&run->scratch, Value, key.indices + 1);
    input[0] = self;
    for (int i = 0; i < key.indices; i++) input[i + 1] = key.index[i];
    return op_call_with(run, op_row_named(run, "index"), input, key.indices + 1, &key.arg, 1);
}

// ---- writing -------------------------------------------------------------------------------

bool dtype_fits_float(Run *run, Value value, DType dtype)
{
    if (!value_is_float(value) || dtype != DTYPE_FLOAT32) return true;
    return number_fits_float(value_number(value), dtype, run->error) ||
           error_hint(run->error, "float(\"inf\"), or a number below 3.5e38");
}

static bool number_can_be(Run *run, Value value, DType dtype)
{
    if (!value_unpacks(run, value)) return false;
    if (!value_is_number(value)) return true;
    const Tensor *number = tensor_of(run, value);
    return number && dtype_fits_float(run, value, dtype) &&
           dtype_fits_number(number, dtype, run->error);
}

// A node of the write itself, where `value` is not what an operation in place has made.
static bool prepare_node(Run *run, const OpCall *call, Node **node)
{
    Tensor *target = call->input[0], *value = call->input[1];
    if (!tape_renew(run, target) || !tape_renew(run, value)) return false;
    if (!tape_follows_write(run, target, value)) {
        *node = NULL;
        return true;
    }
    if (!tape_may_write(run, target)) return false;
    OpCall made = *call;
    made.output = target;
    if (!*node) *node = tape_node(run, &made);
    return *node && tape_before_write(run, *node, target);
}

// input[1] is the value as a tensor, only for this call where it is a number. It is held: a write
// to a view runs a function of the library, and statements of that may collect.
static bool write_call(Run *run, OpCall *call, Value value, Node *node)
{
    call->arena = &run->scratch;
    Tensor *target = call->input[0];
    size_t held = run->held.count;
    hold(run, from_tensor(call->input[1]));
    bool ok = prepare_node(run, call, &node);
    if (ok && node) hold(run, node_value(node));
    ok = ok && trace_assign(&run->trace, call, recorded_at(run), run->error) &&
         (!node ||
          (node_hold(run, node, call->held) && tape_wrote(run, node, target, call->input[1]))) &&
         run_take_work(run, call);
    release_held(run, held);
    if (!is_tensor(value)) tensor_release(call->input[1]);
    return ok;
}

bool tensor_write_part(Run *run, Value self, Value value, Arg subscripts, void *node)
{
    Tensor *input[] = {self.tensor, tensor_of(run, value)};
    if (!input[1]) return false;
    OpCall call = {.op = op_row_named(run, "setitem"), .input = input, .input_count = 2};
    call.arg[0] = subscripts;
    return write_call(run, &call, value, node);
}

static bool put(Run *run, Value self, Value value, SubscriptKey *key, bool accumulate)
{
    int count = key->indices + 2;
    Tensor **input = NEW_ARRAY(&run->scratch, Tensor *, count);
    input[0] = self.tensor;
    input[1] = tensor_of(run, value);
    if (!input[1]) return false;
    for (int i = 0; i < key->indices; i++) input[i + 2] = key->index[i].tensor;
    number_inputs(key, 2);
    OpCall call = {.op = op_row_named(run, "index_put"), .input = input, .input_count = count};
    call.arg[0] = (Arg){.kind = ARG_BOOL, .i = accumulate};
    call.arg[1] = key->arg;
    return write_call(run, &call, value, NULL);
}

// Are there such cells? PyTorch asks that before it asks whether they may be written to.
static bool part_exists(Run *run, Value self, const SubscriptKey *key)
{
    if (key->indices) return true;
    OpCall call = {.op = op_row_named(run, "getitem"), .input = &self.tensor, .input_count = 1};
    call.arena = &run->scratch;
    call.arg[0] = key->arg;
    return call.op->infer(&call, run->error);
}

bool tensor_set_subscript(Run *run, Value self, Value subscript, Value value)
{
    SubscriptKey key;
    bool is_number = value_is_own_number(value) || value_is_int(value) ||
                     (value.type && type_is_subtype(value.type, &type_float));
    if (!is_tensor(value) && !is_number)
        return raise_false(run, "TypeError", "can't assign a %s to a torch.%sTensor",
                           value.type->name, dtype_title(self.tensor->dtype));
    bool part = subscript.type != &type_ellipsis;
    if (!read_key(run, subscript, &key) || !number_can_be(run, value, self.tensor->dtype) ||
        !part_exists(run, self, &key) || !tensor_may_write(run, self.tensor, part)) {
        return false;
    }
    return key.indices ? put(run, self, value, &key, false)
                       : tensor_write_part(run, self, value, key.arg, NULL);
}

bool tensor_put(Run *run, Value self, Value indices, Value value, bool accumulate)
{
    SubscriptKey key;
    Value parts = value_collect(run, &type_tuple, indices);
    return parts.type && tensor_may_write(run, self.tensor, true) && read_key(run, parts, &key) &&
           put(run, self, value, &key, accumulate);
}
