// The start screen: the lessons there are, one of them selected (view_lessons.c).
#pragma once

#include <stdbool.h>

typedef struct ListedLesson {
    const char *name, *title, *path;
    const char *summary; // one sentence, without its full stop; or ""
    int steps, done;     // steps that were walked to their end
    bool begun;
} ListedLesson;

typedef struct LessonList {
    ListedLesson *rows;
    int count;
} LessonList;

// The one to go on with: the first that is not done, or the first of all.
int lessons_unfinished(const LessonList *list);
// The lesson called `name`, which may be NULL; or -1.
int lessons_find(const LessonList *list, const char *name);
