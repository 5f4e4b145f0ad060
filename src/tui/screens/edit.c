// Edits a number of the program on the screen: the prompt, + and -, undo and reset. Only a number
// that the program gave can be edited; on a computed one the key offers to go to an input that it
// was computed from. Each edit runs the program again, and the status row says how many cells of
// the last named tensor have changed.

#include "base/text/typed_number.h"
#include "study/looks/typeset.h"
#include "tui/core/screen.h"
#include "tui/parts/question.h"
#include "tui/parts/typing.h"
#include "tui/screens/shared.h"
#include "walk/edits/hold.h"
#include "walk/edits/labelling.h"
#include "walk/edits/words.h"
#include "walk/runs/rerun.h"

#include <string.h>

// ---- what is said -------------------------------------------------------------------------------

static void say_error(App *app, const Error *error)
{
    if (!walk_was_stopped(app->walk)) {
        app_say_error(app, error);
        return;
    }
    typing_leave(app);
    app_say(app, false, WALK_STOPPED);
}

// "output_0: 3 of 3 cells changed", of the last tensor that has a name.
static void write_outcome(const Walk *walk, bool begins, Buf *out)
{
    const Trace *trace = walk->trace;
    int64_t cells, changed = 0;
    int i = trace->binding_count;
    while (i > 0 && changed <= 0)
        changed = walk_changed_cells(walk, trace->bindings[--i].entry, &cells);
    if (changed > 0)
        buf_printf(out, "%s: %lld of %lld changed", trace->bindings[i].name, (long long)changed,
                   (long long)cells);
    else
        buf_add(out, begins ? STR("Nothing else changes") : STR("nothing else changes"));
}

// What follows from the edits in force, in one line.
static void say_outcome(App *app, const char *what)
{
    const Walk *walk = app->walk;
    Buf out = {.arena = app->scratch};
    const char *other = walk_other_way(walk, app->scratch);
    bool begins = str_ends(str_from(what), "."); // a sentence
    if (other)
        buf_printf(&out, "Now %s", other);
    else if (walk->original)
        write_outcome(walk, begins, &out);
    else
        buf_printf(&out, "%s is as in the program", begins ? "All" : "all");
    app_say(app, false, "%s %s.", what, buf_text(&out));
}

static void write_value(const Walk *walk, Cell input, Buf *out)
{
    const Tensor *tensor = walk->trace->entries[input.entry].call.output;
    typeset_value(out, tensor->dtype, tensor_get(tensor, input.at), walk->digits);
}

// "x[0,1] 0 → 3."
static void say_edit(App *app, Cell cell, const char *before)
{
    const Walk *walk = app->walk;
    Buf what = {.arena = app->scratch};
    Cell input;
    Error error = {.arena = app->scratch};
    buf_add(&what, str_from(before));
    if (cell.entry < walk->trace->entry_count && edit_input(walk, cell, &input, &error)) {
        buf_add(&what, STR(" → "));
        write_value(walk, input, &what);
    }
    buf_add_char(&what, '.');
    say_outcome(app, buf_text(&what));
}

// The whole program runs again.
static void wait_for_run(App *app)
{
    enum { MOST_WORK = 300000 };
    if (!walk_work_is_less(app->walk, -1, MOST_WORK)) app_wait(app);
}

// ---- the prompt ---------------------------------------------------------------------------------

static const char *prompt(const App *app, int columns UNUSED, Arena *arena)
{
    const Walk *walk = app->walk;
    Cell input;
    Error error = {.arena = arena};
    Buf out = {.arena = arena};
    if (!edit_input(walk, walk->selected, &input, &error)) return "";
    buf_printf(&out, "%s = %.*s_   (it is ", cell_name(walk->trace, walk->selected, arena),
               STR_ARG(typing_text(app)));
    if (walk_hides(walk, walk->selected))
        buf_add_char(&out, '?');
    else
        write_value(walk, input, &out);
    buf_add(&out, STR("; Enter sets it, Esc cancels)"));
    return buf_text(&out);
}

