// Replaces the signs of code, from left to right, longest first.
#include "study/looks/typeset.h"

#include "base/text/ascii.h"

#include <string.h>

// What is written in place of the code at the beginning of `text`, and how many bytes of that it
// takes; NULL: the byte stays.
static const char *sign_at(const char *text, char before, int *taken)
{
    bool is_exponent = *text == '-' && before == 'e' && ascii_is_digit(text[1]); // of 7e-04
    static const struct {
        const char *code, *sign;
    } SIGNS[] = {{"**", "**"}, {"*", "×"},   {"->", "→"},    {"-", "−"},
                 {"~=", "≈"},  {"~0", "≈0"}, {"... ", "… "}, {"more ...", "more …"}};
    if (is_exponent || !strchr("*-~.ms", *text)) return NULL;
    for (int i = 0; i < (int)(sizeof SIGNS / sizeof *SIGNS); i++) {
        *taken = (int)strlen(SIGNS[i].code);
        if (strncmp(text, SIGNS[i].code, (size_t)*taken) == 0) return SIGNS[i].sign;
    }
    bool in_word = ascii_is_alnum(before) || before == '_' || before == '.';
    *taken = 4;
    return !in_word && strncmp(text, "sqrt(", 5) == 0 ? "√" : NULL;
}

const char *typeset(Arena *arena, const char *text)
{
    if (!strpbrk(text, "*-~") && !strstr(text, "...") && !strstr(text, "sqrt(")) return text;
    Buf out = {.arena = arena};
    char before = ' ';
    while (*text) {
        int taken;
        const char *sign = sign_at(text, before, &taken);
        if (sign)
            buf_add(&out, str_from(sign));
        else
            buf_add_char(&out, *text);
        before = *text;
        text += sign ? taken : 1;
    }
    return buf_text(&out);
}

void typeset_value(Buf *out, DType dtype, double value, int digits)
{
    Buf number = {.arena = out->arena};
    dtype_write(&number, dtype, value, digits);
    buf_add(out, str_from(typeset(out->arena, buf_text(&number))));
}
