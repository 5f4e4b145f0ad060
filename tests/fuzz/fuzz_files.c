// Any bytes as a file of tensors, of each of the formats: what is said of it is within the file,
// and what is read stays within the budget; a program that loads it ends with one of a few errors.
#include "fuzz/fuzz.h"

#include "tensor/files/zip.h"

#include "base/text/utf8.h"
#include "modules/modules.h"

#include <string.h>
#include <unistd.h>

enum { BUDGET = 1 << 20 };

static void read_archive(const ReadableFile *archive, Arena *arena)
{
    ZipMember *members;
    int count;
    Error error = {.arena = arena};
    bool ok = zip_list(archive, arena, &members, &count, &error);
    CHECK(ok != error.set);
    for (int i = 0; ok && i < count; i++) {
        ReadableFile file;
        Error each = {.arena = arena};
        if (!zip_open(archive, &members[i], BUDGET, &file, &each)) continue;
        zip_close(&file);
    }
}

static char path[4096];

static void remove_file(void)
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

static void make_folder(void)
{
    const char *in = getenv("TMPDIR");
    int length = snprintf(path, sizeof path - 8, "%s/qkv-fuzz-XXXXXX", in ? in : "/tmp");
    CHECK(length > 0 && (size_t)length < sizeof path - 8);
    CHECK(mkdtemp(path));
    memcpy(path + length, "/file", sizeof "/file");
    atexit(remove_file);
}

// The formats whose heads are read in Python: what is refused is an error of these kinds.
static void read_by_program(const char *bytes, size_t size, Arena *arena)
{
    static const char PROGRAM[] =
        "import numpy, torch\n"
        "from _tables import look\n"
        "from pickle import UnpicklingError\n"
        "from safetensors import SafetensorError\n"
        "from safetensors.torch import load_file\n"
        "for load in (numpy.load, torch.load, load_file, look, numpy.loadtxt):\n"
        "    try:\n"
        "        found = load('file')\n"
        "        if load is numpy.load and not isinstance(found, numpy.ndarray):\n"
        "            for name in found: found[name]\n"
        "    except (ValueError, KeyError, NotImplementedError, MemoryError, RuntimeError,\n"
        "            RecursionError, TypeError, UnpicklingError, SafetensorError):\n"
        "        pass\n";
    Source source = {.name = "fuzz.py", .text = str_from(PROGRAM)};
    Error error = {.arena = arena};
    Buf printed = {.arena = arena}, messages = {.arena = arena};
    if (!*path) make_folder();
    FILE *file = fopen(path, "w");
    CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    const char *folder = arena_printf(arena, "%.*s", (int)(strrchr(path, '/') - path), path);
    Run *run = run_new(&(RunOptions){.out = &printed,
                                     .messages = &messages,
                                     .memory_limit = BUDGET,
                                     .object_limit = 16 << 20,
                                     .step_limit = 200000,
                                     .readable = {.folder = folder},
                                     .is_unrecorded = true});
    bool ok = run_source(run, &source, &error) && run_end(run, &error);
    CHECK(ok || str_find(str_from(error.message), "steps") >= 0);
    run_free(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    char *bytes = malloc(size ? size : 1); // a read behind its end is found
    CHECK(bytes);
    if (size) memcpy(bytes, data, size);
    ReadableFile file = {.descriptor = -1, .bytes = size, .unpacked = bytes, .name = "any"};
    read_archive(&file, &arena);
    read_by_program(bytes, size, &arena);
    free(bytes);
    arena_free(&arena);
    return 0;
}
