// _json: reading JSON with jansson, for src/library/json.py. What jansson does not take, json.py
// reads itself: NaN, integers of any length, a name that is there twice, and all that is wrong.
#include "base/text/json_tree.h"
#include "lang/interp.h"
#include "lang/text/text.h"
#include "modules/modules.h"

enum { MOST_BYTES = 64 << 20 }; // a longer text is not held as a tree beside the values

static Value value_of(Run *run, json_t *json);

static Value dict_of(Run *run, json_t *json)
{
    Value dict = dict_new(run);
    for (void *at = json_object_iter(json); dict.type && at; at = json_object_iter_next(json, at)) {
        Value key = value_from_text(run, json_object_iter_key(at));
        Value value = key.type ? value_of(run, json_object_iter_value(at)) : NOTHING;
        if (!value.type || !dict_set(run, (Dict *)dict.object, key, value)) return NOTHING;
    }
    return dict;
}

static Value list_of(Run *run, json_t *json)
{
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (size_t i = 0; list.type && i < json_array_size(json); i++) {
        Value item = value_of(run, json_array_get(json, i));
        if (!item.type || !sequence_add(run, value_sequence(list), item)) return NOTHING;
    }
    return list;
}

static Value value_of(Run *run, json_t *json)
{
    if (!run_take_characters(run, 8)) return NOTHING;
    switch (json_typeof(json)) {
    case JSON_OBJECT: return dict_of(run, json);
    case JSON_ARRAY: return list_of(run, json);
    case JSON_STRING:
        return value_from_str(run, (Str){json_string_value(json), (int)json_string_length(json)});
    case JSON_INTEGER: return from_int(json_integer_value(json));
    case JSON_REAL: return from_double(json_real_value(json));
    case JSON_TRUE:
    case JSON_FALSE: return from_bool(json_is_true(json));
    case JSON_NULL: return NONE;
    }
    return NOTHING;
}

// read(text) -> (value,), or None where json.py is to read it. `strict`: a ValueError instead, and
// only a list or a dict will do.
static Value json_read(Run *run, Value *arg)
{
    Str text = value_text(arg[0]);
    bool strict = arg[1].type && arg[1].truth;
    json_error_t why = {0};
    if (text.n > MOST_BYTES) return NONE;
    if (!run_take_characters(run, text.n)) return NOTHING;
    size_t any = strict ? 0 : JSON_DECODE_ANY | JSON_ALLOW_NUL;
    json_t *json = json_tree_read(text, JSON_REJECT_DUPLICATES | any, &why);
    if (!json && strict) return raise_error(run, "ValueError", "%s", why.text);
    if (!json) return NONE;
    Value value = value_of(run, json);
    json_decref(json);
    if (value.type) return sequence_new(run, &type_tuple, &value, 1);
    return NOTHING;
}

const Native json_natives[] = {
    {"read", "text, strict=, /", json_read},
    {0},
};
