// What was once found out about something that never changes (a row of a table), by its address.
#pragma once

#include "base/arena.h"

typedef struct Memo {
    Arena *arena; // set by the owner
    const void **key;
    void **found;
    size_t count, slots;
} Memo;

void *memo_find(const Memo *memo, const void *key); // NULL: nothing yet
void memo_set(Memo *memo, const void *key, void *found);
