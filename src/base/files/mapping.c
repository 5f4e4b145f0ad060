// The handler of SIGBUS finds the mapping that the address is in and lays a page of memory over
// the missing one. It may run in any thread while the one that changes the list waits for it, so
// the list needs no lock. Of system calls it makes mmap(), which is no more than that on Linux.
#include "base/files/mapping.h"

#include "base/bug.h"
#include "base/files/file.h"
#include "base/memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MAP_NORESERVE // where there is none, nothing is reserved
#define MAP_NORESERVE 0
#endif

// A file of which something is mapped, as it was then.
typedef struct MappedFile {
    int descriptor, mappings;
    struct stat info;
    char *name;
    bool is_told; // that it has changed
    struct MappedFile *next;
} MappedFile;

struct Mapping {
    unsigned char *pages; // from the page on that `data` is in
    size_t bytes;         // of pages
    unsigned char *data;
    MappedFile *file;
    Mapping *next, *previous;
};

static Mapping *mappings;
static MappedFile *files;
static MappedFile *volatile lost;
static char *lost_name; // of one that is gone
static struct sigaction before;
static int watchers;

// ---- a page that is gone ----------------------------------------------------------------------

static Mapping *mapping_at(const unsigned char *address)
{
    for (Mapping *m = mappings; m; m = m->next) {
        if (address >= m->pages && address < m->pages + m->bytes) return m;
    }
    return NULL;
}

static bool lay_over(unsigned char *address, size_t page)
{
    unsigned char *start = address - (uintptr_t)address % page;
    int flags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS;
    if (mmap(start, page, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) return false;
    memset(start, 0xff, page);
    return true;
}

// What has nothing to do with files goes to the handler from before.
static void pass_on(int number, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
    } else {
        bug_rescue();
        signal(number, SIG_DFL); // the same access ends the process
    }
}

static void on_missing_page(int number, siginfo_t *info, void *context)
{
    unsigned char *address = info->si_addr;
    Mapping *mapping = mapping_at(address);
    if (!mapping) {
        pass_on(number, info, context);
        return;
    }
    bool laid = watchers && lay_over(address, (size_t)sysconf(_SC_PAGESIZE));
    if (!laid) bug_file_gone(mapping->file->name);
    lost = mapping->file;
}

// Another handler may have been installed since.
static void handle_missing_pages(void)
{
    struct sigaction now,
        action = {.sa_sigaction = on_missing_page, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    bool known = sigaction(SIGBUS, NULL, &now) == 0;
    bool ours = known && now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_missing_page;
    if (ours || !known) return;
    before = now;
    sigaction(SIGBUS, &action, NULL);
}

void mapping_watch(bool on)
{
    watchers += on ? 1 : -1;
}

static bool is_as_it_was(const MappedFile *file)
{
    struct stat now;
    return fstat(file->descriptor, &now) == 0 && file_is_as(&now, &file->info);
}

static bool take_change(MappedFile *file)
{
    bool changed = file == lost || (!file->is_told && !is_as_it_was(file));
    if (file == lost) lost = NULL;
    file->is_told = file->is_told || changed;
    return changed;
}

bool mapping_is_whole(Error *error)
{
    const char *name = lost_name;
    for (MappedFile *file = files; file && !name; file = file->next) {
        if (take_change(file)) name = file->name;
    }
    if (!name) return true;
    error_set(error, "OSError", "%s was changed while it was in use", name);
    error_hint(error, "once more, when nobody writes to it");
    memory_free(lost_name);
    lost_name = NULL;
    return false;
}

bool mapping_has_pages(Error *error)
{
    return !lost || mapping_is_whole(error);
}

// ---- mapping ----------------------------------------------------------------------------------

static MappedFile *file_of(const ReadableFile *from, const struct stat *info)
{
    for (MappedFile *file = files; file; file = file->next) {
        bool same = file->info.st_dev == info->st_dev && file->info.st_ino == info->st_ino;
        if (same && !file->is_told && is_as_it_was(file)) return file;
    }
    int descriptor = fcntl(from->descriptor, F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0) return NULL;
    MappedFile *file = memory_new(sizeof *file);
    *file = (MappedFile){.descriptor = descriptor,
                         .info = *info,
                         .name = memory_new(strlen(from->name) + 1),
                         .next = files};
    memcpy(file->name, from->name, strlen(from->name) + 1);
    return files = file;
}

// A loss not yet reported is kept until it is.
static void leave_file(MappedFile *file)
{
    if (--file->mappings > 0) return;
    MappedFile **at = &files;
    while (*at != file) at = &(*at)->next;
    *at = file->next;
    if (take_change(file)) {
        memory_free(lost_name);
        lost_name = file->name;
        file->name = NULL;
    }
    close(file->descriptor);
    memory_free(file->name);
    memory_free(file);
}

static void enter(Mapping *mapping)
{
    mapping->next = mappings;
    if (mappings) mappings->previous = mapping;
    mappings = mapping;
    handle_missing_pages();
}

static void *map_pages(const ReadableFile *file, uint64_t start, size_t bytes)
{
    int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_NORESERVE;
    void *pages = mmap(NULL, bytes, protection, flags, file->descriptor, (off_t)start);
    return pages == MAP_FAILED ? NULL : pages;
}

Mapping *mapping_new(const ReadableFile *file, uint64_t at, size_t bytes)
{
    struct stat info;
    uint64_t start = file->start + at, lead = start % (uint64_t)sysconf(_SC_PAGESIZE);
    bool fits = !file->unpacked && !file->held && bytes && at <= file->bytes &&
                bytes <= file->bytes - at && bytes <= SIZE_MAX - lead &&
                fstat(file->descriptor, &info) == 0 && (uint64_t)info.st_size >= start + bytes;
    if (!fits) return NULL;
    size_t length = bytes + (size_t)lead;
    unsigned char *pages = map_pages(file, start - lead, length);
    MappedFile *of = pages ? file_of(file, &info) : NULL;
    if (!of) {
        if (pages) munmap(pages, length);
        return NULL;
    }
    of->mappings++;
    Mapping *mapping = memory_new(sizeof *mapping);
    *mapping = (Mapping){.pages = pages, .bytes = length, .data = pages + lead, .file = of};
    enter(mapping);
    return mapping;
}

void mapping_free(Mapping *mapping)
{
    if (!mapping) return;
    if (mapping->previous) mapping->previous->next = mapping->next;
    if (mapping->next) mapping->next->previous = mapping->previous;
    if (mappings == mapping) mappings = mapping->next;
    munmap(mapping->pages, mapping->bytes);
    leave_file(mapping->file);
    memory_free(mapping);
}

void *mapping_data(const Mapping *mapping)
{
    return mapping->data;
}
