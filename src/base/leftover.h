// Files in the making whose program was killed. Each is locked as long as somebody writes it, so
// that the next one who writes into the same folder can tell and take it away.
#pragma once

#include "base/buf.h"

// "PATH.qkv-unfinished-XXXXXX", for mkstemp().
char *leftover_name(const char *path, Arena *arena);

// Locks a file just made. False: somebody has taken it for one that was left, so make another.
bool leftover_lock(int descriptor);

// Takes away what was left in the folder of `path` by programs that are gone: the user's own files
// of such names that nobody has locked.
void leftovers_sweep(const char *path, Arena *arena);
