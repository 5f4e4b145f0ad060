// What to do when the program itself is wrong, or memory is gone.
//
// Both end the process: first the rescue hook runs (the terminal sets it, to leave its screen),
// then a line says what happened. A bug then aborts; nothing a user typed may ever lead there. When
// memory is gone the exit code is 1, as for any other failure.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Called once before the process dies. Must be safe in a signal handler.
typedef void RescueHook(void);

void bug_set_rescue(RescueHook *hook);

// Runs the rescue hook, at most once. Signal handlers call it too.
void bug_rescue(void);

_Noreturn void bug_abort(const char *file, int line, const char *what);

#define BUG(what)          bug_abort(__FILE__, __LINE__, (what))
#define REQUIRE(condition) ((condition) ? (void)0 : bug_abort(__FILE__, __LINE__, #condition))

// Writes what was to be said before memory was gone. May not ask for any.
typedef void LastWords(void);

void bug_set_last_words(LastWords *hook);

// Numbers were read from a mapped file, and are gone: the message and exit code 1. Safe in a
// signal handler.
_Noreturn void bug_file_gone(const char *name);

// More than the process may take (base/memory.h).
_Noreturn void bug_over_budget(size_t bytes);

// The one answer to a malloc() that fails, unless the program that is run can get an error.
_Noreturn void bug_no_memory(void);