static void offer_input(App *app, const Error *error, Cell input)
{
    const char *to = cell_name(app->walk->trace, input, app->scratch);
    const char *offer = arena_printf(
        app->scratch, "%s. Edit what it is made from: e again goes to %s.", error->message, to);
    if (frame_columns(offer) < app->columns)
        app_say(app, false, "%s", offer);
    else
        app_say(app, false, "This is computed: e again goes to %s.", to);
}

// What is computed has no number of its own: once more the key goes to one that it is made from.
static bool complete_input(App *app, const Error *error)
{
    Walk *walk = app->walk;
    Cell input;
    bool has_input = edit_first_input(walk, walk->selected, &input);
    if (has_input && app->offered.entry >= 0 && cell_equal(app->offered, walk->selected)) {
        app->offered.entry = -1;
        bool jumped = walk_jump_to(walk, input);
        if (jumped) app_say(app, false, "An input: e edits it, + and - nudge it, '' goes back.");
        return jumped;
    }
    app->offered = walk->selected;
    if (has_input)
        offer_input(app, error, input);
    else
        say_error(app, error);
    return false;
}

// ---- the word of a cell -------------------------------------------------------------------------

static bool is_labelled(const App *app)
{
    Sentence sentence;
    int index;
    return word_of_cell(app->walk, app->walk->selected, app->scratch, &sentence, &index);
}

static const char *word_prompt(const App *app, int columns UNUSED, Arena *arena)
{
    Sentence sentence;
    int index;
    if (!word_of_cell(app->walk, app->walk->selected, arena, &sentence, &index)) return "";
    return arena_printf(arena, "word %d of %s: %.*s_   (Enter sets it, Esc cancels)", index,
                        sentence.alias ? sentence.alias : sentence.name, STR_ARG(typing_text(app)));
}

static bool do_hold(App *app, bool (*deed)(Walk *, Str, Error *), const char *name, Str typed);

static void commit_word(App *app)
{
    Str typed = str_from(str_copy(app->scratch, typing_text(app)));
    if (typed.n == 0 || do_hold(app, walk_word_of_cell, "", typed)) typing_leave(app);
}

static const TypingKind editing_word = {
    .prompt = word_prompt,
    .commit = commit_word,
    .most = 64,
    .too_long = "A word is at most 64 characters long.",
};

// A number belongs to the cell, a word to its label.
static bool types_a_word(const App *app)
{
    Str typed = str_trim(typing_text(app));
    TypedNumber number;
    return !typed_number_read(typed, &number) && !str_is(typed, "True") &&
           !str_is(typed, "False") && is_labelled(app);
}

// Sets a number to what is typed, or (NULL) nudges it; a wrong one keeps the prompt.
static bool edit_cell(App *app, const Str *typed, int by)
{
    Walk *walk = app->walk;
    Error error = {.arena = app->scratch};
    Buf before = {.arena = app->scratch};
    Cell input, cell = walk->selected;
    bool done = edit_input(walk, cell, &input, &error);
    if (done) { // it may be one that the program does not come to any more
        buf_printf(&before, "%s ", cell_name(walk->trace, cell, before.arena));
        write_value(walk, input, &before);
        wait_for_run(app);
    }
    done = done &&
           (typed ? walk_edit(walk, cell, *typed, &error) : walk_nudge(walk, cell, by, &error));
    if (done) typing_leave(app);
    if (done)
        say_edit(app, cell, buf_text(&before));
    else
        say_error(app, &error);
    return done;
}

static bool nudge(App *app, int by)
{
    return edit_cell(app, NULL, by);
}

static void commit(App *app)
{
    Str typed = typing_text(app);
    if (typed.n == 0)
        typing_leave(app);
    else if (types_a_word(app))
        commit_word(app);
    else
        edit_cell(app, &typed, 0);
}

static const TypingKind editing = {
    .prompt = prompt,
    .commit = commit,
    .most = 64,
    .too_long = "A number is at most 64 characters long.",
};

