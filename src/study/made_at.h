// Where something was made, for what has no better name: the calls around it, and which of several
// from the same place each is.
#pragma once

#include "trace/trace.h"

// Its functions, the outermost first, those that were called once from their line left out:
// "gpt2() 3, transformer_block() 2, attention() 1"; with its line, "line 12, attention() 1". "": it
// is in no call, or all of them were called once.
const char *made_at(const Trace *trace, int entry, bool with_line, Arena *arena);
