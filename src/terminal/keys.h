// Keys, as a terminal sends them and as people write them.
//
// Written form: a character means itself, a name is in angle brackets: "]]<Space><Left>".
// "<" alone means itself unless a letter follows; <lt> always means it.
#pragma once

#include "base/error.h"

enum { // codes of keys that are no characters; characters are their code points
    KEYCODE_ENTER = 0x110000,
    KEYCODE_TAB,
    KEYCODE_BACKTAB,
    KEYCODE_BACKSPACE,
    KEYCODE_ESCAPE,
    KEYCODE_UP,
    KEYCODE_DOWN,
    KEYCODE_LEFT,
    KEYCODE_RIGHT,
    KEYCODE_HOME,
    KEYCODE_END,
    KEYCODE_PAGE_UP,
    KEYCODE_PAGE_DOWN,
    KEYCODE_DELETE,
    KEYCODE_INSERT,
    KEYCODE_F1, // … F12
    KEYCODE_F12 = KEYCODE_F1 + 11,
    KEYCODE_CLICK, // these five come with a place
    KEYCODE_WHEEL_UP,
    KEYCODE_WHEEL_DOWN,
    KEYCODE_DOUBLE_CLICK, // the second click of two
    KEYCODE_DRAG,         // the button was released elsewhere
    KEYCODE_LETTER,       // of a key table: any of a to z
    KEYCODE_UNKNOWN,
};

typedef struct Key {
    int code;
    int column, row; // of the mouse, from 0
    bool pasted;     // text of a line, never a command
} Key;

#define KEY_CONTROL(letter) ((letter)&0x1F) // KEY_CONTROL('o')

// Takes one key in written form off `*text`. False: an unknown name (hint: the nearest).
bool key_parse(Str *text, Key *key, Error *error);

// One word of a key table, "Space", "Ctrl-O", "gg", "m{a-z}": a name, or else characters one after
// another, {a-z} for any letter. Returns how many keys it is (at most `limit` are stored).
int keys_of_word(Str word, Key *keys, int limit);

// "Space", "Ctrl-O", "g": for messages and help.
void key_write(Buf *out, Key key);

// Whether keys that all arrived at once look like pasted text: four different
// characters in no time. Keys that repeat, arrows and the like are taken as they come.
bool keys_are_pasted(const Key *keys, int count);
