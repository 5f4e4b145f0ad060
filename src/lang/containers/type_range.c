// The type range. It keeps start, stop and step alone and computes each number when it is asked
// for: start + index * step.
#include "lang/containers/sequence.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"

#include <string.h>

static const Range *range_of(Value value)
{
    return (const Range *)value.object;
}

// Computed without a sign: the ends may be further apart than an int64 counts.
static uint64_t range_count(const Range *range)
{
    bool up = range->step > 0;
    if (up ? range->start >= range->stop : range->start <= range->stop) return 0;
    uint64_t distance = up ? (uint64_t)range->stop - (uint64_t)range->start
                           : (uint64_t)range->start - (uint64_t)range->stop;
    uint64_t step = up ? (uint64_t)range->step : 0 - (uint64_t)range->step;
    return (distance - 1) / step + 1;
}

static int64_t range_length(Run *run UNUSED, Value self)
{
    return (int64_t)range_count(range_of(self));
}

static int64_t range_at(const Range *range, int64_t index)
{
    return (int64_t)((uint64_t)range->start + (uint64_t)index * (uint64_t)range->step);
}

static Value range_next(Run *run UNUSED, Value self, int64_t *at)
{
    const Range *range = range_of(self);
    return (uint64_t)*at < range_count(range) ? from_int(range_at(range, (*at)++)) : NOTHING;
}

static void range_repr(Run *run UNUSED, Value self, Buf *out)
{
    const Range *range = range_of(self);
    buf_printf(out, "range(%lld, %lld", (long long)range->start, (long long)range->stop);
    if (range->step != 1) buf_printf(out, ", %lld", (long long)range->step);
    buf_add_char(out, ')');
}

// What 64 bits are not enough for is a class of the library.
static Value large_range(Run *run, Value start, Value stop, Value step)
{
    Value class = library_function(run, "_range", "range");
    return class.type ? call_with(run, class, (Value[]){start, stop, step}, 3) : NOTHING;
}

static Value new_range(Run *run, int64_t start, int64_t stop, int64_t step)
{
    const Range made = {.start = start, .stop = stop, .step = step};
    if (range_count(&made) > INT64_MAX)
        return large_range(run, from_int(start), from_int(stop), from_int(step));
    Range *range = object_make(run, &type_range, sizeof *range);
    if (!range) return NOTHING;
    range->start = start;
    range->stop = stop;
    range->step = step;
    return value_from_object(range);
}

// start + index * step, or false beyond 64 bits.
static bool place_in(const Range *range, int64_t index, int64_t *place)
{
    return !__builtin_mul_overflow(index, range->step, place) &&
           !__builtin_add_overflow(*place, range->start, place);
}

static Value range_slice(Run *run, const Range *range, int64_t length, Value key)
{
    int64_t start, stop, step;
    Value at[] = {from_int(range->start), from_int(range->stop), from_int(range->step)};
    if (!slice_bounds(run, key, length, &start, &stop, &step)) return NOTHING;
    if (place_in(range, start, &start) && place_in(range, stop, &stop) &&
        !__builtin_mul_overflow(step, range->step, &step))
        return new_range(run, start, stop, step);
    Value large = large_range(run, at[0], at[1], at[2]);
    return large.type ? value_get_subscript(run, large, key) : NOTHING;
}

static Value range_subscript(Run *run, Value self, Value key)
{
    int64_t index, length = range_length(run, self);
    if (key.type == &type_slice) return range_slice(run, range_of(self), length, key);
    if (!slice_wrap_index(run, "range object", key, length, &index)) return NOTHING;
    return from_int(range_at(range_of(self), index));
}

// Two ranges are equal when they give the same numbers.
static Value range_binary(Run *run UNUSED, Operator op, Value left, Value right)
{
    bool compared = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (!compared || left.type != &type_range || right.type != &type_range) return NOT_IMPLEMENTED;
    const Range *a = range_of(left), *b = range_of(right);
    uint64_t count = range_count(a);
    bool equal = count == range_count(b) && (count == 0 || a->start == b->start) &&
                 (count <= 1 || a->step == b->step);
    return from_bool(equal == (op == OPERATOR_EQUAL));
}

