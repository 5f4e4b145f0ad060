// Edits a number of the program on the screen: the prompt, + and -, undo and reset. A number that
// the program gave is edited, a computed one held, a word edited on its label. Each edit runs the
// program again, and the status row says how many cells of the last named tensor have changed.

#include "base/text/typed_number.h"
#include "study/looks/typeset.h"
#include "tui/core/screen.h"
#include "tui/parts/question.h"
#include "tui/parts/typing.h"
#include "tui/screens/shared.h"
#include "walk/edits/hold.h"
#include "walk/edits/labelling.h"
#include "walk/edits/whatif.h"
#include "walk/edits/words.h"
#include "walk/goals.h"
#include "walk/runs/rerun.h"

#include <string.h>

// ---- what is said -------------------------------------------------------------------------------

// "output_0: 3 of 3 changed", of the last tensor that has a name.
static const char *outcome(const Walk *walk, Arena *arena)
{
    const Trace *trace = walk->trace;
    int64_t cells, changed = 0;
    int i = trace->binding_count;
    if (!walk->original) return "All is as in the program";
    while (i > 0 && changed <= 0)
        changed = walk_changed_cells(walk, trace->bindings[--i].entry, &cells);
    return changed > 0 ? arena_printf(arena, "%s: %lld of %lld changed", trace->bindings[i].name,
                                      (long long)changed, (long long)cells)
                       : "Nothing else changes";
}

static void write_value(const Walk *walk, Cell input, Buf *out)
{
    const Tensor *tensor = walk->trace->entries[input.entry].call.output;
    typeset_value(out, tensor->dtype, tensor_get(tensor, input.at), walk->view.digits);
}

// ---- doing it -----------------------------------------------------------------------------------

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

// Adds what is other now than before. Returns how many edits that are.
static int write_changes(const Edits *before, const Edits *now, int digits, Buf *out)
{
    int count = 0;
    for (int i = 0; i < before->count + now->count; i++) {
        bool is_new = i >= before->count;
        const Edit *edit = is_new ? &now->list[i - before->count] : &before->list[i];
        const Edit *other = find_edit(is_new ? before : now, edit);
        bool is_same = other ? is_new || is_same_edit(edit, other)
                             : !edit->hold && !edit->word && edit->now == edit->before;
        if (is_same) continue;
        if (count++) buf_add(out, STR(", "));
        edit_write_change(is_new ? NULL : edit, is_new ? edit : other, digits, out);
    }
    return count;
}

// "Undone: x[0,1] 6 → 5.", or without a verb "x[0] held at zero.", and what follows from it; of
// many cells only how many.
static void say_change(App *app, const char *verb, const Edits *before, Arena *arena)
{
    enum { MOST = 2 };
    Buf changes = {.arena = arena};
    Edits now = edits_now(app, arena);
    int count = write_changes(before, &now, app->walk->view.digits, &changes);
    const char *what = count > MOST ? arena_printf(arena, "%d cells", count) : buf_text(&changes);
    const char *other = walk_other_way(app->walk, arena), *colon = *verb ? ": " : "";
    if (count == 0)
        app_say(app, false, "%s%s number changes.", verb, *verb ? ": no" : "No");
    else if (other)
        app_say(app, false, "%s%s%s; now %s.", verb, colon, what, other);
    else
        app_say(app, false, "%s%s%s. %s.", verb, colon, what, outcome(app->walk, arena));
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
    uint64_t goals; // that were reached
    bool same_way;
    Error error;
} Doing;

// The whole program is going to run again.
static Doing begin(App *app)
{
    enum { MOST_WORK = 300000 };
    Doing doing = {edits_now(app, app->scratch),
                   goals_held(app->walk),
                   walk_goes_same_way(app->walk),
                   {.arena = app->scratch}};
    if (!walk_work_is_less(app->walk, -1, MOST_WORK)) app_wait(app);
    return doing;
}

// Says which cells are other numbers now; returns whether it was done.
static bool end(App *app, const Doing *doing, bool done, const char *name)
{
    if (done) show_run(app, doing->same_way);
    if (done) say_change(app, name, &doing->before, app->scratch);
    const char *news =
        done ? goals_news(app->walk, goals_held(app->walk), doing->goals, app->scratch) : NULL;
    if (news) app_say(app, false, "%s %s", news, app->message);
    if (walk_was_stopped(app->walk)) {
        typing_leave(app);
        app_say(app, false, WALK_STOPPED);
    } else if (!done && doing->error.set) {
        app_say_error(app, &doing->error);
    }
    return done;
}

static bool set_number(Walk *walk, Str typed, Error *error)
{
    return walk_edit(walk, walk->at.selected, typed, error);
}

