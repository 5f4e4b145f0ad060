// What is remembered of a walk, and how a walk goes on from there.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

typedef struct Progress {
    const char *key; // NULL: nothing is remembered of this lesson (standard input)
    LessonState state;
    Arena *arena;
    bool anew;      // what was remembered before this session is to be forgotten
    Error *warning; // the first thing that went wrong
    bool by_words;  // the reader types words, not keys
    bool on_wall;   // a presenter's place, which is not that of the reader
} Progress;

// What the lesson that was opened as `given` is known by: its name in the library, whether it was
// opened by that or by a path, or for another file where it is; NULL for standard input.
const char *progress_key(const Walk *walk, const char *given, Arena *arena);

// Reads what is remembered of the lesson that was opened as `given`; with `fresh` it begins anew.
void progress_begin(Progress *progress, Walk *walk, const char *given, bool fresh);

// The same, and makes the edits again, unless the walk has others already; goes to that step, or
// for -1 to where the walk was left. What is to be said of it, or NULL.
const char *progress_open(Progress *progress, Walk *walk, const char *given, bool fresh, int step);

// Is it a lesson, and opened for the first time?
bool progress_is_first(const Progress *progress, const Walk *walk);

// Remembers the answers alone, where there are any.
void progress_answers(Progress *progress, const Walk *walk);

// Remembers where the walk is. Returns what is to be said: that it cannot be, the first time; or
// NULL. `progress` as void, for TuiOptions.keep.
const char *progress_keep(void *progress, const Walk *walk);
