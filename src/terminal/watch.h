// Says that a program is running when that takes longer than a moment: where it is, how much it has
// done, what it takes, and which key stops it. A thread does, so that it is said in the middle of a
// long operation too. Between programs there is no thread.
#pragma once

#include "base/pulse.h"

// For commands without a screen: one line on the terminal that stays up to date, and is gone in the
// end. Ctrl-C ends the command, as always.
Watch *watch_line(void);

// The same, where Ctrl-C stops what runs (Pulse.stop), and only the second one ends the command.
Watch *watch_line_stops(void);

// For people who listen: one sentence, said once. Ctrl-C stops what runs.
Watch *watch_sentence(void);

// For the screen that term.h has opened: in its last row. Esc and Ctrl-C stop what runs.
Watch *watch_screen(void);
