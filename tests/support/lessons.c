// Which lessons a test goes through.
#include "support/lessons.h"

#include "support/test.h"

void lessons_to_try(Library *library, Arena *arena)
{
    library_scan(library, arena);
    int kept = 0;
    for (int i = 0; i < library->count; i += ONE_LESSON_IN)
        library->lessons[kept++] = library->lessons[i];
    library->count = kept;
}

bool lesson_next(EachLesson *each)
{
    if (each->at == 0) lessons_to_try(&each->library, &each->arena);
    bool is_one = each->at < each->library.count;
    if (is_one)
        each->name = each->library.lessons[each->at++].name;
    else
        arena_free(&each->arena);
    return is_one;
}

bool lesson_next_open(EachLesson *each)
{
    Error error = {.arena = &each->arena};
    if (each->at > 0) walk_close(&each->walk);
    if (!lesson_next(each)) return false;
    if (!walk_open(&each->walk, each->name, &(WalkOptions){0}, &error))
        fail_msg("%s", error.message);
    return true;
}
