// One event after another.
#include "support/test.h"

#include "support/storm_events.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_COLUMNS = 250, MOST_ROWS = 80 };

void storm_do(Storm *storm, const StormEvent *events)
{
    int sum = 0;
    for (const StormEvent *event = events; event->run; event++) sum += event->share;
    int at = storm_any(storm, sum);
    while (at >= events->share) at -= events++->share;
    events->run(storm);
}

void storm_change_size(Storm *storm)
{
    bool usual = storm_any(storm, 3) > 0; // most of them large enough to show something
    int columns =
        usual ? 60 + storm_any(storm, MOST_COLUMNS - 59) : 1 + storm_any(storm, MOST_COLUMNS);
    int rows = usual ? 16 + storm_any(storm, MOST_ROWS - 15) : 1 + storm_any(storm, MOST_ROWS);
    storm_resize(storm, columns, rows);
}

unsigned storm_run(const char *lesson, TuiMode mode, const StormEvent *events, int count, int sizes)
{
    static Storm storm; // what it leaves after a failure is ended later
    count = storm_number("STORM_KEYS", count);
    sizes = storm_number("STORM_SIZES", sizes);
    long start = vt_now_ms();
    storm_begin(&storm, lesson, mode, NULL);
    for (int i = 0; i < count; i++) {
        if (sizes && i % (count / sizes + 1) == count / sizes) storm_change_size(&storm);
        storm_do(&storm, events);
        if (i % 8 == 7) storm_expect_same(&storm);
    }
    storm_leave(&storm);
    if (getenv("STORM_SEED")) fprintf(stderr, "%-20s %5ld ms\n", lesson, vt_now_ms() - start);
    return storm.seen;
}
