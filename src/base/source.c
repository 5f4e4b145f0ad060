// A place in a source is kept as a byte offset. Only when a message needs line and column are they
// counted, from the start of the text; that is rare, so no table of lines is kept.
#include "base/source.h"

#include "base/text/utf8.h"

Place source_place(const Source *source, int offset)
{
    Str text = source->text;
    if (offset > text.n) offset = text.n;
    int line = source->first_line > 0 ? source->first_line : 1, start = 0;
    for (int i = 0; i < offset; i++) {
        if (text.p[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    int end = start;
    while (end < text.n && text.p[end] != '\n') end++;
    Str whole = str_slice(text, start, end);
    if (whole.n && whole.p[whole.n - 1] == '\r') whole.n--;
    int before = utf8_count(str_slice(text, start, offset));
    return (Place){line, source->indent + before + 1, whole, offset - start};
}

SourceExtent span_extent(Span span)
{
    if (!span.source) return (SourceExtent){0};
    Place first = source_place(span.source, span.start), end = source_place(span.source, span.end);
    return (SourceExtent){span.source->name, first.line, first.column, end.line, end.column};
}

Str span_text(Span span)
{
    if (!span.source) return (Str){0};
    return str_slice(span.source->text, span.start, span.end);
}

int span_line(Span span)
{
    return span.source ? source_place(span.source, span.start).line : 0;
}

bool span_equal(Span a, Span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}
