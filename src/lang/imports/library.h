// The files of src/library, as text in the program: src/library/embed.sh writes the list.
#pragma once

typedef struct LibraryFile {
    const char *module; // "torch.nn"
    const char *text;
} LibraryFile;

extern const LibraryFile library_files[]; // ends with a row without module
