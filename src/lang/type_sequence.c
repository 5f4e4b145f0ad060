// list, tuple, and the tuples of torch: torch.Size and torch.return_types.
#include "lang/collections.h"
#include "lang/interp.h"

void sequence_visit(Run *run, Object *object)
{
    const Sequence *sequence = (const Sequence *)object;
    keep_values(run, sequence->item, (size_t)sequence->count);
}

void sequence_drop(Run *run, Object *object)
{
    free_bytes(run, ((Sequence *)object)->item);
}

#include <limits.h>
#include <string.h>

// ---- what they have in common ---------------------------------------------------------------

static void repr_items(Run *run, const Sequence *sequence, Buf *out)
{
    for (int i = 0; i < sequence->count && !has_failed(run); i++) {
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
    return is_type(value, &type_list);
}

static Value sequence_binary(Run *run, Operator op, Value left, Value right)
{
    bool same = is_sequence(left) && is_sequence(right) && is_list(left) == is_list(right);
    if (op == OPERATOR_MULTIPLY) {
        if (is_sequence(left) && is_integer(right)) return repeat(run, left, integer_of(right));
        if (is_sequence(right) && is_integer(left)) return repeat(run, right, integer_of(left));
        Value other = is_sequence(left) ? right : left;
        if (holds_tensor(other)) return NOT_IMPLEMENTED;
        return raise_error(run, "TypeError", "can't multiply sequence by non-int of type '%s'",
                           other.type->name);
    }
    if (op == OPERATOR_ADD && same) return concatenate(run, left, right);
    if (op == OPERATOR_ADD && is_sequence(left) && !holds_tensor(right)) {
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

// An end of the part that is searched: counted from the end if negative.
static bool search_end(Run *run, Value value, int64_t length, int64_t otherwise, int64_t *end)
{
    *end = otherwise;
    if (!value.type) return true;
    if (!index_of(run, value, end)) return false;
    if (*end < 0) *end += length;
    *end = *end < 0 ? 0 : *end > length ? length : *end;
    return true;
}

static Value sequence_index(Run *run, Value *arg)
{
    const Sequence *sequence = value_sequence(arg[0]);
    int64_t start, stop, length = sequence->count;
    if (!search_end(run, arg[2], length, 0, &start)) return NOTHING;
    if (!search_end(run, arg[3], length, length, &stop)) return NOTHING;
    for (int64_t i = start; i < stop && i < sequence->count; i++) {
        bool equal;
        if (!values_equal(run, sequence->item[i], arg[1], &equal)) return NOTHING;
        if (equal) return from_int(i);
    }
    Buf repr = {.arena = &run->scratch};
    value_repr(run, arg[1], &repr);
    return is_list(arg[0]) ? raise_error(run, "ValueError", "%s is not in list", buf_text(&repr))
                           : raise_error(run, "ValueError", "tuple.index(x): x not in tuple");
}

Value sequence_count(Run *run, Value *arg)
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
    if (!repr_enter(run, self)) {
        buf_add(out, STR("[...]"));
        return;
    }
    buf_add_char(out, '[');
    repr_items(run, value_sequence(self), out);
    buf_add_char(out, ']');
    repr_leave(run);
}

// The items [start, stop) are replaced by `count` others.
static bool splice(Run *run, Sequence *list, int64_t start, int64_t stop, const Value *item,
                   int count)
{
    int64_t after = list->count - stop, length = start + count + after;
    while ((size_t)length > list->capacity || list->count < length) {
        if (!sequence_add(run, list, NONE)) return false;
    }
    memmove(list->item + start + count, list->item + stop, (size_t)after * sizeof *item);
    if (count) memcpy(list->item + start, item, (size_t)count * sizeof *item);
    list->count = (int)length;
    return true;
}

static bool list_set_slice(Run *run, Sequence *list, Value key, Value value)
{
    int64_t start, stop, step, count;
    if (!value.type->next) {
        raise_error(run, "TypeError", "can only assign an iterable");
        return false;
    }
    Value items = collect(run, &type_list, value); // before the list changes: it may be the list
    if (!items.type || !slice_bounds(run, key, list->count, &start, &stop, &step)) return false;
    const Sequence *from = value_sequence(items);
    if (step == 1) {
        return splice(run, list, start, stop < start ? start : stop, from->item, from->count);
    }
    if (!slice_positions(run, key, list->count, &start, &step, &count)) return false;
    if (count != from->count) {
        raise_error(run, "ValueError",
                    "attempt to assign sequence of size %d to extended slice of size %lld",
                    from->count, (long long)count);
        return false;
    }
    for (int64_t i = 0; i < count; i++) list->item[start + i * step] = from->item[i];
    return true;
}

static bool list_delete_slice(Run *run, Sequence *list, Value key)
{
    int64_t start, step, count;
    if (!slice_positions(run, key, list->count, &start, &step, &count)) return false;
    if (!count) return true;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    int64_t kept = start;
    for (int64_t i = start; i < list->count; i++) {
        bool deleted = (i - start) % step == 0 && (i - start) / step < count;
        if (!deleted) list->item[kept++] = list->item[i];
    }
    list->count = (int)kept;
    return true;
}

static bool list_set_subscript(Run *run, Value self, Value key, Value value)
{
    Sequence *list = value_sequence(self);
    if (key.type == &type_slice) return list_set_slice(run, list, key, value);
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
    if (key.type == &type_slice) return list_delete_slice(run, list, key);
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
    Sequence *list = value_sequence(arg[0]);
    for (int i = 0; i < list->count; i++) {
        bool equal;
        if (!values_equal(run, list->item[i], arg[1], &equal)) return NOTHING;
        if (!equal || i >= list->count) continue;
        remove_at(list, i);
        return NONE;
    }
    return raise_error(run, "ValueError", "list.remove(x): x not in list");
}

// += and *= change the list itself.
static Value list_in_place(Run *run, Operator op, Value left, Value right)
{
    if (op == OPERATOR_ADD) {
        if (!right.type->next) start_iteration(run, &right);
        return list_extend(run, (Value[]){left, right}).type ? left : NOTHING;
    }
    if (op != OPERATOR_MULTIPLY || !is_integer(right)) return NOT_IMPLEMENTED;
    Value product = repeat(run, left, integer_of(right));
    if (!product.type) return NOTHING;
    Sequence *list = value_sequence(left);
    const Sequence *made = value_sequence(product);
    return splice(run, list, 0, list->count, made->item, made->count) ? left : NOTHING;
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
    {"index", "self, value, start=, stop=, /", sequence_index},
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
    .in_place = list_in_place,
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

// As CPython hashes a tuple (tupleobject.c, after xxHash).
static bool tuple_hash(Run *run, Value self, uint64_t *hash)
{
    const Sequence *tuple = value_sequence(self);
    const uint64_t prime1 = 11400714785074694791u, prime2 = 14029467366897019727u,
                   prime5 = 2870177450012600261u;
    uint64_t mixed = prime5;
    for (int i = 0; i < tuple->count; i++) {
        uint64_t item;
        if (!value_hash(run, tuple->item[i], &item)) return false;
        mixed += item * prime2;
        mixed = (mixed << 31 | mixed >> 33) * prime1;
    }
    mixed += (uint64_t)tuple->count ^ (prime5 ^ 3527539u);
    *hash = mixed == UINT64_MAX ? 1546275796u : mixed;
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
    {"index", "self, value, start=, stop=, /", sequence_index},
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
