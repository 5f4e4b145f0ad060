// What a file is, as the ending that it should have: "md", "py", "ipynb", or that of a file of
// tensors. --as says it; else the name's ending, if it is one of these; else what is in it.
#pragma once

#include "base/str.h"

// For all files from here on; NULL: each for itself.
void kind_set(const char *ending);

const char *kind_of(const char *name, Str bytes);
bool kind_is_data(const char *kind);

// Of the file at `path`, of which as much is read as that takes; "md" if it cannot be read.
const char *kind_of_file(const char *path);

// Can it be read only once? Standard input ("-"), a pipe or a device that no ending calls a file.
bool kind_is_stream(const char *path);
