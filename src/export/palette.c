// Median cut over the colours that were seen, weighted by how often. Flat colours stay as they are:
// in a figure nearly every pixel has one, and only the edges of letters are blends.
#include "export/palette.h"

#include <stdlib.h>

enum { SLOTS = 1 << 16, MOST_SEEN = SLOTS / 2 };

// ---- what was seen ----------------------------------------------------------------------------

static FrameColor *slot_of(FrameColor *seen, uint32_t rgb)
{
    uint32_t at = (rgb * 2654435761u) >> 16;
    while (seen[at].used && seen[at].rgb != rgb) at = (at + 1) % SLOTS;
    return &seen[at];
}

bool palette_begin(Palette *palette)
{
    *palette = (Palette){.mask = 0xffffff};
    palette->seen = calloc(SLOTS, sizeof *palette->seen);
    return palette->seen != NULL;
}

void palette_end(Palette *palette)
{
    free(palette->seen);
    *palette = (Palette){0};
}

// Colours that differ in their last bits alone become one, in place: what is moved is taken out of
// the table first.
static void see_coarser(Palette *palette)
{
    FrameColor *old = palette->seen, *coarse = calloc(SLOTS, sizeof *coarse);
    palette->mask = (palette->mask << 1 & 0xfefefe) & palette->mask;
    if (!coarse) { // then the rest is one colour
        palette->mask = 0;
        return;
    }
    palette->seen = coarse;
    palette->seen_count = 0;
    palette->last = NULL;
    for (int i = 0; i < SLOTS; i++) {
        if (!old[i].used) continue;
        FrameColor *slot = slot_of(coarse, old[i].rgb & palette->mask);
        palette->seen_count += !slot->used;
        *slot = (FrameColor){old[i].rgb & palette->mask, slot->count + old[i].count, 0, true};
    }
    free(old);
}

void palette_see(Palette *palette, uint32_t rgb)
{
    if (palette->last && palette->last->rgb == rgb && palette->last->count < UINT32_MAX) {
        palette->last->count++;
        return;
    }
    palette->last = NULL;
    while (palette->mask) {
        FrameColor *slot = slot_of(palette->seen, rgb & palette->mask);
        if (!slot->used && palette->seen_count == MOST_SEEN) {
            see_coarser(palette);
            continue;
        }
        palette->seen_count += !slot->used;
        slot->used = true;
        slot->rgb = rgb & palette->mask;
        if (slot->count < UINT32_MAX) slot->count++;
        palette->last = slot;
        return;
    }
}

int palette_index(const Palette *palette, uint32_t rgb)
{
    return slot_of(palette->seen, rgb & palette->mask)->index;
}

// ---- choosing ---------------------------------------------------------------------------------

typedef struct Box {
    FrameColor **first;
    int count;
    int shift;    // of the channel in which its colours differ most
    double error; // squared distances in that channel
    double mean;  // likewise
} Box;

static int channel(const FrameColor *color, int shift)
{
    return (int)(color->rgb >> shift & 0xff);
}

static void measure(Box *box)
{
    box->error = -1;
    for (int shift = 0; shift < 24; shift += 8) {
        double weight = 0, sum = 0, squares = 0;
        for (int i = 0; i < box->count; i++) {
            double value = channel(box->first[i], shift), count = box->first[i]->count;
            weight += count;
            sum += count * value;
            squares += count * value * value;
        }
        double error = squares - sum * sum / weight;
        if (error <= box->error) continue;
        box->error = error;
        box->mean = sum / weight;
        box->shift = shift;
    }
    if (box->count < 2) box->error = 0;
}

// Those at most as large as the mean first. Both sides have some: their channel differs.
static int divide(const Box *box)
{
    int low = 0;
    for (int i = 0; i < box->count; i++) {
        FrameColor *color = box->first[i];
        if (channel(color, box->shift) > box->mean) continue;
        box->first[i] = box->first[low];
        box->first[low++] = color;
    }
    return low;
}

static int cut(Box *box, FrameColor **colors, int count)
{
    int boxes = 1;
    box[0] = (Box){.first = colors, .count = count};
    measure(&box[0]);
    while (boxes < MOST_PALETTE) {
        int worst = 0;
        for (int i = 1; i < boxes; i++) {
            if (box[i].error > box[worst].error) worst = i;
        }
        int low = box[worst].error > 0 ? divide(&box[worst]) : 0;
        if (low == 0 || low == box[worst].count) break;
        box[boxes] = (Box){.first = box[worst].first + low, .count = box[worst].count - low};
        box[worst].count = low;
        measure(&box[worst]);
        measure(&box[boxes++]);
    }
    return boxes;
}

static uint32_t color_of(const Box *box)
{
    const FrameColor *most = box->first[0];
    double weight = 0, sum[3] = {0};
    for (int i = 0; i < box->count; i++) {
        const FrameColor *color = box->first[i];
        if (color->count > most->count) most = color;
        weight += color->count;
        for (int k = 0; k < 3; k++) sum[k] += (double)color->count * channel(color, 8 * k);
    }
    if (most->count > weight / 2) return most->rgb;
    uint32_t rgb = 0;
    for (int k = 0; k < 3; k++) rgb |= (uint32_t)(sum[k] / weight + 0.5) << (8 * k);
    return rgb;
}

static uint8_t nearest(const Palette *palette, const FrameColor *color)
{
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < palette->count && least > 0; i++) {
        int distance = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int apart = channel(color, shift) - (int)(palette->rgb[i] >> shift & 0xff);
            distance += apart * apart;
        }
        if (distance >= least) continue;
        least = distance;
        best = i;
    }
    return (uint8_t)best;
}

bool palette_choose(Palette *palette)
{
    FrameColor **colors = malloc(SLOTS * sizeof *colors);
    Box *boxes = malloc(MOST_PALETTE * sizeof *boxes);
    int count = 0;
    for (int i = 0; colors && i < SLOTS; i++) {
        if (palette->seen[i].used) colors[count++] = &palette->seen[i];
    }
    bool ok = colors && boxes && count;
    if (ok) palette->count = cut(boxes, colors, count);
    for (int i = 0; ok && i < palette->count; i++) palette->rgb[i] = color_of(&boxes[i]);
    for (int i = 0; ok && i < count; i++) colors[i]->index = nearest(palette, colors[i]);
    free(colors);
    free(boxes);
    return ok;
}
