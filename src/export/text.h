// Fonts: how wide text is in them, and which ones there are. By pango (text.c), or in a page by the
// browser.
#pragma once

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>

typedef struct TextLook {
    const char *family; // NULL: sans-serif
    bool bold, mono;    // mono: in another family
} TextLook;

// Text is on its baseline, so that labels of any script line up; the anchor is at half the
// height of a capital letter, which is also half the height of a digit. In font sizes.
#define TEXT_HALF_CAPITAL 0.36

// One line of text, TEXT_SIZE large, as the commands of an SVG path: `align` of its width are left
// of 0, half of a capital letter is above. Returns how many of its characters no font has.
enum { TEXT_SIZE = 64 };
typedef int TextOutline(const TextLook *look, const char *content, double align, Buf *path);
TextOutline text_outline;

// Does no font of this machine have what is plain text?
bool text_lacks_fonts(const TextLook *look, const char *content);

// Says so. False.
bool text_no_fonts(Error *error);

// The family that text of this look is set in on this machine, in `arena`.
const char *text_family(const TextLook *look, Arena *arena);

// For Measure: `family` is a name or NULL.
double text_width(const void *family, const char *content, double size, bool bold, bool mono);

bool text_has_family(const char *family);

void text_libraries(Buf *out); // "cairo 1.16.0, pango 1.50.12"
