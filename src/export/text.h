// Text set with pango: how wide it is, and its glyphs.
#pragma once

#include "base/error.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

typedef struct TextLook {
    const char *family; // NULL: sans-serif
    bool bold, mono;    // mono: of a family of its own
} TextLook;

// Pango looks for fonts anew, in a thread of its own, for each size. So there is one size of text,
// and whoever draws it scales.
enum { TEXT_SIZE = 64 };

// Text stands on its baseline, so that labels of any script line up; the anchor is at half the
// height of a capital letter, which is also half the height of a digit. In font sizes.
#define TEXT_HALF_CAPITAL 0.36

// One line of text, TEXT_SIZE large. It holds until the next call; bytes that are no UTF-8 become
// U+FFFD.
PangoLayout *text_layout(const TextLook *look, const char *content);

// How many of its characters no font has; `*no_fonts` becomes true where not even ASCII is there.
int text_missing(PangoLayout *layout, const char *content, bool *no_fonts);

// Says so. False.
bool text_no_fonts(Error *error);

// The family that text of this look is set in on this machine, in `arena`.
const char *text_family(const TextLook *look, Arena *arena);

// For Measure: `family` is a name or NULL.
double text_width(const void *family, const char *content, double size, bool bold, bool mono);

bool text_has_family(const char *family);

cairo_font_options_t *text_options(void); // the caller destroys it
