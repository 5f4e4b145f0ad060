// The help, printed from the table of actions.
#include "tui/help_text.h"

#include "base/utf8.h"
#include "tui/actions.h"

enum { KEYS_COLUMNS = 18 };

static const char *const SIGNS[][2] = {
    {"<4>", "the selected cell; its arithmetic stands below"},
    {"(4)", "a number that the selected cell is made from"},
    {".", "not computed yet; in the row of names: a tensor to come"},
    {"name*", "a tensor that is computed; [name] is the one at hand"},
    {"[X] [K] [Q] [V]",
     "inputs, keys, queries, values; weights carry the letter of what they make"},
    {"[S] [WV] [Y]", "scores, weighted values, outputs"},
};

static void write_row(Text *text, const char *keys, const char *what)
{
    Buf first = {.arena = text->arena};
    buf_printf(&first, "  %s", keys);
    int pad = KEYS_COLUMNS - utf8_width(buf_str(&first));
    buf_add_repeat(&first, ' ', pad > 1 ? pad : 1);
    TextRun run = {{0}, str_from(what)};
    text_wrap(text, buf_str(&first), (Str){0}, &run, 1);
}

static void write_heading(Text *text, const char *heading)
{
    text_blank(text);
    text_plain(text, (Style){.attributes = ATTR_BOLD}, heading);
}

Text help_text(int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    for (int i = 0; i < action_count; i++) {
        if (actions[i].group) write_heading(&text, actions[i].group);
        write_row(&text, actions[i].keys, actions[i].help);
    }
    write_heading(&text, "Signs");
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        write_row(&text, SIGNS[i][0], SIGNS[i][1]);
    write_heading(&text, "Mouse");
    write_row(&text, "click", "selects a cell; on the last line, does what it says");
    write_row(&text, "wheel", "scrolls the lesson");
    write_row(&text, "Shift-drag", "selects text as usual (Option in iTerm2)");
    write_row(&text, "Ctrl-C", "leaves at once; Ctrl-Z suspends");
    return text;
}

Rect help_area(int columns, int rows)
{
    return (Rect){1, 1, columns - 2, rows - 2};
}

int help_last_top(const Text *text, Rect area)
{
    return text->count > area.rows ? text->count - area.rows : 0;
}
