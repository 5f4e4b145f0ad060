// How a module of a network is reached: "model.encoder.layers[0].attn". It is looked for among the
// parts of the module whose method calls it, or from the program's variables.
#include "lang/class.h"

#include <ctype.h>

// The dictionary of the parts of a torch.nn.Module; NULL for any other value.
static const Dict *parts_of(Run *run, Value value)
{
    if (!value.type || !value.type->class || is_class(value)) return NULL;
    const Value *parts = table_find(instance_table(value), name_of(&run->names, STR("_modules")));
    return parts && is_type(*parts, &type_dict) ? (const Dict *)parts->object : NULL;
}

static void add_step(Buf *path, Str name)
{
    bool number = name.n > 0;
    for (int i = 0; i < name.n; i++) number &= isdigit((unsigned char)name.p[i]) != 0;
    buf_printf(path, number ? "[%.*s]" : ".%.*s", STR_ARG(name));
}

typedef struct Search {
    Run *run;
    Value wanted;
    Buf *path;
    int looks; // at a part, that are left: modules may contain each other in circles
} Search;

enum { MOST_STEPS = 8, MOST_LOOKS = 20000 };

// Adds the way from `module` to what is wanted, over up to `depth` steps. False: there is none.
static bool add_way(Search *search, Value module, int depth)
{
    const Dict *parts = parts_of(search->run, module);
    Buf *path = search->path;
    for (size_t i = 0; parts && i < parts->used && search->looks-- > 0; i++) {
        const DictEntry *entry = &parts->entry[i];
        if (!entry->key.type || entry->key.type != &type_str) continue;
        int before = path->n;
        add_step(path, value_text(entry->key));
        if (entry->value.object == search->wanted.object) return true;
        if (depth > 1 && add_way(search, entry->value, depth - 1)) return true;
        path->n = before;
    }
    return false;
}

// Nearer parts first.
static bool find_way(Run *run, Value module, Value wanted, Buf *path)
{
    if (module.object == wanted.object) return true;
    Search search = {run, wanted, path, MOST_LOOKS};
    for (int depth = 1; depth <= MOST_STEPS; depth++) {
        if (add_way(&search, module, depth)) return true;
    }
    return false;
}

static bool find_from_variables(Run *run, Value wanted, Buf *path)
{
    for (size_t i = 0; i < run->program.count; i++) {
        const TableEntry *entry = &run->program.entry[i];
        if (!parts_of(run, entry->value)) continue;
        path->n = 0;
        buf_printf(path, "%s", entry->name);
        if (find_way(run, entry->value, wanted, path)) return true;
    }
    return false;
}

const char *module_path(Run *run, Value module, const ModuleFrame *caller)
{
    if (!parts_of(run, module)) return NULL;
    Buf path = {.arena = &run->scratch};
    for (; caller; caller = caller->outer) {
        if (!caller->path) continue;
        path.n = 0;
        buf_printf(&path, "%s", caller->path);
        if (find_way(run, caller->module, module, &path)) return buf_text(&path);
    }
    return find_from_variables(run, module, &path) ? buf_text(&path) : NULL;
}
