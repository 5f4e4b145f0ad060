// The fibers are those that base/machine/fiber_wasm.c uses for generators: one is the job, the
// other the call from the page, which returns while the job rests.
#include "web/job.h"

#include "base/arena.h"

#include <emscripten.h>
#include <emscripten/fiber.h>
#include <stddef.h>

enum {
    TURN_MS = 100,
    STACK = 1 << 20,
    FRAMES = 1 << 20,    // where the browser's own frames are put away while the job rests
    DEEPEST = 160 << 10, // of the stack: deeper frames would not fit into `frames`
    STATEMENTS = 16,     // between two looks at the clock
    HOST_FRAMES = 64 << 10
};

static struct {
    emscripten_fiber_t own, host;
    void (*run)(const Job *job);
    Job job;
    Arena arena; // of its text
    bool has_begun, is_busy;
    double since; // when this turn began
    int statements;
    _Alignas(16) char stack[STACK];
    _Alignas(16) char frames[FRAMES], host_frames[HOST_FRAMES];
} jobs;

static void work(void *data UNUSED)
{
    for (;;) {
        jobs.run(&jobs.job);
        jobs.is_busy = false;
        emscripten_fiber_swap(&jobs.own, &jobs.host);
    }
}

void job_go_on(void)
{
    jobs.since = emscripten_get_now();
    emscripten_fiber_init_from_current_context(&jobs.host, jobs.host_frames, HOST_FRAMES);
    emscripten_fiber_swap(&jobs.host, &jobs.own);
}

void job_do(void (*run)(const Job *job), Job job)
{
    arena_free(&jobs.arena);
    jobs.job = job;
    jobs.job.text = arena_printf(&jobs.arena, "%s", job.text ? job.text : "");
    jobs.run = run;
    jobs.is_busy = true;
    if (!jobs.has_begun)
        emscripten_fiber_init(&jobs.own, work, NULL, jobs.stack, STACK, jobs.frames, FRAMES);
    jobs.has_begun = true;
    job_go_on();
}

bool job_is_busy(void)
{
    return jobs.is_busy;
}

// ---- its pulse ----------------------------------------------------------------------------------

// On the stack of a generator nothing rests: its own frames have little room.
static bool may_rest(void)
{
    const char *here = __builtin_frame_address(0), *top = jobs.stack + STACK;
    return here > top - DEEPEST && here <= top;
}

static void beat(Pulse *pulse UNUSED)
{
    if (++jobs.statements < STATEMENTS) return;
    jobs.statements = 0;
    if (!may_rest() || emscripten_get_now() - jobs.since < TURN_MS) return;
    emscripten_fiber_swap(&jobs.own, &jobs.host);
}

static void begin(Watch *watch, bool again UNUSED)
{
    pulse_begin(&watch->pulse);
}

static void end(Watch *watch UNUSED)
{
}

Watch *job_watch(void)
{
    static Watch watch = {.pulse = {.beat = beat}, .begin = begin, .end = end};
    return &watch;
}
