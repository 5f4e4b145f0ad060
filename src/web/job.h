// A call of the page that may run a program. It has its own stack and can be left in the
// middle, so that the browser gets its turn, paints how far the program has come, and hears who
// stops it.
#pragma once

#include "base/machine/pulse.h"

enum { JOB_NUMBERS = 4 };

typedef struct Job {
    const char *text; // what the call was given; "" without
    int number[JOB_NUMBERS];
} Job;

// Does it, or the first tenth of a second of it. The text is copied.
void job_do(void (*run)(const Job *job), Job job);
bool job_is_busy(void); // is there more of it? Then nothing else may be called but
void job_go_on(void);   // this, for the next tenth of a second

// Who watches the programs that jobs run (WalkOptions.watch): its pulse is what lets go.
Watch *job_watch(void);
