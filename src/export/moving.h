// Movements as files: pixels (GIF, APNG) and shapes (SVG). The options have a scale and a speed.
#pragma once

#include "export/bytes.h"
#include "export/export.h"

typedef bool RenderMoving(const Movement *movement, const ExportOptions *options, Output *output,
                          Error *error);

// An APNG's frames have exactly the pixels of the still figure. An SVG has no script; a viewer that
// knows no animation shows the last frame.
RenderMoving movement_gif, movement_apng, movement_svg;

void gif_library(Buf *out); // "giflib 5.2.1"
