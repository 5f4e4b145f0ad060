// The table of all commands that can be typed in the line-by-line walk.
#include "linear/commands.h"

#include "base/text/number.h"
#include "base/text/typed_number.h"
#include "walk/edits/hold.h"
#include "walk/edits/words.h"

static const char AT_END[] = "This is the end of the lesson.";
static const char AT_BEGIN[] = "This is the beginning of the lesson.";

// ---- walking ------------------------------------------------------------------------------------

static void run_step(Linear *l, Str rest)
{
    int64_t step = 0;
    int count = l->walk->lesson.step_count;
    bool known = number_parse_int(rest, &step) && step >= 1 && step <= count;
    if (rest.n && !known) {
        buf_printf(&l->out, "There is no step %.*s, only 1 to %d.\n", STR_ARG(rest), count);
    } else if (rest.n == 0 && !walk_next_step(l->walk)) {
        buf_printf(&l->out, "%s\n", AT_END);
    } else {
        if (rest.n) l->step = -1;
        if (rest.n) walk_go_to_step(l->walk, (int)step - 1);
        tell_place(l);
    }
}

static void run_again(Linear *l)
{
    l->step = -1;
    tell_place(l);
}

static void run_columns(Linear *l)
{
    walk_read_columns(l->walk, true);
    buf_add(&l->out, STR("Tokens are columns now: q = W x. rows takes it back.\n"));
}

static void run_rows(Linear *l)
{
    walk_read_columns(l->walk, false);
    buf_add(&l->out, STR("Tokens are rows: q = x @ W.\n"));
}

static void run_quit(Linear *l)
{
    l->quit = true;
}

static void run_help(Linear *l);

