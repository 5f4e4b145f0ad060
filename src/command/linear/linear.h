// The walk line by line: what happens is said as text that is only ever added to, what to do is
// typed. For screen readers, terminals that cannot place their cursor, and pipes.
#pragma once

#include "command/command.h"
#include "walk/walk.h"

// Goes on until the input ends or "q" is typed. `keep` is called at each new step and at the end.
typedef struct LinearOptions {
    bool ascii;                                           // only ASCII is written
    const char *note;                                     // said at the start, or NULL
    const char *next;                                     // the lesson after this one, or NULL
    const char *(*keep)(void *context, const Walk *walk); // returns what is to be said, or NULL
    void *keep_context;
} LinearOptions;

void linear_run(Walk *walk, const LinearOptions *options, Session *session);
