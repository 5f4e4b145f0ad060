// Parts of files that are read in place, page by page as they are touched, and not copied.
//
// Written cells stay with this process (MAP_PRIVATE). Another program may cut the file short, which
// would end the process with SIGBUS: here the missing pages become NaN in every dtype of floats
// (all bits 1). After that, and where the file was written to, mapping_is_whole() fails. Where
// that is not called, outside a run, a missing page ends the process with a message.
#pragma once

#include "base/files/readable.h"

typedef struct Mapping Mapping;

// `bytes` bytes from `at` on. NULL: the file cannot be mapped, or is shorter; it can be read then,
// which says why.
Mapping *mapping_new(const ReadableFile *file, uint64_t at, size_t bytes);
void mapping_free(Mapping *mapping);
void *mapping_data(const Mapping *mapping);

// Says whether mapping_is_whole() is going to be called from now on.
void mapping_watch(bool on);
// False, once for each file that is not what it was: an OSError that names it.
bool mapping_is_whole(Error *error);
// The same where only missing pages are asked for, which is quick.
bool mapping_has_pages(Error *error);
