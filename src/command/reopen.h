// `qkv learn --watch`: the walk goes on in the file as it is written, as by an editor in another
// window.
#pragma once

#include "command/saved/saved.h"
#include "tui/core/options.h"

#include <sys/stat.h>

typedef struct Reopen {
    Session *session;
    const Arguments *arguments;
    const char *lesson; // as it was opened
    Progress *progress;
    struct stat shown; // the file as it was opened
    const char *error; // of what is written now, which is not shown; NULL: there is none
} Reopen;

// With --watch; NULL without it, and where there is no file to follow, which is an error. It is in
// the session's arena.
Reopen *reopen_begin(const Walk *walk, const char *lesson, Progress *progress, Session *session,
                     const Arguments *arguments);

// Where the file has been written, and that has come to an end, runs it and goes to where the
// reader was. What does not run any more is not taken: the last run that came to its end stays, and
// the error is said. As TuiOptions.attend.
TuiWatch reopen_attend(void *reopen, Walk *walk, const char *shows);
