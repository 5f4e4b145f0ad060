// Answering the question at hand.
#pragma once

#include "tui/parts/typing.h"

extern const TypingKind answering; // an answer is typed

// Takes the key if it begins an answer to the question at hand. False: it means what it always
// does.
bool answer_key(App *app, Key key);

// Answers the question at hand with a choice, from 0.
bool answer_choose(App *app, int choice);
