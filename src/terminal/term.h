// The terminal itself. There is one; it is opened, shown frames, waited for, closed.
#pragma once

#include "terminal/keys.h"
#include "terminal/theme.h"

// Takes the terminal over: the alternate screen, keys one by one, the mouse. False, with what to do
// instead, where there is no terminal that can place its cursor.
bool term_open(const TermOptions *options, Error *error);
void term_close(void);

const char *term_note(void); // something to tell the user, or NULL

void term_size(int *columns, int *rows);
bool term_shows(uint32_t sign); // as it is
Pixels term_pixels(void);       // how pictures are shown
void term_show(Frame *frame);   // its signs become those that the terminal has

// May several frames be shown for one key? Not where the terminal has no grounds, where it is slow
// (its line has less than 38400 baud, it was asked at the start and took more than 150 ms to
// answer or has not answered, or it has not taken the last frame at once), and not where keys wait
// already.
bool term_may_move(void);

// While another thread computes, and draws nothing: a line in place of the last row that is shown,
// until the next frame; and whether Ctrl-C came within `ms` milliseconds, or until `ended` can be
// read, or Esc, once the screen says that it stops. Other keys wait for term_wait().
void term_tell(Str line);
bool term_is_stopped(int ms, int ended, bool told);

typedef enum TermEvent {
    TERM_KEYS,    // keys have come
    TERM_RESIZED, // or to be drawn anew: continued, or the terminal's answer came late
    TERM_TIME,    // the time to wait is over
    TERM_LEAVE,   // a deadly signal, or the terminal is gone
} TermEvent;

void term_take_mouse(bool takes); // else it is the terminal's, which selects text with it

// Sleeps until something happens: at most `ms` milliseconds (-1: for ever).
TermEvent term_wait(int ms, const Key **keys, int *count);
