// What a check finds: mistakes and warnings, listed in the order of the lesson's lines.
#pragma once

#include "walk/walk.h"

#define WARNING "warning: " // what is no mistake begins with it

typedef struct Findings {
    Arena *arena;
    Error *items;
    int count;
    int mistakes;
} Findings;

// Keeps the error, if it is set, and clears it. What it says must live as long as the findings. It
// is a mistake unless it is a WARNING.
void findings_add(Findings *findings, Error *error);
// The same of one that is put together here.
void findings_say(Findings *findings, Span at, const char *hint, const char *format, ...)
    PRINTF_LIKE(4, 5);

// Those of the file `source` by line, and those of elsewhere behind them.
void findings_sort(Findings *findings, const Source *source);

// ---- predictions.c: do the predictions of a lesson hold what they promise?

// Can the question be answered, and is the choice that is marked as right the right one? The error
// says what is wrong.
bool prediction_holds(const Walk *walk, const Question *question, Error *error);

// Warns where a usual mistake gives the true answer, so that it would not be found out, and where
// the answer is given away, is not explained, or one of several wrong choices gets no reply.
void prediction_warn(const Walk *walk, const Question *question, Findings *findings);

// Warns of a quote that seems meant as a prediction and is none: "Predict" is not bold, or
// not written so.
void prediction_warn_of_quote(const Source *source, const Paragraph *quote, Findings *findings);

// ---- slips.c

// Warns of what is nearly one of the signs that a lesson is written with and so is none: it would
// silently be prose, or nothing.
void slips_warn(const Walk *walk, Findings *findings);
// Warns of a given tensor without axes beside others of its block that have some.
void labels_warn(const Walk *walk, Findings *findings);
