// A film of a loop: what its names and the parameters held after its iterations, also after those
// of which nothing else is recorded.
//
// Of a tensor a strip has at most FILM_FRAMES frames, evenly spaced: the first one, every 2nd, 4th
// … and the last; of single numbers nearly all of them. So it takes little, however long the loop
// is.
#pragma once

#include "tensor/tensor.h"

enum {
    FILM_FRAMES = 256,
    FILM_NUMBERS = 1 << 16,      // frames of a strip whose cells are one
    FILM_STRIP_BYTES = 64 << 10, // of a strip with several cells
    FILM_BYTES = 64 << 20,       // of all strips of a loop
    FILM_LEAST_FRAMES = 4,       // a tensor too large for so many has no strip
};

typedef struct Strip {
    const char *name;        // that the loop gives; lives as long as the program
    const Tensor *parameter; // or else the parameter that it is about, not to be looked into
    int entry;               // of the trace, which says what that is called
    Shape shape;             // of each frame
    DType dtype;
    bool is_derived; // it requires a gradient and was computed, as a loss is
    bool is_over;    // it changed its shape or type: there is nothing to compare, and no frame
    int most, count; // frames
    int64_t stride;  // between two of them, in iterations; but the last may be any
    int64_t *at;     // the iteration of each frame, from 0
    unsigned char *cells;
    size_t capacity, frame_bytes;
} Strip;

typedef struct Film {
    Strip *strips;
    int count;
    size_t capacity, bytes; // bytes of all strips as they may become
} Film;

// What the name, or the parameter, holds after an iteration; `is_last` is kept in any case.
void film_take(Film *film, const Strip *what, const Tensor *held, int64_t iteration, bool is_last);
void film_take_number(Film *film, const char *name, double number, int64_t iteration, bool is_last);
void film_free(Film *film);

bool strip_is_number(const Strip *strip);
// The frame of that iteration, or of the last one before it that has one; -1: none.
int strip_frame(const Strip *strip, int64_t iteration);
// Cell number `cell` of a frame, in row-major order.
double strip_value(const Strip *strip, int frame, int64_t cell);
void strip_copy(const Strip *strip, int frame, void *cells); // all of them

// The number that a learning loop is about: of those that require a gradient, else of tensors, else
// of all, the one that the loop gives last. NULL: it gives no number.
const Strip *film_curve(const Film *film);
