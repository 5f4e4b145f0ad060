// The next token: what each candidate's chance is, as the model gives it and with the settings that
// the program has for it, temperature, top_k and the like. These are turned here, and the program
// runs again: the chances, and the text that it writes, follow.
//
// The program says what is shown by names: a tensor `next_token` of two rows, as given and as
// chosen from, and each single number that it gives.
#include "tui/parts/page.h"

#include "tensor/dtype.h"
#include "trace/names/labels.h"
#include "tui/parts/bars.h"
#include "tui/screens/shared.h"
#include "walk/edits/edit.h"

#include <math.h>
#include <string.h>

enum { MARK = 2, NAME = 14, NUMBER = 9, LABEL = 12, SHARE = 7, LEAST_BAR = 4, MOST_SETTINGS = 20 };

// ---- what the program says ----------------------------------------------------------------------

// The last tensor that it calls so; -1: none.
static int entry_called(const Trace *trace, const char *name)
{
    for (int i = trace->binding_count - 1; i >= 0; i--)
        if (strcmp(trace->bindings[i].name, name) == 0) return trace->bindings[i].entry;
    return -1;
}

static int table_of(const Trace *trace)
{
    int entry = entry_called(trace, "next_token");
    const Tensor *table = entry < 0 ? NULL : trace->entries[entry].call.output;
    bool fits =
        table && table->shape.ndim == 2 && table->shape.dim[0] == 2 && dtype_is_float(table->dtype);
    return fits ? entry : -1;
}

static bool is_setting(const Trace *trace, const Binding *binding)
{
    Cell cell = {binding->entry, {{0}}}, given;
    const Tensor *tensor = trace->entries[binding->entry].call.output;
    return tensor && tensor->shape.ndim == 0 && given_cell(trace, cell, &given) &&
           given.entry == binding->entry && entry_called(trace, binding->name) == binding->entry;
}

// The bindings of the numbers that it gives, as they stand in the program.
static int settings_of(const Trace *trace, const Binding **settings)
{
    int count = 0;
    for (int i = 0; i < trace->binding_count && count < MOST_SETTINGS; i++)
        if (is_setting(trace, &trace->bindings[i])) settings[count++] = &trace->bindings[i];
    return count;
}

// What the line says of it behind "# "; "": nothing.
static const char *comment_of(const Trace *trace, const Binding *binding, Arena *arena)
{
    Span at = trace->statements[binding->statement].source;
    Str text = at.source ? at.source->text : STR("");
    int end = at.end;
    while (end < text.n && text.p[end] != '\n') end++;
    Str rest = at.end <= end ? str_trim(str_slice(text, at.end, end)) : STR("");
    return str_starts(rest, "# ") ? str_copy(arena, str_slice(rest, 2, rest.n)) : "";
}

static const Tensor *tensor_of(const App *app, int entry)
{
    return app->walk->trace->entries[entry].call.output;
}

// ---- keys ---------------------------------------------------------------------------------------

static const Binding *setting_at_hand(const App *app)
{
    const Binding *settings[MOST_SETTINGS];
    int count = settings_of(app->walk->trace, settings), at = screen_at(app, SCREEN_NEXT);
    return at < count ? settings[at] : NULL;
}

// The keys that change numbers are about the selected cell.
static bool select_setting(App *app, int to)
{
    const Binding *settings[MOST_SETTINGS];
    int count = settings_of(app->walk->trace, settings);
    Page *page = app->state[SCREEN_NEXT];
    if (to < 0 || to >= count) return false;
    bool moved = page->at != to;
    page->at = to;
    return walk_select(app->walk, (Cell){settings[to]->entry, {{0}}}) && moved;
}

static bool open(App *app, int by UNUSED)
{
    return table_of(app->walk->trace) >= 0 && (select_setting(app, 0) || true);
}

static bool move(App *app, int move)
{
    const Binding *settings[MOST_SETTINGS];
    int count = settings_of(app->walk->trace, settings);
    return select_setting(
        app, within(screen_at(app, SCREEN_NEXT) + move_lines((Move)move, 4), 0, count - 1));
}

// Fractions by a tenth, whole numbers by one, or by ten where they are large.
static bool turn(App *app, int by)
{
    const Binding *setting = setting_at_hand(app);
    if (!setting) return false;
    const Tensor *tensor = tensor_of(app, setting->entry);
    double now = tensor_get(tensor, (Index){0}), to;
    if (dtype_is_float(tensor->dtype))
        to = round(now * 10 + by) / 10;
    else
        to = now + by * (now + by > 10 || now > 10 ? 10 : 1);
    if (to < 0) to = 0;
    select_setting(app, screen_at(app, SCREEN_NEXT));
    return to != now && edit_number(app, str_from(arena_printf(app->scratch, "%.10g", to)));
}

