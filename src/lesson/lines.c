// Finds where each line of a text begins, in one pass; the line of an offset is then found by
// binary search.
#include "lesson/lines.h"

static bool ends_line(Str text, int at)
{
    if (text.p[at] == '\n') return true;
    return text.p[at] == '\r' && !(at + 1 < text.n && text.p[at + 1] == '\n');
}

Lines lines_of(Str text, Arena *arena)
{
    int count = 1;
    for (int i = 0; i + 1 < text.n; i++) count += ends_line(text, i);
    Lines lines = {text, NEW_ARRAY(arena, int, count), 1};
    for (int i = 0; i + 1 < text.n; i++) {
        if (ends_line(text, i)) lines.starts[lines.count++] = i + 1;
    }
    return lines;
}

int lines_find(const Lines *lines, int offset)
{
    int low = 0, high = lines->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int lines_start(const Lines *lines, int line)
{
    return line < lines->count ? lines->starts[line] : lines->text.n;
}

Str lines_text(const Lines *lines, int line)
{
    Str text = str_slice(lines->text, lines_start(lines, line), lines_start(lines, line + 1));
    while (text.n && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r')) text.n--;
    return text;
}
