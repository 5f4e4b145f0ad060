// A presenter and its notes: two programs of one user that walk together. The presenter keeps a
// file that says where it is and what was edited and answered; notes, as many as there are, do the
// same. Either end may die and come back: the presenter does not mind, notes wait. Of two
// presenters the first one is followed, and once it has gone the other.
#pragma once

#include "tui/tui.h"

typedef struct Follow Follow;

// NULL: it is presented without (`warning` says why), or it has no name (standard input).
// With a warning and a Follow, notes follow another presenter for now.
Follow *follow_presenter(const Walk *walk, const char *lesson, Arena *arena, Error *warning);
Follow *follow_notes(const Walk *walk, const char *lesson, Arena *arena, Error *warning);
void follow_end(Follow *follow);

// As TuiOptions.attend: says where the walk is, or moves it there.
TuiWatch follow_attend(void *follow, Walk *walk, const char *shows);
