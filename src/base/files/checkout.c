// Folders are compared as realpath() gives them; what is opened and shown is what the user typed.
#include "base/files/checkout.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// NULL: it is not there.
static const char *real(const char *path, Arena *arena)
{
    char *found = path ? realpath(path, NULL) : NULL;
    const char *kept = found ? str_copy(arena, str_from(found)) : NULL;
    free(found);
    return kept;
}

static bool has(const char *folder, const char *file, Arena *arena)
{
    return access(arena_printf(arena, "%s/%s", folder, file), F_OK) == 0;
}

// Is `inner` the folder, or below it? Both are real.
static bool holds(const char *folder, const char *inner)
{
    size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(folder, inner, n) == 0 && (inner[n] == '/' || !inner[n]);
}

// Neither the home folder nor one above it, nor one that anybody may write to.
static bool may_be_top(const char *folder, const char *home)
{
    struct stat info;
    bool private = stat(folder, &info) == 0 && !(info.st_mode & S_IWOTH);
    return private && strcmp(folder, "/") != 0 && !(home && holds(folder, home));
}

static const char *above(const char *folder, Arena *arena)
{
    int n = (int)(strrchr(folder, '/') - folder);
    return str_copy(arena, (Str){folder, n ? n : 1});
}

static bool begins_project(const char *folder, Arena *arena)
{
    static const char *const marks[] = {"pyproject.toml", "setup.py", "setup.cfg",
                                        "requirements.txt"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (has(folder, marks[i], arena)) return true;
    }
    return false;
}

// The top of the checkout that the folder is in.
static const char *find_top(const char *folder, Arena *arena)
{
    const char *home = real(getenv("HOME"), arena), *top = folder;
    for (const char *up = folder; has(top, "__init__.py", arena); top = up) {
        up = above(top, arena);
        if (!may_be_top(up, home)) break;
    }
    for (const char *up = top; may_be_top(up, home); up = above(up, arena)) {
        if (begins_project(up, arena)) return up;
    }
    return top;
}

// The folder `levels` above `typed`, by a name that leads there from where the user is.
static const char *name_above(const char *typed, int levels, const char *top, Arena *arena)
{
    Str name = str_from(typed);
    for (int i = 0; i < levels && name.n; i++) {
        while (name.n && name.p[name.n - 1] != '/') name.n--;
        while (name.n > 1 && name.p[name.n - 1] == '/') name.n--;
    }
    const char *shorter = name.n ? str_copy(arena, name) : ".";
    const char *meant = real(shorter, arena);
    if (meant && strcmp(meant, top) == 0) return shorter;
    Buf climbing = {.arena = arena};
    for (int i = 0; i < levels; i++) buf_printf(&climbing, "%s..", i ? "/" : "");
    if (strcmp(typed, ".") == 0) return buf_text(&climbing);
    return arena_printf(arena, "%s/%s", typed, buf_text(&climbing));
}

static const char *folder_of(const char *path, Arena *arena)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return ".";
    return str_copy(arena, (Str){path, slash == path ? 1 : (int)(slash - path)});
}

const Checkout *checkout_of(const char *named, const char *path, Arena *arena)
{
    const char *typed = folder_of(path, arena), *folder = real(typed, arena);
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    Checkout *checkout = NEW(arena, Checkout);
    *checkout = (Checkout){.top = named ? named : typed, .here = "", .is_named = named != NULL};
    const char *top = named ? real(named, arena) : folder ? find_top(folder, arena) : NULL;
    bool is_below = top && folder && holds(top, folder);
    if (is_below || !named) checkout->file = str_copy(arena, str_from(file));
    if (is_below) {
        const char *rest = folder + (strcmp(top, "/") == 0 ? 0 : strlen(top));
        checkout->here = rest[0] == '/' ? rest + 1 : rest;
        int levels = 0;
        for (const char *c = rest; *c; c++) levels += *c == '/';
        if (!named && levels) checkout->top = name_above(typed, levels, top, arena);
    }
    const char *between = str_ends(str_from(checkout->top), "/") ? "" : "/";
    bool is_here = strcmp(checkout->top, ".") == 0;
    checkout->shown = is_here ? "" : arena_printf(arena, "%s%s", checkout->top, between);
    const char *last = top ? strrchr(top, '/') + 1 : "";
    checkout->name = *last ? arena_printf(arena, "/%s", last) : "/program";
    return checkout;
}
