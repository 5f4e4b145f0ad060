// Texts of assets/ that are part of the program: src/library/embed.sh writes the list.
#pragma once

typedef struct Asset {
    const char *name; // "manual/commands/show.txt"
    const char *text;
} Asset;

extern const Asset assets[]; // ends with a row without a name

// The text of that name, which must be one of them.
const char *asset_text(const char *name);
