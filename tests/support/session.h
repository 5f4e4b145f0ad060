// What qkv learn, qkv present and its notes hand to the terminal, without a terminal: a test can
// then do to an App what it does to the program, and compare the two.
#pragma once

#include "command/follow.h"
#include "command/saved/saved.h"
#include "tui/tui.h"

typedef struct TestSession {
    Arena arena;
    Error error, warning;
    Walk walk;
    TuiOptions options;
    LessonList list;
    Progress progress;
    Follow *follow;     // of a presenter and of notes
    const char *chosen; // the lesson that the reader goes on to, or NULL
    bool has_left;      // he left for a quiz or a presentation, which are no screens of the App
} TestSession;

// As the command would with --no-motion. False: session->error.
bool session_open(TestSession *session, const char *lesson, TuiMode mode);
void session_close(TestSession *session); // remembers the place
