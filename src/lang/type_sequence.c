// list, tuple, and the tuples of torch: torch.Size and torch.return_types.
#include "lang/interp.h"

static void sequence_visit(Run *run, Object *object)
{
    const Sequence *sequence = (const Sequence *)object;
    keep_values(run, sequence->item, (size_t)sequence->count);
}

static void sequence_drop(Run *run, Object *object)
{
    free_bytes(run, ((Sequence *)object)->item);
}

#include <limits.h>
#include <string.h>

// ---- what they have in common ---------------------------------------------------------------

static void repr_items(Run *run, const Sequence *sequence, Buf *out)
{
    for (int i = 0; i < sequence->count; i++) {
        if (i) buf_add(out, STR(", "));
        value_repr(run, sequence->item[i], out);
    }
}

static int64_t sequence_length(Run *run, Value self)
{
    (void)run;
    return value_sequence(self)->count;
}

static Value sequence_next(Run *run, Value self, int64_t *at)
{
    (void)run;
    const Sequence *sequence = value_sequence(self);
    return *at < sequence->count ? sequence->item[(*at)++] : NOTHING;
}

static Value repeat(Run *run, Value self, int64_t times)
{
    const Sequence *sequence = value_sequence(self);
    int64_t total = 0;
    if (times < 0) times = 0;
    if (__builtin_mul_overflow(sequence->count, times, &total) || total > INT_MAX / 64) {
        return raise_error(run, "MemoryError", "a list of %lld times %d items is too long",
                           (long long)times, sequence->count);
    }
    Value result = new_sequence(run, self.type, NULL, 0);
    for (int64_t i = 0; i < total && result.type; i++) {
        Value item = sequence->item[i % sequence->count];
        if (!sequence_add(run, value_sequence(result), item)) return NOTHING;
    }
    return result;
}

static Value concatenate(Run *run, Value left, Value right)
{
    Value result = new_sequence(run, left.type, NULL, 0);
    const Value both[] = {left, right};
    for (int i = 0; i < 2 && result.type; i++) {
        const Sequence *from = value_sequence(both[i]);
        for (int j = 0; j < from->count; j++) {
            if (!sequence_add(run, value_sequence(result), from->item[j])) return NOTHING;
        }
    }
    return result;
}

// The first place where they differ decides; a start is less than the whole.
static Value compare_sequences(Run *run, Operator op, Value left, Value right)
{
    const Sequence *a = value_sequence(left), *b = value_sequence(right);
    int both = a->count < b->count ? a->count : b->count;
    bool equality = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (equality && a->count != b->count) return from_bool(op == OPERATOR_NOT_EQUAL);
    for (int i = 0; i < both; i++) {
        bool equal;
        if (!values_equal(run, a->item[i], b->item[i], &equal)) return NOTHING;
        if (equal) continue;
        return equality ? from_bool(op == OPERATOR_NOT_EQUAL)
                        : compare(run, op, a->item[i], b->item[i]);
    }
    return number_binary(run, op, from_int(a->count), from_int(b->count));
}

static bool is_list(Value value)
{
    return value.type == &type_list;
}

static Value sequence_binary(Run *run, Operator op, Value left, Value right)
{
    bool same = is_sequence(left) && is_sequence(right) && is_list(left) == is_list(right);
    if (op == OPERATOR_MULTIPLY) {
        if (is_sequence(left) && is_integer(right)) return repeat(run, left, integer_of(right));
        if (is_sequence(right) && is_integer(left)) return repeat(run, right, integer_of(left));
        Value other = is_sequence(left) ? right : left;
        if (other.type == &type_tensor) return NOT_IMPLEMENTED;
        return raise_error(run, "TypeError", "can't multiply sequence by non-int of type '%s'",
                           other.type->name);
    }
    if (op == OPERATOR_ADD && same) return concatenate(run, left, right);
    if (op == OPERATOR_ADD && is_sequence(left) && right.type != &type_tensor) {
        const char *name = is_list(left) ? "list" : "tuple";
        return raise_error(run, "TypeError", "can only concatenate %s (not \"%s\") to %s", name,
                           right.type->name, name);
    }
    return op >= OPERATOR_LESS && same ? compare_sequences(run, op, left, right) : NOT_IMPLEMENTED;
}

static Value sequence_subscript(Run *run, Value self, Value key)
{
    const Sequence *sequence = value_sequence(self);
    if (key.type != &type_slice) {
        int64_t index;
        const char *name = is_list(self) ? "list" : "tuple";
        return wrap_index(run, name, key, sequence->count, &index) ? sequence->item[index]
                                                                   : NOTHING;
    }
    int64_t start, step, count;
    if (!slice_positions(run, key, sequence->count, &start, &step, &count)) return NOTHING;
    const Type *type = sequence->title ? &type_tuple : self.type;
    Value result = new_sequence(run, type, NULL, 0);
    for (int64_t i = 0; i < count && result.type; i++) {
        if (!sequence_add(run, value_sequence(result), sequence->item[start + i * step])) {
            return NOTHING;
        }
    }
    return result;
}

