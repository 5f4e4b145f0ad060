#include "process.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
enum { RSS_IN_MIB = 1 << 20 };
#else
enum { RSS_IN_MIB = 1 << 10 };
#endif

double milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double milliseconds(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static void become(const char *const *arguments, int output)
{
    int silent = open("/dev/null", O_WRONLY);
    if (silent >= 0) dup2(silent, STDERR_FILENO); // who asks says what failed
    if (dup2(output, STDOUT_FILENO) >= 0) execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
}

static void read_all(int from, char *text, size_t room)
{
    size_t length = 0;
    char rest[4096];
    for (;;) {
        bool fits = length + 1 < room;
        ssize_t n = read(from, fits ? text + length : rest, fits ? room - 1 - length : sizeof rest);
        if (n <= 0) break;
        if (fits) length += (size_t)n;
    }
    if (room) text[length] = '\0';
}

bool process_read(const char *const *arguments, Process *process, char *text, size_t room)
{
    int ends[2];
    fflush(stdout); // or the child would print it again
    if (pipe(ends) != 0) return false;
    double start = milliseconds_now();
    pid_t child = fork();
    if (child == 0) become(arguments, ends[1]);
    close(ends[1]);
    read_all(ends[0], text, room);
    close(ends[0]);
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) return false;
    process->wall = milliseconds_now() - start;
    process->cpu = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    process->peak = (double)usage.ru_maxrss / RSS_IN_MIB;
    return true;
}

bool process_run(const char *const *arguments, Process *process)
{
    return process_read(arguments, process, NULL, 0);
}
