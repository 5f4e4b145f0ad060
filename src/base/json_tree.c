// Trees of jansson for whoever writes JSON.
#include "base/json_tree.h"

#include "base/bug.h"

json_t *json_tree_have(json_t *json)
{
    if (!json) bug_no_memory();
    return json;
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

char *json_tree_print(json_t *tree, size_t flags)
{
    char *text = json_dumps(tree, flags);
    if (!text) bug_no_memory();
    json_decref(tree);
    return text;
}

void json_library(Buf *out)
{
    buf_printf(out, "jansson %s", jansson_version_str());
}
