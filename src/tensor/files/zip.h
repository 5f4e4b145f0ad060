// ZIP archives, as NumPy (.npz) and PyTorch (.pt) write them: which members are in one, and each of
// them as a file in itself. Members may be stored, or deflated to a size that the archive says.
#pragma once

#include "base/files/readable.h"

typedef struct ZipMember {
    const char *name;
    int method;
    uint64_t at;               // of its local header
    uint64_t packed, unpacked; // bytes
    uint32_t checksum;
} ZipMember;

// By the directory at its end. Errors: ValueErrors for what is no such archive, or has more than
// one part or encrypted members.
bool zip_list(const ReadableFile *archive, Arena *arena, ZipMember **members, int *count,
              Error *error);

// Of a member that is not stored the bytes, at most `most`, are unpacked into memory. Its checksum
// is compared. Close it with zip_close(), before the archive.
bool zip_open(const ReadableFile *archive, const ZipMember *member, uint64_t most,
              ReadableFile *file, Error *error);
void zip_close(ReadableFile *file);
