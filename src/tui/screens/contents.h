// What is in a program: its attention matrices, its modules, its weights.
#pragma once

#include "study/contents.h"
#include "tui/core/actions.h"

// What was asked for where there was none at hand; what the page then leads to.
typedef enum ContentsFor { FOR_ALL, FOR_HEADS, FOR_LINES } ContentsFor;

// The attention matrices of the program; returns how many.
int contents_attention(const App *app, const ContentsRow **rows);

// The attention matrices of the program, to choose one; where there is one alone, that. False:
// there are none.
bool contents_offer(App *app, ContentsFor wanted);
