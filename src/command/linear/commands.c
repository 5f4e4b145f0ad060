// What can be typed, in one table.
#include "command/linear/tell.h"

#include "base/number.h"
#include "command/linear/narrate.h"
#include "walk/edit.h"

#include <inttypes.h>

#define AT_END   "This is the end of the lesson."
#define AT_BEGIN "This is the beginning of the lesson."

static void moved(Linear *l, bool changed, const char *why_not)
{
    if (changed)
        tell_place(l);
    else
        buf_printf(&l->out, "%s\n", why_not);
}

// ---- walking ------------------------------------------------------------------------------------

static void run_next(Linear *l, Str rest)
{
    (void)rest;
    tell_next(l);
}

static void run_back(Linear *l, Str rest)
{
    (void)rest;
    tell_back(l);
}

static void run_step(Linear *l, Str rest)
{
    int64_t step = 0;
    int count = l->walk->lesson.step_count;
    if (rest.n == 0) {
        moved(l, walk_next_step(l->walk), AT_END);
        return;
    }
    bool known = number_parse_int(rest, &step) && step >= 1 && step <= count;
    if (known) {
        l->step = -1;
        walk_go_to_step(l->walk, (int)step - 1);
        tell_place(l);
    } else {
        buf_printf(&l->out, "There is no step %.*s, only 1 to %d.\n", STR_ARG(rest), count);
    }
}

static void run_previous(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_previous_step(l->walk), AT_BEGIN);
}

static void run_operation(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_next_stage(l->walk), AT_END);
}

static void run_into(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_step_into(l->walk), "There is no call here to step into.");
}

static void run_out(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_step_out(l->walk), "This is not inside a call.");
}

static void run_why(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = l->walk->selected;
    if (rest.n && !cell_parse(l->walk->trace, rest, &cell, &error))
        error_print(&error, &l->out);
    else if (cell.entry < 0)
        buf_add(&l->out, STR("There is no number here to explain.\n"));
    else
        narrate_cell(l->walk, cell, &l->out);
}

static void run_read(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    Cell cell = {.entry = l->walk->focus};
    int given;
    if (rest.n && !tensor_parse(l->walk->trace, rest, &cell, &given, &error))
        error_print(&error, &l->out);
    else if (cell.entry < 0)
        buf_add(&l->out, STR("There is no tensor here. As in: read keys\n"));
    else
        narrate_tensor(l->walk, cell.entry, &l->out);
}

// How much of what the program computes is another number now.
static void say_edited(Linear *l, const char *what)
{
    const Trace *trace = l->walk->trace;
    l->asked = NULL; // the questions are new ones
    const char *other = walk_other_way(l->walk, &l->arena);
    buf_printf(&l->out, "%s.%s%s\n", what, other ? " Now " : "", other ? other : "");
    for (int i = 0; i < trace->binding_count; i++) {
        int64_t cells, changed = walk_changed_cells(l->walk, trace->bindings[i].entry, &cells);
        if (changed > 0)
            buf_printf(&l->out, "  %s: %" PRId64 " of %" PRId64 " changed.\n",
                       trace->bindings[i].name, changed, cells);
    }
}

// "x[0,1] 5" or, for the number at hand, "5".
static void run_edit(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    int space = str_find(rest, " ");
    Str number = space < 0 ? rest : str_trim(str_slice(rest, space, rest.n));
    Cell cell = l->walk->selected;
    bool known = space < 0 || cell_parse(l->walk->trace, str_slice(rest, 0, space), &cell, &error);
    if (rest.n == 0 || cell.entry < 0)
        buf_add(&l->out, STR("As in: edit x[0,1] 5\n"));
    else if (known && walk_edit(l->walk, cell, number, &error))
        say_edited(l, "Done");
    if (error.set) error_print(&error, &l->out);
}

static void run_undo(Linear *l, Str rest)
{
    (void)rest;
    if (walk_undo(l->walk))
        say_edited(l, "Undone");
    else
        buf_add(&l->out, STR("There is no edit to undo.\n"));
}

static void run_again(Linear *l, Str rest)
{
    (void)rest;
    l->step = -1;
    tell_place(l);
}

static void run_quit(Linear *l, Str rest)
{
    (void)rest;
    l->quit = true;
}

static void run_help(Linear *l, Str rest);

static const struct LinearCommand {
    const char *words; // the first is the short one
    const char *help;
    void (*run)(Linear *linear, Str rest);
} COMMANDS[] = {
    {"n next", "Enter alone does the same: goes on; at a question, shows the answer", run_next},
    {"b back", "goes back by the same amount", run_back},
    {"o operation", "to the next operation", run_operation},
    {"s step", "to the next step; s 4: to step 4", run_step},
    {"p previous", "to the beginning of this step, then to the one before", run_previous},
    {"into", "through the call at hand", run_into},
    {"out", "out of it", run_out},
    {"w why", "where the number came from; w scores[0,1]: of any number", run_why},
    {"r read", "reads the result; r keys: any tensor", run_read},
    {"e edit", "another number instead: e x[0,1] 5; all that follows is computed anew", run_edit},
    {"u undo", "undoes the last edit", run_undo},
    {"again", "tells the place once more, with the step's text", run_again},
    {"h help ?", "this list", run_help},
    {"q quit exit", "leaves; the place is remembered", run_quit},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void run_help(Linear *l, Str rest)
{
    (void)rest;
    for (int i = 0; i < COMMAND_COUNT; i++)
        buf_printf(&l->out, "%s: %s\n", COMMANDS[i].words, COMMANDS[i].help);
    buf_add(&l->out, STR("At a question, a number or the letter of a choice answers it.\n"));
}

static bool is_word_of(Str word, const char *words)
{
    for (Str rest = str_from(words); rest.n;) {
        int end = str_find(rest, " ");
        if (end < 0) end = rest.n;
        if (str_equal(word, str_slice(rest, 0, end))) return true;
        rest = str_slice(rest, end + 1, rest.n);
    }
    return false;
}

void linear_command(Linear *l, Str line)
{
    int space = str_find(line, " ");
    Str word = space < 0 ? line : str_slice(line, 0, space);
    Str rest = space < 0 ? (Str){0} : str_trim(str_slice(line, space, line.n));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!is_word_of(word, COMMANDS[i].words)) continue;
        COMMANDS[i].run(l, rest);
        return;
    }
    if (str_find(line, "[") > 0)
        run_why(l, line);
    else
        buf_printf(&l->out, "%.*s means nothing here. h lists what does.\n", STR_ARG(line));
}
