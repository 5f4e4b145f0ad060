// What going on writes to is the copy's own; the rest, the whole run, is shared.
#include "walk/peek.h"

#include <string.h>

static void *own(Arena *arena, const void *items, int count, size_t size)
{
    void *copy = arena_array(arena, (size_t)count + 1, size);
    if (count) memcpy(copy, items, (size_t)count * size);
    return copy;
}

bool walk_peek(const Walk *walk, Walk *next)
{
    *next = *walk;
    if (walk->stage_count == 0) return false;
    next->arena = (Arena){0};
    next->equation = own(&next->arena, walk->equation, walk->equation_count, sizeof(int));
    next->equation_capacity = (size_t)walk->equation_count;
    next->questions =
        own(&next->arena, walk->questions, walk->question_count, sizeof *walk->questions);
    next->done = own(&next->arena, walk->done, walk->lesson.step_count, sizeof *walk->done);
    if (walk_next(next)) return true;
    walk_peek_end(next);
    return false;
}

void walk_peek_end(Walk *next)
{
    arena_free(&next->arena);
}
