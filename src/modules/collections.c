// The module collections, as far as it is written in C; the rest is src/library/collections.py.
#include "lang/containers/dict.h"
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"

// One more for each item: what a Counter of a long list spends its time with.
static Value count_elements(Run *run, Value *arg)
{
    Value source = arg[1], key;
    if (!value_start_iteration(run, &source)) return NOTHING;
    for (int64_t at = 0; (key = value_next(run, source, &at)).type;) {
        Value count = dict_get(run, dict_of(arg[0]), key);
        if (!count.type && !run_has_failed(run)) count = from_int(0);
        Value sum = count.type ? value_binary(run, OPERATOR_ADD, count, from_int(1)) : NOTHING;
        if (!sum.type || !dict_set(run, dict_of(arg[0]), key, sum)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : NONE;
}

static Value set_first(Run *run, Value *arg)
{
    return dict_set_first(run, dict_of(arg[0]), arg[1], arg[2]) ? NONE : NOTHING;
}

const Native collections_natives[] = {
    {"_count_elements", "mapping, iterable, /", count_elements},
    {"_set_first", "mapping, key, value, /", set_first},
    {0},
};
