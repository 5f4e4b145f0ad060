#include "tui/actions.h"

#include "tui/autoplay.h"
#include "tui/edit/changes.h"
#include "tui/edit/editing.h"
#include "tui/edit/reach.h"
#include "tui/edit/whatif.h"
#include "tui/find/marking.h"
#include "tui/find/prompt.h"
#include "tui/find/search.h"
#include "tui/input.h"
#include "tui/occasions.h"
#include "tui/pages/figure_dialog.h"
#include "tui/pages/help_text.h"
#include "tui/pages/outline.h"
#include "tui/pages/scroll.h"

enum { FAR = 1 << 30, MOST_DIGITS = 9 };

// ---- walking ----------------------------------------------------------------------------------

// The lessons, with the one after this selected; nothing where there are none to choose from.
static bool show_lessons(App *app, int after)
{
    const LessonList *list = app->options->lessons;
    if (!list || list->count == 0) return false;
    int here = lessons_find(list, app->walk->lesson.name), to = here < 0 ? here : here + after;
    app->lessons_at = to >= 0 && to < list->count ? to : lessons_unfinished(list);
    app->screen = ON_LESSONS;
    return true;
}

static bool next(App *app)
{
    if (lesson_read_on(app)) return true;
    bool changed = walk_next(app->walk);
    if (app->walk->settled >= 0) { // shown on request: now its reason is to be read
        app->lesson_scroll = SCROLL_FOLLOWS;
        app_say(app, false, "%s", app->walk->questions[app->walk->settled].answer.says);
    }
    if (changed || app->message || app_at_failure(app) || !show_lessons(app, 1)) return changed;
    app_say(app, false, "That was the lesson. Enter opens the next one, Esc goes back.");
    return true;
}

static bool back(App *app)
{
    return lesson_read_back(app) || walk_back(app->walk);
}

static bool next_step(App *app)
{
    return walk_next_step(app->walk);
}

static bool previous_step(App *app)
{
    return walk_previous_step(app->walk);
}

static bool next_operation(App *app)
{
    return walk_next_stage(app->walk);
}

static bool step_into(App *app)
{
    return walk_step_into(app->walk);
}

static bool step_out(App *app)
{
    return walk_step_out(app->walk);
}

static bool previous_operation(App *app)
{
    return walk_previous_stage(app->walk);
}

// ---- cells ------------------------------------------------------------------------------------

static bool cell_left(App *app)
{
    return walk_move_cell(app->walk, 0, -1);
}

static bool cell_right(App *app)
{
    return walk_move_cell(app->walk, 0, 1);
}

static bool cell_up(App *app)
{
    return walk_move_cell(app->walk, -1, 0);
}

static bool cell_down(App *app)
{
    return walk_move_cell(app->walk, 1, 0);
}

static bool row_start(App *app)
{
    return walk_move_cell(app->walk, 0, -FAR);
}

static bool row_end(App *app)
{
    return walk_move_cell(app->walk, 0, FAR);
}

static bool first_cell(App *app)
{
    return walk_move_cell(app->walk, -FAR, -FAR);
}

static bool last_cell(App *app)
{
    return walk_move_cell(app->walk, FAR, FAR);
}

static bool next_slice(App *app)
{
    return walk_move_slice(app->walk, 1);
}

static bool previous_slice(App *app)
{
    return walk_move_slice(app->walk, -1);
}

static bool next_matrix(App *app)
{
    return walk_next_matrix(app->walk, 1);
}

static bool previous_matrix(App *app)
{
    return walk_next_matrix(app->walk, -1);
}

// The source of what a call returned is what it did.
static bool to_source(App *app)
{
    if (walk_call(app->walk)) return walk_step_into(app->walk);
    return walk_go_to_source(app->walk);
}

static bool make_question(App *app)
{
    return walk_ask(app->walk);
}

static bool jump_back(App *app)
{
    return walk_jump_back(app->walk);
}

static bool jump_forward(App *app)
{
    return walk_jump_forward(app->walk);
}

// ---- what is shown ----------------------------------------------------------------------------

static bool cycle_depth(App *app)
{
    int depth = app->walk->depth;
    app->walk->depth = depth == 0 ? 1 : depth == 1 ? 2 : depth == 2 ? 4 : 0;
    static const char *const NOW[] = {"hidden", "this cell", "down to its sources", "",
                                      "four levels down"};
    app_say(app, false, "Arithmetic: %s. i changes it.", NOW[app->walk->depth]);
    return true;
}

static bool toggle_heat(App *app)
{
    app->walk->heat = !app->walk->heat;
    return true;
}

static bool set_digits(App *app, int digits)
{
    if (digits < 0 || digits > MOST_DIGITS) return false;
    app->walk->digits = digits;
    return true;
}

static bool fewer_digits(App *app)
{
    return set_digits(app, app->walk->digits - 1);
}

static bool more_digits(App *app)
{
    return set_digits(app, app->walk->digits + 1);
}

