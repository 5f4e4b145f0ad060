// Tables of a lesson as text. A table is a row of paragraphs that begins with the head.
#pragma once

#include "walk/walk.h"

// How many rows the table has that the blocks begin with; 0: they do not.
int table_rows(const Block *blocks, int count);

// Writes it in columns, at most `columns` wide where that can be: the text of wide cells is wrapped
// inside its column.
void table_write(Buf *out, const Walk *walk, const Paragraph *rows, int count, int columns);

// The same for the ear: each cell behind the head of its column, a row on one line.
void table_tell(Buf *out, const Walk *walk, const Paragraph *rows, int count, int columns);
