// What of a walk is handed to another program that runs: a presenter's notes are to show the text
// with the presenter's numbers, at the presenter's place.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

// Place and selected cell, calls stepped into, edits, answers, the cells asked for.
LessonState handover_of(const Walk *walk, Arena *arena);

typedef enum Handover {
    HANDOVER_OTHER_TEXT, // of another version of the lesson: nothing is taken
    HANDOVER_TAKEN,
    HANDOVER_RAN, // the same, and the program ran again: entries are others than before
} Handover;

// Brings the walk there, as far as it is not there yet.
Handover handover_take(const LessonState *state, Walk *walk);
