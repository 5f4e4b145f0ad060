// Replaced lines, made or shown. Replacements whose contexts meet share a hunk.
#include "base/text/patch.h"

enum { CONTEXT = 3 };

void patch_replace(Patch *patch, int start, int end, Str text)
{
    Replacement *last = patch->count ? &patch->items[patch->count - 1] : NULL;
    if (last && last->end == start) {
        Buf both = {.arena = patch->arena};
        buf_add(&both, last->text);
        buf_add(&both, text);
        last->end = end;
        last->text = buf_str(&both);
        return;
    }
    *ARENA_ADD(patch->arena, patch->items, patch->count) = (Replacement){start, end, text};
}

Str patch_result(const Patch *patch)
{
    Buf result = {.arena = patch->arena};
    int at = 0;
    for (int i = 0; i < patch->count; i++) {
        buf_add(&result, str_slice(patch->old, at, patch->items[i].start));
        buf_add(&result, patch->items[i].text);
        at = patch->items[i].end;
    }
    buf_add(&result, str_slice(patch->old, at, patch->old.n));
    return buf_str(&result);
}

// ---- as a difference ----------------------------------------------------------------------------

static int line_count(Str text)
{
    int count = 0;
    for (Str line; str_next_line(&text, &line);) count++;
    return count;
}

// The place `lines` lines further up, or the beginning.
static int lines_before(Str text, int at, int lines)
{
    while (at > 0 && lines >= 0) {
        if (text.p[at - 1] == '\n' && lines-- == 0) break;
        at--;
    }
    return at;
}

static int lines_behind(Str text, int at, int lines)
{
    for (; at < text.n && lines > 0; at++) lines -= text.p[at] == '\n';
    return at;
}

static void add_lines(Buf *out, char mark, Str text)
{
    for (Str line; str_next_line(&text, &line);) buf_printf(out, "%c%.*s\n", mark, STR_ARG(line));
}

static bool contexts_meet(const Patch *patch, int i)
{
    if (i + 1 >= patch->count) return false;
    return lines_behind(patch->old, patch->items[i].end, CONTEXT) >=
           lines_before(patch->old, patch->items[i + 1].start, CONTEXT);
}

// Replacements [first, last]; `*shift`: how many lines the new text is longer so far.
static void print_hunk(const Patch *patch, int first, int last, int *shift, Buf *out)
{
    int from = lines_before(patch->old, patch->items[first].start, CONTEXT);
    int to = lines_behind(patch->old, patch->items[last].end, CONTEXT), more = 0;
    for (int i = first; i <= last; i++) {
        const Replacement *one = &patch->items[i];
        more += line_count(one->text) - line_count(str_slice(patch->old, one->start, one->end));
    }
    int line = line_count(str_slice(patch->old, 0, from)) + 1;
    int lines = line_count(str_slice(patch->old, from, to));
    buf_printf(out, "@@ -%d,%d +%d,%d @@\n", line, lines, line + *shift, lines + more);
    *shift += more;
    for (int i = first; i <= last; i++) {
        const Replacement *one = &patch->items[i];
        add_lines(out, ' ', str_slice(patch->old, from, one->start));
        add_lines(out, '-', str_slice(patch->old, one->start, one->end));
        add_lines(out, '+', one->text);
        from = one->end;
    }
    add_lines(out, ' ', str_slice(patch->old, from, to));
}

void patch_print(const Patch *patch, const char *name, Buf *out)
{
    int shift = 0;
    if (patch->count) buf_printf(out, "--- %s\n+++ %s\n", name, name);
    for (int first = 0, last; first < patch->count; first = last + 1) {
        for (last = first; contexts_meet(patch, last);) last++;
        print_hunk(patch, first, last, &shift, out);
    }
}
