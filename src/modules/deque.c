// collections.deque: a list that is added to and taken from at both ends, of a length that may be
// limited.
#include "lang/containers/sequence.h"
#include "lang/interp.h"
#include "modules/collections.h"
#include "modules/modules.h"

#include <string.h>

typedef struct Deque {
    Sequence sequence;
    int64_t limit; // -1: none
} Deque;

static Deque *deque_of(Value value)
{
    return (Deque *)value.object;
}

void deque_take_limit(Value deque, Value from)
{
    deque_of(deque)->limit = deque_of(from)->limit;
}

static Sequence *items_of(Value value)
{
    return &deque_of(value)->sequence;
}

static void drop_first(Sequence *items)
{
    items->count--;
    memmove(items->item, items->item + 1, (size_t)items->count * sizeof *items->item);
}

static bool add_last(Run *run, Value self, Value item)
{
    Sequence *items = items_of(self);
    int64_t limit = deque_of(self)->limit;
    if (limit == 0) return true;
    if (!sequence_add(run, items, item)) return false;
    if (limit > 0 && items->count > limit) drop_first(items);
    return true;
}

static bool add_first(Run *run, Value self, Value item)
{
    Sequence *items = items_of(self);
    int64_t limit = deque_of(self)->limit;
    if (limit == 0) return true;
    if (limit > 0 && items->count == limit) items->count--;
    if (!sequence_add(run, items, item)) return false;
    memmove(items->item + 1, items->item, (size_t)(items->count - 1) * sizeof *items->item);
    items->item[0] = item;
    return true;
}

static bool add_all(Run *run, Value self, Value source, bool (*add)(Run *, Value, Value))
{
    Value list = collect(run, &type_list, source);
    if (!list.type) return false;
    const Sequence *items = value_sequence(list);
    for (int i = 0; i < items->count; i++) {
        if (!add(run, self, items->item[i])) return false;
    }
    return true;
}

// ---- methods -------------------------------------------------------------------------------

static Value append(Run *run, Value *arg)
{
    return add_last(run, arg[0], arg[1]) ? NONE : NOTHING;
}

static Value appendleft(Run *run, Value *arg)
{
    return add_first(run, arg[0], arg[1]) ? NONE : NOTHING;
}

static Value extend(Run *run, Value *arg)
{
    return add_all(run, arg[0], arg[1], add_last) ? NONE : NOTHING;
}

static Value extendleft(Run *run, Value *arg)
{
    return add_all(run, arg[0], arg[1], add_first) ? NONE : NOTHING;
}

static Value pop(Run *run, Value *arg)
{
    Sequence *items = items_of(arg[0]);
    if (!items->count) return raise_error(run, "IndexError", "pop from an empty deque");
    return items->item[--items->count];
}

static Value popleft(Run *run, Value *arg)
{
    Sequence *items = items_of(arg[0]);
    if (!items->count) return raise_error(run, "IndexError", "pop from an empty deque");
    Value first = items->item[0];
    drop_first(items);
    return first;
}

static Value clear(Run *run, Value *arg)
{
    (void)run;
    items_of(arg[0])->count = 0;
    return NONE;
}

static void reverse(Value *item, int64_t count)
{
    for (int64_t i = 0, j = count - 1; i < j; i++, j--) {
        Value kept = item[i];
        item[i] = item[j];
        item[j] = kept;
    }
}

// Three reversals turn it by `by` places to the right.
static Value rotate(Run *run, Value *arg)
{
    const Sequence *items = items_of(arg[0]);
    int64_t by = 1;
    if (arg[1].type && !index_of(run, arg[1], &by)) return NOTHING;
    int64_t count = items->count;
    if (!count) return NONE;
    by = (by % count + count) % count;
    reverse(items->item, count);
    reverse(items->item, by);
    reverse(items->item + by, count - by);
    return NONE;
}

static Value count_item(Run *run, Value *arg)
{
    return sequence_count(run, arg);
}

static Value index_of_item(Run *run, Value *arg)
{
    const Sequence *items = items_of(arg[0]);
    for (int i = 0; i < items->count; i++) {
        bool equal;
        if (!values_equal(run, items->item[i], arg[1], &equal)) return NOTHING;
        if (equal) return from_int(i);
    }
    Buf repr = {.arena = &run->scratch};
    value_repr(run, arg[1], &repr);
    return raise_error(run, "ValueError", "%s is not in deque", buf_text(&repr));
}

static Value copy(Run *run, Value *arg)
{
    Args args = {.item = arg, .count = 1};
    Value made = type_deque.construct(run, &args);
    if (made.type) deque_of(made)->limit = deque_of(arg[0])->limit;
    return made;
}

