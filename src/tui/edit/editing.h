// Editing on the screen: the prompt for a number, and the keys around it.
#pragma once

#include "tui/actions.h"

// Takes the key if it belongs to the number that is being typed.
bool editing_key(App *app, Key key);
void editing_leave(App *app);

// "x[0,1] = 3_   (it is 0; Enter sets it, Esc leaves it)"
const char *editing_prompt(const App *app, Arena *arena);

// What the keys do; each returns whether anything changed.
bool edit_begin(App *app);
bool edit_nudge(App *app, int by); // up or down
bool edit_undo(App *app);
bool edit_redo(App *app);
bool edit_reset_cell(App *app);
bool edit_reset_all(App *app);

// "edits: 2", with the reason where the program goes another way; "" without edits.
const char *edits_note(const Walk *walk, Arena *arena);
