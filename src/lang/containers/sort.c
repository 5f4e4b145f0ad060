// A stable merge sort. Each item's key is computed once before sorting, as Python does, and items
// are compared with `<` alone. With reverse=True the comparison is turned round instead of the
// result, so equal items keep their order there as well.
#include "lang/containers/sequence.h"

#include "lang/interp.h"

#include <string.h>

Value sort_key(Run *run, Value key, Value item)
{
    return key.type && key.type != &type_none ? call_with(run, key, &item, 1) : item;
}

bool sort_precedes(Run *run, Operator op, Value a, Value b, bool *result)
{
    enum { CHARACTERS = 8 }; // that are looked at in the time of a comparison
    if (!run_take_step(run) || !run_take_characters(run, CHARACTERS)) return false;
    Value order = value_compare(run, op, a, b);
    return order.type && value_truth(run, order, result);
}

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
            bool ok = sorting->reverse ? sort_precedes(run, OPERATOR_LESS, b, a, &take_right)
                                       : sort_precedes(run, OPERATOR_LESS, a, b, &take_right);
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
        sorting->key[i] = sort_key(run, key, sorting->item[i]);
        if (!sorting->key[i].type) return false;
    }
    return true;
}

// Its working memory ends with it: a function may sort any number of times.
static bool sort_list(Run *run, const Sequence *list, Value key, Value reverse)
{
    Sorting sorting = {.item = list->item};
    if (reverse.type && !value_truth(run, reverse, &sorting.reverse)) return false;
    SCRATCH(work);
    sorting.key = NEW_ARRAY(&work, Value, list->count + 1);
    sorting.other_item = NEW_ARRAY(&work, Value, list->count + 1);
    sorting.other_key = NEW_ARRAY(&work, Value, list->count + 1);
    bool ok =
        find_keys(run, &sorting, list->count, key) && sort_range(run, &sorting, 0, list->count);
    return ok;
}

Value sort_to_list(Run *run, Value source, Value key, Value reverse)
{
    Value list = value_collect(run, &type_list, source);
    return list.type && sort_list(run, value_sequence(list), key, reverse) ? list : NOTHING;
}

Value list_sort(Run *run, Value *arg)
{
    Sequence *list = value_sequence(arg[0]), kept = *list;
    for (int i = 0; i < kept.count; i++) hold(run, kept.item[i]);
    list->item = NULL; // while it is sorted the list is empty, as in Python
    list->count = list->front = 0;
    list->capacity = 0;
    bool ok = sort_list(run, &kept, arg[1], arg[2]), modified = list->capacity != 0;
    sequence_free_items(run, list);
    list->item = kept.item;
    list->count = kept.count;
    list->front = kept.front;
    list->capacity = kept.capacity;
    if (ok && modified) return raise_error(run, "ValueError", "list modified during sort");
    return ok ? NONE : NOTHING;
}
