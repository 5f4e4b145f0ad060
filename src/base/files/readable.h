// The files that a program may read: regular ones below one folder, and nothing else of the
// machine.
//
// A name is resolved folder by folder from there; what begins with a dot, as .ssh, is refused but
// for the opened file itself; a link is refused wherever it leads, so that what
// is read is below the folder whatever else changes on the disk meanwhile. Reading copies: a file
// that shrinks while it is read is an error, never a crash. So it is where one is mapped
// (base/files/mapping.h).
#pragma once

#include "base/error.h"
#include "base/files/checkout.h"

#include <stdint.h>

typedef struct Readable {
    const char *folder; // NULL: the program may read nothing
    const char *of;     // the file whose folder it is, for messages; NULL: it was named by itself
    const Checkout *checkout;         // whose top the folder is
    struct KeptSources *kept;         // what readable_source() has read
    const struct ReadableFile *given; // what was read already, from standard input; NULL: nothing
} Readable;

// What the program at `path` may read: what is below the folder `named`, or where that is NULL
// below the top of the checkout that it is in. What is on standard input ("-") has no folder.
Readable readable_by(const char *named, const char *path, Arena *arena);

// A file, or a part of one that is a file in itself: a member of an archive.
typedef struct ReadableFile {
    int descriptor;
    uint64_t start;   // in the whole file
    uint64_t bytes;   // that it has
    char *unpacked;   // where these are, if not in the file as they are
    const char *held; // the whole file, where it is in memory and has no descriptor
    const char *name; // as the program called it
} ReadableFile;

// A name begins in the folder of the program or, if there is no such file, at the top.
// Errors as Python raises them: FileNotFoundError, IsADirectoryError …; PermissionError for what
// is outside, for links and devices, and where the program may read nothing.
bool readable_open(const Readable *from, Str name, Arena *arena, ReadableFile *file, Error *error);
void readable_close(ReadableFile *file);

// Code of the program in another file. It is read once and lives as long as the Readable, so that a
// place in it is the same one in each run of the program. Errors: as readable_open(), no text.
const Source *readable_source(const Readable *from, Str name, Error *error);

// A text that the program runs, kept in the same way as the source "<string>"; where nothing is
// kept, in `arena`.
const Source *readable_text(const Readable *from, Str text, Arena *arena);

// Exactly `bytes` bytes from position `at` on. Errors: the file ends before.
bool readable_read(const ReadableFile *file, uint64_t at, void *into, size_t bytes, Error *error);
