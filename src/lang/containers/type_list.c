// The type list: its methods, and assigning to an item or a slice. What it shares with tuple is in
// type_sequence.c.
#include "lang/containers/sequence.h"

#include "lang/class.h"

#include <limits.h>
#include <string.h>

static void list_repr(Run *run, Value self, Buf *out)
{
    if (!value_repr_enter(run, self)) {
        buf_add(out, STR("[...]"));
        return;
    }
    buf_add_char(out, '[');
    sequence_repr_items(run, value_sequence(self), out);
    buf_add_char(out, ']');
    value_repr_leave(run);
}

// The steps of moving `count` items.
static bool take_items(Run *run, int64_t count)
{
    return run_take_bytes(run, count * (int64_t)sizeof(Value));
}

// The items [start, stop) are taken out: those before them move, or those behind, whichever are
// fewer.
static bool take_out(Run *run, Sequence *list, int64_t start, int64_t stop)
{
    int64_t after = list->count - stop, count = stop - start;
    if (!take_items(run, start < after ? start : after)) return false;
    if (start < after) {
        memmove(list->item + count, list->item, (size_t)start * sizeof *list->item);
        list->item += count;
        list->front += (int)count;
        list->capacity -= (size_t)count;
    } else if (after) {
        memmove(list->item + start, list->item + stop, (size_t)after * sizeof *list->item);
    }
    list->count -= (int)count;
    return true;
}

// Room for as many items again before the first one.
static bool grow_front(Run *run, Sequence *list)
{
    size_t front = (size_t)list->count + 4, capacity = front + list->capacity;
    Value *grown = run_alloc(run, capacity > INT_MAX ? SIZE_MAX : capacity, sizeof *grown);
    if (!grown) return false;
    if (list->count) memcpy(grown + front, list->item, (size_t)list->count * sizeof *grown);
    sequence_free_items(run, list);
    list->item = grown + front;
    list->front = (int)front;
    list->capacity = capacity - front;
    return true;
}

// The items [start, stop) are replaced by `count` others.
static bool splice(Run *run, Sequence *list, int64_t start, int64_t stop, const Value *item,
                   int count)
{
    if (!count) return stop == start || take_out(run, list, start, stop);
    int64_t after = list->count - stop, length = start + count + after;
    if (!take_items(run, after)) return false;
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
    if (!value.type->next)
        return raise_false(run, "TypeError", "must assign iterable to extended slice");
    Value items =
        value_collect(run, &type_list, value); // before the list changes: it may be the list
    if (!items.type || !slice_bounds(run, key, list->count, &start, &stop, &step)) return false;
    const Sequence *from = value_sequence(items);
    if (step == 1) {
        return splice(run, list, start, stop < start ? start : stop, from->item, from->count);
    }
    if (!slice_positions(run, key, list->count, &start, &step, &count)) return false;
    if (count != from->count)
        return raise_false(run, "ValueError",
                           "attempt to assign sequence of size %d to extended slice of size %lld",
                           from->count, (long long)count);
    for (int64_t i = 0; i < count; i++) list->item[start + i * step] = from->item[i];
    return true;
}

static bool list_delete_slice(Run *run, Sequence *list, Value key)
{
    int64_t start, step, count;
    if (!slice_positions(run, key, list->count, &start, &step, &count)) return false;
    if (!count) return true;
    if (step == 1) return take_out(run, list, start, start + count);
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    int64_t kept = start;
    if (!take_items(run, list->count - start)) return false;
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
    if (!slice_plain_key(run, &key)) return false;
    if (key.type == &type_slice) return list_set_slice(run, list, key, value);
    int64_t index;
    if (!slice_wrap_index(run, "list assignment", key, list->count, &index)) return false;
    list->item[index] = value;
    return true;
}

static bool list_delete_subscript(Run *run, Value self, Value key)
{
    Sequence *list = value_sequence(self);
    if (!slice_plain_key(run, &key)) return false;
    if (key.type == &type_slice) return list_delete_slice(run, list, key);
    int64_t index;
    if (!slice_wrap_index(run, "list assignment", key, list->count, &index)) return false;
    return take_out(run, list, index, index + 1);
}

