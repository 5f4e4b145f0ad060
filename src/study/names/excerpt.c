// A gap takes the place of two positions at least: no "…" represents a single one.
#include "study/names/excerpt.h"

Span64 excerpt_page(int64_t size, int64_t room, int64_t keep)
{
    if (room < 1) room = 1;
    if (size <= room) return (Span64){0, size};
    int64_t first = keep / room * room;
    if (first + room > size) first = size - room;
    return (Span64){first, room};
}

Span64 excerpt_scrolled(int64_t size, int64_t room, int64_t keep, int64_t first)
{
    if (room > size) room = size;
    if (first > keep) first = keep;
    if (keep - first >= room) first = keep - room + 1;
    if (first + room > size) first = size - room;
    return (Span64){first > 0 ? first : 0, room};
}

const char *excerpt_note(const char *what, Span64 shown, int64_t size, Arena *arena)
{
    if (shown.count >= size) return "";
    if (shown.count == 1)
        return arena_printf(arena, "%s %lld of %lld", what, (long long)shown.first,
                            (long long)size);
    return arena_printf(arena, "%ss %lld-%lld of %lld", what, (long long)shown.first,
                        (long long)(shown.first + shown.count - 1), (long long)size);
}

static void add_line(Excerpt *lines, int64_t at)
{
    lines->at[lines->count++] = at;
}

Excerpt excerpt_ends(int64_t size, int room, int64_t keep)
{
    Excerpt lines = {0};
    if (size <= room) {
        for (int64_t i = 0; i < size; i++) add_line(&lines, i);
        return lines;
    }
    int first = room - 2;
    bool inside = keep >= first && keep < size - 1;
    if (inside) first -= 2;
    for (int i = 0; i < first; i++) add_line(&lines, i);
    if (!inside || keep > first) add_line(&lines, -1);
    if (inside) {
        add_line(&lines, keep);
        if (keep < size - 2) add_line(&lines, -1);
    }
    add_line(&lines, size - 1);
    return lines;
}

int excerpt_find(const Excerpt *lines, int64_t at)
{
    for (int i = 0; i < lines->count; i++) {
        if (lines->at[i] == at) return i;
    }
    return -1;
}
