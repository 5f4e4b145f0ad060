// The stack grows downwards: it is low where the frame of a function is below an address. A page
// asks Emscripten, which knows the stack of whatever runs there.
#include "base/machine/stack.h"

#include <stddef.h>

enum { MOST_LENT = 128 << 10 };

#ifdef __wasm__
#include <emscripten/stack.h>

static size_t lent;

bool stack_is_low(void)
{
    size_t all = emscripten_stack_get_base() - emscripten_stack_get_end();
    size_t rest = emscripten_stack_get_current() - emscripten_stack_get_end();
    return rest < all / 2 - lent;
}

void stack_lend(void)
{
    size_t all = emscripten_stack_get_base() - emscripten_stack_get_end();
    lent = all / 4 < MOST_LENT ? all / 4 : MOST_LENT;
}

void stack_take_back(void)
{
    lent = 0;
}

const char *stack_set_low(const char *low)
{
    (void)low;
    return NULL;
}
#else
#include <sys/resource.h>

static _Thread_local const char *lowest;
static _Thread_local ptrdiff_t lent;

// Half of what the system gives.
static ptrdiff_t usable_bytes(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur / 2 > STACK_BYTES)
        return STACK_BYTES;
    return (ptrdiff_t)(limit.rlim_cur / 2);
}

bool stack_is_low(void)
{
    const char *here = __builtin_frame_address(0);
    if (!lowest) lowest = here - usable_bytes();
    return here < lowest - lent;
}

void stack_lend(void)
{
    ptrdiff_t part = usable_bytes() / 2;
    lent = part < MOST_LENT ? part : MOST_LENT;
}

void stack_take_back(void)
{
    lent = 0;
}

const char *stack_set_low(const char *low)
{
    const char *before = lowest;
    lowest = low;
    return before;
}
#endif
