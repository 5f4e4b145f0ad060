// Getting the user's terminal back, whatever happens to the program.
//
// Deadly signals from outside only set a flag: the program leaves its loop, restores the terminal
// and raises the signal again, so that the shell sees the real status. A crash restores the
// terminal in the handler, with prepared bytes and calls that are safe there.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Catches signals and remembers the modes of `terminal`, before they are changed.
void rescue_begin(int terminal);
// `reset` is what is written to the terminal to leave the screen; copied.
void rescue_arm(const char *reset, size_t length);
void rescue_disarm(void);

// Ctrl-C is meant for what has just ended: it is ignored for half a second, and for another one
// once signals are caught.
void rescue_ignore_late(void);

// The deadly signal that has arrived, or 0.
int rescue_signal(void);
void rescue_forget(void); // it was obeyed otherwise

// Whether Ctrl-Z was pressed: the terminal is given back before the program stops.
bool rescue_stop_wanted(void);
// Stops the program, whose terminal has been restored, until it is continued.
void rescue_stop(void);

// A descriptor that can be read once a signal came, also one between the look at a flag and the
// sleep, or -1: there is none. A changed size of the terminal is such a signal.
int rescue_wake(void);
bool rescue_woken(void); // did one come? Asked once, it is forgotten.

// Raises a signal with its default action; returns only for signals that are ignored.
void rescue_raise(int signal);

// What libraries print on stderr is kept off the screen until the terminal is restored.
void rescue_capture_stderr(void);
void rescue_replay_stderr(void);
