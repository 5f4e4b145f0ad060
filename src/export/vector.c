#include "export/vector.h"

#include "export/drawing.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>

// ---- a file that grows in memory ---------------------------------------------------------------

typedef struct Bytes {
    unsigned char *data;
    size_t size, capacity;
} Bytes;

static cairo_status_t append(void *context, const unsigned char *data, unsigned int count)
{
    Bytes *bytes = context;
    if (bytes->capacity - bytes->size < count) {
        size_t capacity = 2 * bytes->capacity + count;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown) return CAIRO_STATUS_NO_MEMORY;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, count);
    bytes->size += count;
    return CAIRO_STATUS_SUCCESS;
}

static unsigned char *draw_on(cairo_surface_t *surface, const Figure *figure, Bytes *bytes,
                              int *missing, Error *error)
{
    Drawing drawing = {.cr = cairo_create(surface), .figure = figure};
    draw_figure(&drawing);
    *missing = drawing.missing;
    bool ok = drawing_check(&drawing, error);
    cairo_destroy(drawing.cr);
    cairo_surface_finish(surface); // writes the rest of the file
    cairo_status_t status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (ok && !status) return bytes->data;
    if (ok) error_set(error, NULL, "cannot draw the figure: %s", cairo_status_to_string(status));
    free(bytes->data);
    return NULL;
}

// ---- PDF --------------------------------------------------------------------------------------

// The same figure gives the same bytes: the date is one that says nothing.
unsigned char *figure_pdf(const Figure *figure, size_t *size, int *missing, Error *error)
{
    Bytes bytes = {0};
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(append, &bytes, figure->width, figure->height);
    const char *subject = figure->description;
    if (figure->title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, figure->title);
    if (subject) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "qkv");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    unsigned char *file = draw_on(surface, figure, &bytes, missing, error);
    *size = bytes.size;
    return file;
}

// ---- SVG --------------------------------------------------------------------------------------

static void add_escaped(Bytes *out, const char *text)
{
    for (; *text; text++) {
        const char *escaped = *text == '<'   ? "&lt;"
                              : *text == '>' ? "&gt;"
                              : *text == '&' ? "&amp;"
                                             : NULL;
        bool control = (unsigned char)*text < 0x20; // has no place in XML
        if (escaped)
            append(out, (const unsigned char *)escaped, (unsigned)strlen(escaped));
        else
            append(out, (const unsigned char *)(control ? " " : text), 1);
    }
}

static void add(Bytes *out, const char *text)
{
    append(out, (const unsigned char *)text, (unsigned)strlen(text));
}

static void add_element(Bytes *out, const char *name, const char *text)
{
    if (!text) return;
    add(out, "\n<");
    add(out, name);
    add(out, ">");
    add_escaped(out, text);
    add(out, "</");
    add(out, name);
    add(out, ">");
}

// Cairo writes no title: it is put in behind the first tag.
static unsigned char *with_texts(const Figure *figure, unsigned char *plain, size_t plain_size,
                                 size_t *size)
{
    unsigned char *start = plain_size > 5 ? memchr(plain + 2, '<', plain_size - 2) : NULL; // <svg
    size_t tail = start ? plain_size - (size_t)(start - plain) : 0;
    unsigned char *end = start ? memchr(start, '>', tail) : NULL;
    if (!end) return plain;
    Bytes out = {0};
    append(&out, plain, (unsigned)(end - plain));
    add(&out, " role=\"img\">");
    add_element(&out, "title", figure->title);
    add_element(&out, "desc", figure->description);
    append(&out, end + 1, (unsigned)(plain_size - (size_t)(end + 1 - plain)));
    free(plain);
    *size = out.size;
    return out.data;
}

unsigned char *figure_svg(const Figure *figure, size_t *size, int *missing, Error *error)
{
    if (figure_pages(figure) > 1) {
        error_set(error, NULL, "an SVG has one page, and this figure has %d", figure_pages(figure));
        error_hint(error, "a name that ends in .pdf");
        return NULL;
    }
    Bytes bytes = {0};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(append, &bytes, figure->width, figure->height);
    unsigned char *file = draw_on(surface, figure, &bytes, missing, error);
    return file ? with_texts(figure, file, bytes.size, size) : NULL;
}
