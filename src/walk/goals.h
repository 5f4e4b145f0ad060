// Goals: what an item of "Try it" asks for, as an expression of the lesson's language:
//
//     - Make "sat" look mostly at itself. (Set the first 2 of "cat" to 0.)
//       <!-- goal: weights[2].argmax() == 2
//            reached by: x[1, 0] = 0 -->
//
// It is evaluated whenever the program has run, so that any way to it counts. Until it is reached,
// the brackets at the end of the item, its answer, are not shown.
#pragma once

#include "walk/edits/whatif.h"

typedef struct Goal {
    const Inline *goal; // INLINE_GOAL
    int item;           // 1, 2 …: which of its list
    int items;          //   of how many
} Goal;

enum { MOST_GOALS = 64 }; // in a lesson; those behind them are not noticed

void goals_find(Walk *walk); // all of its lesson, in their order

// What walk_live_text() is of a goal: "True" or "False".
const char *goal_text(const Walk *walk, const Source *condition);

// Those that hold in the walk's run, a bit each.
uint64_t goals_held(const Walk *walk);

// Those that would hold with the switch that is on.
uint64_t goals_held_if(const Walk *walk, const WhatIf *whatif);

// Those that hold `now` and did not before are reached from now on. "Try it 1: done, with one
// edit.", or NULL: there are none.
const char *goals_news(Walk *walk, uint64_t now, uint64_t before, Arena *arena);

// An item of a list as a reader may see it: with "[ ]" and no answer until its goal is reached,
// then with "[x]". Other paragraphs stay as they are.
Paragraph goal_paragraph(const Walk *walk, const Paragraph *paragraph, Arena *arena);

// Does what the lesson says reach it: edits and holds, "x[1, 0] = 0; hold scores[0] uniform", or a
// switch of a step, "switch 5 temperature"? The walk must have no edits of its own. The error says
// what is wrong with one of them.
bool goal_is_reached_by_its_way(Walk *walk, const Inline *goal, Error *error);
