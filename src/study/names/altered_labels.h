// What the rows and columns of an altered tensor represent: of keys that were not transposed those
// of keys.
#pragma once

#include "study/arithmetic/mistake.h"
#include "trace/names/labels.h"

// As dim_labels() of the recorded tensor, where the alteration leaves them as they are. No labels:
// what they represent now is not known.
DimLabels altered_labels(const Alteration *alteration, int entry, int dim);
