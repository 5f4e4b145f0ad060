// A long text or file written piece by piece, to a file or to standard output: what has been added
// is passed on whenever it has grown large, so that its length needs no memory.
#pragma once

#include "base/files/file.h"

typedef struct Sink {
    Buf buf;         // add to it, then sink_flow()
    FileWriter file; // unless it goes to standard output
    bool standard_output;
    size_t written; // bytes, those in `buf` not counted
} Sink;

// `path` "-": standard output. Errors: as file_create().
bool sink_open(Sink *sink, const char *path, bool replace, Arena *arena, Error *error);

// Passes on what is in the buffer when it is much. On an error the file is given up.
bool sink_flow(Sink *sink, Error *error);

// Passes on the rest and gives the file its name. Not after an error.
bool sink_close(Sink *sink, Error *error);