static bool range_contains(Run *run, Value self, Value item, bool *found)
{
    const Range *range = range_of(self);
    *found = false;
    if (!value_is_number(item)) return true;
    if (value_is_float(item)) {
        Value same;
        double number = value_number(item);
        if (!(number >= -9e18 && number <= 9e18)) return true;
        same = from_int((int64_t)number);
        if ((double)same.integer != number) return true;
        return range_contains(run, self, same, found);
    }
    if (value_is_large(item)) return true;
    int64_t n = value_integer(item);
    bool up = range->step > 0;
    bool inside = up ? n >= range->start && n < range->stop : n <= range->start && n > range->stop;
    uint64_t step = up ? (uint64_t)range->step : 0 - (uint64_t)range->step;
    uint64_t distance =
        up ? (uint64_t)n - (uint64_t)range->start : (uint64_t)range->start - (uint64_t)n;
    *found = inside && distance % step == 0;
    return true;
}

static Value range_construct(Run *run, const Args *args)
{
    if (args->keyword_count) {
        return raise_error(run, "TypeError", "range() takes no keyword arguments");
    }
    if (args->count < 1 || args->count > 3) {
        return raise_error(run, "TypeError", "range expected %s, got %d",
                           args->count ? "at most 3 arguments" : "at least 1 argument",
                           args->count);
    }
    Value part[3] = {from_int(0), NOTHING, from_int(1)};
    bool is_large = false;
    for (int i = 0; i < args->count; i++) {
        Value *given = &part[args->count == 1 ? 1 : i];
        *given = args->item[i];
        if (!value_whole(run, given)) return NOTHING;
        is_large |= value_is_large(*given);
    }
    if (is_large) return large_range(run, part[0], part[1], part[2]);
    int64_t step = value_integer(part[2]);
    if (step == 0) return raise_error(run, "ValueError", "range() arg 3 must not be zero");
    return new_range(run, value_integer(part[0]), value_integer(part[1]), step);
}

static Value range_index(Run *run, Value *arg)
{
    bool found;
    if (!range_contains(run, arg[0], arg[1], &found)) return NOTHING;
    const Range *range = range_of(arg[0]);
    if (found) {
        bool whole = value_is_integer(arg[1]);
        int64_t n = whole ? value_integer(arg[1]) : (int64_t)value_number(arg[1]);
        uint64_t up = (uint64_t)n - (uint64_t)range->start, step = (uint64_t)range->step;
        uint64_t index = range->step > 0 ? up / step : (0 - up) / (0 - step);
        return from_int((int64_t)index);
    }
    Buf repr = {.arena = &run->scratch};
    value_repr(run, arg[1], &repr);
    return raise_error(run, "ValueError", "%s is not in range", buf_text(&repr));
}

static Value range_count_method(Run *run, Value *arg)
{
    bool found;
    return range_contains(run, arg[0], arg[1], &found) ? from_int(found) : NOTHING;
}

static Value range_attribute(Run *run UNUSED, Value self, const char *name)
{
    const Range *range = range_of(self);
    if (strcmp(name, "start") == 0) return from_int(range->start);
    if (strcmp(name, "stop") == 0) return from_int(range->stop);
    return strcmp(name, "step") == 0 ? from_int(range->step) : NOTHING;
}

// As that of the tuple (length, start, step), with None for what does not matter.
static bool range_hash(Run *run, Value self, uint64_t *hash)
{
    const Range *range = range_of(self);
    int64_t length = range_length(run, self);
    Value part[] = {from_int(length), length ? from_int(range->start) : NONE,
                    length > 1 ? from_int(range->step) : NONE};
    Value tuple = sequence_new(run, &type_tuple, part, 3);
    return tuple.type && value_hash(run, tuple, hash);
}

static const Native range_methods[] = {
    {"index", "self, value, /", range_index},
    {"count", "self, value, /", range_count_method},
    {0},
};

const Type type_range = {
    .name = "range",
    .methods = range_methods,
    .attribute = range_attribute,
    .hash = range_hash,
    .repr = range_repr,
    .length = range_length,
    .next = range_next,
    .contains = range_contains,
    .binary = range_binary,
    .subscript = range_subscript,
    .construct = range_construct,
};
