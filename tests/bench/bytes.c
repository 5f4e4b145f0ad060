// The writer of the terminal without a terminal: a frame for each key, as bytes.
#include "bytes.h"

#include "terminal/capabilities.h"
#include "terminal/writer.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/motion.h"

#include <stdio.h>
#include <unistd.h>

enum { KEYS = 100, MOST_TIMES = 2 };

// The plain look in 256 colours that ncurses wrote: for a Space, from the beginning of the lesson
// on.
static const struct {
    const char *lesson;
    int columns, rows, bytes;
} PLAIN[] = {
    {"eight-steps", 80, 24, 603},
    {"eight-steps", 120, 40, 1141},
    {"multi-head", 80, 24, 685},
    {"multi-head", 120, 40, 1485},
};

static int bytes_of_frame(TerminalWriter *writer, const App *app)
{
    Arena arena = {0};
    Buf bytes = {.arena = &arena};
    Frame frame = draw(app, &arena);
    writer_show(writer, &frame, &bytes);
    int count = bytes.n;
    arena_free(&arena);
    return count;
}

static int bytes_of_key(TerminalWriter *writer, App *app)
{
    motion_note(app);
    app_key(app, (Key){.code = ' '});
    motion_begin(app);
    int bytes = bytes_of_frame(writer, app);
    while (motion_wait(app) >= 0) {
        motion_tick(app);
        bytes += bytes_of_frame(writer, app);
    }
    return bytes;
}

static int bytes_of_keys(Walk *walk, int columns, int rows, Motion *motion)
{
    Theme theme = {.depth = DEPTH_DIRECT};
    theme_assume(&theme, "dark", NULL);
    TerminalWriter writer = writer_new(theme);
    App app;
    walk_go_to_step(walk, 0);
    app_init(&app, walk, &(TuiOptions){0}, columns, rows);
    app.motion = motion;
    bytes_of_frame(&writer, &app);
    int total = 0;
    for (int i = 0; i < KEYS; i++) total += bytes_of_key(&writer, &app);
    motion_free(&app);
    app_free(&app);
    writer_free(&writer);
    return total / KEYS;
}

bool bench_bytes(void)
{
    bool ok = capabilities_open("xterm-256color", STDOUT_FILENO) == TERMINAL_USABLE;
    printf("bytes for a key, in 24-bit colour\n");
    for (size_t i = 0; ok && i < sizeof PLAIN / sizeof *PLAIN; i++) {
        Error error = {0};
        Walk walk;
        if (!walk_open(&walk, PLAIN[i].lesson, &(WalkOptions){0}, &error)) return false;
        int bytes = bytes_of_keys(&walk, PLAIN[i].columns, PLAIN[i].rows, NULL);
        int moving = bytes_of_keys(&walk, PLAIN[i].columns, PLAIN[i].rows, &(Motion){0});
        double times = bytes / (double)PLAIN[i].bytes, moved = moving / (double)PLAIN[i].bytes;
        bool few = times <= MOST_TIMES && moved <= MOST_TIMES;
        printf("  %-15s %3dx%-3d %6d, in motion %6d    %.2f and %.2f of the plain look (%s %d)\n",
               PLAIN[i].lesson, PLAIN[i].columns, PLAIN[i].rows, bytes, moving, times, moved,
               few ? "at most" : "TOO MANY: at most", MOST_TIMES);
        ok = few;
        walk_close(&walk);
    }
    return ok;
}
