// Which lessons a test goes through.
#include "support/lessons.h"

void lessons_to_try(Library *library, Arena *arena)
{
    library_scan(library, arena);
    int kept = 0;
    for (int i = 0; i < library->count; i += ONE_LESSON_IN)
        library->lessons[kept++] = library->lessons[i];
    library->count = kept;
}
