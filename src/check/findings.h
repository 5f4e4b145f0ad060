// What a check finds: mistakes and warnings, told in the order of the lesson's lines.
#pragma once

#include "base/error.h"

typedef struct Findings {
    Arena *arena;
    Error *items;
    int count;
    size_t capacity;
    int mistakes;
} Findings;

// Keeps the error, if it is set, and clears it. What it says must live as long as the findings.
void findings_mistake(Findings *findings, Error *error);
void findings_warning(Findings *findings, Error *warning);

// All of them, those of the file `source` by line and those of elsewhere behind them.
void findings_print(const Findings *findings, const Source *source, Buf *messages);
