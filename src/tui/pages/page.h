// A screen full of text with a rule above and the keys below, that can be scrolled.
#pragma once

#include "terminal/text.h"
#include "tui/view.h"

Rect page_area(const App *app);
void page_draw(Canvas *canvas, const char *title, const Text *text, int top);
// Moves `*top` by so many lines or pages; returns whether it moved.
bool page_scroll(const App *app, const Text *text, int *top, int by);
