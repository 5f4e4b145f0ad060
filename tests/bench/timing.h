// The median of several runs of a command.
#pragma once

enum { TIMED_RUNS = 15 }; // at most

double median(double *values, int count); // sorts them

// CPU milliseconds of one run; negative when it fails.
double run_once(const char *const *arguments);

// The median CPU time of `runs` runs in milliseconds, printed; negative when one fails.
double time_command(const char *title, const char *const *arguments, int runs);
