// Commands about numbers: where they come from, what they feed, questions about them, figures.
#include "linear/commands.h"

#include "base/text/number.h"
#include "figure/kind.h"
#include "figure/page/theme.h"
#include "linear/narrate.h"
#include "study/names/typed_name.h"
#include "tensor/dtype.h"
#include "walk/places/go.h"
#include "walk/places/reach.h"

#include <inttypes.h>

bool linear_cell(Linear *l, Str typed, Cell *cell)
{
    Error error = {.arena = &l->arena};
    *cell = l->walk->at.selected;
    if (typed.n && !cell_parse(l->walk->trace, typed, cell, &error))
        error_print(&error, &l->out);
    else if (cell->entry < 0)
        buf_add(&l->out, STR("There is no number here. Name one, as in scores[0,1].\n"));
    return !error.set && cell->entry >= 0;
}

// ---- where numbers come from --------------------------------------------------------------------

// A number behind the cell, or alone, says how many levels.
void linear_why(Linear *l, Str rest)
{
    Cell cell;
    int64_t levels = 1;
    int space = rest.n;
    while (space > 0 && rest.p[space - 1] != ' ' && rest.p[space - 1] != ']') space--;
    Str last = str_slice(rest, space, rest.n);
    if (last.n && number_parse_int(last, &levels)) rest = str_trim(str_slice(rest, 0, space));
    if (!linear_cell(l, rest, &cell)) return;
    enum { MOST_LEVELS = 20 };
    levels = levels < 1 ? 1 : levels > MOST_LEVELS ? MOST_LEVELS : levels;
    narrate_cell(l->walk, cell, (int)levels, &l->out);
}

void linear_read(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = {.entry = l->walk->at.focus};
    int given;
    if (rest.n && !trace_parse_tensor(l->walk->trace, rest, &cell, &given, &error))
        error_print(&error, &l->out);
    else if (cell.entry < 0)
        buf_add(&l->out, STR("There is no tensor here. Example: read keys\n"));
    else
        narrate_tensor(l->walk, cell.entry, &l->out);
}

// ---- what they feed -----------------------------------------------------------------------------

static void say_numbers(const Walk *walk, const ReachGroup *group, Buf *out)
{
    enum { MOST_NUMBERS = 8 };
    bool to_come = false; // then so are those after it
    for (int i = 0; i < group->count && i < MOST_NUMBERS && !to_come; i++) {
        const Cell cell = group->cells[i];
        buf_add(out, i ? STR(", ") : STR(": "));
        Seen seen = walk_seen_at(walk, cell);
        to_come = seen == TO_COME;
        if (seen == HIDDEN)
            buf_add(out, STR("hidden"));
        else if (to_come)
            buf_add(out, STR("to come"));
        else
            dtype_write(out, walk->trace->entries[cell.entry].call.output->dtype,
                        cell_value(walk->trace, cell), walk->view.digits);
    }
    if (group->count > MOST_NUMBERS && !to_come)
        buf_printf(out, " and %d more", group->count - MOST_NUMBERS);
    buf_add(out, STR(".\n"));
}

static void say_reach(Linear *l, Str rest, ReachWay way)
{
    Cell cell;
    Reach reach = {0};
    if (!linear_cell(l, rest, &cell)) return;
    const char *name = cell_name(l->walk->trace, cell, &l->arena);
    bool dependents = way == REACH_DEPENDENTS;
    if (!reach_open(&reach, l->walk, cell, way))
        buf_printf(&l->out,
                   dependents ? "Nothing uses %s.\n"
                              : "%s is given by the program, from nothing else.\n",
                   name);
    else
        buf_printf(&l->out, dependents ? "%s feeds\n" : "%s is made from\n", name);
    while (reach_level(&reach, 1)) continue;
    for (int i = 0; i < reach.count; i++) {
        const ReachGroup *group = &reach.groups[i];
        buf_printf(&l->out, "  level %d, %s", group->level,
                   cells_name(l->walk->trace, group->cells, group->count, &l->arena));
        say_numbers(l->walk, group, &l->out);
    }
    if (reach.more) buf_add(&l->out, STR("  and more.\n"));
    reach_close(&reach);
}

void linear_dependents(Linear *l, Str rest)
{
    say_reach(l, rest, REACH_DEPENDENTS);
}

void linear_sources(Linear *l, Str rest)
{
    say_reach(l, rest, REACH_SOURCES);
}

// ---- questions ----------------------------------------------------------------------------------

void linear_ask(Linear *l, Str rest)
{
    Cell cell;
    if (!linear_cell(l, rest, &cell)) return;
    if (rest.n) walk_visit_cell(l->walk, cell);
    const Question *before = walk_question(l->walk);
    bool asked = !before && walk_ask(l->walk);
    const Question *question = walk_question(l->walk);
    if (question)
        narrate_question(l->walk, question, &l->out);
    else if (!asked)
        buf_printf(&l->out, "This number %s; nothing is to be predicted.\n",
                   cell_held(l->walk->trace, l->walk->at.selected) ? "is held"
                                                                   : "was given by the program");
}

void linear_hint(Linear *l)
{
    Question *question = walk_question(l->walk);
    if (!question)
        buf_add(&l->out, STR("Nothing is asked here.\n"));
    else if (question_hint(l->walk, question) || question->answer.hints)
        tell_hint(l, question);
    else
        buf_add(&l->out, STR("There is no hint to this question.\n"));
}

// ---- figures ------------------------------------------------------------------------------------

// A word that is a kind, a format or a theme of figures.
static bool take_choice(FigureChoice *choice, Str word)
{
    static const char *const formats[] = {"png", "svg", "pdf", "gif", "apng"};
    for (int i = 0; i < figure_kind_count; i++) {
        if (str_is(word, figure_kinds[i]->name)) return (choice->kind = figure_kinds[i]->name);
    }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (str_is(word, formats[i])) return (choice->format = formats[i]);
    }
    for (int i = 0; theme_names[i]; i++) {
        if (str_is(word, theme_names[i])) return (choice->theme = theme_names[i]);
    }
    return false;
}

void linear_export(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = {.entry = l->walk->at.focus};
    FigureChoice choice = {.kind = figure_kinds[0]->name,
                           .format = "png",
                           .theme = theme_names[0],
                           .head = -1,
                           .query = -1};
    int given;
    Str word;
    if (l->walk->at.selected.entry >= 0) cell = l->walk->at.selected;
    while (!error.set && str_next_word(&rest, &word)) {
        if (!take_choice(&choice, word))
            trace_parse_tensor(l->walk->trace, word, &cell, &given, &error);
    }
    if (cell.entry < 0) error_set(&error, NULL, "there is no matrix here");
    const LinearOptions *to = l->options;
    if (!to->export_figure) error_set(&error, NULL, "figures cannot be written here");
    if (!error.set && to->export_figure(to->export_context, l->walk, cell, choice, &l->out, &error))
        buf_add(&l->out, STR(".\n"));
    else
        error_print(&error, &l->out);
}

void linear_digits(Linear *l, Str rest)
{
    int64_t digits;
    enum { MOST_DIGITS = 9 };
    if (!number_parse_int(rest, &digits) || digits < 0 || digits > MOST_DIGITS) {
        buf_printf(&l->out, "Example: digits 2. Now it is %d; from 0 to 9.\n",
                   l->walk->view.digits);
        return;
    }
    l->walk->view.digits = (int)digits;
    buf_printf(&l->out, "Numbers have at most %d decimals now.\n", l->walk->view.digits);
}
