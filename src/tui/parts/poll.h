// Votes on the questions of a lesson, counted in the room and typed in: once before the class has
// talked about it, once after.
#pragma once

#include "tui/core/app.h"

typedef struct PollVote {
    const char *answer; // as typed: a letter, a number, a word
    int count;
} PollVote;

enum { POLL_ROUNDS = 2, POLL_ANSWERS = 26, POLL_MOST_VOTES = 100000 };

typedef struct PollRound {
    PollVote votes[POLL_ANSWERS];
    int count; // 0: there are no votes yet
} PollRound;

typedef struct Poll {
    int question; // of the walk
    PollRound round[POLL_ROUNDS];
} Poll;

// How votes are typed, with that many choices; 0: on a number.
const char *poll_example(int choices);

// Takes "a 12 b 7" (or "a12 b7", "a=12, b=7") apart. Answers are the letters of the choices; where
// there are none, numbers. NULL: done; else what is wrong with it.
const char *poll_read(Str typed, int choices, Arena *arena, PollRound *round);

// "before  a 12 (63%)  b 7 (37%)" of a round.
void poll_write(const PollRound *round, const char *name, Buf *out);
// In short: "a 63%, b 37%".
void poll_write_shares(const PollRound *round, Buf *out);

// ---- what a presenter has beside the walk -------------------------------------------------------

typedef struct Presentation { // the state of SCREEN_PRESENT
    int reading; // 1 + the answered question whose words have the screen to themselves; 0: none
    Poll *polls;
    int poll_count;
    Arena arena; // of these
} Presentation;

Presentation *presentation(const App *app);

// The question at hand: asked now, or settled just now. NULL: none.
const Question *present_question(const App *app);
// Are its words shown without the equation?
bool present_reads(const App *app);
const Poll *present_poll(const App *app, const Question *question);
