// Fibers over those of Emscripten, in a page. A fiber has two stacks: one for the variables of C,
// one where the frames of the browser's own are put away.
#include "base/machine/fiber.h"

#include <emscripten/fiber.h>
#include <stdlib.h>

enum { SPARE_STACKS = 8, C_STACK = FIBER_STACK_BYTES + FIBER_SPARE_BYTES, FRAMES = 64 << 10 };

struct Fiber {
    emscripten_fiber_t own, resumer;
    void (*run)(void *data);
    void *data;
    bool ended;
    Fiber *next; // in the pool
    _Alignas(16) char stack[C_STACK];
    _Alignas(16) char frames[FRAMES], resumer_frames[FRAMES];
};

static void begin(void *data)
{
    Fiber *fiber = data;
    fiber->run(fiber->data);
    fiber->ended = true;
    emscripten_fiber_swap(&fiber->own, &fiber->resumer);
}

Fiber *fiber_new(FiberPool *pool, void (*run)(void *data), void *data)
{
    Fiber *fiber = pool->spare;
    if (fiber) {
        pool->spare = fiber->next;
        pool->spare_count--;
    } else {
        fiber = aligned_alloc(_Alignof(Fiber), sizeof *fiber);
        if (!fiber) return NULL;
    }
    fiber->run = run;
    fiber->data = data;
    fiber->ended = false;
    emscripten_fiber_init(&fiber->own, begin, fiber, fiber->stack, C_STACK, fiber->frames, FRAMES);
    return fiber;
}

void fiber_resume(Fiber *fiber)
{
    emscripten_fiber_init_from_current_context(&fiber->resumer, fiber->resumer_frames, FRAMES);
    emscripten_fiber_swap(&fiber->resumer, &fiber->own);
}

void fiber_yield(Fiber *fiber)
{
    emscripten_fiber_swap(&fiber->own, &fiber->resumer);
}

bool fiber_has_ended(const Fiber *fiber)
{
    return fiber->ended;
}

void fiber_free(FiberPool *pool, Fiber *fiber)
{
    if (pool->spare_count == SPARE_STACKS) {
        free(fiber);
        return;
    }
    fiber->next = pool->spare;
    pool->spare = fiber;
    pool->spare_count++;
}

void fiber_pool_free(FiberPool *pool)
{
    for (Fiber *fiber = pool->spare; fiber;) {
        Fiber *next = fiber->next;
        free(fiber);
        fiber = next;
    }
    *pool = (FiberPool){0};
}
