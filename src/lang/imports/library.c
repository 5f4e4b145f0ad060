// Modules that are written in Python, in src/library: what PyTorch itself has in Python is Python
// here too, made of the same operations, so that one can step into it.
#include "lang/imports/library.h"

#include "base/bug.h"
#include "lang/evaluation/eval.h"
#include "lang/imports/module.h"
#include "lang/interp.h"

#include <string.h>

static const LibraryFile *find_file(const char *module)
{
    for (const LibraryFile *file = library_files; file->module; file++) {
        if (strcmp(file->module, module) == 0) return file;
    }
    return NULL;
}

bool library_has_module(const char *module)
{
    return find_file(module) != NULL;
}

bool library_defines(Run *run, const char *module, const char *name)
{
    const LibraryFile *file = find_file(module);
    return file && (strstr(file->text, arena_printf(&run->scratch, "\ndef %s(", name)) ||
                    strstr(file->text, arena_printf(&run->scratch, "\nclass %s:", name)));
}

bool library_has_code(const FunctionCode *code)
{
    return code->span.source && code->span.source->is_library;
}

static bool run_text(Run *run, const Source *source)
{
    StmtList program = {0};
    Value result;
    return parse_program(source, &run->arena, &run->names, &program, run->error) &&
           run_block(run, &program, &result) != FLOW_ERROR;
}

bool module_run(Run *run, Value value, const Source *source)
{
    Module *module = (Module *)value.object;
    module_set(run, value, "__name__", value_from_text(run, module->name));
    return source_run(run, &module->table, source);
}

bool source_run(Run *run, Table *names, const Source *source)
{
    const RunFrame before = run->frame;
    run->frame.scope = NULL;
    run->frame.globals = names;
    run->frame.builtin = (Span){0};
    if (source->is_library) run->frame.here = (Span){source, 0, 0};
    bool ok = run_text(run, source);
    run->frame = before;
    return ok;
}

bool library_load(Run *run, Value value)
{
    Module *module = (Module *)value.object;
    const LibraryFile *file = find_file(module->name);
    if (!file || module->loaded) return true;
    module->loaded = true;
    Source *source = NEW(&run->arena, Source);
    *source = (Source){.name = arena_printf(&run->arena, "qkv/%s.py", file->module),
                       .text = str_from(file->text),
                       .is_library = true};
    return module_run(run, value, source);
}

const Value *library_find_builtin(Run *run, const char *name)
{
    Value module = import_module(run, name_of(&run->names, STR("builtins")));
    const Value *found = module.type ? table_find(&((Module *)module.object)->table, name) : NULL;
    if (found || run_has_failed(run)) return found;
    // bytes has a file of its own, _bytes, that is read when it is asked for.
    const char *file = name_of(&run->names, str_from(arena_printf(&run->scratch, "_%s", name)));
    module = library_has_module(file) ? import_module(run, file) : NOTHING;
    return module.type ? table_find(&((Module *)module.object)->table, name) : NULL;
}

Value library_function(Run *run, const char *file, const char *name)
{
    Value module = import_module(run, name_of(&run->names, str_from(file)));
    const Table *table = module.type ? &((Module *)module.object)->table : NULL;
    const Value *found = table ? table_find(table, name_of(&run->names, str_from(name))) : NULL;
    REQUIRE(found || run_has_failed(run));
    return found ? *found : NOTHING;
}
