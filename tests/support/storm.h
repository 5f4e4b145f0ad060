// Storms: anything is typed at the real program in a terminal emulator. Beside it an App goes
// through the same bytes without a terminal; again and again the emulator must show the very frame
// that the App draws, as `qkv show --screen` does. Whatever happened, a fixed way leads out, with
// status 0 and the terminal as it was.
//
//   STORM_KEYS=1000 STORM_SIZES=50   for each storm; usually fewer, for time
//   STORM_SEED=1 STORM_LESSON=order  one of many; each seed is another storm
#pragma once

#include "pty/vt.h"
#include "support/session.h"
#include "terminal/decoder.h"
#include "tui/core/app.h"

typedef struct Storm Storm;

struct Storm {
    Storm *beside; // another one that goes together with it, or NULL
    Vt vt;
    TestSession session;
    App app;
    Decoder decoder; // of what is typed, for the App
    TuiMode mode;
    unsigned seed, seen;  // which screens were
    char lesson_now[512]; // Enter in the list of lessons opens another one
    Buf log;              // what was typed, and sizes
    long started;
    bool escaped; // the last key was Esc
    Arena arena;
};

// Before and after all storms of a program: their folders.
bool storm_setup(void);
bool storm_teardown(void);
int storm_end_running(void **state); // what a storm that failed has left running

const char *storm_file(const char *path); // of the project, as a name for all; until the next call
int storm_number(const char *name, int usual); // of the environment
int storm_any(Storm *storm, int below);

// Begins with the program at its first screen; the lesson and the mode make a seed of their own.
void storm_begin(Storm *storm, const char *lesson, TuiMode mode, Storm *beside);
void storm_expect_same(Storm *storm);
// From anywhere: to a usual size, out of whatever is open, and it still does what it should.
void storm_leave(Storm *storm);
void storm_leave_by(Storm *storm, int signal); // the same without a key

void storm_type(Storm *storm, const char *bytes, int count);
void storm_type_text(Storm *storm, const char *text);
void storm_press(Storm *storm, int code);
// Until all of it is read, and what is incomplete is given up.
void storm_settle(Storm *storm);
void storm_resize(Storm *storm, int columns, int rows);
void storm_suspend(Storm *storm);
bool storm_is_too_small(const Storm *storm);
