// What the rows and columns of an altered tensor stand for: of keys that were not transposed those
// of keys.
#pragma once

#include "study/mistake.h"
#include "trace/labels.h"

// As dim_labels() of the recorded tensor, where the alteration leaves them as they are. No labels:
// nobody knows what they stand for now.
DimLabels altered_labels(const Alteration *alteration, int entry, int dim);
