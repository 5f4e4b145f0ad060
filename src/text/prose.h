// Prose as text: paragraphs wrapped to a width, with live values filled in.
#pragma once

#include "walk/walk.h"

// Adds `text` in lines of at most `columns`, each terminated; the first begins with `first`, the
// others with `rest`. A word longer than a line has a line for itself.
void prose_wrap(Buf *out, Str text, const char *first, const char *rest, int columns);

// For tables: the larger of the two widths, and a text to the left or right of that many columns.
int prose_wider(int width, const char *text);
void prose_left(Buf *out, const char *text, int width);
void prose_right(Buf *out, const char *text, int width);

// A piece of a paragraph; a live expression shows its value in the walk.
void prose_inline(Buf *out, const Walk *walk, const Inline *piece);

// What is before the first line of a paragraph, and before the others.
typedef struct Prefix {
    const char *first, *rest;
} Prefix;

typedef struct ProseStyle {
    int indent;                         // for each list or quote around it
    const char *heading, *quote, *task; // before the text, and before the "[x]" of a task
} ProseStyle;

Prefix prose_prefix(const Paragraph *paragraph, ProseStyle style, Arena *arena);
// The lines of a PARAGRAPH_LITERAL, each behind `before`.
void prose_literal(Buf *out, const Paragraph *paragraph, const char *before);

// One paragraph of a lesson; tables are table.h's.
void prose_paragraph(Buf *out, const Walk *walk, const Paragraph *paragraph, int columns);

// The same with prefixes of the caller's choice, for any kind of paragraph.
void prose_prefixed(Buf *out, const Walk *walk, const Paragraph *paragraph, const char *first,
                    const char *rest, int columns);

// Paragraphs without prefixes, one after another.
void prose_paragraphs(Buf *out, const Walk *walk, const Paragraph *paragraphs, int count,
                      int columns);

// What a prediction asks, with its choices.
void prose_question(Buf *out, const Walk *walk, const Prediction *prediction, int columns);
