// Files, as far as a program may read them.
#pragma once

#include "base/files/readable.h"
#include "lang/value.h"

// `path` is a str or a pathlib.Path. Errors as Python raises them.
bool files_open(Run *run, Value path, ReadableFile *file);
// "file", "folder", or NULL: nothing that may be read. Only for what is no path there is an error.
const char *files_kind(Run *run, Value path);
