// Writes a figure as PDF or SVG through cairo's surfaces for these formats. The creation date of a
// PDF is a fixed one, so that the same figure always gives the same bytes.
#include "export/vector.h"

#include "export/bytes.h"
#include "export/drawing.h"
#include "export/pdf.h"
#include "export/svg_paths.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdlib.h>

static unsigned char *draw_on(cairo_surface_t *surface, const Figure *figure, Bytes *bytes,
                              int *missing, Error *error)
{
    Drawing drawing = {.cr = cairo_create(surface), .figure = figure};
    drawing.tagged = cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_PDF;
    drawing_draw(&drawing);
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
        cairo_pdf_surface_create_for_stream(bytes_append, &bytes, figure->width, figure->height);
    // From 1.5 on newer versions of cairo pack what pdf_finish() looks for.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    const char *subject = figure->description;
    if (figure->title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, figure->title);
    if (subject) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "qkv");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    if (!draw_on(surface, figure, &bytes, missing, error)) return NULL;
    if (!pdf_finish(figure, &bytes)) {
        error_set(error, NULL, "not enough memory for the figure");
        free(bytes.data);
        return NULL;
    }
    *size = bytes.size;
    return bytes.data;
}

// ---- SVG --------------------------------------------------------------------------------------

unsigned char *figure_svg_paths(const Figure *figure, size_t *size, int *missing, Error *error)
{
    Bytes bytes = {0};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(bytes_append, &bytes, figure->width, figure->height);
    unsigned char *file = draw_on(surface, figure, &bytes, missing, error);
    if (!file) return NULL;
    unsigned char *finished = svg_finish(figure, file, bytes.size, size);
    free(file);
    if (!finished) error_set(error, NULL, "not enough memory for the figure");
    return finished;
}
