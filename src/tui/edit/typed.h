// What is being typed into a prompt: app->typed, one line.
#pragma once

#include "tui/app.h"

typedef enum Typed {
    TYPED_ON,     // the key was taken
    TYPED_COMMIT, // Enter
    TYPED_LEFT,   // Esc, or the last character was deleted
    TYPED_OTHER,  // the key belongs to no prompt
} Typed;

Typed typed_key(App *app, Key key);
// Adds a character; too many are an error message.
void typed_add(App *app, int code);
void typed_clear(App *app);
