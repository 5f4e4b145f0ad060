// The screen of what a cell feeds, or of what it is made from: a tensor a line, level by level
// (view_reach.c).
#pragma once

#include "tui/view.h"

View view_reach;

// What the keys do; each returns whether anything changed.
bool reach_show(App *app, int way); // a ReachWay
bool reach_leave(App *app);
bool reach_move(App *app, int by);
bool reach_deeper(App *app);
bool reach_shallower(App *app);
bool reach_go(App *app); // to the selected cells' operation
