// A struct as an object of JSON, by a table of its members: written and read by the same rows.
#pragma once

#include "base/text/json_tree.h"

#include <stddef.h>

typedef enum JsonKind {
    JSON_KIND_TEXT,     // const char *
    JSON_KIND_OPTIONAL, // const char *, left out if it is NULL
    JSON_KIND_NULLABLE, // const char *, null if it is NULL
    JSON_KIND_INT,      // int
    JSON_KIND_COUNT,    // int, null if it is 0
    JSON_KIND_BOOL,     // bool
    JSON_KIND_FLAG,     // bool, left out if it is false
    JSON_KIND_NUMBER,   // double; infinities and NaN are texts
    JSON_KIND_TEXTS,    // const char **, and how many
    JSON_KIND_BOOLS,    // const bool *, and how many
    JSON_KIND_RECORD,   // a struct with a table of its own, as an object
    JSON_KIND_PART,     // the same, whose members are members of the object at hand
    JSON_KIND_RECORDS,  // an array of such structs, and how many
} JsonKind;

typedef struct JsonField {
    const char *key;
    JsonKind kind;
    size_t at;
    size_t count_at;                  // of lists
    const struct JsonRecord *records; // of records
    int least, otherwise; // of numbers that are read: what is smaller becomes `otherwise`
} JsonField;

typedef struct JsonRecord {
    size_t size;
    const JsonField *fields; // the last one has no key
} JsonRecord;

// Rows of the table: a member; a number that may be as small as `low`; a struct; a list.
// clang-format off
#define JSON_ROW(name, type, member, what, ...)                                                    \
    {.key = (name), .kind = JSON_KIND_##what, .at = offsetof(type, member), __VA_ARGS__}
// clang-format on
#define JSON_FIELD(name, type, member, what) JSON_ROW(name, type, member, what, .least = 0)
#define JSON_NUMBER(name, type, member, low, other)                                                \
    JSON_ROW(name, type, member, INT, .least = (low), .otherwise = (other))
#define JSON_STRUCT(name, type, member, what, its)                                                 \
    JSON_ROW(name, type, member, what, .records = (its))
#define JSON_LIST(name, type, member, what, count, its)                                            \
    JSON_ROW(name, type, member, what, .count_at = offsetof(type, count), .records = (its))

json_t *json_record(const JsonRecord *record, const void *from);
json_t *json_records(const JsonRecord *record, const void *items, int count); // an array of them

// Texts and lists in `arena`; of what is missing or of another kind the member is "", 0 or empty.
// Returns whether all was as it is written.
bool json_record_read(const JsonRecord *record, const json_t *object, void *to, Arena *arena);
