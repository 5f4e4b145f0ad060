// What the mouse does, from what a terminal reports of its buttons.
#pragma once

#include "terminal/keys.h"

#include <stdint.h>

typedef struct MouseReport {
    int button; // as xterm numbers them: 0 the left one, 64 and 65 the wheel; + 4, 8, 16 with Shift
                // …
    bool released;
    int column, row; // from 0
} MouseReport;

typedef struct Mouse {
    bool pressed;
    Key click; // the last one, and when it was, in milliseconds; code 0: none
    int64_t clicked_at;
} Mouse;

// The key that a report is: a click, the second of two, a turn of the wheel, a drag. Code 0: none.
Key mouse_key(Mouse *mouse, MouseReport report, int64_t now);
