// from module import *: the names that the module lists as its own, __all__, or all that begin
// without an underscore.
#include "lang/functions/function.h"
#include "lang/imports/module.h"
#include "lang/interp.h"

#include <string.h>

static bool bind_member(Run *run, Value module, const char *name)
{
    Value value = module_attribute(run, module, name);
    return value.type && scope_bind(run, name, value);
}

static bool bind_listed(Run *run, Value module, const Sequence *all)
{
    for (int i = 0; i < all->count; i++) {
        if (all->item[i].type != &type_str) continue;
        if (!bind_member(run, module, name_of(&run->names, value_text(all->item[i])))) return false;
    }
    return true;
}

// A module that another one was imported into is not what that has to give: torch.nn of torch,
// math of a file of the library.
static bool bind_table(Run *run, Value module, const Table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->entry[i].name;
        Value value = table->entry[i].value;
        if (name[0] == '_' || !value.type || value.type == &type_module) continue;
        if (!bind_member(run, module, name)) return false;
    }
    return true;
}

static bool bind_words(Run *run, Value module, const char *words)
{
    while (words && *words) {
        int length = (int)strcspn(words, " ");
        Str word = {words, length};
        if (length && !bind_member(run, module, name_of(&run->names, word))) return false;
        words += length + (words[length] == ' ');
    }
    return true;
}

static bool bind_operations(Run *run, Value module, unsigned found)
{
    for (int i = 0; i < op_count; i++) {
        if (!(ops[i]->found & found)) continue;
        if (!bind_words(run, module, ops[i]->name)) return false;
        if (!bind_words(run, module, ops[i]->aliases)) return false;
    }
    return true;
}

bool import_all(Run *run, Value value)
{
    const Module *module = (const Module *)value.object;
    if (!library_load(run, value)) return false;
    const Value *all = table_find(&module->table, name_of(&run->names, STR("__all__")));
    if (all && value_is_sequence(*all)) return bind_listed(run, value, value_sequence(*all));
    return bind_operations(run, value, module->found) && bind_table(run, value, &module->table);
}
