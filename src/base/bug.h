// What to do when the program itself is wrong, or memory is gone.
//
// Both end the process: first the rescue hook runs (the terminal sets it, to leave its screen),
// then one line names the place, then abort(). Nothing a user typed may ever lead here.
#pragma once

#include <stdbool.h>

// Called once before the process dies. Must be safe in a signal handler.
typedef void RescueHook(void);

void bug_set_rescue(RescueHook *hook);

// Runs the rescue hook, at most once. Signal handlers call it too.
void bug_rescue(void);

_Noreturn void bug_abort(const char *file, int line, const char *what);

#define BUG(what)          bug_abort(__FILE__, __LINE__, (what))
#define REQUIRE(condition) ((condition) ? (void)0 : bug_abort(__FILE__, __LINE__, #condition))
