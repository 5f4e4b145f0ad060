// Runs a fuzz target without libFuzzer: on no bytes at all, on every file of
// tests/fuzz/crashes/NAME, and on the files given. Reports in TAP.
#include "fuzz/fuzz.h"

#include "base/file.h"

#include <dirent.h>
#include <string.h>

static void replay(const char *path)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    Str text;
    if (file_read(path, 64 << 20, &arena, &text, &error)) {
        LLVMFuzzerTestOneInput((const uint8_t *)text.p, (size_t)text.n);
        printf("ok - %s\n", path);
    } else {
        printf("not ok - %s: %s\n", path, error.message);
    }
    fflush(stdout);
    arena_free(&arena);
}

static void replay_folder(const char *path)
{
    Arena arena = {0};
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] != '.') replay(text_printf(&arena, "%s/%s", path, entry->d_name));
    }
    if (folder) closedir(folder);
    arena_free(&arena);
}

int main(int argc, char **argv)
{
    Arena arena = {0};
    const char *name = strrchr(argv[0], '_');
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    printf("ok - nothing\n");
    replay_folder(text_printf(&arena, "tests/fuzz/crashes/%s", name ? name + 1 : ""));
    for (int i = 1; i < argc; i++) replay(argv[i]);
    arena_free(&arena);
    return 0;
}
