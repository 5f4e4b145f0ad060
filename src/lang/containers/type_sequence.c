// What lists and tuples share: indexing, slicing, comparing, joining, searching.
#include "lang/containers/sequence.h"

#include "lang/class.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"

#include <limits.h>
#include <string.h>

void sequence_visit(Run *run, Object *object)
{
    const Sequence *sequence = (const Sequence *)object;
    value_mark_all(run, sequence->item, (size_t)sequence->count);
}

void sequence_drop(Run *run, Object *object)
{
    sequence_free_items(run, (const Sequence *)object);
}

void sequence_repr_items(Run *run, const Sequence *sequence, Buf *out)
{
    for (int i = 0; i < sequence->count && !run_has_failed(run); i++) {
        if (i) buf_add(out, STR(", "));
        value_repr(run, sequence->item[i], out);
    }
}

int64_t sequence_length(Run *run UNUSED, Value self)
{
    return value_sequence(self)->count;
}

Value sequence_next(Run *run UNUSED, Value self, int64_t *at)
{
    const Sequence *sequence = value_sequence(self);
    return *at < sequence->count ? sequence->item[(*at)++] : NOTHING;
}

// A sequence without items that has room for `count` of them.
static Value with_room(Run *run, const Type *type, int64_t count)
{
    Value result = sequence_new(run, type, NULL, 0);
    if (!result.type || !count) return result;
    Sequence *sequence = value_sequence(result);
    sequence->item = run_alloc(run, (size_t)count, sizeof *sequence->item);
    sequence->capacity = (size_t)count;
    return sequence->item ? result : NOTHING;
}

static void put_items(Sequence *sequence, const Value *item, int count)
{
    if (count) memcpy(sequence->item + sequence->count, item, (size_t)count * sizeof *item);
    sequence->count += count;
}

// self * times
static Value sequence_repeat(Run *run, Value self, int64_t times)
{
    const Sequence *sequence = value_sequence(self);
    int64_t total = 0;
    if (times < 0) times = 0;
    if (__builtin_mul_overflow(sequence->count, times, &total) || total > INT_MAX / 64) {
        return raise_error(run, "MemoryError", "a list of %lld times %d items is too long",
                           (long long)times, sequence->count);
    }
    Value result = with_room(run, self.type, total);
    for (int64_t i = 0; i < times && total && result.type; i++) {
        put_items(value_sequence(result), sequence->item, sequence->count);
    }
    return result;
}

static Value concatenate(Run *run, Value left, Value right)
{
    const Sequence *a = value_sequence(left), *b = value_sequence(right);
    Value result = with_room(run, left.type, (int64_t)a->count + b->count);
    if (!result.type) return NOTHING;
    put_items(value_sequence(result), a->item, a->count);
    put_items(value_sequence(result), b->item, b->count);
    return result;
}

// The first place where they differ decides; a start is less than the whole.
static Value compare_sequences(Run *run, Operator op, Value left, Value right)
{
    const Sequence *a = value_sequence(left), *b = value_sequence(right);
    int both = a->count < b->count ? a->count : b->count;
    bool equality = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (equality && a->count != b->count) return from_bool(op == OPERATOR_NOT_EQUAL);
    for (int i = 0; i < both && i < a->count && i < b->count; i++) {
        bool equal;
        if (!values_equal(run, a->item[i], b->item[i], &equal)) return NOTHING;
        if (equal) continue;
        return equality ? from_bool(op == OPERATOR_NOT_EQUAL)
                        : value_compare(run, op, a->item[i], b->item[i]);
    }
    return number_binary(run, op, from_int(a->count), from_int(b->count));
}

static bool is_list(Value value)
{
    return value_has_type(value, &type_list);
}