static bool edit_begin(App *app, int by UNUSED)
{
    Error error = {.arena = app->scratch};
    Cell input;
    bool ok = edit_input(app->walk, app->walk->selected, &input, &error);
    if (ok) {
        typing_begin(app, &editing);
    } else if (is_labelled(app)) {
        typing_begin(app, &editing_word);
        ok = true;
    } else {
        ok = complete_input(app, &error);
    }
    return ok;
}

// ---- the other keys -----------------------------------------------------------------------------

// The edits in force at one moment.
typedef struct Edits {
    Edit *list;
    int count;
} Edits;

static Edits edits_now(const App *app, Arena *arena)
{
    Edits edits;
    edits.count = walk_edits(app->walk, arena, &edits.list);
    return edits;
}

static const Edit *find_edit(const Edits *edits, const Edit *like)
{
    for (int i = 0; i < edits->count; i++) {
        if (strcmp(edits->list[i].cell, like->cell) == 0) return &edits->list[i];
    }
    return NULL;
}

static bool is_same_edit(const Edit *a, const Edit *b)
{
    if (a->word && b->word) return strcmp(a->word, b->word) == 0;
    return a->hold && b->hold ? strcmp(a->hold, b->hold) == 0
                              : !a->hold && !b->hold && a->now == b->now;
}

// "x[0,1] 6 → 5", from one of the two to the other; of a hold what it is now.
static void write_difference(const Edit *edit, const Edit *other, bool turned, int digits, Buf *out)
{
    bool is_hold = edit->hold || (other && other->hold);
    const Edit *now = turned ? edit : other;
    if (is_hold && now) {
        edit_write(now, digits, out);
        return;
    }
    buf_printf(out, is_hold ? "%s not held" : "%s ", edit->cell);
    if (is_hold) return;
    if (edit->word) {
        const char *then = other && other->word ? other->word : edit->word_before;
        buf_printf(out, "%s → %s", turned ? then : edit->word, turned ? edit->word : then);
        return;
    }
    double value = other ? other->now : edit->before;
    typeset_value(out, edit->dtype, turned ? value : edit->now, digits);
    buf_add(out, STR(" → "));
    typeset_value(out, edit->dtype, turned ? edit->now : value, digits);
}

// Adds what is other of each cell of `edits` in `then`, in which it may not be edited. Cells of
// `known` are left out. Returns how many there are.
static int write_differences(const Edits *edits, const Edits *then, const Edits *known, bool turned,
                             int digits, Buf *out)
{
    int count = 0;
    for (int i = 0; i < edits->count; i++) {
        const Edit *edit = &edits->list[i], *other = find_edit(then, edit);
        bool is_same = other ? is_same_edit(edit, other)
                             : !edit->hold && !edit->word && edit->now == edit->before;
        if (is_same || (known && find_edit(known, edit))) continue;
        if (count++) buf_add(out, STR(", "));
        write_difference(edit, other, turned, digits, out);
    }
    return count;
}

// "Undone: x[0,1] 6 → 5.", or without a deed "x[0] held at zero.", and what follows from it; of
// many cells only how many.
static void say_deed(App *app, const char *deed, const Edits *before, Arena *arena)
{
    enum { MOST = 2 };
    Buf cells = {.arena = arena}, added = {.arena = arena};
    Edits now = edits_now(app, arena);
    int digits = app->walk->digits;
    int count = write_differences(before, &now, NULL, false, digits, &cells);
    int others = write_differences(&now, before, before, true, digits, &added);
    const char *what = arena_printf(arena, "%s%s%s", buf_text(&cells), count && others ? ", " : "",
                                    buf_text(&added));
    if (count + others > MOST) what = arena_printf(arena, "%d cells", count + others);
    if (count + others == 0) {
        app_say(app, false, *deed ? "%s: no number changes." : "%sNo number changes.", deed);
        return;
    }
    say_outcome(app, *deed ? arena_printf(arena, "%s: %s.", deed, what)
                           : arena_printf(arena, "%s.", what));
}

