// What is typed on the screen below, in one short line: a number for a cell, an answer, votes.
#pragma once

#include "tui/core/app.h"

typedef struct TypingAsks {
    const char *before; // what is typed: "x[0,1] = "
    const char *note;   // "it is 0"; NULL: nothing is known
    const char *verb;   // Enter does it: "set"
    bool number;        // else words
} TypingAsks;

typedef struct TypingKind {
    TypingAsks (*asks)(const App *app, Arena *arena); // NULL: the screen below says it
    // What is there; NULL: made of `asks`, "x[0,1] = 3_   (it is 0; Enter sets it, Esc cancels)".
    const char *(*prompt)(const App *app, int columns, Arena *arena);
    void (*commit)(App *app); // Enter: takes it, and leaves the line where all is well
    int most;                 // bytes
    const char *too_long;     // said of more; NULL: nothing is
    bool only_leaves;         // Enter and Esc leave the line, no other key does
    const char *words;        // for a presenter's notes; NULL: nothing special
} TypingKind;

void typing_begin(App *app, const TypingKind *kind);
void typing_add(App *app, int code); // a character
void typing_leave(App *app);         // where something is typed

bool typing_is(const App *app, const TypingKind *kind); // now
Str typing_text(const App *app);
bool typing_asks(const App *app, Arena *arena, TypingAsks *asks); // false: nothing that `asks`
// Of what is typed now; NULL: nothing is.
const char *typing_prompt(const App *app, int columns, Arena *arena);
