// Characters that a format would obey get what it says takes that away: a backslash, a longer
// fence, a quotation mark.
#include "base/text/escape.h"

#include "base/text/ascii.h"
#include "base/text/number.h"

#include <string.h>

// "&" begins an entity only before a letter or "#".
static bool begins_entity(Str text, int at)
{
    char next = at + 1 < text.n ? text.p[at + 1] : '\0';
    return text.p[at] == '&' && (next == '#' || ascii_is_letter(next));
}

void escape_markdown(Buf *out, Str text)
{
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (strchr("\\`*_[]<>|", c) || begins_entity(text, i)) buf_add_char(out, '\\');
        buf_add_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
}

void escape_code(Buf *out, Str code)
{
    int longest = 0;
    for (int i = 0, run = 0; i < code.n; i++) {
        run = code.p[i] == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    buf_add_repeat(out, '`', longest + 1);
    if (longest) buf_add_char(out, ' ');
    buf_add(out, code);
    if (longest) buf_add_char(out, ' ');
    buf_add_repeat(out, '`', longest + 1);
}

static bool is_formula(Str text)
{
    double number;
    if (number_parse_double(text, &number)) return false;
    bool breaks = text.n && text.p[0] != ' ' && ascii_is_blank(text.p[0]);
    return breaks || str_begins(text, "= + - @ ＝ ＋ － ＠");
}

void escape_csv(Buf *out, Str text)
{
    buf_add_char(out, '"');
    if (is_formula(text)) buf_add_char(out, '\'');
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '"') buf_add_char(out, '"');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '"');
}
