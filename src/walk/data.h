// A file of tensors as a listing: a program that opens it, which is then run like any other. So
// what can be done with a program can be done with the file.
#pragma once

#include "walk/walk.h"

// Writes the listing of the file at `path`, and makes it the walk's lesson; its program may read
// what is in the file's folder. A link that leads there is followed: the user has named it.
// `kind` is the ending of such files; `bytes`, unless its p is NULL, what was read of a file that
// can be read only once. Errors are about the file.
bool data_open(Walk *walk, const char *path, const char *kind, Str bytes,
               const WalkOptions *options, Error *error);
