// What cairo leaves out of a PDF.
#pragma once

#include "export/bytes.h"
#include "figure/figure.h"

// Appends to a file that cairo wrote: the language of the descriptions, that its title is to be
// shown, and what a figure shows (its alternative text). A file of
// another form stays as it is. False: no memory.
bool pdf_finish(const Figure *figure, Bytes *file);
