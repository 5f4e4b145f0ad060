// The head of a .safetensors file: which tensors are in it, and where.
//
//     8 bytes      the length n of the header, lowest byte first
//     n bytes      JSON: {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …}
//     the rest     the cells; offsets count from here
//
// What the reference implementation refuses is refused here: a header of more than 100 MB or longer
// than the file, a name that stands twice, data that overlap, leave gaps or end elsewhere than the
// file, a shape whose cells take another number of bytes.
#pragma once

#include "base/readable.h"

typedef struct SafeTensor {
    const char *name;
    const char *dtype; // as written: "F32"
    int dims;
    const int64_t *dim;
    uint64_t begin, end; // in the file
} SafeTensor;

typedef struct SafeHeader {
    SafeTensor *tensors; // in the order of their data
    int count;
    bool has_metadata;
    const char **metadata; // keys and values in turn
    int metadata_count;    // of both together
} SafeHeader;

// `most`: bytes that a header may have at this time. Errors are ValueErrors.
bool safetensors_header(const ReadableFile *file, size_t most, Arena *arena, SafeHeader *header,
                        Error *error);
