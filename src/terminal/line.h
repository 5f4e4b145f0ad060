// One line of text being typed: the text, the cursor in it, and the lines typed before.
//
// The cursor is between characters; combining marks stay with their letter, and a wide
// character is one character.
#pragma once

#include "base/buf.h"
#include "terminal/keys.h"

typedef struct Line {
    Arena arena; // of the text and the history
    Buf text;
    int cursor; // byte offset

    const char **history; // oldest first, each once
    int history_count;
    int history_at; // the one shown, or history_count: what is being typed
} Line;

void line_free(Line *line);
Str line_text(const Line *line);
void line_set(Line *line, Str text); // the cursor behind it

typedef enum LineResult {
    LINE_OTHER,   // the key belongs to no line
    LINE_MOVED,   // the cursor did, or there was nothing to do
    LINE_CHANGED, // the text did
    LINE_FULL,    // there is no room for more
} LineResult;

enum { LINE_BYTES = 1000 };

// Takes a key: characters are typed; Left, Right, Home, End move; Backspace, Delete, Ctrl-W (word),
// Ctrl-U (to the beginning), Ctrl-K (to the end) delete.
LineResult line_key(Line *line, Key key);

// Keeps a line that was entered; empty ones are not kept.
void line_remember(Line *line, Str text);

// An older (-1) or newer (1) line in place of the text. False: there is none.
bool line_recall(Line *line, int direction);

// The part of the text that is shown in `columns`, so that the cursor is in it, and the column of
// the cursor in that part.
Str line_shown(const Line *line, int columns, int *cursor_column);
