// A fuzz target is one function that takes any bytes. libFuzzer drives it (`make fuzz`), and so
// does replay.c, with what was once found (`make test`).
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What an input is read by, byte by byte; behind its end are zeros.
typedef struct Bytes {
    const uint8_t *p, *end;
} Bytes;

static inline int take(Bytes *bytes)
{
    return bytes->p < bytes->end ? *bytes->p++ : 0;
}

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

static inline _Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}
