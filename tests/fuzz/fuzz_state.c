// Any bytes as the state file of a lesson, behind its head: a session opens, with a warning or
// without, every mark can be gone to, and what it remembers at its end is what it reads then.
#include "fuzz/walk.h"

#include "base/files/file.h"
#include "command/saved/saved.h"
#include "tui/core/draw.h"
#include "walk/places/spot.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// What is written here need not outlive the machine.
int fsync(int descriptor)
{
    (void)descriptor;
    return 0;
}

static char home[64]; // no random name: the same input is to go the same way

static void remove_home(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", home);
    (void)!system(command);
}

static void make_home(void)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    snprintf(home, sizeof home, "/tmp/qkv-fuzz-%07d", (int)getpid());
    setenv("XDG_STATE_HOME", home, 1);
    atexit(remove_home);
    CHECK(state_save("any", &(LessonState){0}, &error)); // makes the folder in it
    arena_free(&arena);
}

static Str read_state(const char *key, Arena *arena)
{
    Str text;
    Error error = {.arena = arena};
    CHECK(file_read(state_path(key, arena), 64 << 20, arena, &text, &error));
    return text;
}

static void write_state(const Walk *walk, const char *key, Bytes bytes, Arena *arena)
{
    FILE *file = fopen(state_path(key, arena), "w");
    CHECK(file);
    fprintf(file, "{\"lesson\": \"%s\", \"text\": \"%016" PRIx64 "\", ", key,
            hash_text(walk->lesson.source->text));
    fwrite(bytes.p, 1, (size_t)(bytes.end - bytes.p), file);
    fclose(file);
}

static void check_marks(Walk *walk, Arena *arena)
{
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Spot *mark = walk_marked(walk, letter);
        if (!mark) continue;
        CHECK(spot_title(walk, mark, arena));
        CHECK(walk_go_to_mark(walk, letter));
        check_walk(walk);
    }
}

static void check_screen(Walk *walk, const char *note, Arena *arena)
{
    App app;
    app_init(&app, walk, &(TuiOptions){.note = note}, 80, 24);
    Frame frame = draw(&app, arena);
    CHECK(frame.columns == 80 && frame.rows == 24);
    app_free(&app);
}

static void check_kept(Progress *progress, Walk *walk)
{
    Arena *arena = progress->arena;
    LessonState state;
    CHECK(!progress_keep(progress, walk));
    Str once = read_state(progress->key, arena);
    CHECK(state_glance(progress->key, arena, &state) && state.is_known);
    CHECK(str_equal(once, str_from(state_text(progress->key, &state, arena))));
    CHECK(!progress_keep(progress, walk));
    CHECK(str_equal(once, read_state(progress->key, arena)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!*home) make_home();
    Bytes bytes = {data, data + size};
    Arena arena = {0};
    Error warning = {.arena = &arena};
    Progress progress = {.arena = &arena, .warning = &warning};
    Walk walk;
    const char *lesson = open_chosen(&walk, &bytes);
    write_state(&walk, progress_key(&walk, lesson, &arena), bytes, &arena);
    const char *note = progress_open(&progress, &walk, lesson, false, -1);
    check_walk(&walk);
    check_screen(&walk, note, &arena);
    check_marks(&walk, &arena);
    if (!warning.set) check_kept(&progress, &walk);
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}
