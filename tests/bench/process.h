// Running a program and asking the kernel what it took.
#pragma once

#include <stdbool.h>

typedef struct Process {
    double wall, cpu; // milliseconds, start and end included; cpu: of all its threads
} Process;

// Runs a NULL-terminated command line, its stdout thrown away. False: it failed.
bool process_run(const char *const *arguments, Process *process);

double milliseconds_now(void);
