// Sentences that only make sense in front of the program.
#pragma once

#include "walk/walk.h"

// Leaves out the sentences of a paragraph that name keys or speak of the screen; of an item of a
// list all of it. False: nothing is left.
bool paragraph_without_keys(const Walk *walk, Paragraph *paragraph, Arena *arena);
