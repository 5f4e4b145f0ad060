// The statement import. A module is made when it is imported for the first time, and kept for the
// next import.
#include "lang/functions/function.h"
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "tensor/op.h"

#include <string.h>

// ---- what to try instead of a module that qkv does not have -------------------------------------

typedef struct ModuleHint {
    const char *module; // and those inside it
    const char *hint;
} ModuleHint;

static const ModuleHint hints[] = {
    {"transformers", "from transformers import AutoModel, AutoTokenizer: GPT-2 and BERT are there"},
    {"tokenizers", "transformers.AutoTokenizer.from_pretrained('./folder'), or a dict of words"},
    {"sentencepiece", "a dict of words: qkv has no trained tokenizers"},
    {"nltk", "text.split(): qkv has no trained tokenizers"},
    {"spacy", "text.split(): qkv has no trained tokenizers"},
    {"datasets", "a few sentences in the program itself, or open() of a text beside it"},
    {"torchtext", "a few sentences in the program itself, and a dict of words"},
    {"torchvision", "a small tensor in place of the images"},
    {"torchaudio", "a small tensor in place of the sound"},
    {"torchinfo", "to drop it: print(model) shows the layers"},
    {"torchsummary", "to drop it: print(model) shows the layers"},
    {"torchmetrics", "the formula in plain torch"},
    {"pytorch_lightning", "a plain torch.nn.Module and a loop"},
    {"lightning", "a plain torch.nn.Module and a loop"},
    {"accelerate", "to drop it: qkv runs on one processor"},
    {"flash_attn", "torch.nn.functional.scaled_dot_product_attention"},
    {"xformers", "torch.nn.functional.scaled_dot_product_attention"},
    {"triton", "plain torch operations"},
    {"pandas", "a list of rows, or a dict of columns"},
    {"scipy", "torch or math: scipy.special.softmax is torch.softmax"},
    {"sklearn", "plain torch: cosine similarity is torch.nn.functional.cosine_similarity"},
    {"plotly", "to drop it: qkv draws every matrix of the walk itself"},
    {"bertviz", "to drop it: qkv draws every matrix of the walk itself"},
    {"PIL", "to drop it: qkv reads no images"},
    {"cv2", "to drop it: qkv reads no images"},
    {"jax", "the same with torch"},
    {"tensorflow", "the same with torch"},
    {"keras", "the same with torch.nn"},
    {"requests", "the data in the program itself: qkv reaches no network"},
    {"urllib", "the data in the program itself: qkv reaches no network"},
    {"wandb", "to drop it, or print(...)"},
    {"tensorboard", "to drop it, or print(...)"},
    {"multiprocessing", "a loop: qkv runs one thing at a time"},
    {"asyncio", "a loop: qkv runs one thing at a time"},
};

static const char *hint_for_module(const char *module)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        Str name = str_from(module), known = str_from(hints[i].module);
        bool inside =
            str_starts(name, hints[i].module) && (name.n == known.n || name.p[known.n] == '.');
        if (inside) return hints[i].hint;
    }
    return NULL;
}

// ---- modules -----------------------------------------------------------------------------------

// Of a.b.c the first of a, a.b and a.b.c that is not there.
static const char *first_missing(Run *run, const char *module)
{
    for (const char *dot = strchr(module, '.'); dot; dot = strchr(dot + 1, '.')) {
        const char *part = name_of(&run->names, (Str){module, (int)(dot - module)});
        if (!table_find(&run->modules, part) && !library_has_module(part)) return part;
    }
    return module;
}

static bool missing(Run *run, const ImportedName *imported, const char *module)
{
    raise_error(run, "ModuleNotFoundError", "No module named '%s'", first_missing(run, module));
    error_place(run->error, imported->span);
    const char *hint = hint_for_module(module);
    if (hint) return error_hint(run->error, "%s", hint);
    if (module != imported->module) return false;
    return error_hint(run->error, "to drop the import of %s and what uses it: qkv does not have it",
                      module);
}

static bool missing_item(Run *run, const ImportedName *imported, const char *module)
{
    const Value *known = table_find(&run->modules, module);
    bool is_own = known && ((const Module *)known->object)->beside;
    raise_error(run, "ImportError", "cannot import name '%s' from '%s'", imported->item, module);
    error_place(run->error, imported->span);
    if (is_own) return false;
    return error_hint(run->error, "to do without it: qkv has a part of %s only", module);
}

