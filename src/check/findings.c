// Checks run kind by kind; an author goes through it from top to bottom.
#include "check/findings.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

void findings_add(Findings *findings, Error *error)
{
    if (!error->set) return;
    findings->mistakes += !str_starts(str_from(error->message), "warning: ");
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

void findings_print(const Findings *findings, const Source *source, Buf *messages)
{
    int *order = NEW_ARRAY(findings->arena, int, findings->count + 1);
    int *line = NEW_ARRAY(findings->arena, int, findings->count + 1);
    for (int i = 0; i < findings->count; i++) { // insertion sort: stable
        line[i] = line_of(&findings->items[i], source);
        int j = i;
        for (; j > 0 && line[order[j - 1]] > line[i]; j--) order[j] = order[j - 1];
        order[j] = i;
    }
    for (int i = 0; i < findings->count; i++) error_print(&findings->items[order[i]], messages);
}
