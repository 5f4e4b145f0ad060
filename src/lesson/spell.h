// Signs of mathematics and Greek letters spelled out, for screens of ASCII alone: "√d" as "sqrt d",
// "10⁶" as "10^6". What has a likeness of one character (×, −, …) is left to the screen.
#pragma once

#include "lesson/lesson.h"

Str spell_text(Str text, Arena *arena);

// The titles and the prose of a lesson; its code stays as it is.
void spell_lesson(Lesson *lesson, Arena *lesson_arena);
