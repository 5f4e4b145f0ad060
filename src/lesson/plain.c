// Turns a docstring into paragraphs. Its margin is that of its least indented line after the
// first, as in Python's inspect.cleandoc(); lines indented four columns more are taken for
// code or a table, and keep their line ends.
#include "lesson/readers.h"

enum { LITERAL_INDENT = 4 };

static int indent_of(Str line)
{
    int indent = 0;
    while (indent < line.n && (line.p[indent] == ' ' || line.p[indent] == '\t')) indent++;
    return indent;
}

// The margin of a docstring is that of its least indented line; the first one has none.
static int margin_of(Str text)
{
    Str line;
    int margin = -1;
    str_next_line(&text, &line);
    while (str_next_line(&text, &line)) {
        if (str_trim(line).n == 0) continue;
        if (margin < 0 || indent_of(line) < margin) margin = indent_of(line);
    }
    return margin < 0 ? 0 : margin;
}

static void add_literal(Builder *builder, Str line)
{
    bool goes_on = builder->open && builder->paragraph.kind == PARAGRAPH_LITERAL;
    if (!goes_on) builder_begin(builder, (Paragraph){.kind = PARAGRAPH_LITERAL});
    builder_inline(builder, (Inline){.kind = INLINE_TEXT, .text = line});
}

static void add_text(Builder *builder, Str line)
{
    bool goes_on = builder->open && builder->paragraph.kind == PARAGRAPH_TEXT;
    if (goes_on)
        builder_text(builder, STR(" "), 0);
    else
        builder_begin(builder, (Paragraph){.kind = PARAGRAPH_TEXT});
    builder_text(builder, str_trim(line), 0);
}

void plain_read(Builder *builder, Str text)
{
    Str kept = {str_copy(builder->arena, text), text.n}, line;
    int margin = margin_of(kept);
    while (str_next_line(&kept, &line)) {
        int indent = indent_of(line);
        if (str_trim(line).n == 0)
            builder_end(builder);
        else if (indent >= margin + LITERAL_INDENT)
            add_literal(builder, str_slice(line, margin, line.n));
        else
            add_text(builder, line);
    }
    builder_end(builder);
}

void plain_literal(Builder *builder, Str text)
{
    builder_end(builder);
    for (Str line; str_next_line(&text, &line);) add_literal(builder, line);
    builder_end(builder);
}