// What a command does is one of four.
static const struct LinearCommand {
    const char *words; // the first is the short one
    const char *help;
    LinearRun *run;       // with what was typed behind its word
    LinearTell *tell;     // where nothing is to be typed
    bool (*move)(Walk *); // goes to another place, which is then described, or
    LinearChange *change; // changes numbers, which is `done` then
    const char *why_not;  // nothing was to be done
    const char *done;
    const char *example; // said where nothing was typed behind its word; NULL: nothing need be
} COMMANDS[] = {
    {"n next", "Enter alone does the same: goes on; at a question, a hint, then the answer",
     .tell = tell_next},
    {"b back", "goes back by the same amount", .tell = tell_back},
    {"o operation", "to the next operation", .move = walk_next_stage, .why_not = AT_END},
    {"before", "to the beginning of this operation, then to the one before",
     .move = walk_previous_stage, .why_not = AT_BEGIN},
    {"s step", "to the next step; s 4: to step 4", .run = run_step},
    {"p previous", "to the beginning of this step, then to the one before",
     .move = walk_previous_step, .why_not = AT_BEGIN},
    {"into", "through the call at hand", .move = walk_step_into,
     .why_not = "There is no call here to step into."},
    {"out", "out of it", .move = walk_step_out, .why_not = "This is not inside a call."},
    {"g go",
     "to a step, a tensor or a cell: go 4, go weights, go scores[0,1], go mark a, go found 2",
     .run = linear_go, .example = "go 4, go weights, go scores[0,1]"},
    {"i iteration",
     "of a loop: where it is; iteration 21, iteration next, before, first, last: goes there",
     .run = linear_iteration},
    {"return", "back to where go, feeds or ask left", .tell = linear_return},
    {"mark", "mark a: gives this place a letter", .run = linear_mark},
    {"marks", "the places that have a letter", .tell = linear_marks},
    {"steps", "the steps of the lesson", .tell = linear_steps},
    {"outline", "the operations of this step, with their shapes; outline all: of all steps",
     .run = linear_outline},
    {"find", "find mask: where text, code, names and labels say so; find =4: numbers",
     .run = linear_find, .example = "find softmax; find =4, for numbers"},
    {"w why cell",
     "why it is what it is, and where it came from; w scores[0,1]: of any number; w 3: three "
     "levels down",
     .run = linear_why},
    {"r read", "reads the result; r keys: any tensor", .run = linear_read},
    {"f feeds", "what the number feeds, down to the outputs; f x[0,1]: of any number",
     .run = linear_dependents},
    {"from", "what it is made from, level by level to the inputs", .run = linear_sources},
    {"ask predict", "asks you for the number; ask scores[0,1]: for any one", .run = linear_ask},
    {"rule", "the rule of the operation, and what common mistakes with it give; rule scores[0,1]",
     .run = linear_rule},
    {"look", "who looks at whom, of attention weights; look weights", .run = linear_look},
    {"arrows", "query and keys as directions: lengths, angles, dot products; arrows scores",
     .run = linear_arrows},
    {"heads", "the heads of the matrix, with their patterns; heads weights; heads all",
     .run = linear_heads},
    {"cost", "what each operation of the step computes", .tell = linear_cost},
    {"hint", "at a question: how the number is made", .tell = linear_hint},
    {"e edit", "sets a number: e x[0,1] 5; everything after it is computed again",
     .change = linear_edit, .done = "Done", .why_not = "Example: edit x[0,1] 5",
     .example = "edit x[0,1] 5"},
    {"nudge", "checks a gradient with two runs, the number 0.01 lower and higher: nudge W[0,1]",
     .run = linear_nudge},
    {"word", "replaces a word in the sentence: word auf zu, or by its number from 0: word 5 zu",
     .change = walk_word, .done = "Done", .why_not = "", .example = "word auf zu"},
    {"tokens", "replaces the sentence: tokens der Mann sieht die Katze .", .change = walk_tokens,
     .done = "Done", .why_not = "", .example = "tokens der Mann sieht die Katze ."},
    {"hold", "keeps a part at a value: hold weights[2] uniform, hold head 3 zero",
     .change = walk_hold, .done = "Done", .why_not = "", .example = "hold weights[2] uniform"},
    {"release", "releases what is held; release weights[2]: only this", .change = walk_release,
     .done = "Released", .why_not = "Nothing is held."},
    {"u undo", "undoes the last edit", .change = linear_undo, .done = "Undone",
     .why_not = "There is no edit to undo."},
    {"redo", "redoes it", .change = linear_redo, .done = "Done again",
     .why_not = "There is nothing to redo."},
    {"reset", "resets all numbers; reset x[0,1]: only this one", .change = linear_reset,
     .done = "Reset", .why_not = "There is no edit to reset."},
    {"d changes", "shows what the edits changed, old and new number", .tell = linear_changes},
    {"what switch", "what if this step scaled, masked or summed differently: what, then what 2",
     .run = linear_switch},
    {"x export", "writes a figure: x weights; x weights svg; x weights equation pdf",
     .run = linear_export},
    {"digits", "digits 2: numbers with so many decimals", .run = linear_digits},
    {"labels", "names the tokens: labels words (a list of strings), labels the cat sat",
     .run = linear_labels, .example = "labels words"},
    {"columns", "tokens as columns, as in many papers: q = W x", .tell = run_columns},
    {"rows", "tokens as rows, as in PyTorch: q = x @ W", .tell = run_rows},
    {"again", "repeats the place, with the step's text", .tell = run_again},
    {"h help ?", "this list", .tell = run_help},
    {"q quit exit", "quits; the place is remembered", .tell = run_quit},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void run_help(Linear *l)
{
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
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        Str rest = str_from(COMMANDS[i].words), one;
        while (str_next_word(&rest, &one)) {
            *ARENA_ADD(&l->arena, words, count) = str_copy(&l->arena, one);
        }
    }
    const char *nearest = str_nearest(word, words, count);
    buf_printf(&l->out, "Unknown command: %.*s.", STR_ARG(line));
    if (nearest) buf_printf(&l->out, " Did you mean %s?", nearest);
    buf_add(&l->out, STR(" h lists the commands.\n"));
}

static void run(Linear *l, const struct LinearCommand *command, Str rest)
{
    if (command->example && rest.n == 0)
        buf_printf(&l->out, "Example: %s\n", command->example);
    else if (command->run)
        command->run(l, rest);
    else if (command->tell)
        command->tell(l);
    else if (command->change)
        linear_change(l, rest, command->change, command->done, command->why_not);
    else if (command->move(l->walk))
        tell_place(l);
    else
        buf_printf(&l->out, "%s\n", command->why_not);
}

void linear_command(Linear *l, Str line)
{
    Str rest = line, word = str_take(&rest, " ");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!str_has_word(COMMANDS[i].words, word)) continue;
        run(l, &COMMANDS[i], str_trim(rest));
        return;
    }
    if (str_find(line, "[") > 0)
        linear_why(l, line);
    else if (is_number(line))
        buf_printf(&l->out, "Nothing is asked here. Enter goes on to the next question.\n");
    else
        say_unknown(l, line, word);
}
