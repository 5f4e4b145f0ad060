// Pages of the manual: of a subject Markdown; of a command its examples, indented by four blanks,
// then paragraphs; of scripts and of the template for a lesson a text with places to fill.
#include "command/about/manual.h"

#include "lang/imports/library.h"

#include <string.h>

Str manual_page(const char *name)
{
    const LibraryFile *file = manual_files;
    while (file->module && strcmp(file->module, name) != 0) file++;
    return str_from(file->text);
}

static bool is_example(Str line)
{
    return str_starts(line, "    ");
}

bool manual_example(Str *page, Str *example)
{
    for (Str line; str_next_line(page, &line);) {
        if (!is_example(line)) continue;
        *example = str_slice(line, 4, line.n);
        return true;
    }
    return false;
}

bool manual_paragraph(Str *page, Buf *paragraph)
{
    buf_cut(paragraph, 0);
    for (Str line; str_next_line(page, &line) && (line.n || !paragraph->n);) {
        bool heads = !paragraph->n && str_starts(line, "# ");
        if (line.n && !heads && !is_example(line))
            buf_printf(paragraph, "%s%.*s", paragraph->n ? " " : "", STR_ARG(line));
    }
    return paragraph->n > 0;
}

bool manual_subject(Str *index, Str *name, Str *summary)
{
    for (Str line; str_next_line(index, &line);) {
        int bracket = str_find(line, "]("), end = str_find(line, "): ");
        if (!str_starts(line, "- [") || bracket < 0 || end < 0) continue;
        *name = str_slice(line, 3, bracket);
        *summary = str_slice(line, end + 3, line.n);
        return true;
    }
    return false;
}

void manual_fill(const char *page, const ManualTag *tags, const void *context, Buf *out)
{
    Str rest = manual_page(page);
    for (int at; (at = str_find(rest, "@")) >= 0;) {
        buf_add(out, str_slice(rest, 0, at));
        rest = str_slice(rest, at + 1, rest.n);
        int end = str_find(rest, "@");
        const ManualTag *tag = tags;
        while (tag->name && !str_is(str_slice(rest, 0, end < 0 ? 0 : end), tag->name)) tag++;
        if (tag->name)
            tag->add(context, out);
        else
            buf_add_char(out, '@');
        if (tag->name) rest = str_slice(rest, end + 1, rest.n);
    }
    buf_add(out, rest);
}
