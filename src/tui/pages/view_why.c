// The rule of the operation that made the selected cell (walk/rule.h), as a page.
#include "tui/pages/page.h"
#include "tui/pages/scroll.h"

#include "base/number.h"
#include "base/utf8.h"
#include "walk/rule.h"

enum { NUMBER_COLUMNS = 12 };

static void add(Text *text, const char *first, const char *words)
{
    Buf blanks = {.arena = text->arena};
    buf_add_repeat(&blanks, ' ', utf8_width(str_from(first)));
    TextRun run = {{0}, str_from(words)};
    text_wrap(text, str_from(first), buf_str(&blanks), &run, 1);
}

static void add_rule(Text *text, const Rule *rule)
{
    if (rule->doc) add(text, "A cell:  ", rule->doc);
    if (rule->shape) add(text, "Shapes:  ", rule->shape);
    if (rule->shape) add(text, "Here:    ", rule->here);
    if (!rule->made) return;
    text_blank(text);
    add(text, text_printf(text->arena, "%s = ", rule->name), rule->made);
}

static void add_mistakes(Text *text, const Rule *rule, int digits)
{
    if (!rule->mistake_count) return;
    text_blank(text);
    text_plain(text, (Style){.attributes = ATTR_BOLD}, rule_mistakes_title(rule));
    for (int i = 0; i < rule->mistake_count; i++) {
        Buf number = {.arena = text->arena};
        if (rule->tells_values) number_human(&number, rule->mistakes[i].value, digits);
        buf_add_repeat(&number, ' ', rule->tells_values ? NUMBER_COLUMNS - number.n : 0);
        add(text, text_printf(text->arena, "  %s", buf_text(&number)), rule->mistakes[i].words);
    }
}

static Text why_text(const Walk *walk, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    if (walk->selected.entry < 0) return text;
    Rule rule = rule_of(walk, walk->selected, arena);
    add_rule(&text, &rule);
    add_mistakes(&text, &rule, walk->digits);
    return text;
}

void view_why(Canvas *canvas, Rect part)
{
    (void)part;
    Text text = why_text(canvas->walk, page_area(canvas->app).columns, canvas->arena);
    int entry = canvas->walk->selected.entry;
    const char *code = entry < 0 ? "" : entry_code(canvas->walk, entry, canvas->arena);
    page_draw(canvas, text_printf(canvas->arena, "why?  %s", code), &text, canvas->app->page_top);
}

bool why_scroll(App *app, int by)
{
    Arena scratch = {0};
    Text text = why_text(app->walk, page_area(app).columns, &scratch);
    bool moved = page_scroll(app, &text, &app->page_top, by);
    arena_free(&scratch);
    return moved;
}
