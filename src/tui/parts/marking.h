// The keys of marks: m and a letter, ' and a letter.
#pragma once

#include "tui/core/app.h"

bool mark_set(App *app); // with the letter that was pressed last
bool mark_go(App *app);

// The first key of two was pressed: says which marks there are.
void mark_begun(App *app, Key key);
