// Preloaded into the program: malloc() and its kin fail when the program, or a library that it
// trusts to say so, asks for the n-th time.
//
//   NO_MEMORY_AT=n     the n-th request fails; of requests of other libraries nobody counts
//   NO_MEMORY_FROM=n   so do all after it
//   NO_MEMORY_COUNT=f  how many requests there were goes into this file
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);

static long at, from, requests;
static bool is_ready;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("NO_MEMORY_AT");
    at = text ? strtol(text, NULL, 10) : 0;
    text = getenv("NO_MEMORY_FROM");
    from = text ? strtol(text, NULL, 10) : 0;
    is_ready = true;
}

__attribute__((destructor)) static void end(void)
{
    is_ready = false;
    const char *path = getenv("NO_MEMORY_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", requests);
    fclose(file);
}

static bool counts(const void *caller)
{
    static const char *const NAMES[] = {"qkv", "libjansson", "libmd4c", "libpcre2"};
    Dl_info where;
    if (!is_ready || !dladdr(caller, &where) || !where.dli_fname) return false;
    const char *slash = strrchr(where.dli_fname, '/');
    const char *name = slash ? slash + 1 : where.dli_fname;
    for (int i = 0; i < 4; i++) {
        if (strncmp(name, NAMES[i], strlen(NAMES[i])) == 0) return true;
    }
    return false;
}

static bool fails(const void *caller)
{
    if (!counts(caller)) return false;
    requests++;
    return requests == at || (from && requests >= from);
}

void *malloc(size_t bytes)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, bytes);
}