// Does it, and says what is another number now and what follows from that.
static bool run_command(App *app, bool (*run)(Walk *, Str, Error *), const char *name, Str typed)
{
    Doing doing = begin(app);
    bool done = end(app, &doing, run(app->walk, typed, &doing.error), name);
    if (!done && !app->message) app_say(app, false, "Nothing is held there.");
    return done;
}

bool edit_number(App *app, Str typed)
{
    return run_command(app, set_number, "", typed);
}

// ---- the prompt ---------------------------------------------------------------------------------

static TypingAsks asks(const App *app, Arena *arena)
{
    const Walk *walk = app->walk;
    Cell place, given;
    Error error = {.arena = arena};
    Buf number = {.arena = arena};
    if (!edit_place(walk->trace, walk->at.selected, &place, &error))
        return (TypingAsks){"", .verb = "set"};
    const char *name = cell_name(walk->trace, walk->at.selected, arena);
    if (walk_hides(walk, walk->at.selected))
        buf_add_char(&number, '?');
    else
        write_value(walk, place, &number);
    if (given_cell(walk->trace, place, &given))
        return (TypingAsks){arena_printf(arena, "%s = ", name),
                            arena_printf(arena, "it is %s", buf_text(&number)), "set", true};
    const char *now = walk_is_open(walk, walk->at.selected)
                          ? arena_printf(arena, "computed: %s", buf_text(&number))
                          : "not computed yet";
    return (TypingAsks){arena_printf(arena, "hold %s at ", name), now, "hold", true};
}

// ---- the word of a label ------------------------------------------------------------------------

static const Sentence *label_of(const App *app, int *index)
{
    Cell cell = app->walk->at.selected;
    int row = cell.entry < 0 ? -1 : matrix_shown(app->walk->trace, cell.entry, cell.at).row_dim;
    return row < 0 ? NULL : word_of_cell(app->walk, cell, row, index);
}

bool edit_select_label(App *app)
{
    int index;
    const Sentence *sentence = label_of(app, &index);
    if (!sentence) return false;
    app->labelled = app->walk->at.selected;
    return app_say(app, false, "A word of %s: e puts another one in its place.",
                   sentence->alias ? sentence->alias : sentence->name);
}

static TypingAsks asks_word(const App *app, Arena *arena)
{
    int index;
    const Sentence *sentence = label_of(app, &index);
    const char *before = sentence ? arena_printf(arena, "word %d of %s: ", index,
                                                 sentence->alias ? sentence->alias : sentence->name)
                                  : "";
    return (TypingAsks){before, .verb = "set"};
}

static bool set_word(Walk *walk, Str typed, Error *error)
{
    Cell cell = walk->at.selected;
    return walk_word_of_cell(walk, matrix_shown(walk->trace, cell.entry, cell.at).row_dim, typed,
                             error);
}

// A wrong one keeps the prompt.
static void commit(App *app)
{
    Str typed = str_from(str_copy(app->scratch, typing_text(app)));
    bool done =
        typed.n == 0 || run_command(app, app_selects_label(app) ? set_word : set_number, "", typed);
    if (done) typing_leave(app);
}

static const TypingKind editing_word = {
    .asks = asks_word,
    .commit = commit,
    .most = 64,
    .too_long = "A word is at most 64 characters long.",
};

static const TypingKind editing = {
    .asks = asks,
    .commit = commit,
    .most = 64,
    .too_long = "A number is at most 64 characters long.",
};

static bool is_asked(App *app)
{
    bool asked = walk_hides(app->walk, app->walk->at.selected);
    if (asked) app_say(app, true, "This number is yours to predict: answer first.");
    return asked;
}

// Held, what is asked would be known.
static bool edit_begin(App *app, int by UNUSED)
{
    Error error = {.arena = app->scratch};
    Cell place;
    if (app_selects_label(app)) {
        typing_begin(app, &editing_word);
    } else if (!edit_place(app->walk->trace, app->walk->at.selected, &place, &error)) {
        app_say_error(app, &error);
        return false;
    } else if (given_cell(app->walk->trace, place, &place) || !is_asked(app)) {
        typing_begin(app, &editing);
    }
    return true;
}

// ---- the other keys -----------------------------------------------------------------------------

static bool nudge(App *app, int by)
{
    Doing doing = begin(app);
    return end(app, &doing, walk_nudge(app->walk, app->walk->at.selected, by, &doing.error), "");
}

