// The screen on top as a medium is given it that has no rows and columns: a page. What it says is
// what the terminal shows, in parts: src/web/page/screen.d.ts lists them.
#pragma once

#include "base/text/json_tree.h"
#include "tui/core/app.h"

// Texts that are not prose are wrapped to `columns`. Without the figure, which is drawn elsewhere.
json_t *described(const App *app, int columns);

// The figure that shows what is on the screen, of app_subject(): its kind; NULL: there is none.
const char *described_figure(const App *app, Subject *subject, Arena *arena);