static Value list_append(Run *run, Value *arg)
{
    return sequence_add(run, value_sequence(arg[0]), arg[1]) ? NONE : NOTHING;
}

// A list or tuple is added as it is now, anything else item by item: what makes the items sees the
// list grow.
static Value list_extend(Run *run, Value *arg)
{
    Value source = arg[1], item;
    if (value_is_sequence(source)) source = value_collect(run, &type_list, source);
    if (!source.type || !value_start_iteration(run, &source)) return NOTHING;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        if (!sequence_add(run, value_sequence(arg[0]), item)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : NONE;
}

static Value list_insert(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]);
    int64_t at;
    if (!value_index(run, arg[1], &at)) return NOTHING;
    int64_t count = list->count;
    if (at < 0) at += count;
    at = at < 0 ? 0 : at > count ? count : at;
    bool in_front = at < count - at;
    if (!take_items(run, in_front ? at : count - at)) return NOTHING;
    if (in_front) {
        if (!list->front && !grow_front(run, list)) return NOTHING;
        list->item--;
        list->front--;
        list->capacity++;
        list->count++;
        memmove(list->item, list->item + 1, (size_t)at * sizeof *list->item);
    } else {
        if (!sequence_add(run, list, arg[2])) return NOTHING;
        memmove(&list->item[at + 1], &list->item[at], (size_t)(count - at) * sizeof *list->item);
    }
    list->item[at] = arg[2];
    return NONE;
}

static Value list_pop(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]);
    int64_t index = list->count - 1, asked;
    if (arg[1].type && !value_index(run, arg[1], &asked)) return NOTHING;
    if (!list->count) return raise_error(run, "IndexError", "pop from empty list");
    if (arg[1].type && !slice_wrap_index(run, "pop", arg[1], list->count, &index)) return NOTHING;
    Value item = list->item[index];
    return take_out(run, list, index, index + 1) ? item : NOTHING;
}

static Value list_remove(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]);
    for (int i = 0; i < list->count; i++) {
        bool equal;
        if (!values_equal(run, list->item[i], arg[1], &equal)) return NOTHING;
        if (!equal) continue;
        if (i >= list->count) return NONE; // comparing has shortened the list
        return take_out(run, list, i, i + 1) ? NONE : NOTHING;
    }
    return raise_error(run, "ValueError", "list.remove(x): x not in list");
}

// += and *= change the list itself.
static Value list_in_place(Run *run, Operator op, Value left, Value right)
{
    if (op == OPERATOR_ADD) {
        if (!right.type->next) value_start_iteration(run, &right);
        return list_extend(run, (Value[]){left, right}).type ? left : NOTHING;
    }
    if (op != OPERATOR_MULTIPLY) return NOT_IMPLEMENTED;
    Value product = sequence_binary(run, op, left, right);
    if (!product.type || product.type->holds || !value_is_sequence(product)) return product;
    Sequence *list = value_sequence(left);
    const Sequence *made = value_sequence(product);
    return splice(run, list, 0, list->count, made->item, made->count) ? left : NOTHING;
}

static Value list_reverse(Run *run, Value *arg)
{
    const Sequence *list = value_sequence(arg[0]);
    if (!take_items(run, list->count)) return NOTHING;
    for (int i = 0, j = list->count - 1; i < j; i++, j--) {
        Value kept = list->item[i];
        list->item[i] = list->item[j];
        list->item[j] = kept;
    }
    return NONE;
}

static Value list_clear(Run *run UNUSED, Value *arg)
{
    value_sequence(arg[0])->count = 0;
    return NONE;
}

static Value list_copy(Run *run, Value *arg)
{
    const Sequence *list = value_sequence(arg[0]);
    return sequence_new(run, &type_list, list->item, list->count);
}

static Value list_construct(Run *run, const Args *args)
{
    return sequence_construct(run, &type_list, args);
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
    .size = sizeof(Sequence),
    .methods = list_methods,
    SEQUENCE_ROW,
    .repr = list_repr,
    .in_place = list_in_place,
    .set_subscript = list_set_subscript,
    .delete_subscript = list_delete_subscript,
    .construct = list_construct,
};
