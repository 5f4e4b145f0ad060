// How far a program has come, in one line.
#include "terminal/watch.h"

#include "base/text/utf8.h"
#include "base/text/visible.h"

#include <inttypes.h>
#include <string.h>

static void add_count(Buf *line, int64_t count, const char *what)
{
    enum { MILLION = 1000 * 1000 };
    if (count < 10 * MILLION)
        buf_printf(line, "%" PRId64 " %s", count, what);
    else
        buf_printf(line, "%" PRId64 " million %s", count / MILLION, what);
}

// ", 5 of 12, 3456 operations, 7 MiB"
static void add_counts(const Pulse *pulse, Buf *line)
{
    int64_t operations = atomic_load(&pulse->operations), all = atomic_load(&pulse->all);
    if (all) buf_printf(line, ", %" PRId64 " of %" PRId64, atomic_load(&pulse->done), all);
    buf_add(line, STR(", "));
    if (operations)
        add_count(line, operations, "operations");
    else // a program without tensors
        add_count(line, atomic_load(&pulse->steps), "steps");
    buf_printf(line, ", %zu MiB", atomic_load(&pulse->bytes) >> 20);
}

// ":12, 3456 operations, 7 MiB; Ctrl-C stops"; where that is too long, without the numbers.
static void add_state(const Pulse *pulse, const char *stops, int columns, Buf *line)
{
    const Span *at = atomic_load_explicit(&pulse->at, memory_order_acquire);
    Buf counts = {.arena = line->arena};
    add_counts(pulse, &counts);
    if (at) buf_printf(line, ":%d", source_place(at->source, at->start).line);
    if (line->n + counts.n + (int)strlen(stops) + 2 <= columns) buf_add(line, buf_str(&counts));
    buf_printf(line, "; %s", stops);
}

// Of a long name the end is shown.
void pulse_write_name(const char *name, int columns, Buf *line)
{
    Str rest = str_from(name);
    int length;
    bool is_cut = utf8_width(rest) > columns;
    while (rest.n && utf8_width(rest) > columns - 3 * is_cut) {
        utf8_decode(rest, &length);
        rest = str_slice(rest, length, rest.n);
    }
    if (is_cut) buf_add(line, STR("..."));
    visible_add(line, rest);
}

enum { SHORT_NAME = 8 };

void pulse_write(const Pulse *pulse, const char *stops, int columns, Buf *line)
{
    const Span *at = atomic_load_explicit(&pulse->at, memory_order_acquire);
    Buf state = {.arena = line->arena};
    buf_add(line, STR("running "));
    add_state(pulse, stops, columns - line->n - SHORT_NAME, &state);
    int room = columns - line->n - state.n;
    if (at) pulse_write_name(at->source->name, room > SHORT_NAME ? room : SHORT_NAME, line);
    buf_add(line, buf_str(&state));
    buf_cut(line, utf8_fit(buf_str(line), columns).n);
}