// What shows the former run is shown anew, or left.
static void show_run(App *app, bool was_same_way)
{
    bool same_way = was_same_way && walk_goes_same_way(app->walk);
    if (app_top(app) == SCREEN_HEADS)
        heads_show_anew(app, same_way);
    else
        app_leave_run(app);
}

// What there was before something is done to the numbers.
typedef struct Doing {
    Edits before;
    bool same_way;
    Error error;
} Doing;

static Doing begin(App *app)
{
    Doing doing = {
        edits_now(app, app->scratch), walk_goes_same_way(app->walk), {.arena = app->scratch}};
    wait_for_run(app);
    return doing;
}

// Says which cells are other numbers now; returns whether it was done.
static bool end(App *app, const Doing *doing, bool done, const char *name)
{
    if (done) show_run(app, doing->same_way);
    if (done) say_deed(app, name, &doing->before, app->scratch);
    if (walk_was_stopped(app->walk) || (!done && doing->error.set)) say_error(app, &doing->error);
    return done;
}

static bool reset_selected(Walk *walk)
{
    return walk_reset_cell(walk, walk->selected);
}

typedef enum Turn { UNDO, REDO, RESET, RESET_ALL } Turn;

static bool turn(App *app, int way)
{
    static bool (*const RUN[])(Walk *) = {walk_undo, walk_redo, reset_selected, walk_reset_edits};
    static const char *const NAMES[] = {"Undone", "Done again", "Reset", "Reset"};
    Doing doing = begin(app);
    return end(app, &doing, RUN[way](app->walk), NAMES[way]);
}

// ---- holds and words ----------------------------------------------------------------------------

typedef struct TypedDeed {
    const char *name;
    bool (*run)(Walk *walk, Str typed, Error *error);
    const char *says;
    const char *example; // NULL: it may be alone
    const char *about;
} TypedDeed;

static const TypedDeed typed_deeds[] = {
    {"hold", walk_hold, "", "hold weights[2] uniform", "a value, whatever is computed"},
    {"release", walk_release, "Released", NULL, "what is held"},
    {"word", walk_word, "", "word auf zu, or word 5 zu", "another one in the sentence"},
    {"tokens", walk_tokens, "", "tokens der Mann sieht die Katze .", "another sentence"},
    {"labels", walk_label, "", "labels words (a list of strings, or a file); labels none",
     "names for the tokens"},
};

static const TypedDeed *deed_of(Str typed)
{
    Str word = str_slice(typed, 0, str_word(typed, 0));
    for (size_t i = 0; i < sizeof typed_deeds / sizeof *typed_deeds; i++) {
        if (str_is(word, typed_deeds[i].name)) return &typed_deeds[i];
    }
    return NULL;
}

const char *edit_command_word(int number, const char **about)
{
    if (number >= (int)(sizeof typed_deeds / sizeof *typed_deeds)) return NULL;
    *about = typed_deeds[number].about;
    return typed_deeds[number].name;
}

const char *edit_command_about(Str typed)
{
    const TypedDeed *deed = deed_of(typed);
    return deed ? deed->about : NULL;
}

// Does it, and says what is held now and what follows from that.
static bool do_hold(App *app, bool (*deed)(Walk *, Str, Error *), const char *name, Str typed)
{
    Doing doing = begin(app);
    bool done = end(app, &doing, deed(app->walk, typed, &doing.error), name);
    if (!done && !app->message) app_say(app, false, "Nothing is held there.");
    return done;
}

// No number changes, and nothing runs again.
static bool do_naming(App *app, Str typed)
{
    Error error = {.arena = app->scratch};
    bool done = walk_label(app->walk, typed, &error);
    if (done)
        app_say(app, false, "%s", labels_told(app->walk, typed, app->scratch));
    else
        say_error(app, &error);
    return done;
}

bool edit_command(App *app, Str typed)
{
    typed = str_trim(typed);
    const TypedDeed *deed = deed_of(typed);
    Str rest = str_trim(str_slice(typed, str_word(typed, 0), typed.n));
    if (deed->example && rest.n == 0) {
        app_say(app, false, "As in :%s", deed->example);
        return true;
    }
    return deed->run == walk_label ? do_naming(app, rest)
                                   : do_hold(app, deed->run, deed->says, rest);
}