// os.path is an attribute of os, once it is there. The class torch.Tensor stays what it is when
// the file with its methods, a module of the same name, is read.
static void put_into_parent(Run *run, const char *name, Value module)
{
    const char *dot = strrchr(name, '.');
    if (!dot) return;
    const char *parent = name_of(&run->names, (Str){name, (int)(dot - name)});
    const Value *known = table_find(&run->modules, parent);
    if (!known) return;
    const Value *there = table_find(&((const Module *)known->object)->table,
                                    name_of(&run->names, str_from(dot + 1)));
    if (!there || there->type == &type_module) module_set(run, *known, dot + 1, module);
}

// A module of the library is run when it is first asked for. One that is based on a module written
// in C is run when something is asked for that is not in that (module_attribute).
Value import_module(Run *run, const char *name)
{
    const Value *known = table_find(&run->modules, name);
    if (known) return *known;
    if (!library_has_module(name)) return NOTHING;
    Value module = module_new(run, name);
    if (!module.type || !library_load(run, module)) return NOTHING;
    put_into_parent(run, name, module);
    return module;
}

Value import_named(Run *run, const char *name)
{
    Value module = import_module(run, name);
    if (module.type || run_has_failed(run)) return module;
    module = import_beside(run, name);
    if (module.type) put_into_parent(run, name, module);
    return module;
}

static Value importlib_import_module(Run *run, Value *arg)
{
    if (arg[0].type != &type_str) {
        return raise_error(run, "TypeError", "import_module() takes a str, not %s",
                           arg[0].type->name);
    }
    const char *name = import_absolute_name(run, name_of(&run->names, value_text(arg[0])));
    Value module = name ? import_named(run, name) : NOTHING;
    if (module.type || run_has_failed(run)) return module;
    return raise_error(run, "ModuleNotFoundError", "No module named '%s'", name);
}

void import_make_importlib(Run *run)
{
    static const Native natives[] = {{"import_module", "name, package=", importlib_import_module},
                                     {0}};
    Value module = module_new(run, "importlib");
    if (module.type) module_add_natives(run, &((Module *)module.object)->table, natives);
}

// What "from module import item" binds. A module without a name is the folder of the program.
static Value find_item(Run *run, Value module, const char *name, const char *item)
{
    Value found = module.type ? module_attribute(run, module, item) : NOTHING;
    if (run_has_failed(run) && !error_take(run, "AttributeError")) return NOTHING;
    if (found.type) return found;
    const char *path = arena_printf(&run->scratch, "%s%s%s", name, *name ? "." : "", item);
    return import_named(run, name_of(&run->names, str_from(path)));
}

// ---- from module import *: __all__, or all that begin without an underscore ---------------------

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

static bool import_all(Run *run, Value value)
{
    const Module *module = (const Module *)value.object;
    if (!library_load(run, value)) return false;
    const Value *all = table_find(&module->table, name_of(&run->names, STR("__all__")));
    if (all && value_is_sequence(*all)) return bind_listed(run, value, value_sequence(*all));
    return bind_operations(run, value, module->found) && bind_table(run, value, &module->table);
}

// ---- the statement -----------------------------------------------------------------------------

static bool import_one(Run *run, const ImportedName *imported)
{
    const char *name = import_absolute_name(run, imported->module);
    if (!name) error_place(run->error, imported->span);
    Value module = name && *name ? import_named(run, name) : NOTHING;
    if (run_has_failed(run)) return false;
    bool is_folder = !*name && imported->item;
    if (!module.type && !is_folder) return missing(run, imported, name);
    if (imported->star) return import_all(run, module);
    if (!imported->item) {
        if (imported->root) module = import_named(run, imported->name);
        return scope_bind(run, imported->name, module);
    }
    Value item = find_item(run, module, name, imported->item);
    if (!item.type && run_has_failed(run)) return false;
    return item.type ? scope_bind(run, imported->name, item) : missing_item(run, imported, name);
}

bool run_import(Run *run, const Stmt *stmt)
{
    for (int i = 0; i < stmt->import_count; i++) {
        if (!import_one(run, &stmt->imports[i])) return false;
    }
    return true;
}
