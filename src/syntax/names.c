// Interns names: a hash table with open addressing keeps one copy of each, so that names are
// compared by address afterwards.
#include "syntax/names.h"

#include "base/hash.h"

#include <string.h>

// The slot that holds `name`, or the free one where it belongs.
static const char **find(Names *names, Str name)
{
    size_t at = (size_t)hash_text(name) & (names->capacity - 1);
    while (names->slot[at] && !str_is(name, names->slot[at])) at = (at + 1) & (names->capacity - 1);
    return &names->slot[at];
}

static void grow(Names *names)
{
    Names old = *names;
    names->capacity = old.capacity ? old.capacity * 2 : 256;
    names->slot = NEW_ARRAY(names->arena, const char *, names->capacity);
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.slot[i]) *find(names, str_from(old.slot[i])) = old.slot[i];
    }
}

const char *name_of(Names *names, Str name)
{
    if (names->count * 2 >= names->capacity) grow(names);
    const char **slot = find(names, name);
    if (!*slot) {
        *slot = str_copy(names->arena, name);
        names->count++;
    }
    return *slot;
}
