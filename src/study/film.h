// What a loop's film shows (trace/record/film.h), for every medium: which names, in which
// iterations, and the curve of the number that the loop is about.
#pragma once

#include "trace/record/loops.h"

// One name of a film, or a parameter.
typedef struct FilmRow {
    const char *name;
    const Strip *strip;
} FilmRow;

// Does the loop go on for so long, learn, or make tensors anew so often, that its iterations are
// shown one by one?
bool film_is_worth_telling(const Loop *loop);
// All that have something to show, the curve's own first, then as they are in the loop, then the
// parameters.
int film_rows(const Trace *trace, const Loop *loop, Arena *arena, FilmRow **rows);
const FilmRow *film_row(const FilmRow *rows, int count, Str name); // NULL: there is none

// What the film has of a tensor of the trace: of the loop that it is in, else of the one that
// goes on with it. NULL: nothing.
const Strip *film_of_entry(const Trace *trace, int entry, const Loop **loop);
// A frame as a tensor of the heap. NULL: it does not fit.
Tensor *film_tensor(TensorHeap *heap, const Strip *strip, int frame, Error *error);

// The value of a number in an iteration. False: it is not in the film.
bool film_number(const Strip *strip, int64_t iteration, double *value);
// A curve as a row of at most `columns` blocks, the lowest value ▁, the highest █; what is no
// number is "?".
void film_write_curve(const Strip *strip, int columns, Buf *out);
// "loss 1.13 █▇▆▄▃▂▁ 0.0195", in `columns` columns.
const char *film_curve_text(const Strip *strip, int columns, Arena *arena);

// "iteration 21 of 40, loss 0.426"; without a number: "iteration 21 of 40".
void film_write_iteration(const Loop *loop, int64_t iteration, Buf *out);
// The same with what is at its side: "loss 0.426 ▇▅▃▂▁"
const char *film_iteration_text(const Loop *loop, int64_t iteration, int curve_columns,
                                Arena *arena);
