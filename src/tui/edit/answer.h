// The prompt in which a question is answered.
#pragma once

#include "tui/app.h"

// Takes the key if it begins an answer to the question at hand, or belongs to one that is being
// typed. False: it means what it always does.
bool answer_key(App *app, Key key);

// Answers the question at hand with a choice, from 0.
bool answer_choose(App *app, int choice);

// Leaves the prompt; what was typed is forgotten.
void answer_leave(App *app);
