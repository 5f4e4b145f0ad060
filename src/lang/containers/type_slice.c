// Indices and slices of whatever has a length, and the type slice.
#include "lang/interp.h"

#include "lang/class.h"
#include "lang/containers/sequence.h"

#include <string.h>

// ---- indices -----------------------------------------------------------------------------------

bool value_whole(Run *run, Value *value)
{
    if (!value_as_index(run, value)) return false;
    if (value_is_integer(*value)) return true;
    return raise_false(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                       value->type->name);
}

static bool too_large(Run *run, const char *kind)
{
    return raise_false(run, kind, "cannot fit 'int' into an index-sized integer");
}

bool value_index(Run *run, Value value, int64_t *index)
{
    if (!value_whole(run, &value)) return false;
    if (value_is_large(value)) return too_large(run, "OverflowError");
    *index = value_integer(value);
    return true;
}

bool slice_wrap_index(Run *run, const char *what, Value key, int64_t length, int64_t *index)
{
    if (!value_as_index(run, &key)) return false;
    if (holds_tensor(key))
        return raise_false(run, "TypeError",
                           "only integer tensors of a single element can be converted to an index");
    if (!value_is_integer(key))
        return raise_false(run, "TypeError", "%s indices must be integers or slices, not %s", what,
                           key.type->name);
    if (value_is_large(key)) return too_large(run, "IndexError");
    *index = value_integer(key) < 0 ? value_integer(key) + length : value_integer(key);
    if (*index >= 0 && *index < length) return true;
    raise_error(run, "IndexError", "%s index out of range", what);
    if (!length) return error_hint(run->error, "len(...) first: there is nothing in it");
    return error_hint(run->error, "the length is %lld: indices go from 0 to %lld",
                      (long long)length, (long long)length - 1);
}

// ---- slices ------------------------------------------------------------------------------------

Value slice_new(Run *run, Value start, Value stop, Value step)
{
    Slice *slice = object_make(run, &type_slice, sizeof *slice);
    if (!slice) return NOTHING;
    slice->start = start;
    slice->stop = stop;
    slice->step = step;
    return value_from_object(slice);
}

bool slice_plain_key(Run *run, Value *key)
{
    if (key->type != &type_slice) return value_as_index(run, key);
    const Slice *slice = (const Slice *)key->object;
    Value part[] = {slice->start, slice->stop, slice->step};
    for (int i = 0; i < 3; i++) {
        if (!value_as_index(run, &part[i])) return false;
    }
    *key = slice_new(run, part[0], part[1], part[2]);
    return key->type != NULL;
}

static bool is_whole(Run *run, Value *part)
{
    if (!value_as_index(run, part)) return false;
    return value_is_integer(*part) ||
           raise_false(run, "TypeError",
                       "slice indices must be integers or None or have an __index__ method");
}

bool slice_part(Run *run, Value part, int64_t length, int64_t low, int64_t high, int64_t otherwise,
                int64_t *result)
{
    *result = otherwise;
    if (!part.type || part.type == &type_none) return true;
    if (!is_whole(run, &part)) return false;
    int64_t at = value_integer(part);
    if (at < 0) at += length;
    *result = at < low ? low : at > high ? high : at;
    return true;
}

bool slice_bounds(Run *run, Value value, int64_t length, int64_t *start, int64_t *stop,
                  int64_t *step)
{
    enum { CHARACTERS = 40 }; // that are looked at in the time that it takes
    const Slice *slice = (const Slice *)value.object;
    if (!run_take_characters(run, CHARACTERS)) return false;
    *step = 1;
    Value given = slice->step;
    if (given.type != &type_none) {
        if (!is_whole(run, &given)) return false;
        *step = value_integer(given);
    }
    if (*step == 0) return raise_false(run, "ValueError", "slice step cannot be zero");
    if (*step < -INT64_MAX) *step = -INT64_MAX;
    bool down = *step < 0;
    int64_t low = down ? -1 : 0, high = down ? length - 1 : length;
    return slice_part(run, slice->start, length, low, high, down ? high : low, start) &&
           slice_part(run, slice->stop, length, low, high, down ? low : high, stop);
}

