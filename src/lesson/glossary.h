// The words of the course: each in bold where a lesson says what it is, with the sentence there.
#pragma once

#include "lesson/lesson.h"

typedef struct Definition {
    const char *term;
    const char *says;   // the sentence; with the one before it, where that has what it is about
    const char *lesson; // its name, "eight-steps"
    int number;         // of its file; 0: none
    int step;
} Definition;

// Those of all lessons in the library, and of this one, by the alphabet. A term that several have
// is that of the first.
int glossary_read(const Lesson *lesson, Arena *arena, Definition **terms);