static bool scroll_up(App *app)
{
    return app->screen == ON_HELP ? help_page(app, -1) : lesson_scroll(app, -1, true);
}

static bool scroll_down(App *app)
{
    return app->screen == ON_HELP ? help_page(app, 1) : lesson_scroll(app, 1, true);
}

static bool cycle_lesson(App *app)
{
    app->lesson = (app->lesson + 1) % LESSON_PANES;
    app->lesson_scroll = SCROLL_FOLLOWS;
    static const char *const NOW[] = {"beside the numbers", "the whole screen", "hidden"};
    app_say(app, false, "Lesson: %s. o changes it.", NOW[app->lesson]);
    return true;
}

static bool figure_open(App *app)
{
    if (!app->options->export_figure) app_say(app, false, "Nothing is exported from here.");
    if (app->walk->selected.entry < 0 || !app->options->export_figure) return false;
    app->screen = ON_FIGURE;
    return true;
}

static bool figure_leave(App *app)
{
    app->screen = app->home;
    return true;
}

static bool figure_up(App *app)
{
    return figure_dialog_row(app, -1);
}

static bool figure_down(App *app)
{
    return figure_dialog_row(app, 1);
}

static bool figure_before(App *app)
{
    return figure_dialog_choose(app, -1);
}

static bool figure_after(App *app)
{
    return figure_dialog_choose(app, 1);
}

// ---- the program ------------------------------------------------------------------------------

static bool toggle_help(App *app)
{
    if (app->screen != ON_HELP) app->under = app->screen;
    app->screen = app->screen == ON_HELP ? app->under : ON_HELP;
    app->help_scroll = app->help_at = 0;
    return true;
}

static bool help_line_up(App *app)
{
    return help_move(app, -1);
}

static bool help_line_down(App *app)
{
    return help_move(app, 1);
}

static bool toggle_outline(App *app)
{
    app->screen = app->screen == ON_OUTLINE ? app->home : ON_OUTLINE;
    app->outline_at = outline_here(app);
    return true;
}

static bool outline_up(App *app)
{
    return outline_move(app, -1);
}

static bool outline_down(App *app)
{
    return outline_move(app, 1);
}

static bool outline_page_up(App *app)
{
    return outline_move(app, -outline_rows(app));
}

static bool outline_page_down(App *app)
{
    return outline_move(app, outline_rows(app));
}

static bool outline_first(App *app)
{
    return outline_move(app, -FAR);
}

static bool outline_last(App *app)
{
    return outline_move(app, FAR);
}

static bool outline_enter(App *app)
{
    outline_go(app);
    app->screen = app->home;
    return true;
}

static bool toggle_cost(App *app)
{
    app->screen = app->screen == ON_COST ? app->home : ON_COST;
    app->cost_scroll = 0;
    return true;
}

static bool cost_up(App *app)
{
    return cost_scroll(app, -1);
}

static bool cost_down(App *app)
{
    return cost_scroll(app, 1);
}

static bool cost_page_up(App *app)
{
    return cost_scroll(app, -(app->rows - 3));
}

static bool cost_page_down(App *app)
{
    return cost_scroll(app, app->rows - 3);
}

static bool toggle_changes(App *app)
{
    app->screen = app->screen == ON_CHANGES ? app->home : ON_CHANGES;
    app->page_top = 0;
    return true;
}

static bool changes_up(App *app)
{
    return changes_scroll(app, -1);
}

static bool changes_down(App *app)
{
    return changes_scroll(app, 1);
}

static bool changes_page_up(App *app)
{
    return changes_scroll(app, -(app->rows - 3));
}

static bool changes_page_down(App *app)
{
    return changes_scroll(app, app->rows - 3);
}

static bool to_lessons(App *app)
{
    return show_lessons(app, 0);
}

static bool lessons_move(App *app, int by)
{
    int to = app->lessons_at + by;
    if (to < 0 || to >= app->options->lessons->count) return false;
    app->lessons_at = to;
    return true;
}

static bool lessons_up(App *app)
{
    return lessons_move(app, -1);
}

static bool lessons_down(App *app)
{
    return lessons_move(app, 1);
}

static bool lessons_leave(App *app)
{
    app->screen = app->home;
    return true;
}

static bool lessons_open(App *app)
{
    const ListedLesson *lesson = &app->options->lessons->rows[app->lessons_at];
    if (lessons_find(app->options->lessons, app->walk->lesson.name) == app->lessons_at)
        return lessons_leave(app);
    if (lesson->steps == 0) {
        app_say(app, true, "This file is no lesson: %s", lesson->title);
        return true;
    }
    if (!app->options->choose) return false;
    app->options->choose(app->options->choose_context, lesson);
    app->quit = true;
    return true;
}

static bool redraw(App *app)
{
    app->repaint = true;
    return true;
}

static bool quit(App *app)
{
    app->quit = true;
    return true;
}

#define AT_AN_EDGE "That is the edge of this matrix. Tab goes to the next one."

#define EDGE "That is the edge of this matrix."

#define FIRST_HEAD "There is no head before this one."
#define LAST_HEAD  "There is no head after this one."

