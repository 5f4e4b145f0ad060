// Trees of jansson, for reading and writing JSON.
#include "base/text/json_tree.h"

#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_DEPTH = 100 };

// Where the text has more open brackets than may be, or -1.
static int too_deep_at(Str text)
{
    bool in_string = false;
    for (int i = 0, depth = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '"')
            in_string = !in_string;
        else if (in_string)
            i += c == '\\';
        else if (c == '[' || c == '{')
            depth++;
        else if (c == ']' || c == '}')
            depth--;
        if (depth > MOST_DEPTH) return i;
    }
    return -1;
}

json_t *json_tree_read(Str text, size_t flags, json_error_t *why)
{
    int at = too_deep_at(text);
    if (at < 0) return json_loadb(text.p ? text.p : "", (size_t)text.n, flags, why);
    if (!why) return NULL;
    *why = (json_error_t){.line = 1, .column = 1, .position = at};
    for (int i = 0; i < at; i++) {
        why->column = text.p[i] == '\n' ? 1 : why->column + 1;
        why->line += text.p[i] == '\n';
    }
    snprintf(why->text, sizeof why->text, "nested more than %d levels deep", MOST_DEPTH);
    return NULL;
}

json_t *json_tree_have(json_t *json)
{
    if (!json) bug_no_memory();
    return json;
}

json_t *json_tree_of(const char *form, ...)
{
    va_list values;
    va_start(values, form);
    json_t *json = json_vpack_ex(NULL, 0, form, values);
    va_end(values);
    return json_tree_have(json);
}

void json_tree_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, json_tree_have(value)) != 0) bug_no_memory();
}

void json_tree_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, json_tree_have(value)) != 0) bug_no_memory();
}

json_t *json_tree_text(const char *text)
{
    json_t *json = json_string(text ? text : "");
    return json_tree_have(json ? json : json_string("?"));
}

static int add(const char *text, size_t bytes, void *out)
{
    buf_add(out, (Str){text, (int)bytes});
    return 0;
}

void json_tree_print(json_t *tree, size_t flags, Buf *out)
{
    if (json_dump_callback(tree, add, out, flags) != 0) bug_no_memory();
    json_decref(tree);
}

void json_library(Buf *out)
{
    buf_printf(out, "jansson %s", jansson_version_str());
}
