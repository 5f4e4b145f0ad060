// The table of all commands that can be typed in the line-by-line walk.
#include "command/linear/commands.h"

#include "base/number.h"
#include "base/typed_number.h"

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

static void run_before(Linear *l, Str rest)
{
    (void)rest;
    moved(l, walk_previous_stage(l->walk), AT_BEGIN);
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
    LinearRun *run;
} COMMANDS[] = {
    {"n next", "Enter alone does the same: goes on; at a question, shows the answer", run_next},
    {"b back", "goes back by the same amount", run_back},
    {"o operation", "to the next operation", run_operation},
    {"before", "to the beginning of this operation, then to the one before", run_before},
    {"s step", "to the next step; s 4: to step 4", run_step},
    {"p previous", "to the beginning of this step, then to the one before", run_previous},
    {"into", "through the call at hand", run_into},
    {"out", "out of it", run_out},
    {"g go",
     "to a step, a tensor or a cell: go 4, go weights, go scores[0,1], go mark a, go found 2",
     linear_go},
    {"return", "back to where go, feeds or ask left", linear_return},
    {"mark", "mark a: gives this place a letter", linear_mark},
    {"marks", "the places that have a letter", linear_marks},
    {"steps", "the steps of the lesson", linear_steps},
    {"outline", "the operations of this step, with their shapes; outline all: of all steps",
     linear_outline},
    {"find", "find mask: where text, code, names and labels say so; find =4: numbers", linear_find},
    {"w why cell",
     "where the number came from; w scores[0,1]: of any number; w 3: three levels down",
     linear_why},
    {"r read", "reads the result; r keys: any tensor", linear_read},
    {"f feeds", "what the number feeds, down to the outputs; f x[0,1]: of any number",
     linear_feeds},
    {"from", "what it is made from, level by level to the inputs", linear_sources},
    {"ask predict", "asks you for the number; ask scores[0,1]: for any one", linear_ask},
    {"rule",
     "the rule of the operation, and what the usual mistakes with it give; rule scores[0,1]",
     linear_rule},
    {"look", "who looks at whom, of attention weights; look weights", linear_look},
    {"heads", "the heads of the matrix, with their patterns; heads weights", linear_heads},
    {"cost", "what each operation of the step computes", linear_cost},
    {"hint", "at a question: how the number is made", linear_hint},
    {"e edit", "another number instead: e x[0,1] 5; all that follows is computed anew",
     linear_edit},
    {"u undo", "undoes the last edit", linear_undo},
    {"redo", "does it again", linear_redo},
    {"reset", "all numbers as the program gave them; reset x[0,1]: this one", linear_reset},
    {"d changes", "what the edits changed, from the old number to the new one", linear_changes},
    {"what switch", "what if this step scaled, masked or summed otherwise: what, then what 2",
     linear_switch},
    {"x export", "writes a figure: x weights; x weights svg; x weights equation pdf",
     linear_export},
    {"digits", "digits 2: numbers with so many decimals", linear_digits},
    {"again", "tells the place once more, with the step's text", run_again},
    {"h help ?", "this list", run_help},
    {"q quit exit", "leaves; the place is remembered", run_quit},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void run_help(Linear *l, Str rest)
{
    (void)rest;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        for (const char *p = COMMANDS[i].words; *p; p++)
            buf_add(&l->out, *p == ' ' ? STR(" or ") : (Str){p, 1});
        buf_printf(&l->out, ": %s.\n", COMMANDS[i].help);
    }
    buf_add(&l->out, STR("At a question, a number or the letter of a choice answers it.\n"));
}

static bool is_number(Str line)
{
    TypedNumber number;
    return typed_number_read(line, &number);
}

static void say_unknown(Linear *l, Str line, Str word)
{
    const char **words = NULL;
    size_t capacity = 0;
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        Str rest = str_from(COMMANDS[i].words), one;
        while (str_next_word(&rest, &one)) {
            words = arena_grow(&l->arena, words, (size_t)count, &capacity, sizeof *words);
            words[count++] = str_copy(&l->arena, one);
        }
    }
    const char *nearest = str_nearest(word, words, count);
    buf_printf(&l->out, "%.*s means nothing here.", STR_ARG(line));
    if (nearest) buf_printf(&l->out, " Did you mean %s?", nearest);
    buf_add(&l->out, STR(" h lists what does.\n"));
}

void linear_command(Linear *l, Str line)
{
    int space = str_find(line, " ");
    Str word = space < 0 ? line : str_slice(line, 0, space);
    Str rest = space < 0 ? (Str){0} : str_trim(str_slice(line, space, line.n));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!str_has_word(COMMANDS[i].words, word)) continue;
        COMMANDS[i].run(l, rest);
        return;
    }
    if (str_find(line, "[") > 0)
        linear_why(l, line);
    else if (is_number(line))
        buf_printf(&l->out, "Nothing is asked here. Enter goes on to the next question.\n");
    else
        say_unknown(l, line, word);
}
