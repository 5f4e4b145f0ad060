// The display list as SVG: what else figures need of cairo and pango, the browser does.
#include "web/figures.h"

#include "command/figures/figure_request.h"
#include "export/svg.h"
#include "export/text.h"
#include "web/result.h"

#include <emscripten.h>
#include <string.h>

static Arena arena;
static const char *name, *svg; // of the one that the page is to save

static const Measure measure = {.text_width = text_width};

static bool draw_svg(const Walk *walk, Cell cell, FigureChoice choice, Buf *out, Error *error)
{
    const FigureKind *kind = figure_kind_find(choice.kind);
    FigureRequest request = figure_request_chosen(kind, walk, cell, choice, out->arena);
    Figure figure = {.arena = out->arena};
    int missing;
    return figure_kind_build(kind, &figure, &request, &measure, error) &&
           svg_write(&figure, NULL, out, &missing, error);
}

static const char *name_of_file(const Walk *walk, Cell cell, const char *format)
{
    const char *of = walk->trace->entries[cell.entry].name;
    return arena_printf(&arena, "%s-%s.%s", walk->lesson.name, of ? of : "result", format);
}

bool figures_export(void *context, const Walk *walk, Cell cell, FigureChoice choice, Buf *message,
                    Error *error)
{
    (void)context;
    arena_free(&arena);
    Buf out = {.arena = &arena};
    name = svg = NULL;
    if (strcmp(choice.format, "svg") != 0 && strcmp(choice.format, "png") != 0) {
        error_set(error, NULL, "a page writes SVG and PNG, not %s", choice.format);
        return error_hint(error, "the format svg");
    }
    if (!draw_svg(walk, cell, choice, &out, error)) return false;
    name = name_of_file(walk, cell, choice.format);
    svg = buf_text(&out);
    buf_printf(message, "saved %s", name);
    return true;
}

// Of a figure that was asked for since: its name, or "". The result is then the figure as SVG.
EMSCRIPTEN_KEEPALIVE const char *web_file(void)
{
    const char *asked = name ? name : "";
    if (name) {
        result_begin();
        result_set(str_from(svg));
    }
    name = svg = NULL;
    return asked;
}
