// A movement as one SVG: its layers on top of each other, each hidden and shown by SMIL, which
// browsers play without a script. A viewer that knows none shows the layers of the last frame.
//
// Each layer is first an SVG by itself; what stands between its outermost tags is taken over, with
// ids of its own.
#include "export/bytes.h"
#include "export/moving.h"
#include "export/vector.h"
#include "figure/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct MovingSvg {
    const Movement *movement;
    const MovingOptions *options;
    Arena arena;
    Bytes bytes;
    bool failed;
    double total; // seconds
} MovingSvg;

static void add(MovingSvg *svg, const char *text, size_t count)
{
    const size_t most = 1 << 30; // at once
    for (; count > most; text += most, count -= most)
        svg->failed |= bytes_append(&svg->bytes, (const unsigned char *)text, (unsigned)most) != 0;
    svg->failed |= bytes_append(&svg->bytes, (const unsigned char *)text, (unsigned)count) != 0;
}

static void add_text(MovingSvg *svg, const char *text)
{
    add(svg, text, strlen(text));
}

// ---- a layer's own SVG --------------------------------------------------------------------------

// Where its last tag begins.
static size_t end_of_svg(const char *file, size_t size)
{
    const char tag[] = "</svg>";
    size_t length = sizeof tag - 1, at = size < length ? 0 : size - length;
    while (at > 0 && memcmp(file + at, tag, length) != 0) at--;
    return at;
}

// Where an id begins, defined or referred to, that stands at `at` inside of a tag: how many bytes
// are before it.
static size_t before_id(const char *at, size_t left)
{
    static const char *const ways[] = {" id=\"", "=\"#", "url(#"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(ways[i]);
        if (left > length && memcmp(at, ways[i], length) == 0) return length;
    }
    return 0;
}

// What stands between the outermost tags; every id begins with the layer's number.
static void add_inner(MovingSvg *svg, const char *file, size_t size, int layer)
{
    const char *open = memchr(file + 2, '<', size - 2);
    const char *start = open ? memchr(open, '>', size - (size_t)(open - file)) : NULL;
    const char *end = file + end_of_svg(file, size);
    if (!start || end <= start) return;
    bool in_tag = false;
    const char *done = ++start;
    for (const char *at = start; at < end; at++) {
        if (*at == '<' || *at == '>') in_tag = *at == '<';
        size_t length = in_tag ? before_id(at, (size_t)(end - at)) : 0;
        if (!length) continue;
        add(svg, done, (size_t)(at - done) + length);
        add_text(svg, arena_printf(&svg->arena, "l%d-", layer));
        done = at + length;
        at = done - 1;
    }
    add(svg, done, (size_t)(end - done));
}

// ---- when it is seen ----------------------------------------------------------------------------

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
        add_text(svg, "<g>");
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
    add_text(svg, arena_printf(&svg->arena,
                               "<g visibility=\"%s\"><animate attributeName=\"visibility\" "
                               "calcMode=\"discrete\" values=\"%s\" keyTimes=\"%s\" dur=\"%.3fs\" "
                               "repeatCount=\"%s\" fill=\"freeze\"/>",
                               to_end ? "visible" : "hidden", values, buf_text(&times),
                               svg->total / svg->options->speed, often));
}

static bool add_layer(MovingSvg *svg, const Layer *layer, int number, int *missing, Error *error)
{
    size_t size;
    int unknown = 0;
    unsigned char *file = figure_svg(&layer->figure, &size, &unknown, error);
    if (!file) return false;
    *missing += unknown;
    add_timing(svg, layer);
    add_inner(svg, (const char *)file, size, number);
    add_text(svg, "</g>\n");
    free(file);
    return true;
}

// ---- all of it ----------------------------------------------------------------------------------

// The first frame's SVG without shapes: it has the size, the background and the title. What moves
// goes in before its end.
static bool add_all(MovingSvg *svg, int *missing, Error *error)
{
    Layers layers;
    if (!layers_read(&layers, svg->movement, &svg->arena, error)) return false;
    layers.frame.count = 0;
    size_t size;
    int unknown = 0;
    unsigned char *file = figure_svg(&layers.frame, &size, &unknown, error);
    if (!file) return false;
    add(svg, (const char *)file, end_of_svg((const char *)file, size));
    bool ok = true;
    for (int i = 0; ok && i < layers.count; i++)
        ok = add_layer(svg, &layers.layer[i], i + 1, missing, error);
    add_text(svg, "</svg>\n");
    free(file);
    return ok;
}

unsigned char *movement_svg(const Movement *movement, const MovingOptions *options, size_t *size,
                            int *missing, Error *error)
{
    MovingSvg svg = {.movement = movement, .options = options, .total = movement_seconds(movement)};
    bool ok = add_all(&svg, missing, error);
    if (ok && svg.failed) ok = error_set(error, NULL, "not enough memory for the figure");
    arena_free(&svg.arena);
    *size = svg.bytes.size;
    if (ok) return svg.bytes.data;
    free(svg.bytes.data);
    return NULL;
}
