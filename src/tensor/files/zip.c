// The directory at the end is believed about sizes, the header before each member only about its
// own length; all places are compared with the size of the file. libdeflate never writes more than
// the size that it was given.
#include "tensor/files/zip.h"

#include "base/memory.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
    END_BYTES = 22,
    MOST_COMMENT = 65535,
    ENTRY_BYTES = 46,
    LOCAL_BYTES = 30,
    STORED = 0,
    DEFLATED = 8,
    ENCRYPTED = 1, // a flag
    // Of archives of 4 GiB or 65,535 members: what is too large is here with 64 bits.
    LARGE_LOCATOR_BYTES = 20,
    LARGE_END_BYTES = 56,
    LARGE_SIZES = 1, // which extra field of an entry
};

static bool wrong(const ReadableFile *archive, const char *what, Error *error)
{
    return error_set(error, "ValueError", "%s: %s", archive->name, what);
}

static uint64_t number_at(const unsigned char *p, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; i--) number = number << 8 | p[i];
    return number;
}

static bool has_mark(const unsigned char *p, const char *mark)
{
    return memcmp(p, mark, 4) == 0;
}

// ---- the directory ----------------------------------------------------------------------------

typedef struct Directory {
    uint64_t at, bytes;
    int count;
} Directory;

// A comment may follow the record; the last record that the file can hold is the one.
static bool find_end(const ReadableFile *archive, unsigned char end[END_BYTES], uint64_t *at,
                     Error *error)
{
    unsigned char *last = malloc(END_BYTES + MOST_COMMENT);
    uint64_t most = END_BYTES + MOST_COMMENT;
    size_t n = (size_t)(archive->bytes < most ? archive->bytes : most);
    bool ok = last && readable_read(archive, archive->bytes - n, last, n, error), found = false;
    for (size_t i = n < END_BYTES ? 0 : n - END_BYTES + 1; ok && !found && i-- > 0;) {
        found = has_mark(last + i, "PK\5\6") && number_at(last + i + 20, 2) == n - END_BYTES - i;
        if (found) memcpy(end, last + i, END_BYTES);
        if (found) *at = archive->bytes - n + i;
    }
    free(last);
    return found || wrong(archive, "this is not a complete ZIP archive", error);
}

static bool is_in_parts(const ReadableFile *archive, Error *error)
{
    wrong(archive, "an archive of several parts is not read", error);
    return true;
}

// The record of 64 bits, which a locator right before the other one points to.
static bool find_large_directory(const ReadableFile *archive, uint64_t end, Directory *directory,
                                 Error *error)
{
    unsigned char locator[LARGE_LOCATOR_BYTES], record[LARGE_END_BYTES];
    const char *damaged = "its directory is damaged";
    if (end < sizeof locator) return wrong(archive, damaged, error);
    if (!readable_read(archive, end - sizeof locator, locator, sizeof locator, error)) return false;
    uint64_t at = number_at(locator + 8, 8);
    if (!has_mark(locator, "PK\6\7") || at > archive->bytes) return wrong(archive, damaged, error);
    if (!readable_read(archive, at, record, sizeof record, error)) return false;
    if (!has_mark(record, "PK\6\6")) return wrong(archive, damaged, error);
    bool one_part =
        number_at(record + 16, 8) == 0 && number_at(record + 24, 8) == number_at(record + 32, 8);
    if (!one_part && is_in_parts(archive, error)) return false;
    uint64_t count = number_at(record + 32, 8);
    directory->bytes = number_at(record + 40, 8);
    directory->at = number_at(record + 48, 8);
    if (count > directory->bytes / ENTRY_BYTES || count > INT32_MAX)
        return wrong(archive, damaged, error);
    directory->count = (int)count;
    return true;
}

// Between the directory and its end record there are only the records of an archive that might
// have been larger. Where something does, there may be two directories, and each reader takes
// another.
static bool is_followed_by_end(const ReadableFile *archive, const Directory *directory,
                               uint64_t end, Error *error)
{
    unsigned char mark[4] = {0};
    uint64_t behind = directory->at + directory->bytes;
    if (behind == end) return true;
    bool larger = behind < end && end - behind >= LARGE_END_BYTES + LARGE_LOCATOR_BYTES;
    if (larger && !readable_read(archive, behind, mark, sizeof mark, error)) return false;
    return (larger && has_mark(mark, "PK\6\6")) ||
           wrong(archive, "its directory is not before its end record", error);
}

