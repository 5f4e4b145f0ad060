// The prompt on the screen, over the lower part of what is below it.
#pragma once

#include "tui/view.h"

View view_prompt;                // gets the whole screen
int prompt_rows(const App *app); // that the list of offers has at most
