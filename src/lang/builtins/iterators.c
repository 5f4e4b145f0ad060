// What is run through once, and makes its items only when they are asked for: enumerate, zip, map,
// filter, reversed, and what iter() makes of a container.
#include "lang/class.h"
#include "lang/evaluation/flow.h"
#include "lang/numbers/numbers.h"

#include <string.h>

static Iterator *iterator_of(Value value)
{
    return (Iterator *)value.object;
}

static Value iterator_next(Run *run, Value self, int64_t *at UNUSED)
{
    Iterator *iterator = iterator_of(self);
    return iterator->next(run, iterator);
}

static void iterator_visit(Run *run, Object *object)
{
    const Iterator *iterator = (const Iterator *)object;
    value_mark_all(run, iterator->source, (size_t)iterator->count);
}

static void iterator_drop(Run *run, Object *object)
{
    run_dealloc(run, ((Iterator *)object)->source);
    run_dealloc(run, ((Iterator *)object)->at);
}

static Value new_iterator_of(Run *run, const Type *type,
                             Value (*next)(Run *run, Iterator *iterator), const Value *source,
                             int count)
{
    Iterator *iterator = object_make(run, type, sizeof *iterator);
    if (!iterator) return NOTHING;
    iterator->source = run_alloc(run, (size_t)count + 1, sizeof *source);
    iterator->at = run_alloc(run, (size_t)count + 1, sizeof *iterator->at);
    if (!iterator->source || !iterator->at) return NOTHING;
    for (int i = 0; i < count; i++) iterator->source[i] = source[i];
    iterator->name = type->name;
    iterator->next = next;
    iterator->count = count;
    return value_from_object(iterator);
}

Value iterator_new(Run *run, const char *name, Value (*next)(Run *run, Iterator *iterator),
                   const Value *source, int count)
{
    Value value = new_iterator_of(run, &type_iterator, next, source, count);
    if (value.type) iterator_of(value)->name = name;
    return value;
}

static Value iterator_sources(Run *run, Iterator *iterator)
{
    return value_next(run, iterator->source[0], &iterator->at[0]);
}

bool value_is_iterator(Run *run, Value value)
{
    if (value.type->class && type_find_special(run, value.type, DUNDER_NEXT)) return true;
    return value.type->next == iterator_next || value.type == &type_generator ||
           value.type == &type_generator_expression;
}

// ---- __next__ and __iter__ ---------------------------------------------------------------------

Value iterator_next_method(Run *run, Value *arg)
{
    int64_t at = 0;
    Value item = value_next(run, arg[0], &at);
    if (!item.type && !run_has_failed(run)) raise_with(run, "StopIteration", NULL, 0);
    return item;
}

Value iterator_self_method(Run *run UNUSED, Value *arg)
{
    return arg[0];
}

static const Native methods[] = {
    {"__next__", "self, /", iterator_next_method},
    {"__iter__", "self, /", iterator_self_method},
    {0},
};

#define ITERATOR(title)                                                                            \
    .name = title, .methods = methods, .repr = object_repr, .next = iterator_next,                 \
    .visit = iterator_visit, .drop = iterator_drop

const Type type_iterator = {ITERATOR("iterator")};
static const Type type_list_iterator = {ITERATOR("list_iterator")};
static const Type type_tuple_iterator = {ITERATOR("tuple_iterator")};
static const Type type_str_iterator = {ITERATOR("str_ascii_iterator")};
static const Type type_range_iterator = {ITERATOR("range_iterator")};
static const Type type_dict_iterator = {ITERATOR("dict_keyiterator")};
static const Type type_set_iterator = {ITERATOR("set_iterator")};
static const Type type_callable_iterator = {ITERATOR("callable_iterator")};

// ---- enumerate ---------------------------------------------------------------------------------

static Value next_enumerated(Run *run, Iterator *iterator)
{
    Value item = value_next(run, iterator->source[0], &iterator->at[0]);
    if (!item.type) return NOTHING;
    hold(run, item);
    Value index = from_int(iterator->index++);
    if (iterator->count > 1) index = number_binary(run, OPERATOR_ADD, iterator->source[1], index);
    if (!index.type) return NOTHING;
    return sequence_new(run, &type_tuple, (Value[]){index, item}, 2);
}

