#include "timing.h"

#include "process.h"

#include <stdio.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof values[0], by_size);
    return values[count / 2];
}

double run_once(const char *const *arguments)
{
    Process process;
    return process_run(arguments, &process) ? process.cpu : -1;
}

double time_command(const char *title, const char *const *arguments, int runs)
{
    double times[TIMED_RUNS];
    for (int run = 0; run < runs; run++) {
        times[run] = run_once(arguments);
        if (times[run] < 0) {
            printf("%-44s failed\n", title);
            return -1;
        }
    }
    double middle = median(times, runs);
    printf("%-44s %8.1f ms CPU   (%.1f to %.1f, %d runs)\n", title, middle, times[0],
           times[runs - 1], runs);
    return middle;
}
