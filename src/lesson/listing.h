// A listing (.py) as a lesson: comment headings make steps, strings that are statements are prose,
// everything else is code.
#pragma once

#include "lesson/builder.h"

// Reads builder->source.
bool listing_read(Builder *builder);
