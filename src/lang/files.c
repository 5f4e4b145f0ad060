// A value as the name of a file, opened where the run may read.
#include "lang/files.h"

#include "lang/interp.h"

#include <string.h>

static bool find_path(Run *run, Value path, Str *name)
{
    if (!value_has_type(path, &type_str)) {
        Value method = value_get_attribute(run, path, name_of(&run->names, STR("__fspath__")));
        if (!method.type && !error_take(run, "AttributeError")) return false;
        Value found = method.type ? call_with(run, method, NULL, 0) : path;
        if (!found.type) return false;
        path = found;
    }
    if (!value_has_type(path, &type_str))
        return raise_false(run, "TypeError", "expected str, bytes or os.PathLike object, not %s",
                           path.type->name);
    *name = value_text(path);
    return true;
}

bool files_open(Run *run, Value path, ReadableFile *file)
{
    Str name;
    *file = (ReadableFile){.descriptor = -1};
    return find_path(run, path, &name) &&
           readable_open(&run->readable, name, &run->scratch, file, run->error);
}

const char *files_kind(Run *run, Value path)
{
    Str name;
    ReadableFile file;
    Error unheard = {.arena = &run->scratch};
    if (!find_path(run, path, &name)) return NULL;
    bool is_file = readable_open(&run->readable, name, &run->scratch, &file, &unheard);
    readable_close(&file);
    if (is_file) return "file";
    return strcmp(unheard.kind, "IsADirectoryError") == 0 ? "folder" : NULL;
}
