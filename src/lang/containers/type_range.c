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

// The same range as one of the library, which does what is seldom asked for.
static Value as_large(Run *run, Value self)
{
    const Range *range = range_of(self);
    return large_range(run, from_int(range->start), from_int(range->stop), from_int(range->step));
}

static Value range_subscript(Run *run, Value self, Value key)
{
    int64_t index, length = range_length(run, self);
    if (key.type == &type_slice) {
        Value large = as_large(run, self);
        return large.type ? value_get_subscript(run, large, key) : NOTHING;
    }
    if (!slice_wrap_index(run, "range object", key, length, &index)) return NOTHING;
    return from_int(range_at(range_of(self), index));
}

// Two ranges are equal when they give the same numbers.
static Value range_binary(Run *run, Operator op, Value left, Value right)
{
    bool compared = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (!compared || left.type != &type_range || right.type != &type_range) return NOT_IMPLEMENTED;
    Value a = as_large(run, left), b = a.type ? as_large(run, right) : NOTHING;
    return b.type ? value_binary(run, op, a, b) : NOTHING;
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

// index, count
static Value range_look_up(Run *run, Value *arg)
{
    const char *name = name_of(&run->names, str_from(run->native->name));
    Value large = as_large(run, arg[0]);
    Value method = large.type ? value_get_attribute(run, large, name) : NOTHING;
    return method.type ? call_with(run, method, &arg[1], 1) : NOTHING;
}

static Value range_attribute(Run *run UNUSED, Value self, const char *name)
{
    const Range *range = range_of(self);
    if (strcmp(name, "start") == 0) return from_int(range->start);
    if (strcmp(name, "stop") == 0) return from_int(range->stop);
    return strcmp(name, "step") == 0 ? from_int(range->step) : NOTHING;
}

static bool range_hash(Run *run, Value self, uint64_t *hash)
{
    Value large = as_large(run, self);
    return large.type && value_hash(run, large, hash);
}

static const Native range_methods[] = {
    {"index", "self, value, /", range_look_up},
    {"count", "self, value, /", range_look_up},
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
