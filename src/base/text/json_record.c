// Each kind of member is a case of json_of() and of read_field().
#include "base/text/json_record.h"

#include "base/text/number.h"

#include <math.h>
#include <string.h>

enum { MOST_ITEMS = 100000 }; // of a list that is read

static json_t *number_json(double value)
{
    if (isfinite(value)) return json_real(value);
    return json_tree_text(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static json_t *list_json(const JsonField *field, const char *from)
{
    const char *items;
    int count;
    memcpy(&items, from + field->at, sizeof items);
    memcpy(&count, from + field->count_at, sizeof count);
    if (field->kind == JSON_KIND_RECORDS) return json_records(field->records, items, count);
    json_t *list = json_tree_have(json_array());
    for (int i = 0; i < count; i++) {
        if (field->kind == JSON_KIND_TEXTS)
            json_tree_append(list, json_tree_text(((const char *const *)(const void *)items)[i]));
        else
            json_tree_append(list, json_boolean(((const bool *)items)[i]));
    }
    return list;
}

json_t *json_records(const JsonRecord *record, const void *items, int count)
{
    json_t *list = json_tree_have(json_array());
    for (int i = 0; i < count; i++)
        json_tree_append(list, json_record(record, (const char *)items + (size_t)i * record->size));
    return list;
}

// NULL: it is left out.
static json_t *json_of(const JsonField *field, const char *from)
{
    const void *at = from + field->at;
    const char *text = field->kind <= JSON_KIND_NULLABLE ? *(const char *const *)at : NULL;
    switch (field->kind) {
    case JSON_KIND_TEXT: return json_tree_text(text);
    case JSON_KIND_OPTIONAL: return text ? json_tree_text(text) : NULL;
    case JSON_KIND_NULLABLE: return text ? json_tree_text(text) : json_null();
    case JSON_KIND_INT: return json_integer(*(const int *)at);
    case JSON_KIND_COUNT: return *(const int *)at ? json_integer(*(const int *)at) : json_null();
    case JSON_KIND_BOOL: return json_boolean(*(const bool *)at);
    case JSON_KIND_FLAG: return *(const bool *)at ? json_true() : NULL;
    case JSON_KIND_NUMBER: return number_json(*(const double *)at);
    case JSON_KIND_RECORD:
    case JSON_KIND_PART: return json_record(field->records, at);
    default: return list_json(field, from);
    }
}

json_t *json_record(const JsonRecord *record, const void *from)
{
    json_t *object = json_tree_have(json_object());
    for (const JsonField *field = record->fields; field->key; field++) {
        json_t *value = json_of(field, from);
        if (value && field->kind == JSON_KIND_PART) {
            json_object_update(object, value);
            json_decref(value);
        } else if (value) {
            json_tree_put(object, field->key, value);
        }
    }
    return object;
}

// ---- reading ------------------------------------------------------------------------------------

static const char *text_of(const json_t *json, Arena *arena)
{
    return str_copy(arena, str_from(json_string_value(json)));
}

static int int_of(const JsonField *field, const json_t *json, bool *ok)
{
    json_int_t number = json_integer_value(json);
    *ok = json_is_integer(json) && number >= field->least && number <= INT32_MAX;
    return *ok ? (int)number : field->otherwise;
}

static double number_of(const json_t *json)
{
    double value = json_number_value(json);
    if (json_is_string(json)) number_parse_double(str_from(json_string_value(json)), &value);
    return value;
}

static bool read_list(const JsonField *field, const json_t *list, char *to, Arena *arena)
{
    bool ok = json_is_array(list) || field->kind != JSON_KIND_RECORDS;
    size_t count = json_array_size(list), size = sizeof(const char *);
    if (count > MOST_ITEMS) count = MOST_ITEMS;
    if (field->kind == JSON_KIND_BOOLS) size = sizeof(bool);
    if (field->kind == JSON_KIND_RECORDS) size = field->records->size;
    char *items = arena_alloc(arena, size * (count + 1));
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        if (field->kind == JSON_KIND_BOOLS)
            ((bool *)items)[i] = json_is_true(item);
        else if (field->kind == JSON_KIND_TEXTS)
            ((const char **)(void *)items)[i] = text_of(item, arena);
        else
            ok &= json_record_read(field->records, item, items + i * size, arena);
    }
    memcpy(to + field->at, &items, sizeof items);
    memcpy(to + field->count_at, &(int){(int)count}, sizeof(int));
    return ok;
}

static bool read_field(const JsonField *field, const json_t *json, char *to, Arena *arena)
{
    void *at = to + field->at;
    bool ok = true;
    switch (field->kind) {
    case JSON_KIND_TEXT: *(const char **)at = text_of(json, arena); return json_is_string(json);
    case JSON_KIND_OPTIONAL:
    case JSON_KIND_NULLABLE:
        *(const char **)at = json_is_string(json) ? text_of(json, arena) : NULL;
        return true;
    case JSON_KIND_INT:
    case JSON_KIND_COUNT: *(int *)at = int_of(field, json, &ok); return ok;
    case JSON_KIND_BOOL:
    case JSON_KIND_FLAG:
        *(bool *)at = json_is_true(json);
        return json_is_boolean(json) || (!json && field->kind == JSON_KIND_FLAG);
    case JSON_KIND_NUMBER: *(double *)at = number_of(json); return true;
    case JSON_KIND_RECORD:
    case JSON_KIND_PART: return json_record_read(field->records, json, at, arena);
    default: return read_list(field, json, to, arena);
    }
}

bool json_record_read(const JsonRecord *record, const json_t *object, void *to, Arena *arena)
{
    bool ok = json_is_object(object);
    for (const JsonField *field = record->fields; field->key; field++) {
        const json_t *value =
            field->kind == JSON_KIND_PART ? object : json_object_get(object, field->key);
        ok &= read_field(field, value, to, arena);
    }
    return ok;
}
