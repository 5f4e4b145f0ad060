// Builtins that give items one after another (enumerate, zip, map, reversed), and sorting.
#include "lang/interp.h"

#include <string.h>

Value iterate_sources(Run *run, Iterator *iterator)
{
    return value_next(run, iterator->source[0], &iterator->at[0]);
}

Value new_iterator(Run *run, const char *name, Value (*next)(Run *run, Iterator *iterator),
                   const Value *source, int count)
{
    Iterator *iterator = new_object(run, &type_iterator, sizeof *iterator);
    if (!iterator) return NOTHING;
    iterator->source = new_bytes(run, (size_t)count + 1, sizeof *source);
    iterator->at = new_bytes(run, (size_t)count + 1, sizeof *iterator->at);
    if (!iterator->source || !iterator->at) return NOTHING;
    for (int i = 0; i < count; i++) iterator->source[i] = source[i];
    iterator->name = name;
    iterator->next = next;
    iterator->count = count;
    return from_object(iterator);
}

static Value next_enumerated(Run *run, Iterator *iterator)
{
    Value item = value_next(run, iterator->source[0], &iterator->at[0]);
    if (!item.type) return NOTHING;
    Value index = from_int(iterator->index);
    if (__builtin_add_overflow(iterator->index, 1, &iterator->index)) return int_overflow(run);
    return new_sequence(run, &type_tuple, (Value[]){index, item}, 2);
}

static Value builtin_enumerate(Run *run, Value *arg)
{
    if (!can_iterate(run, arg[0])) return NOTHING;
    if (arg[1].type && !is_integer(arg[1])) {
        return raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                           arg[1].type->name);
    }
    Value value = new_iterator(run, "enumerate", next_enumerated, arg, 1);
    if (value.type && arg[1].type) ((Iterator *)value.object)->index = integer_of(arg[1]);
    return value;
}

static Value next_zipped(Run *run, Iterator *iterator)
{
    if (!iterator->count) return NOTHING;
    Value tuple = new_sequence(run, &type_tuple, NULL, 0);
    for (int i = 0; tuple.type && i < iterator->count; i++) {
        Value item = value_next(run, iterator->source[i], &iterator->at[i]);
        if (!item.type || !sequence_add(run, value_sequence(tuple), item)) return NOTHING;
    }
    return tuple;
}

static Value builtin_zip(Run *run, Value *arg)
{
    const Sequence *sources = value_sequence(arg[0]);
    for (int i = 0; i < sources->count; i++) {
        if (!can_iterate(run, sources->item[i])) return NOTHING;
    }
    return new_iterator(run, "zip", next_zipped, sources->item, sources->count);
}

static Value next_mapped(Run *run, Iterator *iterator)
{
    Value item[2] = {NOTHING};
    for (int i = 1; i < iterator->count; i++) {
        item[i - 1] = value_next(run, iterator->source[i], &iterator->at[i]);
        if (!item[i - 1].type) return NOTHING;
    }
    return call_with(run, iterator->source[0], item, iterator->count - 1);
}

static Value builtin_map(Run *run, Value *arg)
{
    if (!can_iterate(run, arg[1])) return NOTHING;
    if (arg[2].type && !can_iterate(run, arg[2])) return NOTHING;
    return new_iterator(run, "map", next_mapped, arg, arg[2].type ? 3 : 2);
}

// ---- sorting -------------------------------------------------------------------------------

typedef struct Sorting {
    Value *item, *key, *other_item, *other_key;
    bool reverse;
} Sorting;

// Merges the sorted halves [low, middle) and [middle, high); equal items keep their order.
static bool merge(Run *run, Sorting *sorting, int low, int middle, int high)
{
    int left = low, right = middle;
    for (int i = low; i < high; i++) {
        bool take_right = left == middle;
        if (left < middle && right < high) {
            Value a = sorting->key[right], b = sorting->key[left];
            bool ok = sorting->reverse ? precedes(run, OPERATOR_LESS, b, a, &take_right)
                                       : precedes(run, OPERATOR_LESS, a, b, &take_right);
            if (!ok) return false;
        }
        int from = take_right ? right++ : left++;
        sorting->other_item[i] = sorting->item[from];
        sorting->other_key[i] = sorting->key[from];
    }
    size_t bytes = (size_t)(high - low) * sizeof(Value);
    memcpy(sorting->item + low, sorting->other_item + low, bytes);
    memcpy(sorting->key + low, sorting->other_key + low, bytes);
    return true;
}

static bool sort_range(Run *run, Sorting *sorting, int low, int high)
{
    if (high - low < 2) return true;
    int middle = low + (high - low) / 2;
    return sort_range(run, sorting, low, middle) && sort_range(run, sorting, middle, high) &&
           merge(run, sorting, low, middle, high);
}

static bool find_keys(Run *run, const Sorting *sorting, int count, Value key)
{
    for (int i = 0; i < count; i++) {
        sorting->key[i] = key_of(run, key, sorting->item[i]);
        if (!sorting->key[i].type) return false;
    }
    return true;
}

// Its working memory ends with it: a function may sort any number of times.
static bool sort_list(Run *run, const Sequence *list, Value key, Value reverse)
{
    Sorting sorting = {.item = list->item};
    if (reverse.type && !value_truth(run, reverse, &sorting.reverse)) return false;
    Arena work = {0};
    sorting.key = NEW_ARRAY(&work, Value, list->count + 1);
    sorting.other_item = NEW_ARRAY(&work, Value, list->count + 1);
    sorting.other_key = NEW_ARRAY(&work, Value, list->count + 1);
    bool ok =
        find_keys(run, &sorting, list->count, key) && sort_range(run, &sorting, 0, list->count);
    arena_free(&work);
    return ok;
}

static Value builtin_sorted(Run *run, Value *arg)
{
    Value list = collect(run, &type_list, arg[0]);
    return list.type && sort_list(run, value_sequence(list), arg[1], arg[2]) ? list : NOTHING;
}

Value list_sort(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]), kept = *list;
    for (int i = 0; i < kept.count; i++) hold(run, kept.item[i]);
    list->item = NULL; // while it is sorted the list is empty, as in Python
    list->count = 0;
    list->capacity = 0;
    bool ok = sort_list(run, &kept, arg[1], arg[2]), modified = list->capacity != 0;
    free_bytes(run, list->item);
    list->item = kept.item;
    list->count = kept.count;
    list->capacity = kept.capacity;
    if (ok && modified) return raise_error(run, "ValueError", "list modified during sort");
    return ok ? NONE : NOTHING;
}

static Value builtin_reversed(Run *run, Value *arg)
{
    Value list = collect(run, &type_list, arg[0]);
    if (!list.type) return NOTHING;
    const Sequence *items = value_sequence(list);
    for (int i = 0, j = items->count - 1; i < j; i++, j--) {
        Value kept = items->item[i];
        items->item[i] = items->item[j];
        items->item[j] = kept;
    }
    return new_iterator(run, "reversed", iterate_sources, &list, 1);
}

const Native iterating_builtins[] = {
    {"sorted", "iterable, /, *, key=, reverse=", builtin_sorted},
    {"reversed", "sequence, /", builtin_reversed},
    {"enumerate", "iterable, start=", builtin_enumerate},
    {"zip", "*iterables", builtin_zip},
    {"map", "function, iterable, second=, /", builtin_map},
    {0},
};
