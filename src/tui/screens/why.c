// The rule of the operation that made the selected cell (walk/rule.h), as a page.
#include "tui/parts/page.h"
#include "tui/parts/views.h"

#include "base/number.h"
#include "base/utf8.h"
#include "walk/rule.h"

enum { NUMBER_COLUMNS = 12 };

static void add(Text *text, const char *first, const char *words)
{
    Buf blanks = {.arena = text->arena};
    buf_add_repeat(&blanks, ' ', frame_columns(first));
    TextRun run = {PLAIN, str_from(words)};
    text_wrap(text, str_from(first), buf_str(&blanks), &run, 1);
}

static void add_rule(Text *text, const Rule *rule)
{
    if (rule->doc) add(text, "A cell:  ", rule->doc);
    if (rule->shape) add(text, "Shapes:  ", rule->shape);
    if (rule->shape) add(text, "Here:    ", rule->here);
    if (!rule->made) return;
    text_blank(text);
    add(text, arena_printf(text->arena, "%s = ", rule->name), rule->made);
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
        add(text, arena_printf(text->arena, "  %s", buf_text(&number)), rule->mistakes[i].words);
    }
}

static Text why_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Walk *walk = app->walk;
    if (walk->selected.entry < 0) return text;
    Rule rule = rule_of(walk, walk->selected, arena);
    add_rule(&text, &rule);
    add_mistakes(&text, &rule, walk->digits);
    return text;
}

static bool open(App *app, int by)
{
    (void)by;
    int entry = app->walk->selected.entry;
    return entry >= 0 && app->walk->trace->entries[entry].call.op->sources;
}

static void draw(Canvas *canvas, Rect whole)
{
    (void)whole;
    int entry = canvas->walk->selected.entry;
    const char *code = entry < 0 ? "" : view_entry_code(canvas->walk, entry, canvas->arena);
    page_draw(canvas, arena_printf(canvas->arena, "why?  %s", code), SCREEN_WHY, why_text);
}

static bool scroll(App *app, int by)
{
    return page_scroll(app, SCREEN_WHY, why_text, by);
}

static const Action actions[] = {
    PAGE_ACTIONS(scroll, NULL),
    {"q Esc w", "back to the lesson", .run = app_leave, .hint = "q:back"},
};

const Screen why_screen = {
    .keys = {"On the why screen", ACTION_ROWS(actions)},
    .size = sizeof(Page),
    .open = open,
    .draw = draw,
    .is_of_run = true,
    .wheel = PAGE_WHEEL,
    .words = "why",
};
