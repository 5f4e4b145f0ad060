// Text without marks as prose: a docstring, comments.
#pragma once

#include "lesson/builder.h"

// Blank lines part paragraphs; lines indented more than the first are kept as they are.
void plain_read(Builder *builder, Str text);

// All lines as they are, in one paragraph.
void plain_literal(Builder *builder, Str text);