bool slice_positions(Run *run, Value slice, int64_t length, int64_t *start, int64_t *step,
                     int64_t *count)
{
    int64_t stop;
    if (!slice_bounds(run, slice, length, start, &stop, step)) return false;
    bool down = *step < 0;
    int64_t distance = down ? *start - stop : stop - *start, stride = down ? -*step : *step;
    *count = distance > 0 ? (distance - 1) / stride + 1 : 0;
    return true;
}

// ---- the type ----------------------------------------------------------------------------------

static void slice_repr(Run *run, Value self, Buf *out)
{
    const Slice *slice = (const Slice *)self.object;
    buf_add(out, STR("slice("));
    value_repr(run, slice->start, out);
    buf_add(out, STR(", "));
    value_repr(run, slice->stop, out);
    buf_add(out, STR(", "));
    value_repr(run, slice->step, out);
    buf_add_char(out, ')');
}

static void slice_visit(Run *run, Object *object)
{
    Slice *slice = (Slice *)object;
    value_mark_all(run, &slice->start, 1);
    value_mark_all(run, &slice->stop, 1);
    value_mark_all(run, &slice->step, 1);
}

static Value slice_attribute(Run *run UNUSED, Value self, const char *name)
{
    const Slice *slice = (const Slice *)self.object;
    if (strcmp(name, "start") == 0) return slice->start;
    if (strcmp(name, "stop") == 0) return slice->stop;
    return strcmp(name, "step") == 0 ? slice->step : NOTHING;
}

static Value slice_construct(Run *run, const Args *args)
{
    if (args->keyword_count || args->count < 1 || args->count > 3) {
        return raise_error(run, "TypeError", "slice expected %s, got %d",
                           args->count > 3 ? "at most 3 arguments" : "at least 1 argument",
                           args->count);
    }
    return slice_new(run, args->count > 1 ? args->item[0] : NONE, args->item[args->count > 1],
                     args->count > 2 ? args->item[2] : NONE);
}

static Value slice_indices(Run *run, Value *arg)
{
    int64_t length, start, stop, step;
    if (!value_index(run, arg[1], &length)) return NOTHING;
    if (length < 0) return raise_error(run, "ValueError", "length should not be negative");
    if (!slice_bounds(run, arg[0], length, &start, &stop, &step)) return NOTHING;
    Value part[] = {from_int(start), from_int(stop), from_int(step)};
    return sequence_new(run, &type_tuple, part, 3);
}

static Value parts_of(Run *run, Value self)
{
    const Slice *slice = (const Slice *)self.object;
    return sequence_new(run, &type_tuple, (Value[]){slice->start, slice->stop, slice->step}, 3);
}

// A slice is hashed and compared as the tuple of its parts.
static bool slice_hash(Run *run, Value self, uint64_t *hash)
{
    Value tuple = parts_of(run, self);
    return tuple.type && value_hash(run, tuple, hash);
}

static Value slice_binary(Run *run, Operator op, Value left, Value right)
{
    bool both = left.type == &type_slice && right.type == &type_slice;
    if (!both || op < OPERATOR_LESS || op > OPERATOR_NOT_EQUAL) return NOT_IMPLEMENTED;
    Value a = parts_of(run, left), b = parts_of(run, right);
    return a.type && b.type ? value_compare(run, op, a, b) : NOTHING;
}

static const Native slice_methods[] = {{"indices", "self, length, /", slice_indices}, {0}};

const Type type_slice = {
    .name = "slice",
    .methods = slice_methods,
    .repr = slice_repr,
    .hash = slice_hash,
    .binary = slice_binary,
    .attribute = slice_attribute,
    .construct = slice_construct,
    .visit = slice_visit,
};
