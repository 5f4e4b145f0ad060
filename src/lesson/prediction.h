// A question to the reader: a quote that begins with **Predict**.
#pragma once

#include "lesson/builder.h"

// The quote's paragraphs are the blocks from `first` on. If they are a prediction, one
// BLOCK_PREDICTION takes their place. `code` is the first piece of inline code in the quote or
// NULL; it is the cell asked for when it follows the word Predict. False: a malformed prediction.
bool prediction_gather(Builder *builder, int first, const Source *code, Span at);