bool edit_toggle_hold(App *app, Cell part, const char *value)
{
    Override held;
    Doing doing = begin(app);
    bool is_held = edit_hold_of(app->walk, part, &held) &&
                   str_starts(str_from(hold_words(&held, app->scratch)), value);
    bool done = is_held ? edit_take_back(app->walk, held)
                        : walk_hold_part(app->walk, part, str_from(value), &doing.error);
    return end(app, &doing, done, is_held ? "Released" : "");
}

// The cell at zero or its row at uniform. What is asked stays asked: held, it would be known.
static bool hold(App *app, int row)
{
    if (app->walk->selected.entry < 0) return false;
    if (!walk_hides(app->walk, app->walk->selected))
        return edit_toggle_hold(app, hold_selected(app->walk, row), row ? "uniform" : "zero");
    app_say(app, true, "This number is yours to predict: answer first.");
    return true;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool has_input(const App *app)
{
    Cell input;
    return has_matrix(app) && given_cell(app->walk->trace, app->walk->selected, &input);
}

static bool has_edits(const App *app)
{
    return app->walk->original != NULL;
}

// At a question with choices, d may be meant as one of them.
static bool list_changes(App *app, int by UNUSED)
{
    const Question *question = walk_question(app->walk);
    int choices = question ? question_choices(question) : 0;
    if (has_edits(app)) return app_open(app, SCREEN_CHANGES, 0);
    if (!choices) return false;
    app_say(app, true, "The choices are the letters a to %c.", 'a' + choices - 1);
    return true;
}

// Does the lesson offer a switch in this step?
static bool offers_switches(const App *app)
{
    int step = walk_stage(app->walk).step;
    const Lesson *lesson = &app->walk->lesson;
    if (step < 0 || step >= lesson->step_count) return false;
    for (int b = 0; b < lesson->steps[step].count; b++) {
        const Block *block = &lesson->steps[step].blocks[b];
        for (int i = 0; block->kind == BLOCK_CODE && i < block->code.option_count; i++) {
            if (str_is(block->code.options[i].key, "switch")) return true;
        }
    }
    return false;
}

static const Action changing_numbers_rows[] = {
    {"e", "edit a number that the program gives; elsewhere, go to one that it is made from",
     .run = edit_begin, .hint = "e:edit", .rank = 4, .when = has_input},
    {"+ =", "raise it by 1 (0.1 in a tensor with fractions)", .run = nudge, .by = 1},
    {"-", "lower it by as much", .run = nudge, .by = -1},
    {"u", "undo the last edit; as often as there are any", "There is no edit to undo.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES | ON_HEADS, .run = turn, .by = UNDO,
     .hint = "u:undo", .rank = 3, .when = has_edits},
    {"Ctrl-R", "redo", "There is nothing to redo.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES | ON_HEADS, .run = turn, .by = REDO},
    {"r", "reset the cell to the program's number", "This cell has not been edited.", .run = turn,
     .by = RESET},
    {"R", "reset every cell (u undoes that)", "There are no edits.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES, .run = turn, .by = RESET_ALL},
    {"d", "what the edits changed: old -> new along the whole chain",
     "There are no edits yet; e edits the selected number.", .run = list_changes,
     .hint = "d:changes", .rank = 3, .when = has_edits},
    {"Z", "hold the cell at zero, whatever is computed there; press again to release it",
     "No cell is selected.", .run = hold, .by = false},
    {"U", "hold its row at uniform: each cell that is not masked gets the same weight",
     "No cell is selected.", .run = hold, .by = true},
    {"W", "what if: a different scale, mask, axis or temperature in this step",
     "No operation of this step has a switch.", .opens = SCREEN_WHATIF, .hint = "W:what if",
     .rank = 6, .when = offers_switches},
};

const ActionGroup changing_numbers = {"Changing numbers", ACTION_ROWS(changing_numbers_rows),
                                      ON_WALK | ON_PRESENT};
