// What a presenter's screen shows of the place at hand.
#pragma once

#include "tui/core/canvas.h"
#include "tui/parts/present_layout.h"

// Draws title, code, equation, arithmetic and words; returns where all parts are.
PresentLayout slide_draw(Canvas *canvas, Rect area);
// The time since the start, where it is asked for; else "".
const char *slide_time(const App *app, Arena *arena);

// Has an answer more words than are beside its equation? Space then shows them on their own.
bool slide_reads_on(const App *app);

// Does the screen leave out something of the place at hand?
bool slide_is_cut(const App *app, Arena *arena);
