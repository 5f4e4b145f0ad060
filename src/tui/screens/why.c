// Why the selected cell is what it is, in words (study/why/why.h), then the rule of the
// operation that made it (walk/places/rule.h), as a page.
#include "tensor/op.h"
#include "tui/parts/page.h"
#include "tui/parts/views.h"

#include "walk/places/rule.h"

static Text why_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Walk *walk = app->walk;
    if (walk->at.selected.entry < 0) return text;
    const char *words = why_of(walk, walk->at.selected, arena);
    if (words) {
        text_words(&text, PLAIN, "", app_typeset(app, words, arena));
        text_blank(&text);
    }
    RuleLine lines[MOST_RULE_LINES];
    int count = rule_lines(walk, walk->at.selected, arena, lines);
    for (int i = 0; i < count; i++) {
        if (!lines[i].words && i) text_blank(&text);
        if (lines[i].words)
            text_words(&text, PLAIN, lines[i].begin, lines[i].words);
        else
            text_plain(&text, BOLD, lines[i].begin);
    }
    return text;
}

static bool open(App *app, int by UNUSED)
{
    int entry = app->walk->at.selected.entry;
    return entry >= 0 && app->walk->trace->entries[entry].call.op->sources;
}

static const char *title(const App *app, Arena *arena)
{
    int entry = app->walk->at.selected.entry;
    return arena_printf(arena, "why?  %s",
                        entry < 0 ? "" : view_entry_code(app->walk, entry, arena));
}

const Screen why_screen = {
    PAGE_SCREEN, .open = open, .text = why_text, .title = title, .words = "why",
};