#define EDGE_QUERY "There is no query in that direction."
#define NO_WEIGHTS "No attention weights here: each row must sum to 1."

#define LAST_SLICE "This matrix has no more slices in that direction."

// What is hinted only on occasion.
static const struct {
    bool (*run)(App *app);
    Occasion *is_there;
} occasions[] = {
    {next, goes_on},
    {back, is_begun},
    {next_step, has_steps},
    {step_into, is_call},
    {step_out, is_inside},
    {toggle_outline, has_calls},
    {autoplay_toggle, may_move},
    {autoplay_slower, is_playing},
    {cell_right, has_cells},
    {next_matrix, has_matrices},
    {next_slice, has_slices},
    {to_source, has_source},
    {reach_show_feeds, is_fed_on},
    {make_question, is_predictable},
    {toggle_heat, has_matrix},
    {figure_open, may_export},
    {edit_begin, has_input},
    {edit_undo, has_edits},
    {toggle_changes, has_edits},
    {whatif_toggle, offers_switches},
    {search_next, has_found},
    {present_back, is_begun},
    {present_vote, has_question},
    {changes_down, scrolls_changes},
    {cost_down, scrolls_cost},
    {reach_deeper, has_levels},
    {reach_go, leads_somewhere},
    {whatif_raise, has_temperature},
    {whatif_next_tensor, differs_in_more},
    {large_next_slice, slices_large},
    {large_next_peak, has_peaks},
    {heads_next_layer, has_layers},
    {heads_right, has_tiles},
    {flow_next_head, flow_has_heads},
    {prompt_down, offers_lines},
    {prompt_up, offers_lines},
    {prompt_older, has_typed_before},
    {help_run, help_entry_acts},
    {heads_open, has_heads},
    {large_open_selected, is_large},
    {flow_open, has_lines},
    {large_to_walk, is_no_average},
};

// What some hints say on occasion instead.
static const struct {
    const char *hint;
    Occasion *is_there;
    const char *then;
} other_words[] = {
    {"Space:next", is_asking, "Space:show"},
    {"a:play", is_playing, "a:stop"},
};

static bool has_occasion(const App *app, const Action *action)
{
    for (size_t i = 0; i < sizeof occasions / sizeof *occasions; i++) {
        if (occasions[i].run == action->run) return occasions[i].is_there(app);
    }
    return true;
}

// While it walks by itself all other keys only stop it.
static bool is_for_playing(const Action *action)
{
    return action->rank == 0 || action->run == autoplay_toggle || action->run == autoplay_slower;
}

const char *action_hint(const App *app, const Action *action)
{
    unsigned screen = is_typing(app) ? ON_TYPING : app->screen;
    if (!action->hint || !(action->screens & screen)) return NULL;
    // The palette works everywhere; where there are only a few keys they need no finding.
    if (action->run == prompt_commands && !(screen & (ON_WALK | ON_PRESENT))) return NULL;
    if (app->playing && !is_for_playing(action)) return NULL;
    if (action->rank > 0 && !has_occasion(app, action)) return NULL;
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++) {
        bool same = str_is(str_from(action->hint), other_words[i].hint);
        if (same && other_words[i].is_there(app)) return other_words[i].then;
    }
    return action->hint;
}

