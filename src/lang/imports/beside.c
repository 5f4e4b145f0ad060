// Modules that lie beside the program: its own code in other files, found as Python finds it.
#include "lang/files.h"
#include "lang/imports/module.h"
#include "lang/interp.h"

#include <string.h>

// "a.b" -> "a/b"
static const char *path_of(Run *run, const char *module)
{
    char *path = str_copy(&run->scratch, str_from(module));
    for (char *c = path; *c; c++) {
        if (*c == '.') *c = '/';
    }
    return path;
}

// NULL without an error: there is no such file.
static const Source *find_source(Run *run, const char *path)
{
    static const char *const ENDINGS[] = {"/__init__.py", ".py"};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        const char *name = arena_printf(&run->scratch, "%s%s", path, ENDINGS[i]);
        const Source *source = readable_source(&run->readable, str_from(name), run->error);
        if (source) return source;
        bool is_absent =
            error_take(run, "FileNotFoundError") || error_take(run, "NotADirectoryError");
        if (!is_absent) return NULL;
    }
    return NULL;
}

static bool is_folder(Run *run, const char *path)
{
    const char *kind = files_kind(run, value_from_text(run, path));
    return kind && strcmp(kind, "folder") == 0;
}

// What is in a.b is only looked for where a is beside the program, too.
static bool may_lie_beside(Run *run, const char *name)
{
    if (!run->readable.kept) return false;
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        Value above = import_named(run, name_of(&run->names, (Str){name, (int)(dot - name)}));
        if (above.type != &type_module || !((const Module *)above.object)->is_beside) return false;
    }
    return true;
}

Value import_beside(Run *run, const char *name)
{
    if (!may_lie_beside(run, name)) return NOTHING;
    const char *path = path_of(run, name);
    const Source *source = find_source(run, path);
    if (run_has_failed(run) || (!source && !is_folder(run, path))) return NOTHING;
    Value module = module_new(run, name);
    if (!module.type) return NOTHING;
    ((Module *)module.object)->is_beside = true;
    return !source || module_run(run, module, source) ? module : NOTHING;
}