static const Type type_enumerate;

static Value make_enumerate(Run *run, Value *arg)
{
    if (!value_start_iteration(run, &arg[0])) return NOTHING;
    Value from = arg[1].type ? arg[1] : from_int(0);
    if (!value_whole(run, &from)) return NOTHING;
    const int64_t most = INT64_MAX / 2; // from there on 64 bits may not be enough
    int64_t start = value_integer(from);
    bool far = start < -most || start > most;
    Value value =
        new_iterator_of(run, &type_enumerate, next_enumerated, (Value[]){arg[0], from}, 1 + far);
    if (value.type && !far) iterator_of(value)->index = start;
    return value;
}

static const Type type_enumerate = {
    ITERATOR("enumerate"),
    .make = &(const Native){"enumerate", "iterable, start=", make_enumerate}};

// ---- zip ---------------------------------------------------------------------------------------

// An item of each source from the one `from` on, as a tuple.
static Value next_items(Run *run, Iterator *iterator, int from)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = from; tuple.type && i < iterator->count; i++) {
        Value item = value_next(run, iterator->source[i], &iterator->at[i]);
        if (!item.type || !sequence_add(run, value_sequence(tuple), item)) return NOTHING;
    }
    return tuple;
}

static Value next_zipped(Run *run, Iterator *iterator)
{
    return iterator->count ? next_items(run, iterator, 0) : NOTHING;
}

static const Type type_zip;

static Value make_zip(Run *run, Value *arg)
{
    const Sequence *sources = value_sequence(arg[0]);
    bool strict = false;
    if (arg[1].type && !value_truth(run, arg[1], &strict)) return NOTHING;
    for (int i = 0; i < sources->count; i++) {
        if (!value_start_iteration(run, &sources->item[i])) return NOTHING;
    }
    if (!strict) return new_iterator_of(run, &type_zip, next_zipped, sources->item, sources->count);
    Value strictly = call_with(run, library_function(run, "_methods", "zip_strictly"), arg, 1);
    return strictly.type ? new_iterator_of(run, &type_zip, iterator_sources, &strictly, 1)
                         : NOTHING;
}

static const Type type_zip = {ITERATOR("zip"),
                              .make = &(const Native){"zip", "*iterables, strict=", make_zip}};

// ---- map, filter: the function is the first source ----------------------------------------------

static Value next_mapped(Run *run, Iterator *iterator)
{
    Value items = next_items(run, iterator, 1);
    if (!items.type) return NOTHING;
    const Sequence *given = value_sequence(items);
    return call_value(run, iterator->source[0],
                      &(Args){.item = given->item, .count = given->count});
}

static const Type type_map, type_filter;

static Value make_map(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[0]);
    if (given->count < 2)
        return raise_error(run, "TypeError", "map() must have at least two arguments.");
    for (int i = 1; i < given->count; i++) {
        if (!value_start_iteration(run, &given->item[i])) return NOTHING;
    }
    return new_iterator_of(run, &type_map, next_mapped, given->item, given->count);
}

static const Type type_map = {ITERATOR("map"),
                              .make = &(const Native){"map", "*arguments", make_map}};

static Value next_filtered(Run *run, Iterator *iterator)
{
    Value test = iterator->source[0], item;
    while ((item = value_next(run, iterator->source[1], &iterator->at[1])).type) {
        hold(run, item);
        Value answer = test.type == &type_none ? item : call_with(run, test, &item, 1);
        bool truth;
        if (!answer.type || !value_truth(run, answer, &truth)) return NOTHING;
        if (truth) return item;
    }
    return NOTHING;
}

static Value make_filter(Run *run, Value *arg)
{
    if (!value_start_iteration(run, &arg[1])) return NOTHING;
    return new_iterator_of(run, &type_filter, next_filtered, arg, 2);
}

static const Type type_filter = {
    ITERATOR("filter"), .make = &(const Native){"filter", "function, iterable, /", make_filter}};

// ---- reversed ----------------------------------------------------------------------------------