const Action actions[] = {
    {"Walking", "Space", "Space:next", 1,
     "go on: the next number, the next operation, the next page",
     "This is the end of the lesson. [ goes back, q quits.", ON_WALK, next},
    {NULL, "Backspace", "Bksp:back", 10, "go back by the same amount",
     "This is the beginning of the lesson.", ON_WALK, back},
    {NULL, "]", "[ ]:step", 2, "to the next step of the lesson", "This is the end of the lesson.",
     ON_WALK | ON_PRESENT, next_step},
    {NULL, "[", NULL, 0, "to the beginning of this step, then to the one before",
     "This is the beginning of the lesson.", ON_WALK | ON_PRESENT, previous_step},
    {NULL, ")", "( ):operation", 12, "to the next operation", "This is the end of the lesson.",
     ON_WALK | ON_PRESENT, next_operation},
    {NULL, "(", NULL, 0, "to the beginning of this operation, then to the one before",
     "This is the beginning of the lesson.", ON_WALK | ON_PRESENT, previous_operation},
    {NULL, "s", "s:into", 3, "step into the call, to the operations of the function",
     "There is no call here to step into.", ON_WALK | ON_PRESENT, step_into},
    {NULL, "S", "S:out", 3, "step out, to the call as a whole", "This is not inside a call.",
     ON_WALK | ON_PRESENT, step_out},
    {NULL, "a", "a:play", 16, "autoplay on and off: stops at questions and where a step ends", NULL,
     ON_WALK | ON_PRESENT, autoplay_toggle},
    {NULL, ",", ", .:speed", 2, "autoplay slower", "It cannot be slower.", ON_WALK,
     autoplay_slower},
    {NULL, ".", NULL, 0, "autoplay faster", "It cannot be faster.", ON_WALK, autoplay_faster},
    {NULL, "t", "t:outline", 9, "the outline: every call and operation, and back", NULL, ON_WALK,
     toggle_outline},

    {NULL, "L", NULL, 0, "all lessons", "There are no other lessons here.", ON_WALK, to_lessons},

    {"Looking at cells", "Left h", NULL, 0, "select the cell to the left", AT_AN_EDGE, ON_WALK,
     cell_left},
    {NULL, "Right l", "arrows:cell", 4, "select the cell to the right", AT_AN_EDGE, ON_WALK,
     cell_right},
    {NULL, "Up k", NULL, 0, "select the cell above", AT_AN_EDGE, ON_WALK, cell_up},
    {NULL, "Down j", NULL, 0, "select the cell below", AT_AN_EDGE, ON_WALK, cell_down},
    {NULL, "Home", NULL, 0, "first cell of the row", AT_AN_EDGE, ON_WALK, row_start},
    {NULL, "End", NULL, 0, "last cell of the row", AT_AN_EDGE, ON_WALK, row_end},
    {NULL, "gg", NULL, 0, "first cell of the matrix", AT_AN_EDGE, ON_WALK, first_cell},
    {NULL, "G", NULL, 0, "last cell of the matrix", AT_AN_EDGE, ON_WALK, last_cell},
    {NULL, "Tab", "Tab:matrix", 7, "next matrix of the equation", "There is only one matrix here.",
     ON_WALK, next_matrix},
    {NULL, "Shift-Tab", NULL, 0, "previous matrix of the equation",
     "There is only one matrix here.", ON_WALK, previous_matrix},
    {NULL, "}", "{ }:slice", 5, "the next slice of a tensor with more than two dimensions",
     LAST_SLICE, ON_WALK, next_slice},
    {NULL, "{", NULL, 0, "the slice before", LAST_SLICE, ON_WALK, previous_slice},
    {NULL, "Enter", "Enter:source", 6, "go to where the cell's number came from",
     "This number was given by the program; it came from nowhere else.", ON_WALK, to_source},
    {NULL, "f", "f:feeds", 8, "everything that the cell feeds, level by level up to the outputs",
     "Nothing uses this cell.", ON_WALK | ON_PRESENT, reach_show_feeds},
    {NULL, "F", NULL, 0, "everything that it is made from, level by level down to the inputs",
     "This number was given by the program; it came from nowhere else.", ON_WALK | ON_PRESENT,
     reach_show_sources},
    {NULL, "'' Ctrl-O", NULL, 0, "jump back to where Enter or f was pressed",
     "There is no place to jump back to.", ON_WALK | ON_PRESENT, jump_back},
    {NULL, "Ctrl-N", NULL, 0, "jump forward again", "There is no place to jump forward to.",
     ON_WALK, jump_forward},
    {NULL, "p", "p:predict", 14, "hide the cell and predict it; shown again by p or Space",
     "This number was given by the program; there is nothing to predict.", ON_WALK | ON_PRESENT,
     make_question},
    {NULL, "z", "z:enlarge", 11, "the matrix over the whole screen: heat, peaks, an overview",
     "There is no matrix here.", ON_WALK, large_open_selected},
    {NULL, "H", "H:heads", 6, "all heads of these weights side by side",
     "This tensor has no heads: it is a single matrix.", ON_WALK, heads_open},
    {NULL, "T", "T:lines", 3, "attention as lines: what each query looks at", NO_WEIGHTS,
     ON_WALK | ON_LARGE | ON_HEADS, flow_open},
    {NULL, "i", NULL, 0, "arithmetic: one level, two, four, hidden", NULL, ON_WALK, cycle_depth},

    {"Changing numbers", "e", "e:edit", 4,
     "edit the number, where the program gave it; elsewhere offers one that it is made from", NULL,
     ON_WALK | ON_PRESENT, edit_begin},
    {NULL, "+ =", NULL, 0, "raise the number by 1 (0.1 where the tensor has fractions)", NULL,
     ON_WALK | ON_PRESENT, edit_raise},
    {NULL, "-", NULL, 0, "lower it by as much", NULL, ON_WALK | ON_PRESENT, edit_lower},
    {NULL, "u", "u:undo", 3, "undo the last edit; as often as there are any",
     "There is no edit to undo.", ON_WALK | ON_PRESENT | ON_CHANGES, edit_undo},
    {NULL, "Ctrl-R", NULL, 0, "do again what was undone", "Nothing was undone.",
     ON_WALK | ON_PRESENT | ON_CHANGES, edit_redo},
    {NULL, "r", NULL, 0, "the cell as the program gave it", "This cell is not edited.",
     ON_WALK | ON_PRESENT, edit_reset_cell},
    {NULL, "R", NULL, 0, "every cell as the program gave it (u undoes that)", "There are no edits.",
     ON_WALK | ON_PRESENT | ON_CHANGES, edit_reset_all},
    {NULL, "d", "d:changes", 3, "what the edits changed: old -> new along the whole chain", NULL,
     ON_WALK | ON_PRESENT, toggle_changes},

    {NULL, "W", "W:what if", 6,
     "what if this step scaled, masked or summed otherwise, or at another temperature?",
     "No operation of this step has a switch.", ON_WALK | ON_PRESENT, whatif_toggle},

    {"Showing", "v", "v:heat", 13, "heat behind the numbers, on and off", NULL, ON_WALK,
     toggle_heat},
    {NULL, "<", NULL, 0, "one decimal less", "Numbers have 0 to 9 decimals.", ON_WALK | ON_PRESENT,
     fewer_digits},
    {NULL, ">", NULL, 0, "one decimal more", "Numbers have 0 to 9 decimals.", ON_WALK | ON_PRESENT,
     more_digits},
    {NULL, "PgUp Ctrl-U", NULL, 0, "scroll the lesson up", "This is the top of the lesson's text.",
     ON_WALK | ON_HELP | ON_NOTES, scroll_up},
    {NULL, "PgDn Ctrl-D", NULL, 0, "scroll the lesson down",
     "This is the end of this step's text. ] goes to the next step.", ON_WALK | ON_HELP | ON_NOTES,
     scroll_down},
    {NULL, "o", "o:lesson", 13, "lesson beside the numbers, over the whole screen, hidden", NULL,
     ON_WALK, cycle_lesson},
    {NULL, "c", NULL, 0, "what the step costs: multiplications, additions, exponentials, bytes",
     NULL, ON_WALK, toggle_cost},
    {NULL, "x", "x:export", 15, "a figure of the selected matrix: choose its kind, write it",
     "There is no matrix to export here.", ON_WALK, figure_open},

    {"Finding", "/", NULL, 0, "search the text, code, names and labels; =4 finds a number", NULL,
     ON_WALK, prompt_search},
    {NULL, "n", "n:next found", 3, "the next place where it was found",
     "Nothing was searched yet. / searches.", ON_WALK, search_next},
    {NULL, "N", NULL, 0, "the place before", "Nothing was searched yet. / searches.", ON_WALK,
     search_previous},
    {NULL, "g", "g:go to", 16, "go to a step, a tensor, a cell: 4, weights, scores[1,2]", NULL,
     ON_WALK, prompt_go_to},
    {NULL, "m{a-z}", NULL, 0, "mark this place with a letter", NULL, ON_WALK, mark_set},
    {NULL, "'{a-z}", NULL, 0, "go to the mark of a letter", NULL, ON_WALK, mark_go},
    {NULL, "M", NULL, 0, "the list of marks", NULL, ON_WALK, prompt_marks},
    {NULL, ": Ctrl-P", "::commands", 11, "all commands: type some letters of one", NULL,
     ON_ALL_BUT_PROMPT, prompt_commands},

    {"The program", "? F1", "?:help", 0, "this help, and back", NULL, ON_ALL_BUT_PROMPT,
     toggle_help},
    {NULL, "Ctrl-L", NULL, 0, "draw the screen afresh", NULL, ON_ALL_BUT_PROMPT | ON_PROMPT,
     redraw},
    {NULL, "q", "q:quit", 0, "quit", NULL, ON_WALK | ON_PRESENT | ON_NOTES, quit},

    {"Presenting", "Space Right PgDn Enter", "Space:next", 1,
     "go on; at a question, show the answer", "This is the end of the lesson.", ON_PRESENT,
     present_next},
    {NULL, "Backspace Left PgUp", "Bksp:back", 2, "go back", "This is the beginning of the lesson.",
     ON_PRESENT, present_back},
    {NULL, ". b", ".:blank", 4, "nothing on the screen; any key brings it back", NULL, ON_PRESENT,
     present_blank},
    {NULL, "t", "t:timer", 5, "the time since the start, on and off", NULL, ON_PRESENT,
     present_timer},
    {NULL, "g", "g:steps", 6, "the list of steps", NULL, ON_PRESENT, present_steps},
    {NULL, "F5 Esc", NULL, 0, "nothing: clickers send them at the start and the end", NULL,
     ON_PRESENT, present_ignore},
    {NULL, "v", "v:votes", 1, "type the votes on a question, as: a 12 b 7",
     "There is no question here to vote on.", ON_PRESENT, present_vote},
    {NULL, "h", NULL, 0, "select the cell to the left", AT_AN_EDGE, ON_PRESENT, cell_left},
    {NULL, "l", NULL, 0, "select the cell to the right", AT_AN_EDGE, ON_PRESENT, cell_right},
    {NULL, "k", NULL, 0, "select the cell above", AT_AN_EDGE, ON_PRESENT, cell_up},
    {NULL, "j", NULL, 0, "select the cell below", AT_AN_EDGE, ON_PRESENT, cell_down},
    {NULL, "Tab", NULL, 0, "next matrix of the equation", "There is only one matrix here.",
     ON_PRESENT, next_matrix},

    {"Among the steps", "Up k Backspace", NULL, 0, "the step above", "This is the first.", ON_STEPS,
     present_steps_up},
    {NULL, "Down j Space", "arrows:select", 1, "the step below", "This is the last.", ON_STEPS,
     present_steps_down},
    {NULL, "Enter", "Enter:go there", 2, "go there", NULL, ON_STEPS, present_steps_go},
    {NULL, "q Esc g", "q:back", 0, "back", NULL, ON_STEPS, present_steps},

    {"On the help screen", "Up k Backspace", NULL, 0, "the entry above", "This is the top.",
     ON_HELP, help_line_up},
    {NULL, "Down j Space", "arrows:select", 1, "the entry below", "This is the end.", ON_HELP,
     help_line_down},
    {NULL, "Enter", "Enter:do it", 1, "do what the entry says", NULL, ON_HELP, help_run},
    {NULL, "q Esc", "q:back", 0, "back to where it was opened", NULL, ON_HELP, toggle_help},

    {"On the cost screen", "Up k Backspace", NULL, 0, "scroll up by a line", "This is the top.",
     ON_COST, cost_up},
    {NULL, "Down j Space", "arrows:scroll", 1, "scroll down by a line", "This is the end.", ON_COST,
     cost_down},
    {NULL, "PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_COST, cost_page_up},
    {NULL, "PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_COST, cost_page_down},
    {NULL, "q Esc c", "q:back", 0, "back to the lesson", NULL, ON_COST, toggle_cost},

    {"On the screen of feeds and sources", "Up k", NULL, 0, "the tensor above",
     "This is the first one.", ON_REACH, reach_up},
    {NULL, "Down j Space", "arrows:choose", 1, "the tensor below", "This is the last one.",
     ON_REACH, reach_down},
    {NULL, "Right l f", "Right:next level", 2, "open the next level", "That is all.", ON_REACH,
     reach_deeper},
    {NULL, "Left h Backspace", NULL, 0, "close the last level", "This is the first level.",
     ON_REACH, reach_shallower},
    {NULL, "Enter", "Enter:go there", 3, "go to its operation", NULL, ON_REACH, reach_go},
    {NULL, "q Esc F", "q:back", 0, "back to the lesson", NULL, ON_REACH, reach_leave},

    {"On the screen of switches", "Up k", NULL, 0, "the switch above", "This is the first one.",
     ON_WHATIF, whatif_previous},
    {NULL, "Down j Space", "arrows:switch", 1, "the switch below", "This is the last one.",
     ON_WHATIF, whatif_next},
    {NULL, "+ =", "+ -:temperature", 2, "twice the temperature",
     "Only a temperature can be raised, up to 64.", ON_WHATIF, whatif_raise},
    {NULL, "-", NULL, 0, "half of it", "Only a temperature can be lowered, down to 0.25.",
     ON_WHATIF, whatif_lower},
    {NULL, "Tab", "Tab:tensor", 3, "the next tensor that comes out otherwise",
     "Only this tensor comes out otherwise.", ON_WHATIF, whatif_next_tensor},
    {NULL, "Shift-Tab", NULL, 0, "the tensor before", "Only this tensor comes out otherwise.",
     ON_WHATIF, whatif_previous_tensor},
    {NULL, "q Esc W", "q:back", 0, "back to the lesson", NULL, ON_WHATIF, whatif_toggle},

    {"On the screen of changes", "Up k Backspace", NULL, 0, "scroll up by a line",
     "This is the top.", ON_CHANGES, changes_up},
    {NULL, "Down j Space", "arrows:scroll", 1, "scroll down by a line", "This is the end.",
     ON_CHANGES, changes_down},
    {NULL, "PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_CHANGES, changes_page_up},
    {NULL, "PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_CHANGES,
     changes_page_down},
    {NULL, "q Esc d", "q:back", 0, "back to the lesson", NULL, ON_CHANGES, toggle_changes},
    {"Among the lessons", "Up k Backspace", NULL, 0, "the lesson above", "This is the first.",
     ON_LESSONS, lessons_up},
    {NULL, "Down j Space", "arrows:select", 1, "the lesson below", "This is the last.", ON_LESSONS,
     lessons_down},
    {NULL, "Enter", "Enter:open", 2, "open the lesson", NULL, ON_LESSONS, lessons_open},
    {NULL, "Esc L", "Esc:back", 3, "back to the lesson at hand", NULL, ON_LESSONS, lessons_leave},
    {NULL, "q", "q:quit", 0, "quit", NULL, ON_LESSONS, quit},

    {"On the figure screen", "Up k", NULL, 0, "the row above", NULL, ON_FIGURE, figure_up},
    {NULL, "Down j Tab", "arrows:choose", 2, "the row below", NULL, ON_FIGURE, figure_down},
    {NULL, "Left h", NULL, 0, "another kind, format or theme", NULL, ON_FIGURE, figure_before},
    {NULL, "Right l Space", NULL, 0, "the next one", NULL, ON_FIGURE, figure_after},
    {NULL, "Enter x", "Enter:write it", 1, "write the figure and go back", NULL, ON_FIGURE,
     figure_dialog_write},
    {NULL, "q Esc Backspace", "q:back", 0, "back to the lesson", NULL, ON_FIGURE, figure_leave},

    {"In a large matrix", "Left h", NULL, 0, "the cell to the left", EDGE, ON_LARGE, large_left},
    {NULL, "Right l", "arrows:cell", 6, "the cell to the right", EDGE, ON_LARGE, large_right},
    {NULL, "Up k", NULL, 0, "the cell above", EDGE, ON_LARGE, large_up},
    {NULL, "Down j", NULL, 0, "the cell below", EDGE, ON_LARGE, large_down},
    {NULL, "PgUp Ctrl-U", NULL, 0, "a page up", EDGE, ON_LARGE, large_page_up},
    {NULL, "PgDn Ctrl-D Space", "PgDn:page", 7, "a page down", EDGE, ON_LARGE, large_page_down},
    {NULL, "Home", NULL, 0, "first cell of the row", EDGE, ON_LARGE, large_row_start},
    {NULL, "End", NULL, 0, "last cell of the row", EDGE, ON_LARGE, large_row_end},
    {NULL, "G", NULL, 0, "last cell of the matrix", EDGE, ON_LARGE, large_last},
    {NULL, "}", "{ }:peak", 3, "next peak of the row: a number that stands out of it",
     "There is no peak further right in this row.", ON_LARGE, large_next_peak},
    {NULL, "{", NULL, 0, "the peak before", "There is no peak further left in this row.", ON_LARGE,
     large_previous_peak},
    {NULL, "z", "z Z:zoom", 2, "from numbers to heat, then smaller, then all of it",
     "This is the whole matrix.", ON_LARGE, large_zoom_out},
    {NULL, "Z", NULL, 0, "closer", "These are the numbers.", ON_LARGE, large_zoom_in},
    {NULL, "Tab", "Tab:all", 4, "the whole matrix by the largest of each block, and back", NULL,
     ON_LARGE, large_toggle_all},
    {NULL, "g", "g:go to", 1, "go to a row and a column: 537,12, or their labels", NULL, ON_LARGE,
     prompt_go_to},
    {NULL, "gg", NULL, 0, "first cell of the matrix", EDGE, ON_LARGE, large_first},
    {NULL, "Enter", "Enter:how", 5, "the cell in the lesson, with its arithmetic",
     "An average of heads has no arithmetic here.", ON_LARGE, large_to_walk},
    {NULL, "]", "[ ]:slice", 5, "the next slice of a tensor with more than two dimensions",
     "There are no more slices in that direction.", ON_LARGE, large_next_slice},
    {NULL, "[", NULL, 0, "the slice before", "There are no more slices in that direction.",
     ON_LARGE, large_previous_slice},
    {NULL, "q Esc Backspace", "q:back", 0, "back to where it was opened", NULL, ON_LARGE,
     large_leave},

    {"Among the heads", "Left h", NULL, 0, "the head to the left", FIRST_HEAD, ON_HEADS,
     heads_left},
    {NULL, "Right l Space", "arrows:head", 3, "the next head", LAST_HEAD, ON_HEADS, heads_right},
    {NULL, "Up k", NULL, 0, "the head above", FIRST_HEAD, ON_HEADS, heads_up},
    {NULL, "Down j", NULL, 0, "the head below", LAST_HEAD, ON_HEADS, heads_down},
    {NULL, "g", NULL, 0, "go to a head: its number or its pattern", NULL, ON_HEADS, prompt_go_to},
    {NULL, "Home gg", NULL, 0, "the first head", FIRST_HEAD, ON_HEADS, heads_first},
    {NULL, "End G", NULL, 0, "the last head", LAST_HEAD, ON_HEADS, heads_last},
    {NULL, "Enter z", "Enter:open", 1, "the head over the whole screen", NULL, ON_HEADS,
     heads_enlarge},
    {NULL, "]", "[ ]:layer", 2, "the next layer", "This is the last layer.", ON_HEADS,
     heads_next_layer},
    {NULL, "[", NULL, 0, "the layer before", "This is the first layer.", ON_HEADS,
     heads_previous_layer},
    {NULL, "s", "s:sort", 4, "sort by entropy, or by number", NULL, ON_HEADS, heads_sort},
    {NULL, "A", "A:average", 5, "the average of all heads beside them", NULL, ON_HEADS,
     heads_average},
    {NULL, "q Esc Backspace", "q:back", 0, "back to the lesson", NULL, ON_HEADS, heads_leave},

    {"Among the lines of attention", "Up k", NULL, 0, "the query above", EDGE_QUERY, ON_FLOW,
     flow_up},
    {NULL, "Down j Space", "arrows:query", 2, "the query below", EDGE_QUERY, ON_FLOW, flow_down},
    {NULL, "PgUp Ctrl-U", NULL, 0, "ten queries up", EDGE_QUERY, ON_FLOW, flow_page_up},
    {NULL, "PgDn Ctrl-D", NULL, 0, "ten queries down", EDGE_QUERY, ON_FLOW, flow_page_down},
    {NULL, "g", "g:go to", 4, "go to a query: its number or its label", NULL, ON_FLOW,
     prompt_go_to},
    {NULL, "Home gg", NULL, 0, "the first query", EDGE_QUERY, ON_FLOW, flow_first},
    {NULL, "End G", NULL, 0, "the last query", EDGE_QUERY, ON_FLOW, flow_last},
    {NULL, "]", "[ ]:head", 1, "the next head", LAST_HEAD, ON_FLOW, flow_next_head},
    {NULL, "[", NULL, 0, "the head before", FIRST_HEAD, ON_FLOW, flow_previous_head},
    {NULL, "Enter z", "Enter:matrix", 3, "the matrix, at the largest weight of the query", NULL,
     ON_FLOW, flow_enlarge},
    {NULL, "q Esc Backspace", "q:back", 0, "back to where it was opened", NULL, ON_FLOW,
     flow_leave},

    {"On the outline", "Up k Backspace", NULL, 0, "the line above", "This is the top.", ON_OUTLINE,
     outline_up},
    {NULL, "Down j Space", "arrows:select", 1, "the line below", "This is the end.", ON_OUTLINE,
     outline_down},
    {NULL, "PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_OUTLINE, outline_page_up},
    {NULL, "PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_OUTLINE,
     outline_page_down},
    {NULL, "Home gg", NULL, 0, "the first line", "This is the top.", ON_OUTLINE, outline_first},
    {NULL, "End G", NULL, 0, "the last line", "This is the end.", ON_OUTLINE, outline_last},
    {NULL, "Enter", "Enter:go there", 2, "go there, stepping into the calls around it", NULL,
     ON_OUTLINE, outline_enter},
    {NULL, "q Esc t", "q:back", 0, "back to the lesson", NULL, ON_OUTLINE, toggle_outline},

    {"While a number or an answer is typed", "Enter", "Enter:done", 1, "take what is typed", NULL,
     ON_TYPING, typing_done},
    {NULL, "Backspace", NULL, 0, "delete the last character", NULL, ON_TYPING, typing_delete},
    {NULL, "Esc", "Esc:leave", 1, "leave it as it was", NULL, ON_TYPING, typing_leave},

    {"In a line that is typed", "Enter", "Enter:do it", 1, "do what is selected", NULL, ON_PROMPT,
     prompt_enter},
    {NULL, "Up", "arrows:select", 2, "the line above", "This is the first.", ON_PROMPT, prompt_up},
    {NULL, "Down", NULL, 0, "the line below", "This is the last.", ON_PROMPT, prompt_down},
    {NULL, "PgUp", NULL, 0, "a page up", "This is the first.", ON_PROMPT, prompt_page_up},
    {NULL, "PgDn", NULL, 0, "a page down", "This is the last.", ON_PROMPT, prompt_page_down},
    {NULL, "Tab", "Tab:complete", 3, "type what is selected", NULL, ON_PROMPT, prompt_complete},
    {NULL, "Ctrl-P", "Ctrl-P:typed before", 4, "what was typed before",
     "Nothing was typed here before.", ON_PROMPT, prompt_older},
    {NULL, "Ctrl-N", NULL, 0, "what was typed after that", "Nothing was typed here since.",
     ON_PROMPT, prompt_newer},
    {NULL, "Esc Ctrl-G", "Esc:leave", 1, "leave it", NULL, ON_PROMPT, prompt_leave},
};
const int action_count = sizeof actions / sizeof *actions;

typedef enum Match { NO_MATCH, BEGINS, MATCHES } Match;

static Match match_word(Str word, const Key *keys, int count)
{
    Key wanted[ACTION_KEYS];
    int length = keys_of_word(word, wanted, ACTION_KEYS);
    if (length > ACTION_KEYS || count > length) return NO_MATCH;
    for (int i = 0; i < count; i++) {
        bool letter = keys[i].code >= 'a' && keys[i].code <= 'z';
        if (wanted[i].code != keys[i].code && !(wanted[i].code == KEYCODE_LETTER && letter))
            return NO_MATCH;
    }
    return count == length ? MATCHES : BEGINS;
}

static Match match_action(const Action *action, const Key *keys, int count)
{
    Match best = NO_MATCH;
    Str words = str_from(action->keys);
    while (words.n) {
        int end = str_find(words, " ");
        if (end < 0) end = words.n;
        Match match = match_word(str_slice(words, 0, end), keys, count);
        if (match > best) best = match;
        words = str_slice(words, end + 1, words.n);
    }
    return best;
}

const Action *action_find(const Key *keys, int count, unsigned screen, bool *prefix)
{
    *prefix = false;
    for (int i = 0; i < action_count; i++) {
        if (!(actions[i].screens & screen)) continue;
        Match match = match_action(&actions[i], keys, count);
        if (match == MATCHES) return &actions[i];
        if (match == BEGINS) *prefix = true;
    }
    return NULL;
}
