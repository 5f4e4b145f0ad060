// Takes the frames of a film. A strip that is full gives up every second of its frames, and from
// then on takes half as many.
#include "trace/record/film.h"

#include "base/memory.h"
#include "tensor/convert.h"

#include <stdlib.h>
#include <string.h>

static Strip *strip_of(const Film *film, const Strip *what)
{
    for (int i = 0; i < film->count; i++) {
        Strip *strip = &film->strips[i];
        bool same = what->parameter ? strip->parameter == what->parameter
                                    : !strip->parameter && strip->name == what->name;
        if (same) return strip;
    }
    return NULL;
}

static bool is_one(const Shape *shape)
{
    return shape_count(shape) == 1;
}

static int most_frames(const Strip *strip)
{
    if (is_one(&strip->shape)) return FILM_NUMBERS;
    size_t most = strip->frame_bytes ? FILM_STRIP_BYTES / strip->frame_bytes : 0;
    return most < FILM_FRAMES ? (int)most : FILM_FRAMES;
}

// A strip of its own for what is seen for the first time.
static Strip *add_strip(Film *film, const Strip *what, const Shape *shape, DType dtype)
{
    if ((size_t)film->count == film->capacity) {
        film->capacity = film->capacity ? 2 * film->capacity : 16;
        film->strips = memory_resize(film->strips, film->capacity * sizeof *film->strips);
    }
    Strip *strip = &film->strips[film->count++];
    *strip = *what;
    strip->shape = *shape;
    strip->dtype = dtype;
    strip->stride = 1;
    strip->frame_bytes = (size_t)shape_count(shape) * dtype_bytes(dtype);
    strip->most = most_frames(strip);
    size_t bytes = is_one(shape) ? 0 : (size_t)strip->most * strip->frame_bytes;
    strip->is_over = strip->most < FILM_LEAST_FRAMES || film->bytes + bytes > FILM_BYTES;
    if (!strip->is_over) film->bytes += bytes;
    return strip;
}

static void end_strip(Strip *strip)
{
    memory_free(strip->at);
    memory_free(strip->cells);
    strip->at = NULL;
    strip->cells = NULL;
    strip->count = 0;
    strip->is_over = true;
}

static void thin_out(Strip *strip)
{
    int kept = 0;
    strip->stride *= 2;
    for (int i = 0; i < strip->count; i++) {
        if (strip->at[i] % strip->stride) continue;
        strip->at[kept] = strip->at[i];
        memmove(strip->cells + (size_t)kept * strip->frame_bytes,
                strip->cells + (size_t)i * strip->frame_bytes, strip->frame_bytes);
        kept++;
    }
    strip->count = kept;
}

// Room for one more frame; what is to be in it.
static unsigned char *add_frame(Strip *strip, int64_t iteration)
{
    if (strip->count == strip->most) thin_out(strip);
    if ((size_t)strip->count == strip->capacity) {
        size_t more = strip->capacity ? 2 * strip->capacity : 16, most = (size_t)strip->most;
        strip->capacity = more < most ? more : most;
        strip->at = memory_resize(strip->at, strip->capacity * sizeof *strip->at);
        strip->cells = memory_resize(strip->cells, strip->capacity * strip->frame_bytes);
    }
    strip->at[strip->count] = iteration;
    return strip->cells + (size_t)strip->count++ * strip->frame_bytes;
}

static void copy_cells(const Tensor *tensor, unsigned char *to)
{
    size_t size = dtype_bytes(tensor->dtype);
    const unsigned char *from = tensor_data(tensor);
    Index at = {0};
    do {
        memcpy(to, from + (size_t)tensor_offset(tensor, at) * size, size);
        to += size;
    } while (index_next(&tensor->shape, &at));
}

// Where the frame of this iteration is to go; NULL: none is wanted.
static unsigned char *next_frame(Film *film, const Strip *what, const Shape *shape, DType dtype,
                                 int64_t iteration, bool is_last)
{
    Strip *strip = strip_of(film, what);
    if (!strip) strip = add_strip(film, what, shape, dtype);
    bool same = strip->dtype == dtype && shape_equal(&strip->shape, shape);
    if (!same && !strip->is_over) end_strip(strip);
    bool has_it = strip->count && strip->at[strip->count - 1] == iteration;
    bool is_wanted = !strip->is_over && (is_last || iteration % strip->stride == 0);
    return is_wanted && !has_it ? add_frame(strip, iteration) : NULL;
}

void film_take(Film *film, const Strip *what, const Tensor *held, int64_t iteration, bool is_last)
{
    unsigned char *frame = next_frame(film, what, &held->shape, held->dtype, iteration, is_last);
    if (frame) copy_cells(held, frame);
}

void film_take_number(Film *film, const char *name, double number, int64_t iteration, bool is_last)
{
    static const Shape one;
    const Strip what = {.name = name, .entry = -1};
    unsigned char *frame = next_frame(film, &what, &one, DTYPE_FLOAT64, iteration, is_last);
    if (frame) memcpy(frame, &number, sizeof number);
}

void film_free(Film *film)
{
    for (int i = 0; i < film->count; i++) end_strip(&film->strips[i]);
    memory_free(film->strips);
    *film = (Film){0};
}

bool strip_is_number(const Strip *strip)
{
    return is_one(&strip->shape);
}

int strip_frame(const Strip *strip, int64_t iteration)
{
    int low = 0, high = strip->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strip->at[middle] > iteration)
            high = middle;
        else
            low = middle + 1;
    }
    return low - 1;
}

double strip_value(const Strip *strip, int frame, int64_t cell)
{
    double value;
    const unsigned char *cells = strip->cells + (size_t)frame * strip->frame_bytes;
    convert_row(strip->dtype, cells + (size_t)cell * dtype_bytes(strip->dtype), 1, DTYPE_FLOAT64,
                &value, 1, 1);
    return value;
}

void strip_copy(const Strip *strip, int frame, void *cells)
{
    memcpy(cells, strip->cells + (size_t)frame * strip->frame_bytes, strip->frame_bytes);
}

const Strip *film_curve(const Film *film)
{
    const Strip *best = NULL;
    int best_rank = -1;
    for (int i = 0; i < film->count; i++) {
        const Strip *strip = &film->strips[i];
        if (strip->parameter || !strip_is_number(strip) || strip->count == 0) continue;
        int rank = strip->is_derived ? 2 : strip->dtype == DTYPE_FLOAT32;
        if (rank >= best_rank) best = strip;
        if (rank >= best_rank) best_rank = rank;
    }
    return best;
}