static const Action actions[] = {
    {"Right l", "more of the setting, by 0.1, or by 1 or 10", "It cannot be more.", .run = turn,
     .by = 1, .hint = "Left Right:less, more", .rank = 1},
    {"Left h", "less of it", "It is 0.", .run = turn, .by = -1},
    {"Y", "back to the walk", .run = leave_screen},
};

// ---- drawing ------------------------------------------------------------------------------------

static void add_setting(List *list, const App *app, const Binding *setting)
{
    Arena *arena = list->text.arena;
    const Trace *trace = app->walk->trace;
    const Tensor *tensor = tensor_of(app, setting->entry);
    double before, now = tensor_get(tensor, (Index){0});
    bool changed = walk_changed(app->walk, (Cell){setting->entry, {{0}}}, &before);
    Buf name = {.arena = arena}, line = {.arena = arena};
    list_column(&name, setting->name, NAME);
    const char *number = arena_printf(arena, "%.7g", now);
    list_column(&line, changed ? arena_printf(arena, "%s*", number) : number, NUMBER);
    buf_printf(&line, "  %s", changed ? arena_printf(arena, "was %.7g; ", before) : "");
    buf_add(&line, str_from(comment_of(trace, setting, arena)));
    const char *fitting = canvas_fit_text(arena, buf_str(&line), list->text.columns - MARK - NAME);
    int first = list->text.count;
    text_line(&list->text,
              (TextRun[]){{PLAIN, STR("  ")},
                          {{.attributes = ATTR_BOLD}, buf_str(&name)},
                          {changed ? (Style){.ink = INK_ACCENT} : PLAIN, str_from(fitting)}},
              3);
    list_add(list, first);
}

static void add_share(const App *app, Buf *line, Cell cell, int bar)
{
    double share = tensor_get(tensor_of(app, cell.entry), cell.at);
    Buf drawn = {.arena = line->arena};
    if (walk_hides(app->walk, cell)) {
        list_column(line, "?", bar + SHARE);
        return;
    }
    if (share > 0 && share <= 1) bar_write(&drawn, share, bar);
    list_column(line, share > 0 ? arena_printf(line->arena, "%5.1f%%", 100 * share) : "   -",
                SHARE);
    list_column(line, buf_text(&drawn), bar);
}

static void add_candidates(Text *text, const App *app, int entry)
{
    const Trace *trace = app->walk->trace;
    int bar = (text->columns - MARK - LABEL - 2 * SHARE - 1) / 2;
    if (bar < LEAST_BAR) bar = LEAST_BAR;
    Buf head = {.arena = text->arena};
    list_column(&head, "", MARK + LABEL);
    for (int row = 0; row < 2; row++) {
        const char *title = label_at(trace, entry, 0, row, text->arena);
        list_column(&head, *title ? title : row ? "now" : "as given", bar + SHARE + !row);
    }
    text_line(text, &(TextRun){QUIET, buf_str(&head)}, 1);
    for (int64_t j = 0; j < tensor_of(app, entry)->shape.dim[1]; j++) {
        Buf line = {.arena = text->arena};
        list_column(&line, "", MARK);
        list_column(&line, label_or_number(trace, entry, 1, j, "", text->arena), LABEL);
        for (int row = 0; row < 2; row++) {
            if (row) buf_add_char(&line, ' ');
            add_share(app, &line, (Cell){entry, {{row, j}}}, bar);
        }
        text_line(text, &(TextRun){PLAIN, buf_str(&line)}, 1);
    }
}

// What the last block that printed something did print.
static void add_written(Text *text, const App *app)
{
    const Walk *walk = app->walk;
    const char *written = NULL;
    for (int i = 0; i < walk->ran.printed_count; i++)
        if (*walk->ran.printed[i].text) written = walk->ran.printed[i].text;
    if (!written) return;
    text_blank(text);
    for (Str rest = str_from(written), line; str_next_line(&rest, &line);)
        text_wrap(text, STR("  "), STR("  "), &(TextRun){PLAIN, line}, 1);
}

static List next_list(const App *app, int columns, Arena *arena)
{
    const Binding *settings[MOST_SETTINGS];
    List list = {.text = {.arena = arena, .columns = columns}};
    int count = settings_of(app->walk->trace, settings), table = table_of(app->walk->trace);
    for (int i = 0; i < count; i++) add_setting(&list, app, settings[i]);
    text_blank(&list.text);
    if (table >= 0) add_candidates(&list.text, app, table);
    add_written(&list.text, app);
    return list;
}

const Screen next_screen = {
    .keys = {"The next token", ACTION_ROWS(actions)},
    .draw = page_draw,
    .size = sizeof(Page),
    .open = open,
    .list = next_list,
    .pick = select_setting,
    .select = select_setting,
    .move = move,
    .wheel = PAGE_WHEEL,
    .arrows = {.hint = "Up Down:setting", .rank = 2},
    .words = "the next token",
};
