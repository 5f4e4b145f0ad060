// A movement as one SVG: its layers on top of each other, each hidden and shown by SMIL, which
// browsers play without a script. A viewer that knows none shows the layers of the last frame, and
// so does a browser whose user wants nothing to move.
#include "export/writers.h"
#include "figure/movement.h"

typedef struct MovingSvg {
    const Movement *movement;
    const ExportOptions *options;
    Arena arena;
    Buf out;
    double total; // seconds
} MovingSvg;

// The share of the time that is over when a frame begins.
static double begins(const MovingSvg *svg, int frame)
{
    double seconds = 0;
    for (int i = 0; i < frame; i++) seconds += svg->movement->seconds[i];
    return seconds / svg->total;
}

static void add_timing(MovingSvg *svg, const Layer *layer)
{
    bool from_start = layer->first == 0, to_end = layer->last == svg->movement->count - 1;
    if (from_start && to_end) {
        buf_add(&svg->out, STR("<g>"));
        return;
    }
    const char *values = from_start ? "visible;hidden"
                         : to_end   ? "hidden;visible"
                                    : "hidden;visible;hidden";
    Buf times = {.arena = &svg->arena};
    buf_add(&times, STR("0"));
    if (!from_start) buf_printf(&times, ";%.5f", begins(svg, layer->first));
    if (!to_end) buf_printf(&times, ";%.5f", begins(svg, layer->last + 1));
    int loops = svg->options->loops;
    const char *often = loops ? arena_printf(&svg->arena, "%d", loops) : "indefinite";
    buf_printf(&svg->out,
               "<g class=\"%s\" visibility=\"%s\"><animate attributeName=\"visibility\" "
               "calcMode=\"discrete\" "
               "values=\"%s\" keyTimes=\"%s\" dur=\"%.3fs\" repeatCount=\"%s\" fill=\"freeze\"/>",
               to_end ? "last" : "past", to_end ? "visible" : "hidden", values, buf_text(&times),
               svg->total / svg->options->speed, often);
}

// The first frame's SVG, with what moves in place of its shapes.
static bool add_all(MovingSvg *svg, Error *error)
{
    Layers layers;
    if (!layers_read(&layers, svg->movement, &svg->arena, error)) return false;
    svg_begin(&layers.frame, &svg->out);
    buf_add(&svg->out, STR("<style>@media (prefers-reduced-motion: reduce) {"
                           ".last { visibility: visible !important } "
                           ".past { visibility: hidden !important }}</style>\n"));
    for (int i = 0; i < layers.count; i++) {
        add_timing(svg, &layers.layer[i]);
        const char *prefix = arena_printf(&svg->arena, "l%d-", i + 1);
        if (!svg_shapes(&layers.layer[i].figure, prefix, &svg->out, error)) return false;
        buf_add(&svg->out, STR("</g>\n"));
    }
    svg_end(&svg->out);
    return true;
}

// The viewer's fonts draw the text: none is missing.
bool movement_svg(const Movement *movement, const ExportOptions *options, Output *output,
                  Error *error)
{
    MovingSvg svg = {.movement = movement, .options = options, .total = movement_seconds(movement)};
    svg.out.arena = &svg.arena;
    bool ok = add_all(&svg, error) && bytes_add_text(&output->file, buf_str(&svg.out), error);
    arena_free(&svg.arena);
    return ok;
}
