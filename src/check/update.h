// What a lesson would be if its output blocks said what its code prints, and its seal were new.
#pragma once

#include "base/patch.h"
#include "walk/walk.h"

// The output blocks of a lesson that has run. A block whose code prints nothing stays: more likely
// a print() was forgotten.
void update_outputs(const Walk *walk, Patch *patch);

// The seal, once the rest of the lesson is as it shall be: `corrected` is parsed from the result of
// the patch so far. Without a seal nothing is sealed.
void update_seal(const Lesson *corrected, Patch *patch);