static bool find_directory(const ReadableFile *archive, Directory *directory, Error *error)
{
    unsigned char end[END_BYTES];
    uint64_t at = 0;
    if (!find_end(archive, end, &at, error)) return false;
    directory->count = (int)number_at(end + 10, 2);
    directory->bytes = number_at(end + 12, 4);
    directory->at = number_at(end + 16, 4);
    bool large = directory->at == UINT32_MAX || directory->bytes == UINT32_MAX ||
                 directory->count == UINT16_MAX;
    bool one_part = number_at(end + 4, 4) == 0 && number_at(end + 8, 2) == number_at(end + 10, 2);
    if (!large && !one_part && is_in_parts(archive, error)) return false;
    if (large && !find_large_directory(archive, at, directory, error)) return false;
    if (directory->at > archive->bytes || directory->bytes > archive->bytes - directory->at)
        return wrong(archive, "its directory is outside the file", error);
    return is_followed_by_end(archive, directory, at, error);
}

// Those of the sizes and the place that 32 bits do not hold, in this order, from the field for
// them.
static bool take_large_sizes(const unsigned char *extra, uint64_t bytes, ZipMember *member)
{
    uint64_t *parts[] = {&member->unpacked, &member->packed, &member->at};
    bool missing = false;
    for (int i = 0; i < 3; i++) missing = missing || *parts[i] == UINT32_MAX;
    while (missing && bytes >= 4) {
        uint64_t size = number_at(extra + 2, 2);
        if (size > bytes - 4) return false;
        const unsigned char *field = extra + 4, *field_end = field + size;
        for (int i = 0; number_at(extra, 2) == LARGE_SIZES && i < 3; i++) {
            if (*parts[i] != UINT32_MAX) continue;
            if (field_end - field < 8) return false;
            *parts[i] = number_at(field, 8);
            field += 8;
        }
        if (number_at(extra, 2) == LARGE_SIZES) return true;
        extra = field_end;
        bytes -= 4 + size;
    }
    return !missing;
}

static bool read_entry(const ReadableFile *archive, const unsigned char *entry, uint64_t left,
                       Arena *arena, ZipMember *member, Error *error)
{
    if (left < ENTRY_BYTES || !has_mark(entry, "PK\1\2"))
        return wrong(archive, "its directory is damaged", error);
    uint64_t name = number_at(entry + 28, 2), extra = number_at(entry + 30, 2);
    if (left - ENTRY_BYTES < name + extra) return wrong(archive, "its directory is damaged", error);
    if (memchr(entry + ENTRY_BYTES, '\0', (size_t)name))
        return wrong(archive, "a name in its directory has a NUL byte", error);
    member->name = str_copy(arena, (Str){(const char *)entry + ENTRY_BYTES, (int)name});
    member->method = (int)number_at(entry + 10, 2);
    member->checksum = (uint32_t)number_at(entry + 16, 4);
    member->packed = number_at(entry + 20, 4);
    member->unpacked = number_at(entry + 24, 4);
    member->at = number_at(entry + 42, 4);
    if (number_at(entry + 8, 2) & ENCRYPTED)
        return wrong(archive, "encrypted members are not read", error);
    return take_large_sizes(entry + ENTRY_BYTES + name, extra, member) ||
           wrong(archive, "its directory is damaged", error);
}

static bool read_entries(const ReadableFile *archive, const Directory *directory,
                         const unsigned char *bytes, Arena *arena, ZipMember *members, Error *error)
{
    uint64_t at = 0;
    for (int i = 0; i < directory->count; i++) {
        uint64_t left = directory->bytes - at;
        const unsigned char *entry = bytes + at;
        if (!read_entry(archive, entry, left, arena, &members[i], error)) return false;
        uint64_t behind = (uint64_t)ENTRY_BYTES + number_at(entry + 28, 2) +
                          number_at(entry + 30, 2) + number_at(entry + 32, 2);
        if (behind > left) return wrong(archive, "its directory is damaged", error);
        at += behind;
    }
    return true;
}

bool zip_list(const ReadableFile *archive, Arena *arena, ZipMember **members, int *count,
              Error *error)
{
    enum { MOST_DIRECTORY = 64 << 20 };
    Directory directory;
    if (!find_directory(archive, &directory, error)) return false;
    if (directory.bytes > MOST_DIRECTORY) return wrong(archive, "its directory is damaged", error);
    *count = directory.count;
    *members = NEW_ARRAY(arena, ZipMember, directory.count + 1);
    unsigned char *bytes = malloc((size_t)directory.bytes + 1);
    bool ok = bytes || wrong(archive, "no memory for its directory", error);
    ok = ok && readable_read(archive, directory.at, bytes, (size_t)directory.bytes, error) &&
         read_entries(archive, &directory, bytes, arena, *members, error);
    free(bytes);
    return ok;
}

