// JSON as a tree of jansson: read from a text, or written and printed at once. Where there is no
// memory for what is written, the process ends as everywhere.
#pragma once

#include "base/buf.h"

#include <jansson.h>

// NULL, and `why` (or NULL) says so: it is no JSON, or nested deeper than jansson's calls should
// go.
json_t *json_tree_read(Str text, size_t flags, json_error_t *why);

json_t *json_tree_have(json_t *json);                               // what jansson has just made
void json_tree_put(json_t *object, const char *key, json_t *value); // takes the value over
void json_tree_append(json_t *array, json_t *value);                // so does this
// What `form` says, in the letters of json_pack(): "{s:o, s:i}". For texts, "o" and
// json_tree_text(); "o*" may be NULL, and is left out then.
json_t *json_tree_of(const char *form, ...);

// Adds the tree as text, and frees it. `flags` are jansson's.
void json_tree_print(json_t *tree, size_t flags, Buf *out);

// "" for NULL. What was typed need not be UTF-8; such a text is "?".
json_t *json_tree_text(const char *text);

void json_library(Buf *out); // "jansson 2.14"
