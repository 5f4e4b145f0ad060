// A picture as a tensor: the pixels of a PNG or a JPEG, rows from the top, columns from the left.
#pragma once

#include "base/files/readable.h"
#include "tensor/tensor.h"

// uint8 of the shape (height, width, channels). As many channels as the file has: grey; grey and
// opacity; red, green, blue; these and opacity. A palette's colours are looked up; of 16 bits per
// channel the upper 8 are kept.
// Errors: what is no PNG or JPEG or is damaged, too many pixels, no memory.
Tensor *picture_read(const ReadableFile *file, TensorHeap *heap, Error *error);
