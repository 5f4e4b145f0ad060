// Fonts in a page: the browser's, which is asked how wide text is.
#include "export/text.h"

#include <emscripten.h>

EM_JS(double, page_text_width, (const char *text, double size, bool bold, bool mono),
      { return Module.textWidth(UTF8ToString(text), size, bold, mono); });

double text_width(const void *family UNUSED, const char *content, double size, bool bold, bool mono)
{
    return page_text_width(content, size, bold, mono);
}

const char *text_family(const TextLook *look, Arena *arena UNUSED)
{
    return look->mono ? "monospace" : look->family ? look->family : "sans-serif";
}

bool text_has_family(const char *family UNUSED)
{
    return true;
}

bool text_lacks_fonts(const TextLook *look UNUSED, const char *content UNUSED)
{
    return false;
}

bool text_no_fonts(Error *error)
{
    return error_set(error, NULL, "the browser has no fonts");
}
