// CommonMark, with tables, task lists and $math$, into a Builder.
#pragma once

#include "lesson/builder.h"

// Reads builder->source from byte `from` on (what stands before is front matter).
bool markdown_read(Builder *builder, int from);
