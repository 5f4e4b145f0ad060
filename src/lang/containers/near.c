// What to try where a text is not among those that a program knows: its words, say.
#include "lang/containers/sequence.h"

#include "lang/interp.h"

enum { MOST_NEAR = 3 };

// NULL: not all of them are texts.
static const char **texts_of(Run *run, const Value *item, int count)
{
    const char **texts = NEW_ARRAY(&run->scratch, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        if (item[i].type != &type_str) return NULL;
        texts[i] = str_copy(&run->scratch, value_text(item[i]));
    }
    return texts;
}

bool error_hint_near(Run *run, Value wanted, const Value *item, int count)
{
    bool asks = wanted.type == &type_str && count > 1 && count <= NEAR_ITEMS;
    const char **texts = asks ? texts_of(run, item, count) : NULL;
    if (!texts) return false;
    Buf near = {.arena = &run->scratch};
    for (int i = 0, left = count; i < MOST_NEAR; i++) {
        const char *text = str_nearest(value_text(wanted), texts, left), **at = texts;
        if (!text) break;
        while (*at != text) at++;
        *at = texts[--left];
        buf_printf(&near, "%s%s", i ? ", " : "; near: ", text);
    }
    return error_hint(run->error, "one of the %d words%s", count, buf_text(&near));
}
