// The walk line by line: what was written already, and what comes next.
#pragma once

#include "linear/linear.h"

struct Linear {
    Walk *walk;
    const LinearOptions *options;
    Buf out;                 // what is said next, in `arena`
    Arena arena;             // of one turn
    Arena spoken;            // of the words of the turn before
    Arena kept;              // of all turns
    int step, told;          // how many blocks of this step have been written
    int code;                // the last block of code that was written
    const struct Loop *loop; // of the iteration that was named last, or NULL
    int64_t iteration;
    bool hinted;           // the commands have been said
    const Question *asked; // the last one that was written
    const char *wanted;    // the last that was searched for, or NULL
    bool quit;
    bool stopped; // why the program stopped has been said
};

// The place at hand, whole: after a jump, or on request. A step that is new begins with its title.
void tell_place(Linear *l);

// The prose that begins at `blocks`; returns how many of them that was: a table is several.
int tell_prose(Linear *l, const Block *blocks, int count);

// One sub-step on: what it opened, or the place that it led to.
void tell_next(Linear *l);
// One sub-step back.
void tell_back(Linear *l);

// The last hint of a question.
void tell_hint(Linear *l, const Question *question);

// After a question was settled.
void tell_answered(Linear *l, const Question *question);

// Takes a command as typed (commands.c).
void linear_command(Linear *l, Str line);
