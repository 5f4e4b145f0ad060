// Runs a fuzz target without libFuzzer: on no bytes at all, on every line of tests/fuzz/NAME.seeds,
// on every file of tests/fuzz/crashes/NAME, and on the files given. Reports in TAP.
#include "fuzz/fuzz.h"

#include "base/files/file.h"

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

// The length of a line whose escapes have become the bytes that they stand for, as printf(1) has
// it.
static size_t unescape(char *line, size_t length)
{
    size_t written = 0;
    for (size_t i = 0; i < length; written++) {
        char c = line[i++];
        if (c == '\\' && i < length && line[i] >= '0' && line[i] <= '7') {
            unsigned byte = 0;
            for (int n = 0; n < 3 && i < length && line[i] >= '0' && line[i] <= '7'; n++)
                byte = byte * 8 + (unsigned)(line[i++] - '0');
            c = (char)byte;
        } else if (c == '\\' && i < length) {
            c = line[i++];
            c = (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c);
        } else if (c == '%') {
            i++; // it stands there twice
        }
        line[written] = c;
    }
    return written;
}

static void replay_seeds(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    for (int n = 1; file && (length = getline(&line, &capacity, file)) > 0; n++) {
        size_t size = unescape(line, (size_t)length - (line[length - 1] == '\n'));
        LLVMFuzzerTestOneInput((const uint8_t *)line, size);
        printf("ok - %s:%d\n", path, n);
        fflush(stdout);
    }
    if (file) fclose(file);
    free(line);
}

static void replay_folder(const char *path)
{
    Arena arena = {0};
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] != '.') replay(arena_printf(&arena, "%s/%s", path, entry->d_name));
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
    replay_seeds(arena_printf(&arena, "tests/fuzz/%s.seeds", name ? name + 1 : ""));
    replay_folder(arena_printf(&arena, "tests/fuzz/crashes/%s", name ? name + 1 : ""));
    for (int i = 1; i < argc; i++) replay(argv[i]);
    arena_free(&arena);
    return 0;
}
