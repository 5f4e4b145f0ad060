// Votes on the questions of a lesson, counted in the room and typed in: once before the class has
// talked about it, once after.
#pragma once

#include "base/buf.h"

typedef struct PollVote {
    const char *answer; // as typed: a letter, a number, a word
    int count;
} PollVote;

enum { POLL_ROUNDS = 2, POLL_ANSWERS = 26, POLL_MOST_VOTES = 100000 };

typedef struct PollRound {
    PollVote votes[POLL_ANSWERS];
    int count; // 0: nobody has voted yet
} PollRound;

typedef struct Poll {
    int question; // of the walk
    PollRound round[POLL_ROUNDS];
} Poll;

// How votes are typed, with so many choices; 0: on a number.
const char *poll_example(int choices);

// Takes "a 12 b 7" (or "a12 b7", "a=12, b=7") apart. Answers are the letters of the choices; where
// there are none, numbers. NULL: done; else what is wrong with it.
const char *poll_read(Str typed, int choices, Arena *arena, PollRound *round);

// "before  a 12 (63%)  b 7 (37%)" of a round.
void poll_write(const PollRound *round, const char *name, Buf *out);