static Value reverse_method(Run *run, Value *arg)
{
    (void)run;
    reverse(items_of(arg[0])->item, items_of(arg[0])->count);
    return NONE;
}

static const Native deque_methods[] = {
    {"append", "self, item, /", append},
    {"appendleft", "self, item, /", appendleft},
    {"extend", "self, iterable, /", extend},
    {"extendleft", "self, iterable, /", extendleft},
    {"pop", "self, /", pop},
    {"popleft", "self, /", popleft},
    {"clear", "self, /", clear},
    {"rotate", "self, n=, /", rotate},
    {"count", "self, item, /", count_item},
    {"index", "self, item, /", index_of_item},
    {"copy", "self, /", copy},
    {"reverse", "self, /", reverse_method},
    {0},
};

// ---- protocol ------------------------------------------------------------------------------

static void deque_repr(Run *run, Value self, Buf *out)
{
    if (!repr_enter(run, self)) {
        buf_add(out, STR("[...]"));
        return;
    }
    const Sequence *items = items_of(self);
    buf_add(out, STR("deque(["));
    for (int i = 0; i < items->count; i++) {
        if (i) buf_add(out, STR(", "));
        value_repr(run, items->item[i], out);
    }
    buf_add_char(out, ']');
    int64_t limit = deque_of(self)->limit;
    if (limit >= 0) buf_printf(out, ", maxlen=%lld", (long long)limit);
    buf_add_char(out, ')');
    repr_leave(run);
}

static int64_t deque_length(Run *run, Value self)
{
    (void)run;
    return items_of(self)->count;
}

static Value deque_next(Run *run, Value self, int64_t *at)
{
    const Sequence *items = items_of(self);
    if (!same_size(run, "deque", (size_t)items->count, at)) return NOTHING;
    int64_t place = place_of(*at);
    *at = with_place(*at, place + 1);
    return place < items->count ? items->item[place] : NOTHING;
}

static bool deque_index(Run *run, Value self, Value key, int64_t *index)
{
    if (!index_of(run, key, index)) return false;
    const Sequence *items = items_of(self); // as it is now: an __index__ may have changed it
    if (*index < 0) *index += items->count;
    if (*index >= 0 && *index < items->count) return true;
    raise_error(run, "IndexError", "deque index out of range");
    return false;
}

static Value deque_subscript(Run *run, Value self, Value key)
{
    int64_t index;
    return deque_index(run, self, key, &index) ? items_of(self)->item[index] : NOTHING;
}

static bool deque_set_subscript(Run *run, Value self, Value key, Value value)
{
    int64_t index;
    if (!deque_index(run, self, key, &index)) return false;
    items_of(self)->item[index] = value;
    return true;
}

static Value deque_binary(Run *run, Operator op, Value left, Value right)
{
    if (left.type != &type_deque || right.type != &type_deque) return NOT_IMPLEMENTED;
    Value a = collect(run, &type_list, left);
    Value b = a.type ? collect(run, &type_list, right) : NOTHING;
    if (!b.type) return NOTHING;
    if (op >= OPERATOR_LESS) return compare(run, op, a, b);
    if (op != OPERATOR_ADD) return NOT_IMPLEMENTED;
    Value sum = copy(run, &left);
    return sum.type && add_all(run, sum, right, add_last) ? sum : NOTHING;
}

static Value deque_attribute(Run *run, Value self, const char *name)
{
    (void)run;
    if (strcmp(name, "maxlen") != 0) return NOTHING;
    int64_t limit = deque_of(self)->limit;
    return limit < 0 ? NONE : from_int(limit);
}

static Value make(Run *run, Value *arg)
{
    Deque *deque = new_object(run, &type_deque, sizeof *deque);
    if (!deque) return NOTHING;
    deque->limit = -1;
    if (arg[1].type && arg[1].type != &type_none) {
        if (!index_of(run, arg[1], &deque->limit)) return NOTHING;
        if (deque->limit < 0) return raise_error(run, "ValueError", "maxlen must be non-negative");
    }
    Value self = from_object(deque);
    return !arg[0].type || add_all(run, self, arg[0], add_last) ? self : NOTHING;
}

static Value deque_construct(Run *run, const Args *args)
{
    static const Native maker = {"deque", "iterable=, maxlen=", make};
    return call_native(run, &maker, args, NULL);
}

const Type type_deque = {
    .name = "collections.deque",
    .methods = deque_methods,
    .repr = deque_repr,
    .length = deque_length,
    .next = deque_next,
    .binary = deque_binary,
    .attribute = deque_attribute,
    .subscript = deque_subscript,
    .set_subscript = deque_set_subscript,
    .construct = deque_construct,
    .visit = sequence_visit,
    .drop = sequence_drop,
};
