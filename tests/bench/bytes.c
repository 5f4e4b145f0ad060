// The screen without a terminal: a frame for each key, as bytes.
#include "bytes.h"

#include "terminal/capabilities.h"
#include "terminal/screen.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/motion.h"

#include <locale.h>
#include <stdio.h>
#include <unistd.h>

static const char NAME[] = "xterm-256color";
enum { KEYS = 100, MOST_TIMES = 2 };

typedef struct Screen {
    const char *lesson;
    int columns, rows;
} Screen;

static const Screen SCREENS[] = {
    {"eight-steps", 80, 24},
    {"eight-steps", 120, 40},
    {"multi-head", 80, 24},
    {"multi-head", 120, 40},
};

static FILE *out; // what ncurses writes

static int bytes_of_frame(const App *app)
{
    Arena arena = {0};
    Buf bytes = {.arena = &arena};
    Frame frame = draw(app, &arena);
    off_t from = lseek(fileno(out), 0, SEEK_CUR);
    screen_show(&frame, &(Pixels){0}, &bytes);
    int count = bytes.n + (int)(lseek(fileno(out), 0, SEEK_CUR) - from);
    arena_free(&arena);
    return count;
}

static int bytes_of_key(App *app)
{
    motion_note(app);
    app_key(app, (Key){.code = ' '});
    motion_begin(app);
    int bytes = bytes_of_frame(app);
    while (motion_wait(app) >= 0) {
        motion_tick(app);
        bytes += bytes_of_frame(app);
    }
    return bytes;
}

// For a Space, from the beginning of the lesson on.
static int bytes_of_keys(const Screen *screen, ColorDepth depth, Motion *motion)
{
    Error error = {0};
    Walk walk;
    if (!walk_open(&walk, screen->lesson, &(WalkOptions){0}, &error)) return -1;
    Theme theme = {.depth = depth};
    theme_assume(&theme, "dark", NULL);
    out = tmpfile();
    FILE *in = fopen("/dev/null", "r");
    bool ok = out && in && capabilities_open(NAME, STDOUT_FILENO) == TERMINAL_USABLE;
    if (!ok || !screen_open(NAME, out, in, &theme)) return -1;
    App app;
    app_init(&app, &walk, &(TuiOptions){0}, screen->columns, screen->rows);
    app.motion = motion;
    bytes_of_frame(&app);
    int total = 0;
    for (int i = 0; i < KEYS; i++) total += bytes_of_key(&app);
    motion_free(&app);
    app_free(&app);
    screen_close();
    fclose(out);
    fclose(in);
    walk_close(&walk);
    return total / KEYS;
}

// Next to the plain look, which has no colours behind letters, of the same keys: what a lesson
// shows grows now and then.
static bool bench_screen(const Screen *screen)
{
    double plain = bytes_of_keys(screen, DEPTH_8, NULL);
    int bytes = bytes_of_keys(screen, DEPTH_DIRECT, NULL);
    int moving = bytes_of_keys(screen, DEPTH_DIRECT, &(Motion){0});
    bool few = bytes > 0 && bytes <= MOST_TIMES * plain && moving <= MOST_TIMES * plain;
    printf("  %-15s %3dx%-3d %6d, in motion %6d    %.2f and %.2f of the plain look (%s %d)\n",
           screen->lesson, screen->columns, screen->rows, bytes, moving, bytes / plain,
           moving / plain, few ? "at most" : "TOO MANY: at most", MOST_TIMES);
    return few;
}

bool bench_bytes(void)
{
    bool ok = true;
    setlocale(LC_CTYPE, "C.UTF-8");
    printf("bytes for a key, in 24-bit colour\n");
    for (size_t i = 0; ok && i < sizeof SCREENS / sizeof *SCREENS; i++)
        ok = bench_screen(&SCREENS[i]);
    return ok;
}
