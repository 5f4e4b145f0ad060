// The file that is being written: a signal that ends the program takes it away first.
#pragma once

// As mkstemp(); the file is unfinished from then on. Of several at a time only the first is
// guarded, and only from signals that would have ended the program. `name` must live until it is
// released.
int unfinished_open(char *name);

// It has got its name, or is removed: signals do again what they did.
void unfinished_release(const char *name);

// For a process that ends at once.
void unfinished_remove(void);
