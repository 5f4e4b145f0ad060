// Follows no more than what can make a line part of the one above; the parser proper (src/syntax)
// is not needed for that.
#include "base/text/code.h"

int code_step(CodeState *state, Str rest)
{
    char c = rest.p[0];
    bool three = rest.n >= 3 && rest.p[1] == c && rest.p[2] == c;
    if (state->quote) {
        if (c == '\\' && rest.n > 1) return 2;
        if (c != state->quote || (state->is_triple && !three)) return 1;
        state->quote = 0;
        return state->is_triple ? 3 : 1;
    }
    if (c == '"' || c == '\'') {
        state->quote = c;
        state->is_triple = three;
        return three ? 3 : 1;
    }
    state->depth += c == '(' || c == '[' || c == '{';
    state->depth -= (c == ')' || c == ']' || c == '}') && state->depth > 0;
    return 1;
}

void code_line(CodeState *state, Str line)
{
    state->joined = false;
    for (int at = 0; at < line.n && (state->quote || line.p[at] != '#');) {
        state->joined = !state->quote && line.p[at] == '\\' && at + 1 == line.n;
        at += code_step(state, str_slice(line, at, line.n));
    }
    if (!state->is_triple) state->quote = 0;
}