static Value sequence_index(Run *run, Value *arg)
{
    const Sequence *sequence = value_sequence(arg[0]);
    for (int i = 0; i < sequence->count; i++) {
        bool equal;
        if (!values_equal(run, sequence->item[i], arg[1], &equal)) return NOTHING;
        if (equal) return from_int(i);
    }
    Buf repr = {.arena = &run->scratch};
    value_repr(run, arg[1], &repr);
    return is_list(arg[0]) ? raise_error(run, "ValueError", "%s is not in list", buf_text(&repr))
                           : raise_error(run, "ValueError", "tuple.index(x): x not in tuple");
}

static Value sequence_count(Run *run, Value *arg)
{
    const Sequence *sequence = value_sequence(arg[0]);
    int64_t count = 0;
    for (int i = 0; i < sequence->count; i++) {
        bool equal;
        if (!values_equal(run, sequence->item[i], arg[1], &equal)) return NOTHING;
        count += equal;
    }
    return from_int(count);
}

static Value construct(Run *run, const Type *type, const Args *args)
{
    if (args->keyword_count || args->count > 1) {
        return raise_error(run, "TypeError", "%s expected at most 1 argument, got %d", type->name,
                           args->count + args->keyword_count);
    }
    if (!args->count) return new_sequence(run, type, NULL, 0);
    return collect(run, type, args->item[0]);
}

// ---- list ----------------------------------------------------------------------------------

static void list_repr(Run *run, Value self, Buf *out)
{
    buf_add_char(out, '[');
    repr_items(run, value_sequence(self), out);
    buf_add_char(out, ']');
}

static bool list_set_subscript(Run *run, Value self, Value key, Value value)
{
    Sequence *list = value_sequence(self);
    if (key.type == &type_slice) {
        outside_subset(run, "a new list: x[:1] + [2, 3] + x[3:]",
                       "an assignment to a slice of a list");
        return false;
    }
    int64_t index;
    if (!wrap_index(run, "list assignment", key, list->count, &index)) return false;
    list->item[index] = value;
    return true;
}

static void remove_at(Sequence *list, int64_t index)
{
    size_t after = (size_t)(list->count - index - 1);
    memmove(&list->item[index], &list->item[index + 1], after * sizeof *list->item);
    list->count--;
}

static bool list_delete_subscript(Run *run, Value self, Value key)
{
    Sequence *list = value_sequence(self);
    if (key.type == &type_slice) {
        outside_subset(run, "a new list: x[:1] + x[3:]", "deleting a slice of a list");
        return false;
    }
    int64_t index;
    if (!wrap_index(run, "list assignment", key, list->count, &index)) return false;
    remove_at(list, index);
    return true;
}

static Value list_append(Run *run, Value *arg)
{
    return sequence_add(run, value_sequence(arg[0]), arg[1]) ? NONE : NOTHING;
}

static Value list_extend(Run *run, Value *arg)
{
    Value items = collect(run, &type_list, arg[1]);
    if (!items.type) return NOTHING;
    const Sequence *from = value_sequence(items);
    for (int i = 0; i < from->count; i++) {
        if (!sequence_add(run, value_sequence(arg[0]), from->item[i])) return NOTHING;
    }
    return NONE;
}

static Value list_insert(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]);
    if (!is_integer(arg[1])) {
        return raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                           arg[1].type->name);
    }
    int64_t at = integer_of(arg[1]), count = list->count;
    if (at < 0) at += count;
    at = at < 0 ? 0 : at > count ? count : at;
    if (!sequence_add(run, list, arg[2])) return NOTHING;
    memmove(&list->item[at + 1], &list->item[at], (size_t)(count - at) * sizeof *list->item);
    list->item[at] = arg[2];
    return NONE;
}

static Value list_pop(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]);
    if (!list->count) return raise_error(run, "IndexError", "pop from empty list");
    int64_t index = list->count - 1;
    if (arg[1].type && !wrap_index(run, "pop", arg[1], list->count, &index)) return NOTHING;
    Value item = list->item[index];
    remove_at(list, index);
    return item;
}

static Value list_remove(Run *run, Value *arg)
{
    Value index = sequence_index(run, arg);
    if (!index.type) return NOTHING;
    remove_at(value_sequence(arg[0]), index.integer);
    return NONE;
}

