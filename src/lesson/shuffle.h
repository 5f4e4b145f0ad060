// The order in which a reader sees the choices of a lesson.
#pragma once

#include "lesson/lesson.h"

#include <stdint.h>

// Puts the choices of each prediction into an order that is always the same for one reader and one
// lesson; for reader 0 it stays as written. In a lesson each place holds the right one about as
// often as any other, for every reader.
void shuffle_choices(Lesson *lesson, uint64_t reader);
