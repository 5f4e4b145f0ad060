// Figures in a page: drawn as SVG, with the letters of the browser; what is called .png the page
// makes of that.
#pragma once

#include "walk/figure_choice.h"

// TuiOptions.export_figure; the page then asks web_file() for it.
bool figures_export(void *context, const Walk *walk, Cell cell, FigureChoice choice, Buf *message,
                    Error *error);
