// Text set with pango: its glyphs. (text.c)
#pragma once

#include "export/text.h"

#include <pango/pangocairo.h>

// Pango looks for fonts anew, in another thread, for each size. So there is one size of text,
// TEXT_SIZE, and what draws it scales. It holds until the next call; bytes that are no UTF-8 become
// U+FFFD.
PangoLayout *text_layout(const TextLook *look, const char *content);

// How many of its characters no font has; `*no_fonts` becomes true where not even ASCII is there.
int text_missing(PangoLayout *layout, const char *content, bool *no_fonts);

cairo_font_options_t *text_options(void); // the caller destroys it
