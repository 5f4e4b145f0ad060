// Fibers over the context functions of POSIX. Stacks are mapped, with a page below that may not be
// touched; only what is used of one takes memory. The Fiber is at the high end of its own.
// The address sanitizer must know of each change of stacks.
#if defined(__APPLE__)
#define _XOPEN_SOURCE    700
#define _DARWIN_C_SOURCE // for MAP_ANONYMOUS, which the line above takes away
#endif
#include "base/machine/fiber.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER 1
#endif

#ifndef MAP_NORESERVE // where there is none, nothing is reserved
#define MAP_NORESERVE 0
#endif

enum { SPARE_STACKS = 8, MAPPED_BYTES = FIBER_STACK_BYTES + FIBER_SPARE_BYTES };

struct Fiber {
    ucontext_t own, resumer;
    void (*run)(void *data);
    void *data;
    char *mapped;
    bool ended;
    Fiber *next; // in the pool
    // For the address sanitizer: the stack that is left, and what it kept of it.
    const void *resumer_bottom;
    size_t resumer_bytes;
    void *own_kept, *resumer_kept;
};

// ---- address sanitizer -----------------------------------------------------------------------

#ifdef HAS_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

static void leave_stack(void **kept, const void *bottom, size_t bytes)
{
    __sanitizer_start_switch_fiber(kept, bottom, bytes);
}

static void enter_stack(void *kept, const void **bottom, size_t *bytes)
{
    __sanitizer_finish_switch_fiber(kept, bottom, bytes);
}

static void forget_stack(char *mapped)
{
    __asan_unpoison_memory_region(mapped, MAPPED_BYTES);
}
#else
static void leave_stack(void **kept, const void *bottom, size_t bytes)
{
    (void)kept;
    (void)bottom;
    (void)bytes;
}

static void enter_stack(void *kept, const void **bottom, size_t *bytes)
{
    (void)kept;
    (void)bottom;
    (void)bytes;
}

static void forget_stack(char *mapped)
{
    (void)mapped;
}
#endif

// ---- stacks ----------------------------------------------------------------------------------

static size_t guard_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static Fiber *map_stack(void)
{
    char *mapped = mmap(NULL, MAPPED_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return NULL;
    if (mprotect(mapped, guard_bytes(), PROT_NONE) != 0) {
        munmap(mapped, MAPPED_BYTES);
        return NULL;
    }
    size_t room = (sizeof(Fiber) + 63) / 64 * 64;
    Fiber *fiber = (Fiber *)(void *)(mapped + MAPPED_BYTES - room);
    fiber->mapped = mapped;
    return fiber;
}

static void unmap_stack(Fiber *fiber)
{
    munmap(fiber->mapped, MAPPED_BYTES);
}

static __attribute__((noinline)) Fiber *take_stack(FiberPool *pool) // lest getcontext() clobber it
{
    Fiber *fiber = pool->spare;
    if (!fiber) return map_stack();
    pool->spare = fiber->next;
    pool->spare_count--;
    return fiber;
}

// ---- switching -------------------------------------------------------------------------------

// makecontext() passes ints only: the pointer comes in two halves.
static void begin(unsigned high, unsigned low)
{
    Fiber *fiber = (Fiber *)(((uintptr_t)high << 16 << 16) | (uintptr_t)low);
    enter_stack(NULL, &fiber->resumer_bottom, &fiber->resumer_bytes);
    fiber->run(fiber->data);
    fiber->ended = true;
    leave_stack(NULL, fiber->resumer_bottom, fiber->resumer_bytes);
    setcontext(&fiber->resumer);
}

// getcontext() could return twice, so its caller should have nothing to lose. (It does not here:
// makecontext() changes where the context goes on.)
__attribute__((noinline)) static void fill_in(ucontext_t *context)
{
    getcontext(context);
}

// Where a fiber begins when it is resumed first.
static void prepare(Fiber *fiber)
{
    fill_in(&fiber->own);
    char *mapped = fiber->mapped, *low = mapped + guard_bytes();
    fiber->own.uc_stack.ss_sp = low;
    fiber->own.uc_stack.ss_size = (size_t)((char *)fiber - low);
    fiber->own.uc_link = NULL;
    uintptr_t address = (uintptr_t)fiber;
    makecontext(&fiber->own, (void (*)(void))begin, 2, (unsigned)(address >> 16 >> 16),
                (unsigned)address);
    // The address sanitizer would take the whole stack for new at every switch.
    fiber->own.uc_stack.ss_size = 0;
}

Fiber *fiber_new(FiberPool *pool, void (*run)(void *data), void *data)
{
    Fiber *fiber = take_stack(pool);
    if (!fiber) return NULL;
    fiber->run = run;
    fiber->data = data;
    fiber->ended = false;
    fiber->own_kept = NULL;
    prepare(fiber);
    return fiber;
}

void fiber_resume(Fiber *fiber)
{
    char *low = fiber->mapped + guard_bytes();
    const char *before = stack_set_low((char *)fiber - FIBER_STACK_BYTES);
    leave_stack(&fiber->resumer_kept, low, (size_t)((char *)fiber - low));
    swapcontext(&fiber->resumer, &fiber->own);
    enter_stack(fiber->resumer_kept, NULL, NULL);
    stack_set_low(before);
}

void fiber_yield(Fiber *fiber)
{
    leave_stack(&fiber->own_kept, fiber->resumer_bottom, fiber->resumer_bytes);
    swapcontext(&fiber->own, &fiber->resumer);
    enter_stack(fiber->own_kept, &fiber->resumer_bottom, &fiber->resumer_bytes);
}

bool fiber_has_ended(const Fiber *fiber)
{
    return fiber->ended;
}

void fiber_free(FiberPool *pool, Fiber *fiber)
{
    forget_stack(fiber->mapped);
    if (pool->spare_count == SPARE_STACKS) {
        unmap_stack(fiber);
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
        unmap_stack(fiber);
        fiber = next;
    }
    *pool = (FiberPool){0};
}
