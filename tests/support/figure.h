// Figures in tests: what is in them, and their golden files.
#pragma once

#include "figure/figure.h"

// Letters of 0.6 font sizes, wide ones of 1.2, bold ones a tenth more: about as wide as letters
// are, and the same everywhere.
extern const Measure fake_measure;

// Is the figure, printed as a list of its shapes, what tests/figures/NAME.txt says? UPDATE=1
// writes the file anew.
void assert_figure_as_file(const Figure *figure, const char *name);

int count_texts(const Figure *figure, const char *text); // that say just this
int count_kind(const Figure *figure, ShapeKind kind);