static Value list_reverse(Run *run, Value *arg)
{
    (void)run;
    const Sequence *list = value_sequence(arg[0]);
    for (int i = 0, j = list->count - 1; i < j; i++, j--) {
        Value kept = list->item[i];
        list->item[i] = list->item[j];
        list->item[j] = kept;
    }
    return NONE;
}

static Value list_clear(Run *run, Value *arg)
{
    (void)run;
    value_sequence(arg[0])->count = 0;
    return NONE;
}

static Value list_copy(Run *run, Value *arg)
{
    const Sequence *list = value_sequence(arg[0]);
    return new_sequence(run, &type_list, list->item, list->count);
}

static Value list_construct(Run *run, const Args *args)
{
    return construct(run, &type_list, args);
}

static const Native list_methods[] = {
    {"append", "self, object, /", list_append},
    {"extend", "self, iterable, /", list_extend},
    {"insert", "self, index, object, /", list_insert},
    {"pop", "self, index=, /", list_pop},
    {"remove", "self, value, /", list_remove},
    {"index", "self, value, /", sequence_index},
    {"count", "self, value, /", sequence_count},
    {"reverse", "self, /", list_reverse},
    {"clear", "self, /", list_clear},
    {"copy", "self, /", list_copy},
    {"sort", "self, *, key=, reverse=", list_sort},
    {0},
};

const Type type_list = {
    .name = "list",
    .methods = list_methods,
    .repr = list_repr,
    .length = sequence_length,
    .next = sequence_next,
    .binary = sequence_binary,
    .subscript = sequence_subscript,
    .set_subscript = list_set_subscript,
    .delete_subscript = list_delete_subscript,
    .construct = list_construct,
    .visit = sequence_visit,
    .drop = sequence_drop,
};

// ---- tuple ---------------------------------------------------------------------------------

static void repr_fields(Run *run, const Sequence *tuple, Buf *out)
{
    buf_printf(out, "%s(\n", tuple->title);
    for (int i = 0; i < tuple->count; i++) {
        buf_printf(out, "%s%s=", i ? ",\n" : "", tuple->fields[i]);
        value_repr(run, tuple->item[i], out);
    }
    buf_add_char(out, ')');
}

static void tuple_repr(Run *run, Value self, Buf *out)
{
    const Sequence *tuple = value_sequence(self);
    if (tuple->title) {
        repr_fields(run, tuple, out);
        return;
    }
    buf_add_char(out, '(');
    repr_items(run, tuple, out);
    buf_printf(out, tuple->count == 1 ? ",)" : ")");
}

static bool tuple_hash(Run *run, Value self, uint64_t *hash)
{
    const Sequence *tuple = value_sequence(self);
    *hash = (uint64_t)tuple->count;
    for (int i = 0; i < tuple->count; i++) {
        uint64_t item;
        if (!value_hash(run, tuple->item[i], &item)) return false;
        *hash = (*hash ^ item) * 1099511628211u;
    }
    return true;
}

static Value tuple_attribute(Run *run, Value self, const char *name)
{
    (void)run;
    const Sequence *tuple = value_sequence(self);
    for (int i = 0; tuple->fields && i < tuple->count; i++) {
        if (strcmp(tuple->fields[i], name) == 0) return tuple->item[i];
    }
    return NOTHING;
}

static Value tuple_construct(Run *run, const Args *args)
{
    return construct(run, &type_tuple, args);
}

static const Native tuple_methods[] = {
    {"index", "self, value, /", sequence_index},
    {"count", "self, value, /", sequence_count},
    {0},
};

const Type type_tuple = {
    .name = "tuple",
    .methods = tuple_methods,
    .repr = tuple_repr,
    .length = sequence_length,
    .hash = tuple_hash,
    .next = sequence_next,
    .binary = sequence_binary,
    .attribute = tuple_attribute,
    .subscript = sequence_subscript,
    .construct = tuple_construct,
    .visit = sequence_visit,
    .drop = sequence_drop,
};

// ---- torch.Size ----------------------------------------------------------------------------

static void size_repr(Run *run, Value self, Buf *out)
{
    buf_add(out, STR("torch.Size(["));
    repr_items(run, value_sequence(self), out);
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
    Value size = construct(run, &type_size, args);
    const Sequence *items = size.type ? value_sequence(size) : NULL;
    for (int i = 0; items && i < items->count; i++) {
        if (items->item[i].type == &type_int) continue;
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
    .repr = size_repr,
    .length = sequence_length,
    .hash = tuple_hash,
    .next = sequence_next,
    .binary = sequence_binary,
    .subscript = sequence_subscript,
    .construct = size_construct,
    .visit = sequence_visit,
    .drop = sequence_drop,
};
