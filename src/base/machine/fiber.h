// A fiber runs a function on a stack of its own, so that the function can be left in the middle
// and taken up again: a generator of Python.
//
// A pool keeps a few stacks for the next fiber. A fiber may be freed while its function is
// suspended: what the function was doing is then never finished. Two files do it: fiber.c, and in a
// page fiber_wasm.c.
#pragma once

#include "base/machine/stack.h"

#include <stdbool.h>

typedef struct Fiber Fiber;

// A zeroed pool is valid and empty.
typedef struct FiberPool {
    Fiber *spare;
    int spare_count;
} FiberPool;

// NULL: there is no memory for another stack.
Fiber *fiber_new(FiberPool *pool, void (*run)(void *data), void *data);

// Runs it until it yields or ends. Fibers may resume others; none resumes itself.
void fiber_resume(Fiber *fiber);

// From within: back to the caller of fiber_resume().
void fiber_yield(Fiber *fiber);

bool fiber_has_ended(const Fiber *fiber);

// A fiber that is suspended or has ended.
void fiber_free(FiberPool *pool, Fiber *fiber);
void fiber_pool_free(FiberPool *pool);