// ---- a member ---------------------------------------------------------------------------------

// Is the member called there what it is called in the directory?
static bool has_name(const ReadableFile *archive, uint64_t at, size_t n, const char *name,
                     Error *error)
{
    char part[256];
    bool same = n == strlen(name);
    for (size_t i = 0; same && i < n; i += sizeof part) {
        size_t length = n - i < sizeof part ? n - i : sizeof part;
        if (!readable_read(archive, at + i, part, length, error)) return false;
        same = memcmp(part, name + i, length) == 0;
    }
    return same || error_set(error, "ValueError", "%s: %s has another name in its own header",
                             archive->name, name);
}

static bool find_data(const ReadableFile *archive, const ZipMember *member, ReadableFile *file,
                      Error *error)
{
    unsigned char local[LOCAL_BYTES];
    if (member->at > archive->bytes || archive->bytes - member->at < LOCAL_BYTES)
        return wrong(archive, "a member is outside the file", error);
    if (!readable_read(archive, member->at, local, LOCAL_BYTES, error)) return false;
    uint64_t data = member->at + LOCAL_BYTES + number_at(local + 26, 2) + number_at(local + 28, 2);
    if (!has_mark(local, "PK\3\4")) return wrong(archive, "a member lacks its header", error);
    if (data > archive->bytes || archive->bytes - data < member->packed)
        return wrong(archive, "a member is outside the file", error);
    size_t name = (size_t)number_at(local + 26, 2);
    if (!has_name(archive, member->at + LOCAL_BYTES, name, member->name, error)) return false;
    *file = (ReadableFile){.descriptor = archive->descriptor,
                           .start = archive->start + data,
                           .held = archive->held,
                           .bytes = member->packed,
                           .name = member->name};
    return true;
}

static bool too_large(const ZipMember *member, Error *error)
{
    error_set(error, "MemoryError", "%s is larger than this run may use", member->name);
    return error_hint(error, "a larger limit with --memory");
}

static bool unpack(const ZipMember *member, ReadableFile *file, Error *error)
{
    bool fits = memory_take((size_t)member->unpacked);
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    char *packed = fits ? malloc((size_t)member->packed + 1) : NULL;
    char *out = packed ? malloc((size_t)member->unpacked + 1) : NULL;
    bool ok = decompressor && out;
    if (!fits)
        too_large(member, error);
    else if (!ok)
        error_set(error, "MemoryError", "no memory to unpack %s", member->name);
    ok = ok && readable_read(file, 0, packed, (size_t)member->packed, error);
    if (ok && libdeflate_deflate_decompress(decompressor, packed, (size_t)member->packed, out,
                                            (size_t)member->unpacked, NULL) != LIBDEFLATE_SUCCESS)
        ok = error_set(error, "ValueError", "%s is damaged, or of another size than it says",
                       member->name);
    if (decompressor) libdeflate_free_decompressor(decompressor);
    free(packed);
    if (!ok) free(out);
    if (fits && !ok) memory_give((size_t)member->unpacked);
    file->unpacked = ok ? out : NULL;
    file->bytes = member->unpacked;
    return ok;
}

static bool is_whole(const ZipMember *member, const ReadableFile *file, Error *error)
{
    unsigned char part[1 << 14];
    uint32_t sum = 0;
    for (uint64_t at = 0; at < file->bytes;) {
        uint64_t left = file->bytes - at;
        size_t n = (size_t)(left < sizeof part ? left : sizeof part);
        if (!readable_read(file, at, part, n, error)) return false;
        sum = libdeflate_crc32(sum, part, n);
        at += n;
    }
    return sum == member->checksum ||
           error_set(error, "ValueError", "%s is damaged: it has another checksum", member->name);
}

bool zip_open(const ReadableFile *archive, const ZipMember *member, uint64_t most,
              ReadableFile *file, Error *error)
{
    if (!find_data(archive, member, file, error)) return false;
    if (member->method != STORED && member->method != DEFLATED)
        return error_set(error, "NotImplementedError",
                         "%s is packed in a way that is not there in qkv; stored or deflated is",
                         member->name);
    if (member->method == STORED && member->packed != member->unpacked)
        return error_set(error, "ValueError", "%s is of another size than it says", member->name);
    if (member->method == DEFLATED) {
        if (member->unpacked > most) return too_large(member, error);
        if (!unpack(member, file, error)) return false;
    }
    if (is_whole(member, file, error)) return true;
    zip_close(file);
    return false;
}

void zip_close(ReadableFile *file)
{
    if (file->unpacked) memory_give((size_t)file->bytes);
    free(file->unpacked);
    file->unpacked = NULL;
}