static bool reset_selected(Walk *walk)
{
    return walk_reset_cell(walk, walk->at.selected);
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

typedef struct EditCommand {
    const char *name;
    bool (*run)(Walk *walk, Str typed, Error *error);
    const char *says;
    const char *example; // NULL: it may be alone
    const char *about;
} EditCommand;

static const EditCommand edit_commands[] = {
    {"hold", walk_hold, "", "hold weights[2] uniform", "a value, whatever is computed"},
    {"release", walk_release, "Released", NULL, "what is held"},
    {"word", walk_word, "", "word auf zu, or word 5 zu", "another one in the sentence"},
    {"tokens", walk_tokens, "", "tokens der Mann sieht die Katze .", "another sentence"},
    {"labels", walk_label, "", "labels words (a list of strings, or a file); labels none",
     "names for the tokens"},
};

static const EditCommand *edit_command_of(Str typed)
{
    Str word = str_slice(typed, 0, str_word(typed, 0));
    for (size_t i = 0; i < sizeof edit_commands / sizeof *edit_commands; i++) {
        if (str_is(word, edit_commands[i].name)) return &edit_commands[i];
    }
    return NULL;
}

const char *edit_command_word(int number, const char **about)
{
    if (number >= (int)(sizeof edit_commands / sizeof *edit_commands)) return NULL;
    *about = edit_commands[number].about;
    return edit_commands[number].name;
}

const char *edit_command_about(Str typed)
{
    const EditCommand *command = edit_command_of(typed);
    return command ? command->about : NULL;
}

// No number changes, and nothing runs again.
static bool do_naming(App *app, Str typed)
{
    Error error = {.arena = app->scratch};
    bool done = walk_label(app->walk, typed, &error);
    if (done)
        app_say(app, false, "%s", labels_told(app->walk, typed, app->scratch));
    else
        app_say_error(app, &error);
    return done;
}

bool edit_command(App *app, Str typed)
{
    typed = str_trim(typed);
    const EditCommand *command = edit_command_of(typed);
    Str rest = str_trim(str_slice(typed, str_word(typed, 0), typed.n));
    if (command->example && rest.n == 0) return app_say(app, false, "As in :%s", command->example);
    return command->run == walk_label ? do_naming(app, rest)
                                      : run_command(app, command->run, command->says, rest);
}

bool edit_toggle_hold(App *app, Cell part, const char *value)
{
    Override held;
    Cell source = part;
    Doing doing = begin(app);
    (void)hold_source(app->walk->trace, &source);
    bool is_held = edit_hold_of(app->walk, source, &held) &&
                   str_starts(str_from(hold_words(&held, app->scratch)), value);
    bool done = is_held ? edit_take_back(app->walk, held)
                        : walk_hold_part(app->walk, part, str_from(value), &doing.error);
    return end(app, &doing, done, is_held ? "Released" : "");
}

// The cell at zero or its row at uniform. What is asked stays asked: held, it would be known.
static bool hold(App *app, int row)
{
    if (app->walk->at.selected.entry < 0) return false;
    return is_asked(app) ||
           edit_toggle_hold(app, hold_selected(app->walk, row), row ? "uniform" : "zero");
}

// ---- keys ---------------------------------------------------------------------------------------

static bool has_place(const App *app)
{
    Cell place;
    Error error = {.arena = app->scratch};
    Cell cell = app->walk->at.selected;
    return has_matrix(app) && edit_place(app->walk->trace, cell, &place, &error) &&
           (given_cell(app->walk->trace, place, &place) || walk_is_open(app->walk, cell));
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
    return app_say(app, true, "The choices are a to %c.", 'a' + choices - 1);
}

static bool offers_switches(const App *app)
{
    return whatif_is_offered(app->walk, walk_stage(app->walk).step);
}

enum { ON_CELLS = ON_WALK | ON_PRESENT | ON_NEXT };

static const Action changing_numbers_rows[] = {
    {"e", "edit a number that the program gives; hold a computed one; on a label, another word",
     .screens = ON_CELLS, .run = edit_begin, .hint = "e:edit", .rank = 4, .when = has_place},
    {"+ =", "raise it by 1 (0.1 in a tensor with fractions)", .screens = ON_CELLS, .run = nudge,
     .by = 1},
    {"-", "lower it by as much", .screens = ON_CELLS, .run = nudge, .by = -1},
    {"u", "undo the last edit; as often as there are any", "There is no edit to undo.",
     .screens = ON_CELLS | ON_CHANGES | ON_HEADS, .run = turn, .by = UNDO, .hint = "u:undo",
     .rank = 3, .when = has_edits},
    {"Ctrl-R", "redo", "There is nothing to redo.", .screens = ON_CELLS | ON_CHANGES | ON_HEADS,
     .run = turn, .by = REDO},
    {"r", "reset the cell to the program's number", "This cell has not been edited.",
     .screens = ON_CELLS, .run = turn, .by = RESET},
    {"R", "reset every cell (u undoes that)", "There are no edits.",
     .screens = ON_CELLS | ON_CHANGES, .run = turn, .by = RESET_ALL},
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
