// Tables of a lesson as text. A table is a row of paragraphs that begins with the head.
#pragma once

#include "walk/walk.h"

// Writes the table that begins at `blocks` in columns, at most `columns` wide where that can be:
// the text of wide cells is wrapped inside its column. Returns how many of the blocks it is made
// of.
int table_write(Buf *out, const Walk *walk, const Block *blocks, int count, int columns);

// The same for the ear: each cell behind the head of its column, a row on one line.
int table_tell(Buf *out, const Walk *walk, const Block *blocks, int count, int columns);
