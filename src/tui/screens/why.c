// Why the selected cell is what it is, in words (study/why/why.h), then the rule of the
// operation that made it (walk/places/rule.h), as a page.
#include "tensor/op.h"
#include "tui/parts/page.h"
#include "tui/parts/views.h"

#include "base/text/number.h"
#include "walk/places/rule.h"

enum { NUMBER_COLUMNS = 12 };

static void add_rule(Text *text, const Rule *rule)
{
    if (rule->doc) text_words(text, PLAIN, "A cell:  ", rule->doc);
    if (rule->shape) text_words(text, PLAIN, "Shapes:  ", rule->shape);
    if (rule->shape) text_words(text, PLAIN, "Here:    ", rule->here);
    if (!rule->made) return;
    text_blank(text);
    text_words(text, PLAIN, arena_printf(text->arena, "%s = ", rule->name), rule->made);
}

static void add_mistakes(Text *text, const Rule *rule, int digits)
{
    if (!rule->mistake_count) return;
    text_blank(text);
    text_plain(text, BOLD, rule_mistakes_title(rule));
    for (int i = 0; i < rule->mistake_count; i++) {
        Buf number = {.arena = text->arena};
        if (rule->tells_values) number_human(&number, rule->mistakes[i].value, digits);
        buf_add_repeat(&number, ' ', rule->tells_values ? NUMBER_COLUMNS - number.n : 0);
        text_words(text, PLAIN, arena_printf(text->arena, "  %s", buf_text(&number)),
                   rule->mistakes[i].words);
    }
}

static Text why_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Walk *walk = app->walk;
    if (walk->at.selected.entry < 0) return text;
    Rule rule = rule_of(walk, walk->at.selected, arena);
    if (rule.words) {
        text_words(&text, PLAIN, "", app_typeset(app, rule.words, arena));
        text_blank(&text);
    }
    add_rule(&text, &rule);
    add_mistakes(&text, &rule, walk->view.digits);
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
