// A clock that only goes on, to measure how long something takes, and the day.
#pragma once

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t clock_ms(void)
{
    return clock_ns() / 1000000;
}

// Of two times, or two waits: that which comes first; negative ones never come.
static inline int64_t clock_sooner(int64_t a, int64_t b)
{
    return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

// The day of the calendar where one is, counted from 1970-01-01, but at least 1. QKV_NOW, in
// seconds since then, takes the place of the time.
int clock_today(void);
