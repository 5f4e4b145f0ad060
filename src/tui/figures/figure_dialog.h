// The figure dialog: which kind, format and theme, where the figure goes and how large it is.
#pragma once

#include "tui/app.h"

bool figure_dialog_open(App *app); // of the matrix that the screen at hand shows
bool figure_dialog_leave(App *app);
bool figure_dialog_row(App *app, int by);    // selects another row
bool figure_dialog_choose(App *app, int by); // the next value of the row, or the one before
bool figure_dialog_write(App *app);          // writes the figure, says so, and goes back

FigureChoice figure_dialog_choice(const App *app);
int figure_dialog_chosen(const App *app, int row); // which value of the row
const char *figure_dialog_label(int row);          // "kind"
const char *figure_dialog_value(int row, int i);   // of a row; NULL behind the last
const char *figure_dialog_summary(const App *app); // of the kind that is chosen
