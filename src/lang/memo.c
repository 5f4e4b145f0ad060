// A hash table with open addressing from an address to what was found out about it. The address is
// multiplied by 2^64 / golden ratio, which spreads neighbouring addresses over the table.
#include "lang/memo.h"

#include <stdint.h>

static size_t find_slot(const Memo *memo, const void *key)
{
    size_t at = (size_t)(((uintptr_t)key >> 3) * 11400714819323198485u >> 20) & (memo->slots - 1);
    while (memo->key[at] && memo->key[at] != key) at = (at + 1) & (memo->slots - 1);
    return at;
}

void *memo_find(const Memo *memo, const void *key)
{
    return memo->slots ? memo->found[find_slot(memo, key)] : NULL;
}

static void grow(Memo *memo)
{
    Memo old = *memo;
    memo->slots = old.slots ? old.slots * 2 : 64;
    memo->key = NEW_ARRAY(memo->arena, const void *, memo->slots);
    memo->found = NEW_ARRAY(memo->arena, void *, memo->slots);
    for (size_t i = 0; i < old.slots; i++) {
        if (!old.key[i]) continue;
        size_t at = find_slot(memo, old.key[i]);
        memo->key[at] = old.key[i];
        memo->found[at] = old.found[i];
    }
}

void memo_set(Memo *memo, const void *key, void *found)
{
    if (memo->count * 2 >= memo->slots) grow(memo);
    size_t at = find_slot(memo, key);
    memo->count += !memo->key[at];
    memo->key[at] = key;
    memo->found[at] = found;
}
