// The question at hand and what is typed, as members of what described.h says of the screen.
#pragma once

#include "base/text/json_tree.h"
#include "tui/core/app.h"

// Of the walk: `question`, or `told` of the one that was settled just now, or neither.
void question_put_json(const App *app, json_t *screen, Arena *arena);
// `typing` or `prompt`, or neither.
void typing_put_json(const App *app, json_t *screen, Arena *arena);
