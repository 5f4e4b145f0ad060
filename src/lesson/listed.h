// A list of lessons to choose from.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

typedef struct ListedLesson {
    const char *name, *title, *path;
    const char *summary; // one sentence, without its full stop, or a question; or ""
    int steps, done;     // steps that were walked to their end
    bool begun;
    const char *answers; // "4 right, 1 with a hint, 1 shown, 3 open"; NULL: none was given
    int due;             // questions that are to be asked again
    int number;          // of its file; 0: none
    const char *part;    // the group that it belongs to, or NULL
    int minutes;         // that it takes; 0: not known
    const char *needs;   // "eight-steps, attention": what comes before it; or NULL
} ListedLesson;

typedef struct LessonList {
    ListedLesson *rows;
    int count;
} LessonList;

// The one to go on with: the first that is not done, or the first of all.
int lessons_unfinished(const LessonList *list);
int lessons_due(const LessonList *list); // of all together
// "1 question is due", "5 questions are due"; NULL: none is.
const char *due_text(int due, Arena *arena);
// The lesson called `name`, which may be NULL; or -1.
int lessons_find(const LessonList *list, const char *name);
