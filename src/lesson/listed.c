// Looks lessons up in a list, and counts what is due in it.
#include "lesson/listed.h"

#include "base/buf.h"

#include <string.h>

int lessons_unfinished(const LessonList *list)
{
    for (int i = 0; i < list->count; i++) {
        if (list->rows[i].done < list->rows[i].steps) return i;
    }
    return 0;
}

int lessons_due(const LessonList *list)
{
    int due = 0;
    for (int i = 0; i < list->count; i++) due += list->rows[i].due;
    return due;
}

const char *due_text(int due, Arena *arena)
{
    if (due == 0) return NULL;
    return arena_printf(arena, "%d question%s due", due, due == 1 ? " is" : "s are");
}

int lessons_find(const LessonList *list, const char *name)
{
    for (int i = 0; name && i < list->count; i++) {
        if (strcmp(list->rows[i].name, name) == 0) return i;
    }
    return -1;
}
