// A code block while the Markdown library reports it, piece by piece.
#pragma once

#include "lesson/builder.h"

// One line of a block, as the Markdown library reports it.
typedef struct CodeLine {
    int offset; // of its first character that is not blank; -1: a blank line
    int indent; // columns of blanks that belong to the code
} CodeLine;

typedef struct CodeBlockReader {
    char mark;    // of its fence, 0: an indented block
    Str language; // "python"
    int from;     // offset of its language, or one before its fence
    Buf text;     // as the library reports it, with tabs replaced; give it an arena
    CodeLine *lines;
    int line_count;
    CodeLine line; // the one being read
} CodeBlockReader;

void code_block_begin(CodeBlockReader *block, char mark, Str language, int from);

// A piece of its text: `offset` in the source, or -1 for indentation and line ends.
void code_block_text(CodeBlockReader *block, Str piece, int offset);

// Adds the block to the lesson: code, expected output, or a literal paragraph. `*cursor` moves
// behind its closing fence.
bool code_block_end(CodeBlockReader *block, Builder *builder, int depth, int *cursor);
