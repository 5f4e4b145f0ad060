// Bytes that a terminal sends, as keys.
//
// What is no key is swallowed whole: the terminal's answers (colours, attributes, where the cursor
// is), reports of the focus, unknown sequences. Their letters are not keys. A byte that is no
// UTF-8 is one unknown key and takes nothing with it. What is begun and does not go on is given up
// after a while, so that nothing that comes later is lost: an Esc, a character or a key's sequence
// that was cut, a paste whose end never came.
#pragma once

#include "terminal/keys.h"

#include <stdint.h>

typedef struct Mouse {
    bool pressed;
    Key click; // the last one, and when it was, in milliseconds; code 0: none
    int64_t clicked_at;
} Mouse;

typedef struct KeySequence {
    const char *bytes;
    int code;
} KeySequence;

enum { DECODER_BYTES = 4096, ESCAPE_MS = 50 }; // ssh may split the bytes of an arrow key

typedef struct Decoder {
    const KeySequence *own; // what this terminal's description says of its keys
    int own_count;
    int escape_ms;  // how long Esc waits for the rest of a key; 0: ESCAPE_MS
    bool not_utf8;  // characters are as the locale says
    bool pasting;   // between the marks around pasted text
    bool answering; // within an answer that goes on to its own end
    int64_t began;  // when what is incomplete was
    Mouse mouse;
    char bytes[DECODER_BYTES]; // not decoded yet
    int count;
} Decoder;

int decoder_room(const Decoder *decoder); // how many bytes can be put; never 0 after decoder_keys
void decoder_put(Decoder *decoder, const char *bytes, int count, int64_t now);

// What the bytes are, up to `most` keys; where there are more, they are for the next call. `now`
// counts milliseconds. `gives_up`: nothing has come until the deadline.
int decoder_keys(Decoder *decoder, Key *keys, int most, int64_t now, bool gives_up);

// When what is incomplete is to be given up, unless something has come; -1: nothing is.
int64_t decoder_deadline(const Decoder *decoder);