static Value next_reversed(Run *run, Iterator *iterator)
{
    Value source = iterator->source[0];
    int64_t at = --iterator->index, length = at < 0 ? 0 : value_length(run, source);
    if (at < 0 || length <= at) {
        iterator->index = 0;
        return NOTHING;
    }
    return value_get_subscript(run, source, from_int(at));
}

static const Type type_reversed;

static Value make_reversed(Run *run, Value *arg)
{
    Value source = arg[0];
    const Value *special =
        source.type->class ? type_find_special(run, source.type, DUNDER_REVERSED) : NULL;
    if (special) return class_call_member(run, *special, source, NULL, 0);
    bool is_keyed = value_has_type(source, &type_dict) || source.type == &type_dict_keys ||
                    source.type == &type_dict_values || source.type == &type_dict_items;
    if (is_keyed) source = value_collect(run, &type_list, source);
    if (!source.type) return NOTHING;
    if (!source.type->length || !source.type->subscript || is_tensor(source))
        return raise_error(run, "TypeError", "'%s' object is not reversible", source.type->name);
    int64_t length = value_length(run, source);
    if (length < 0) return NOTHING;
    Value value = new_iterator_of(run, &type_reversed, next_reversed, &source, 1);
    if (value.type) iterator_of(value)->index = length;
    return value;
}

static const Type type_reversed = {
    ITERATOR("reversed"), .make = &(const Native){"reversed", "sequence, /", make_reversed}};

// ---- iter, next --------------------------------------------------------------------------------

static const struct {
    const Type *of, *iterator;
} container_rows[] = {
    {&type_list, &type_list_iterator},     {&type_tuple, &type_tuple_iterator},
    {&type_str, &type_str_iterator},       {&type_range, &type_range_iterator},
    {&type_dict, &type_dict_iterator},     {&type_set, &type_set_iterator},
    {&type_frozenset, &type_set_iterator},
};

// An item of what iter(function, end) calls, up to `end`.
static Value next_called(Run *run, Iterator *iterator)
{
    if (iterator->index) return NOTHING;
    Value item = call_with(run, iterator->source[0], NULL, 0);
    bool ended = true;
    if (item.type && !values_equal(run, item, iterator->source[1], &ended)) return NOTHING;
    iterator->index = ended;
    return ended ? NOTHING : item;
}

static Value builtin_iter(Run *run, Value *arg)
{
    if (arg[1].type) {
        if (!arg[0].type->call && arg[0].type != &type_type)
            return raise_error(run, "TypeError", "iter(v, w): v must be callable");
        return new_iterator_of(run, &type_callable_iterator, next_called, arg, 2);
    }
    Value source = arg[0];
    if (!value_start_iteration(run, &source)) return NOTHING;
    if (value_is_iterator(run, source)) return source;
    for (size_t i = 0; i < sizeof container_rows / sizeof *container_rows; i++) {
        if (!value_has_type(source, container_rows[i].of)) continue;
        return new_iterator_of(run, container_rows[i].iterator, iterator_sources, &source, 1);
    }
    return new_iterator_of(run, &type_iterator, iterator_sources, &source, 1);
}

// What a generator returned is in the StopIteration.
static Value stop(Run *run, Value iterator)
{
    Value returned = generator_take_returned(iterator);
    raise_with(run, "StopIteration", &returned, returned.type != &type_none);
    return NOTHING;
}

static Value builtin_next(Run *run, Value *arg)
{
    if (!value_is_iterator(run, arg[0])) {
        return raise_error(run, "TypeError", "'%s' object is not an iterator", arg[0].type->name);
    }
    // Without a default a StopIteration of the program goes on as it is.
    bool own = arg[0].type->class && !arg[1].type;
    if (own) return class_call_special(run, DUNDER_NEXT, arg[0], NULL, 0);
    int64_t at = 0;
    Value item = value_next(run, arg[0], &at);
    if (item.type || run_has_failed(run)) return item;
    return arg[1].type ? arg[1] : stop(run, arg[0]);
}

const Native iterator_builtins[] = {
    {"iter", "object, sentinel=, /", builtin_iter},
    {"next", "iterator, default=, /", builtin_next},
    {0},
};

const Type *const iterator_types[] = {&type_enumerate, &type_zip,      &type_map,
                                      &type_filter,    &type_reversed, NULL};
