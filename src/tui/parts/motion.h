// What moves for a moment after a key, so that the eye sees what it did: where a cell opens, its
// sources light up one after the other and its number comes last; where a row or all opens, cells
// arrive from left to right; cells that have changed flash. The last frame is the one that there is
// without any of this.
//
// It knows no clock: the loop asks how long a frame stays and says when the time is over.
#pragma once

#include "tui/core/app.h"

enum { MOTION_MS = 250 }; // no motion takes longer

typedef enum MotionKind { MOTION_NONE, MOTION_SWEEP, MOTION_ROW, MOTION_FLASH } MotionKind;

// How much of a cell has arrived, while the sweep is under way.
typedef struct Arrival {
    bool is_under_way;
    bool opens;     // the cell; else one more of its terms
    int terms, lit; // so many of its terms are marked already, the last ones brightly
} Arrival;

typedef struct Motion {
    Arena arena; // of what was noted

    // How it was before the key:
    struct SeenCell *seen; // on the screen
    int seen_count;
    int stage, substep, depth;
    int64_t open; // cells of the operation's result

    MotionKind kind;
    int frame, frames, frame_ms; // without the last one, which stays
    int terms, first, count;     // SWEEP: sources in all; the first that moves, counted by
    int each;                    // so many at once, and how many such steps there are
    bool is_whole;               // SWEEP: the arithmetic is no sum that grows with each source
    bool opens;                  // SWEEP: the cell at its end
    Cell *flashing;              // FLASH
    int flashing_count;
    bool is_asked; // FLASH: by the screen, which knows its cells
    Arrival arrival;
} Motion;

// Before a key: what moves is over, and what is on the screen is noted. After it: begins what
// follows from the difference.
void motion_note(App *app);
void motion_begin(App *app);

Arrival motion_arrival(const App *app);
int motion_wait(const App *app); // milliseconds that this frame stays; -1: nothing moves
void motion_tick(App *app);      // they are over
void motion_end(App *app);
void motion_free(App *app);

// Is a cell open, but has not arrived? By its number in its tensor, and its column among those
// shown.
bool motion_holds(const App *app, int entry, int64_t number, int64_t column, int64_t columns);
bool motion_flashes(const App *app, Cell cell);

// Of a screen that marks changed cells itself: they are others now, and flash after this key.
void motion_ask(App *app);
bool motion_flashes_marked(const App *app);
