// Checks run kind by kind; an author goes through it from top to bottom.
#include "check/findings.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

void findings_add(Findings *findings, Error *error)
{
    if (!error->set) return;
    findings->mistakes += !str_starts(str_from(error->message), WARNING);
    *ARENA_ADD(findings->arena, findings->items, findings->count) = *error;
    *error = (Error){.arena = error->arena};
}

void findings_say(Findings *findings, Span at, const char *hint, const char *format, ...)
{
    Buf message = {.arena = findings->arena};
    Error error = {.arena = findings->arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    error_set_at(&error, at, NULL, "%s", buf_text(&message));
    error_hint(&error, "%s", hint);
    findings_add(findings, &error);
}

static int line_of(const Error *error, const Source *source)
{
    const Source *at = error->at.source;
    if (!at || strcmp(at->name, source->name) != 0) return INT_MAX;
    return span_line(error->at);
}

void findings_sort(Findings *findings, const Source *source)
{
    for (int i = 0; i < findings->count; i++) { // insertion sort: stable
        Error item = findings->items[i];
        int j = i, line = line_of(&item, source);
        for (; j > 0 && line_of(&findings->items[j - 1], source) > line; j--)
            findings->items[j] = findings->items[j - 1];
        findings->items[j] = item;
    }
}
