// Modules that lie beside the program: its own code in other files, found as Python finds it. They
// are looked for in the folders of sys.path, then at the top of the checkout and in its src.
#include "lang/files.h"
#include "lang/imports/module.h"
#include "lang/interp.h"

#include <string.h>

// NULL without an error: there is no such file.
static const Source *find_source(Run *run, const char *path, bool *is_package)
{
    static const char *const ENDINGS[] = {"/__init__.py", ".py"};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        const char *name = arena_printf(&run->scratch, "%s%s", path, ENDINGS[i]);
        const Source *source = readable_source(&run->readable, str_from(name), run->error);
        *is_package = i == 0;
        if (source) return source;
        bool is_absent =
            error_take(run, "FileNotFoundError") || error_take(run, "NotADirectoryError");
        if (!is_absent) return NULL;
    }
    *is_package = true;
    return NULL;
}

static bool is_folder(Run *run, const char *path)
{
    const char *kind = files_kind(run, value_from_text(run, path));
    return kind && strcmp(kind, "folder") == 0;
}

static Str parent_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return (Str){name, dot ? (int)(dot - name) : 0};
}

// __file__ and the like, before the module runs.
static void describe(Run *run, Value value, const Source *source, bool is_package)
{
    Module *module = (Module *)value.object;
    Str package = is_package ? str_from(module->name) : parent_of(module->name);
    const char *ending = is_package ? "/__init__.py" : ".py";
    const char *file = arena_printf(&run->scratch, "%s%s", module->beside, ending);
    module_set(run, value, "__package__", value_from_str(run, package));
    if (source) module_set(run, value, "__file__", value_from_text(run, file));
    Value folder = value_from_text(run, module->beside);
    if (is_package) module_set(run, value, "__path__", sequence_new(run, &type_list, &folder, 1));
}

// The module that `path` is the file or folder of; a folder without __init__.py if that is enough.
static Value import_at(Run *run, const char *path, const char *name, bool folder_is_enough)
{
    bool is_package;
    const Source *source = find_source(run, path, &is_package);
    bool is_there = source || (folder_is_enough && !run_has_failed(run) && is_folder(run, path));
    Value module = is_there ? module_new(run, name) : NOTHING;
    if (!module.type) return NOTHING;
    ((Module *)module.object)->beside = str_copy(&run->arena, str_from(path));
    describe(run, module, source, is_package);
    return !source || module_run(run, module, source) ? module : NOTHING;
}

static const char *below(Run *run, const char *folder, const char *name)
{
    return arena_printf(&run->scratch, "%s/%s", folder, name);
}

// What the program has put into sys.path; NULL: it has not asked for that.
static const Sequence *search_path(Run *run)
{
    const Value *sys = table_find(&run->modules, name_of(&run->names, STR("sys")));
    const Value *path =
        sys ? table_find(&((const Module *)sys->object)->table, name_of(&run->names, STR("path")))
            : NULL;
    return path && value_is_sequence(*path) ? value_sequence(*path) : NULL;
}

// What is outside is not there; false: another error.
static bool forget_outside(Run *run)
{
    return !run_has_failed(run) || error_take(run, "PermissionError");
}

const char *beside_folder(Run *run)
{
    const Checkout *checkout = run->readable.checkout;
    if (!checkout) return NULL;
    const char *between = checkout->here[0] ? "/" : "";
    return arena_printf(&run->scratch, "%s%s%s", checkout->name, between, checkout->here);
}

static Value import_top(Run *run, const char *name, bool folder_is_enough)
{
    const char *top = run->readable.checkout->name;
    const char *const others[] = {beside_folder(run), top, below(run, top, "src")};
    const Sequence *path = search_path(run);
    Value module = NOTHING;
    for (int i = 0; path && !module.type && i < path->count; i++) {
        if (path->item[i].type != &type_str) continue;
        const char *folder = str_copy(&run->scratch, value_text(path->item[i]));
        module = import_at(run, below(run, *folder ? folder : ".", name), name, folder_is_enough);
        if (!forget_outside(run)) return NOTHING;
    }
    for (size_t i = 0; !module.type && !run_has_failed(run) && i < 3; i++) {
        module = import_at(run, below(run, others[i], name), name, folder_is_enough);
    }
    return module;
}

Value import_beside(Run *run, const char *name)
{
    if (!run->readable.kept) return NOTHING;
    Str package = parent_of(name);
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        Str outer = {name, (int)(dot - name)}; // first, so that a long name is no deep recursion
        Value above = import_named(run, name_of(&run->names, outer));
        if (above.type != &type_module || !((const Module *)above.object)->beside) return NOTHING;
    }
    if (!package.n) {
        Value module = import_top(run, name, false);
        return module.type || run_has_failed(run) ? module : import_top(run, name, true);
    }
    Value above = import_named(run, name_of(&run->names, package));
    const char *folder = above.type == &type_module ? ((const Module *)above.object)->beside : NULL;
    return folder ? import_at(run, below(run, folder, name + package.n + 1), name, true) : NOTHING;
}

// ---- relative imports --------------------------------------------------------------------------

// The package of the module that is running. The program itself is in the one that its folder
// represents in the checkout, as where Python runs it with -m.
static Str package_now(Run *run)
{
    const Value *given = table_find(run->frame.globals, name_of(&run->names, STR("__package__")));
    if (given && given->type == &type_str) return value_text(*given);
    const Checkout *checkout = run->readable.checkout;
    if (!checkout || run->frame.globals != &run->program) return (Str){0};
    Str here = str_from(checkout->here);
    if (str_is(here, "src") || str_starts(here, "src/")) here = str_slice(here, 4, here.n);
    char *package = str_copy(&run->scratch, here);
    for (char *c = package; *c; c++) {
        if (*c == '/') *c = '.';
    }
    return str_from(package);
}

const char *import_absolute_name(Run *run, const char *module)
{
    int dots = (int)strspn(module, ".");
    if (!dots) return module;
    Str package = package_now(run);
    for (int i = 1; i < dots && package.n; i++) {
        package = parent_of(str_copy(&run->scratch, package));
        if (package.n) continue;
        raise_error(run, "ImportError", "attempted relative import beyond top-level package");
        return NULL;
    }
    if (dots > 1 && !package.n) {
        raise_error(run, "ImportError", "attempted relative import with no known parent package");
        error_hint(run->error, "--files DIR, which names the folder that the package is in");
        return NULL;
    }
    const char *rest = module + dots, *between = package.n && *rest ? "." : "";
    return name_of(&run->names, str_from(arena_printf(&run->scratch, "%.*s%s%s", STR_ARG(package),
                                                      between, rest)));
}
