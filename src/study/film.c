// Describes films. A frame represents its iteration and those after it until the next frame.
#include "study/film.h"

#include "base/text/number.h"
#include "base/text/utf8.h"

#include <inttypes.h>
#include <math.h>

enum { DIGITS = 3 };

// A step written by hand gives the weights anew each time, and nothing in it requires a gradient.
static bool binds_anew(const Loop *loop)
{
    for (int i = 0; i < loop->film.count && loop->count > WHOLE_ITERATIONS; i++) {
        const Strip *strip = &loop->film.strips[i];
        if (!strip->parameter && strip->count > 1 && !strip_is_number(strip)) return true;
    }
    return false;
}

bool film_is_worth_telling(const Loop *loop)
{
    const Strip *curve = film_curve(&loop->film);
    bool learns = curve && curve->is_derived;
    return loop->count > 1 && (loop->is_windowed || learns || binds_anew(loop));
}

// ---- rows ---------------------------------------------------------------------------------------

static const char *name_of(const Trace *trace, const Strip *strip)
{
    if (!strip->parameter) return strip->name;
    return strip->entry < 0 ? NULL : trace->entries[strip->entry].name;
}

static bool is_there(const FilmRow *rows, int count, const char *name)
{
    return film_row(rows, count, str_from(name)) != NULL;
}

int film_rows(const Trace *trace, const Loop *loop, Arena *arena, FilmRow **rows)
{
    const Film *film = &loop->film;
    const Strip *curve = film_curve(film);
    int count = 0;
    *rows = NEW_ARRAY(arena, FilmRow, film->count + 1);
    if (curve) (*rows)[count++] = (FilmRow){name_of(trace, curve), curve};
    for (int i = 0; i < film->count; i++) {
        const Strip *strip = &film->strips[i];
        const char *name = name_of(trace, strip);
        if (strip->count == 0 || !name || is_there(*rows, count, name)) continue;
        (*rows)[count++] = (FilmRow){name, strip};
    }
    return count;
}

const FilmRow *film_row(const FilmRow *rows, int count, Str name)
{
    for (int i = 0; i < count; i++) {
        if (str_is(name, rows[i].name)) return &rows[i];
    }
    return NULL;
}

// By its name, and as it is in the film.
static const Strip *strip_like(const Trace *trace, const Loop *loop, int entry)
{
    const Entry *e = &trace->entries[entry];
    SCRATCH(scratch);
    FilmRow *rows;
    int count = film_rows(trace, loop, &scratch, &rows);
    const FilmRow *row = e->name ? film_row(rows, count, str_from(e->name)) : NULL;
    const Strip *strip = row ? row->strip : NULL;
    bool same = strip && shape_equal(&strip->shape, &e->call.shape) &&
                strip->dtype == e->call.output->dtype;
    return same ? strip : NULL;
}

const Strip *film_of_entry(const Trace *trace, int entry, const Loop **loop)
{
    const Strip *strip = NULL;
    if (loop_iteration_of(trace, entry, loop)) return strip_like(trace, *loop, entry);
    for (int i = 0; i < trace->loop_count && !strip; i++) {
        *loop = trace->loops[i];
        strip = strip_like(trace, *loop, entry);
    }
    return strip;
}

Tensor *film_tensor(TensorHeap *heap, const Strip *strip, int frame, Error *error)
{
    Tensor *tensor = tensor_new_unset(heap, strip->dtype, strip->shape, error);
    if (tensor) strip_copy(strip, frame, tensor_data(tensor));
    return tensor;
}

// ---- the curve ----------------------------------------------------------------------------------

bool film_number(const Strip *strip, int64_t iteration, double *value)
{
    int frame = strip_frame(strip, iteration);
    bool is_there = frame >= 0 && strip_is_number(strip) && strip->at[frame] == iteration;
    if (is_there) *value = strip_value(strip, frame, 0);
    return is_there;
}

static void find_range(const Strip *strip, double *least, double *most)
{
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (int i = 0; i < strip->count; i++) {
        double value = strip_value(strip, i, 0);
        if (!isfinite(value)) continue;
        if (value < *least) *least = value;
        if (value > *most) *most = value;
    }
}

void film_write_curve(const Strip *strip, int columns, Buf *out)
{
    static const char *const BLOCKS[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { LEVELS = sizeof BLOCKS / sizeof *BLOCKS };
    double least, most;
    find_range(strip, &least, &most);
    if (columns > strip->count) columns = strip->count;
    for (int i = 0; i < columns; i++) {
        int frame = columns > 1 ? (int)((int64_t)i * (strip->count - 1) / (columns - 1)) : 0;
        double value = strip_value(strip, frame, 0);
        double share = most > least ? (value - least) / (most - least) : 0.5;
        int level = isfinite(value) ? (int)(share * (LEVELS - 1) + 0.5) : -1;
        buf_add(out, level < 0 ? STR("?") : str_from(BLOCKS[level]));
    }
}

// ---- in words -----------------------------------------------------------------------------------

static void write_number(const Strip *strip, double value, Buf *out)
{
    buf_printf(out, "%s %.*g", strip->name, DIGITS, value);
}

const char *film_curve_text(const Strip *strip, int columns, Arena *arena)
{
    Buf text = {.arena = arena}, last = {.arena = arena};
    buf_printf(&last, " %.*g", DIGITS, strip_value(strip, strip->count - 1, 0));
    write_number(strip, strip_value(strip, 0, 0), &text);
    buf_add_char(&text, ' ');
    film_write_curve(strip, columns - utf8_width(buf_str(&text)) - last.n, &text);
    buf_add(&text, buf_str(&last));
    return buf_text(&text);
}

void film_write_iteration(const Loop *loop, int64_t iteration, Buf *out)
{
    double value;
    const Strip *curve = film_curve(&loop->film);
    buf_printf(out, "iteration %" PRId64 " of %" PRId64, iteration + 1, loop->count);
    if (!curve || !film_number(curve, iteration, &value)) return;
    buf_add(out, STR(", "));
    write_number(curve, value, out);
}

const char *film_iteration_text(const Loop *loop, int64_t iteration, int curve_columns,
                                Arena *arena)
{
    Buf text = {.arena = arena};
    const Strip *curve = film_curve(&loop->film);
    film_write_iteration(loop, iteration, &text);
    if (!curve || curve_columns < 2 || curve->count < 2) return buf_text(&text);
    buf_add_char(&text, ' ');
    film_write_curve(curve, curve_columns, &text);
    return buf_text(&text);
}
