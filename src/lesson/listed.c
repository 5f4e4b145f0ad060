// Looks lessons up in a list.
#include "lesson/listed.h"

#include <string.h>

int lessons_unfinished(const LessonList *list)
{
    for (int i = 0; i < list->count; i++) {
        if (list->rows[i].done < list->rows[i].steps) return i;
    }
    return 0;
}

int lessons_find(const LessonList *list, const char *name)
{
    for (int i = 0; name && i < list->count; i++) {
        if (strcmp(list->rows[i].name, name) == 0) return i;
    }
    return -1;
}
