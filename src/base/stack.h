// How deep calls may go, in bytes of the C stack.
#pragma once

#ifdef __wasm__ // a browser has about a megabyte for calls of its own, of which no C code knows
enum {
    STACK_BYTES = 512 << 10,
    FIBER_STACK_BYTES = 160 << 10,
    FIBER_SPARE_BYTES = 96 << 10,
};
#else
enum {
    STACK_BYTES = 4 << 20,         // of a program that is run
    FIBER_STACK_BYTES = 2 << 20,   // of a fiber
    FIBER_SPARE_BYTES = 512 << 10, // below it, for what does not look at the depth of the stack
};
#endif
