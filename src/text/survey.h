// What every head of a run does, as a table.
#pragma once

#include "study/attention/survey.h"

// Each layer and each of its heads with its pattern and its scores; then what was measured, with
// the heads that have most of it; then what could not be, and why.
void survey_print(const HeadSurvey *survey, int columns, Buf *out);
// The same for the ear: a line for each head, without its other scores.
void survey_tell(const HeadSurvey *survey, int columns, Buf *out);