Value sequence_binary(Run *run, Operator op, Value left, Value right)
{
    bool same =
        value_is_sequence(left) && value_is_sequence(right) && is_list(left) == is_list(right);
    if (op == OPERATOR_MULTIPLY) {
        Value list = value_is_sequence(left) ? left : right;
        Value times = value_is_sequence(left) ? right : left, other = times;
        int64_t count;
        if (times.type->holds == HOLDS_ARRAY) return NOT_IMPLEMENTED;
        if (!value_as_index(run, &times)) return NOTHING;
        if (value_is_integer(times))
            return value_index(run, times, &count) ? sequence_repeat(run, list, count) : NOTHING;
        if (is_tensor(other)) return NOT_IMPLEMENTED;
        return raise_error(run, "TypeError", "can't multiply sequence by non-int of type '%s'",
                           other.type->name);
    }
    if (op == OPERATOR_ADD && same) return concatenate(run, left, right);
    if (op == OPERATOR_ADD && value_is_sequence(left) && !holds_tensor(right)) {
        const char *name = is_list(left) ? "list" : "tuple";
        return raise_error(run, "TypeError", "can only concatenate %s (not \"%s\") to %s", name,
                           right.type->name, name);
    }
    return op >= OPERATOR_LESS && same ? compare_sequences(run, op, left, right) : NOT_IMPLEMENTED;
}

Value sequence_subscript(Run *run, Value self, Value key)
{
    const Sequence *sequence = value_sequence(self);
    if (!slice_plain_key(run, &key)) return NOTHING;
    if (key.type != &type_slice) {
        int64_t index;
        const char *name = is_list(self) ? "list" : "tuple";
        return slice_wrap_index(run, name, key, sequence->count, &index) ? sequence->item[index]
                                                                         : NOTHING;
    }
    int64_t start, step, count;
    if (!slice_positions(run, key, sequence->count, &start, &step, &count)) return NOTHING;
    const Type *type = sequence->title ? &type_tuple : self.type;
    Value result = with_room(run, type, count);
    for (int64_t i = 0; i < count && result.type; i++) {
        put_items(value_sequence(result), &sequence->item[start + i * step], 1);
    }
    return result;
}

// An end of the part that is searched: counted from the end if negative.
static bool search_end(Run *run, Value value, int64_t length, int64_t otherwise, int64_t *end)
{
    *end = otherwise;
    if (!value.type) return true;
    if (!value_index(run, value, end)) return false;
    if (*end < 0) *end += length;
    *end = *end < 0 ? 0 : *end > length ? length : *end;
    return true;
}

Value sequence_index(Run *run, Value *arg)
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
    if (is_list(arg[0]))
        raise_error(run, "ValueError", "%s is not in list", buf_text(&repr));
    else
        raise_error(run, "ValueError", "tuple.index(x): x not in tuple");
    error_hint_near(run, arg[1], sequence->item, (int)sequence->count);
    return NOTHING;
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

Value sequence_of_ints(Run *run, const Type *type, const int64_t *ints, int count)
{
    Value made = sequence_new(run, type, NULL, 0);
    for (int i = 0; made.type && i < count; i++)
        if (!sequence_add(run, value_sequence(made), from_int(ints[i]))) return NOTHING;
    return made;
}

Value sequence_construct(Run *run, const Type *type, const Args *args)
{
    if (args->keyword_count || args->count > 1) {
        return raise_error(run, "TypeError", "%s expected at most 1 argument, got %d", type->name,
                           args->count + args->keyword_count);
    }
    if (!args->count) return sequence_new(run, type, NULL, 0);
    return value_collect(run, type, args->item[0]);
}

// ---- what to try where a text is not among those that a program knows ---------------------------

enum { MOST_NEAR = 3 };

// NULL: not all of them are texts.
static const char **texts_of(Run *run, const Value *item, int count)
{
    const char **texts = NEW_ARRAY(&run->scratch, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        if (item[i].type != &type_str) return NULL;
        texts[i] = str_copy(&run->scratch, value_text(item[i]));
    }
    return texts;
}

bool error_hint_near(Run *run, Value wanted, const Value *item, int count)
{
    bool asks = wanted.type == &type_str && count > 1 && count <= NEAR_ITEMS;
    const char **texts = asks ? texts_of(run, item, count) : NULL;
    if (!texts) return false;
    Buf near = {.arena = &run->scratch};
    for (int i = 0, left = count; i < MOST_NEAR; i++) {
        const char *text = str_nearest(value_text(wanted), texts, left), **at = texts;
        if (!text) break;
        while (*at != text) at++;
        *at = texts[--left];
        buf_printf(&near, "%s%s", i ? ", " : "; near: ", text);
    }
    return error_hint(run->error, "one of the %d words%s", count, buf_text(&near));
}
