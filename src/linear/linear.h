// The walk line by line: what happens is said as text that is only ever added to, what to do is
// typed. For screen readers, terminals that cannot place their cursor, pipes, and a page. It reads
// and writes nothing itself.
#pragma once

#include "walk/figure_choice.h"

typedef struct LinearOptions {
    bool ascii;                                           // only ASCII is said
    const char *note;                                     // said at the start, or NULL
    const char *next;                                     // the lesson after this one, or NULL
    const char *(*keep)(void *context, const Walk *walk); // called at each new step; returns what
    void *keep_context;                                   // is to be said, or NULL
    FigureExport *export_figure;                          // NULL: no figures
    void *export_context;
} LinearOptions;

typedef struct Linear Linear;

// `walk` and `options` must outlive it; it is freed with linear_close().
Linear *linear_open(Walk *walk, const LinearOptions *options);

// What is said first, with what can be typed then. It ends with a prompt, and is valid until the
// next call.
Str linear_begin(Linear *linear);
// What a line makes it say that was typed: an answer, a command, or nothing for "go on".
Str linear_line(Linear *linear, Str line);
bool linear_has_quit(const Linear *linear);

void linear_close(Linear *linear);
