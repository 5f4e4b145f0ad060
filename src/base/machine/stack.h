// How deep calls may go. Whatever calls itself as deep as a text or a value is nested asks here,
// and ends with an error of its own where the answer is yes.
#pragma once

#include <stdbool.h>

#ifdef __wasm__ // a browser has about a megabyte for calls of its own, of which no C code knows
enum {
    STACK_BYTES = 512 << 10,
    FIBER_STACK_BYTES = 160 << 10,
    FIBER_SPARE_BYTES = 96 << 10,
};
#else
enum {
    STACK_BYTES = 4 << 20,         // of a thread, at most
    FIBER_STACK_BYTES = 2 << 20,   // of a fiber
    FIBER_SPARE_BYTES = 512 << 10, // below it, for what does not look at the depth of the stack
};
#endif

// Is as much of the stack in use as may be? What is left is for code that does not ask. At the
// beginning of a thread that is half of what the system gives it (`ulimit -s`).
bool stack_is_low(void);

// Lends a part of the rest, for what an error needs, or takes it back.
void stack_lend(void);
void stack_take_back(void);

// Of a fiber: where its stack is low. Returns where the one before it is, to be set again.
const char *stack_set_low(const char *low);
