// The lessons there are, one of them selected.
#pragma once

#include "tui/core/app.h"

// Opens one of them, as its key does.
bool lessons_take(App *app, int lesson);
