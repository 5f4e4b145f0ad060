// Do the predictions of a lesson hold what they promise?
#pragma once

#include "check/findings.h"
#include "walk/walk.h"

// Can the question be answered, and is the choice that is marked as right the right one? The error
// says what is wrong.
bool prediction_holds(const Walk *walk, const Question *question, Error *error);

// Warns where a usual mistake gives the true answer, so that it would not be found out, and where
// the answer is given away, is not explained, or one of several wrong choices gets no reply.
void prediction_warn(const Walk *walk, const Question *question, Findings *findings);

// Warns of a quote that seems meant as a prediction and is none: "Predict" is not bold, or
// not written so.
void prediction_warn_of_quote(const Source *source, const Paragraph *quote, Findings *findings);
