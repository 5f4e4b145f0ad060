// What a teacher would say of the operation at hand, from what its row declares: the rule, the
// shapes, and what the usual mistakes would make of the selected cell.
#include "tui/pages/page.h"
#include "tui/pages/why.h"

#include "base/number.h"
#include "base/utf8.h"
#include "trace/slip.h"

enum { MOST_MISTAKES = 24, MOST_PIECES = 12, MOST_TERMS = 4096, NUMBER_COLUMNS = 12 };

static void add(Text *text, const char *first, const char *words)
{
    Buf blanks = {.arena = text->arena};
    buf_add_repeat(&blanks, ' ', utf8_width(str_from(first)));
    TextRun run = {{0}, str_from(words)};
    text_wrap(text, str_from(first), buf_str(&blanks), &run, 1);
}

// "(3,) and (3, 3) -> (3,)"
static const char *shapes_of(const OpCall *call, Arena *arena)
{
    Buf shapes = {.arena = arena};
    for (int i = 0; i < call->input_count; i++)
        buf_printf(&shapes, "%s%s", i ? ", " : "", shape_tuple(arena, &call->input[i]->shape));
    buf_printf(&shapes, " -> %s", shape_tuple(arena, &call->shape));
    return buf_text(&shapes);
}

static void add_rule(Text *text, const Walk *walk, Cell cell)
{
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    Arena *arena = text->arena;
    if (call->op->doc) add(text, "A cell:  ", text_printf(arena, "%s.", call->op->doc));
    if (call->op->shape) add(text, "Shapes:  ", call->op->shape);
    if (call->op->shape) add(text, "Here:    ", shapes_of(call, arena));
    Terms terms = {.arena = arena};
    op_sources(call, cell.at, &terms);
    if (terms.count == 0 || terms.count > MOST_TERMS) return;
    Arithmetic arithmetic;
    Buf symbols = {.arena = arena};
    explain_cell(walk->trace, cell, walk->digits, arena, &arithmetic);
    arithmetic_write_part(&arithmetic, true, MOST_PIECES, &symbols);
    text_blank(text);
    add(text, text_printf(arena, "%s = ", cell_name(walk->trace, cell, arena)), buf_text(&symbols));
}

static bool is_told(const SlipValue *value, double right)
{
    return value->slip && value->matters && value->value != right;
}

// What the mistakes give is only told of a number that may be seen.
static void add_mistakes(Text *text, const Walk *walk, Cell cell)
{
    SlipValue *values;
    double right = cell_value(walk->trace, cell);
    bool open = walk_is_open(walk, cell) && !walk_hides(walk, cell);
    int told = 0, count = slip_values(walk->trace, cell, 0, text->arena, &values);
    for (int i = 0; i < count && told < MOST_MISTAKES; i++) {
        if (!is_told(&values[i], right)) continue;
        if (told++ == 0) {
            text_blank(text);
            text_plain(text, (Style){.attributes = ATTR_BOLD},
                       open ? "Usual mistakes, and what they give here:" : "Usual mistakes:");
        }
        Buf number = {.arena = text->arena};
        if (open) number_human(&number, values[i].value, walk->digits);
        buf_add_repeat(&number, ' ', open ? NUMBER_COLUMNS - number.n : 0);
        add(text, text_printf(text->arena, "  %s", buf_text(&number)), values[i].words);
    }
}

Text why_text(const Walk *walk, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    Cell cell = walk->selected;
    if (cell.entry < 0) return text;
    add_rule(&text, walk, cell);
    add_mistakes(&text, walk, cell);
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
