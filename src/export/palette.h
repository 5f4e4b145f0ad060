// The few colours that replace many: those of a GIF.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MOST_PALETTE = 255 };

typedef struct FrameColor {
    uint32_t rgb; // 0xrrggbb
    uint32_t count;
    uint8_t index; // of the colour that replaces it, once chosen
    bool used;
} FrameColor;

typedef struct Palette {
    uint32_t rgb[MOST_PALETTE];
    int count;
    FrameColor *seen; // by hash
    int seen_count;
    FrameColor *last; // the one seen before: most pixels have the colour of their neighbour
    uint32_t mask; // the bits in which colours are distinguished: of very many, only the upper ones
} Palette;

// Of a zeroed palette. False: not enough memory.
bool palette_begin(Palette *palette);
void palette_end(Palette *palette);

void palette_see(Palette *palette, uint32_t rgb); // once more

// Chooses: the colours seen, if they are few enough; else each box of colours that are alike gets
// the one that makes up most of it, or their mean. False: not enough memory.
bool palette_choose(Palette *palette);

// What replaces a colour that has been seen.
int palette_index(const Palette *palette, uint32_t rgb);
