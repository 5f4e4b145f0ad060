// Where Python code goes on in the next line: strings and brackets that are open.
#pragma once

#include "base/str.h"

typedef struct CodeState {
    int depth;      // of brackets
    char quote;     // of the string, or 0
    bool is_triple; // three of them end it
    bool joined;    // the line ends with a backslash
} CodeState;

// One character on; returns how many bytes that are. Comments are passed over by the caller.
int code_step(CodeState *state, Str rest);
// To the end of a line.
void code_line(CodeState *state, Str line);
