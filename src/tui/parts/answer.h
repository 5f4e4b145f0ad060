// Answering the question at hand.
#pragma once

#include "tui/parts/typing.h"

extern const TypingKind answering; // an answer is typed

// Takes the key if it begins an answer to the question at hand. False: it means what it always
// does.
bool answer_key(App *app, Key key);

// A question was settled: its reason is shown beside the cells, or where the lesson is all there
// is, in the lesson, and the verdict in a message.
void answer_tell(App *app);

// Answers the question at hand with a choice, from 0.
bool answer_choose(App *app, int choice);
