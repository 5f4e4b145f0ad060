// The file that is being written: a signal that ends the program takes it away first.
#pragma once

#include "base/buf.h"

// As mkstemp(); the file is unfinished from then on. Of several at a time only the first is
// guarded, and only from signals that would have ended the program. `name` must live until it is
// released.
int unfinished_open(char *name);

// It has got its name, or is removed: signals do again what they did.
void unfinished_release(const char *name);

// For a process that ends at once.
void unfinished_remove(void);

// Files whose program was killed. Each is locked while it is written, so that the next program
// that writes into the same folder can see that it was left and remove it.
// "PATH.qkv-unfinished-XXXXXX", for mkstemp().
char *leftover_name(const char *path, Arena *arena);
// Locks a file just made. False: another process takes it for one that was left, so make another.
bool leftover_lock(int descriptor);
// Takes away what was left in the folder of `path`: the user's own files of such names that are
// not locked.
void leftovers_sweep(const char *path, Arena *arena);
