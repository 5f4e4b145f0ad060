// The files of src/library and of assets/manual, as text in the program: src/library/embed.sh
// writes both lists.
#pragma once

typedef struct LibraryFile {
    const char *module; // "torch.nn"
    const char *text;
} LibraryFile;

// Each ends with a row without module.
extern const LibraryFile library_files[], manual_files[];
