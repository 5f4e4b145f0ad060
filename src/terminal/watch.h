// Says that a program is running when that takes longer than a moment: where it is, how much it has
// done, what it takes, and which key stops it. A thread does, so that it is said in the middle of a
// long operation too. Between programs there is no thread.
#pragma once

#include "base/buf.h"
#include "base/machine/pulse.h"

// For commands without a screen: one line on the terminal that stays up to date, and is gone in the
// end. Ctrl-C ends the command, as always.
Watch *watch_line(void);

// The same, where Ctrl-C stops what runs (Pulse.stop), and only the second one ends the command.
Watch *watch_line_stops(void);

// For people who listen: one sentence, said once. Ctrl-C stops what runs.
Watch *watch_sentence(void);

// For the screen that term.h has opened: in its last row. Esc and Ctrl-C stop what runs.
Watch *watch_screen(void);

// "running lesson.md:12, 3456 operations, 7 MiB; Ctrl-C stops"; stops: the last words of it.
// (pulse_line.c)
void pulse_write(const Pulse *pulse, const char *stops, int columns, Buf *line);
void pulse_write_name(const char *name, int columns, Buf *line); // of a long one the end
