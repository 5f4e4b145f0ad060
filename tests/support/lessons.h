// The lessons, for tests that open every one of them.
#pragma once

#include "lesson/library.h"
#include "walk/walk.h"

// Under the sanitizers only one in three: they look for faults in the code, which is the same for
// all, and take ten times as long.
#ifdef __SANITIZE_ADDRESS__
enum { ONE_LESSON_IN = 3 };
#else
enum { ONE_LESSON_IN = 1 };
#endif

void lessons_to_try(Library *library, Arena *arena);

// One after another: for (EachLesson each = {0}; lesson_next(&each);) …
typedef struct EachLesson {
    const char *name; // of the one at hand
    Walk walk;        // of it, until the next one
    Library library;
    int at;
    Arena arena;
} EachLesson;

bool lesson_next(EachLesson *each);
bool lesson_next_open(EachLesson *each); // as a walk
