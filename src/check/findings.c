// Checks run kind by kind; whoever mends a lesson goes through it from top to bottom.
#include "check/findings.h"

#include <limits.h>
#include <string.h>

static void add(Findings *findings, Error *error)
{
    findings->items = arena_grow(findings->arena, findings->items, (size_t)findings->count,
                                 &findings->capacity, sizeof *findings->items);
    findings->items[findings->count++] = *error;
    *error = (Error){.arena = error->arena};
}

void findings_mistake(Findings *findings, Error *error)
{
    if (!error->set) return;
    findings->mistakes++;
    add(findings, error);
}

void findings_warning(Findings *findings, Error *warning)
{
    if (warning->set) add(findings, warning);
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
