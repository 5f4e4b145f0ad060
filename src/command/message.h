// The message from a presenter to its notes: where it is, what was edited and answered. A line
// "qkv-3 SUM", with the state_hash() of what follows; a line "SETTLED SHOWS"; a state
// (command/saved/handover.h). SETTLED is the question that is answered at this place, or -1; SHOWS
// is what the screen shows in place of the slide, in words.
#pragma once

#include "walk/walk.h"

// The name under which both sides of a lesson find each other; NULL: it has none (standard
// input).
const char *message_key(const Walk *walk, const char *lesson, Arena *arena);

Str message_write(const char *key, const Walk *walk, const char *shows, Arena *arena);

typedef struct Message {
    Str state, shows;
    int settled;
} Message;

typedef enum MessageTaken { MESSAGE_WHOLE, MESSAGE_IN_PART, MESSAGE_NOT_OURS } MessageTaken;

MessageTaken message_take(Str all, Message *message);

// Brings the walk there. Returns what is to be said of it, or an empty text; `ran`: the program ran
// again, and its entries are others than before.
Str message_follow(const Message *message, const char *key, Walk *walk, bool *ran);
