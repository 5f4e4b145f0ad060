// How far a program that is running has come, for who watches it from another thread; and the wish
// that it stop. lang/ keeps the pulse; terminal/watch.c shows it, or in a page web/job.c.
#pragma once

#include "base/source.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Pulse {
    _Atomic(const Span *) at;          // the statement that is running; NULL: none yet
    _Atomic(int64_t) operations;       // of tensors, so far
    _Atomic(int64_t) steps;            // statements and expressions, so far
    _Atomic(size_t) bytes;             // of tensors, lists and strings, now
    _Atomic(int64_t) done, all;        // of a loop with tqdm; all 0: none runs
    atomic_bool stop;                  // set by who watches: the program ends with an error
    atomic_bool ends_loop;             // it has been heard: loops end with their iteration
    void (*beat)(struct Pulse *pulse); // at each statement, where no thread can watch; or NULL
} Pulse;

static inline void pulse_begin(Pulse *pulse)
{
    atomic_store(&pulse->at, NULL);
    atomic_store(&pulse->operations, 0);
    atomic_store(&pulse->steps, 0);
    atomic_store(&pulse->bytes, 0);
    atomic_store(&pulse->all, 0);
    atomic_store(&pulse->stop, false);
    atomic_store(&pulse->ends_loop, false);
}

// Called when a program begins and ends, on the thread that runs it.
typedef struct Watch {
    Pulse pulse;
    void (*begin)(struct Watch *watch, bool again); // again: with what a reader changed
    void (*end)(struct Watch *watch);
} Watch;
