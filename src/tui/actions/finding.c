// The keys that go somewhere by name (search, marks, commands), as rows of the table of actions.
#include "tui/actions/rows.h"
#include "tui/find/marking.h"
#include "tui/find/prompt.h"
#include "tui/find/searching.h"

static const Action finding_rows[] = {
    {"/", "search the text, code, names and labels; =4 finds a number", .step = prompt_open,
     .by = PROMPT_SEARCH},
    {"n", "the next place where it was found", "Nothing was searched yet. / searches.",
     .step = search_on, .by = 1, .hint = "n:next found", .rank = 3, .when = has_found},
    {"N", "the place before", "Nothing was searched yet. / searches.", .step = search_on, .by = -1},
    {"g", "go to a step, a tensor, a cell: 4, weights, scores[1,2]", .step = prompt_open,
     .by = PROMPT_GO, .hint = "g:go to", .rank = 16},
    {"m{a-z}", "mark this place with a letter", .run = mark_set},
    {"'{a-z}", "go to the mark of a letter", .run = mark_go},
    {"M", "the list of marks", .step = prompt_open, .by = PROMPT_MARKS},
    {": Ctrl-P", "all commands: type some letters of one", .screens = ON_ALL_BUT_PROMPT,
     .step = prompt_open, .by = PROMPT_COMMAND, .hint = "::commands", .rank = 11,
     .when = has_many_keys},
};

const ActionGroup finding = {"Finding", ON_WALK, finding_rows, ACTION_ROWS(finding_rows)};

static const Action in_typed_line_rows[] = {
    {"Enter", "do what is selected", .run = prompt_enter, .hint = "Enter:do it", .rank = 1},
    {"Up", "the line above", "This is the first.", .step = prompt_move, .by = -1,
     .hint = "arrows:select", .rank = 2, .when = offers_lines},
    {"Down", "the line below", "This is the last.", .step = prompt_move, .by = 1},
    {"PgUp", "a page up", "This is the first.", .step = prompt_move, .by = -PAGE},
    {"PgDn", "a page down", "This is the last.", .step = prompt_move, .by = PAGE},
    {"Tab", "type what is selected", .run = prompt_complete, .hint = "Tab:complete", .rank = 3},
    {"Ctrl-P", "what was typed before", "Nothing was typed here before.", .step = prompt_recall,
     .by = -1, .hint = "Ctrl-P:typed before", .rank = 4, .when = has_typed_before},
    {"Ctrl-N", "what was typed after that", "Nothing was typed here since.", .step = prompt_recall,
     .by = 1},
    {"Esc Ctrl-G", "leave it", .run = prompt_leave, .hint = "Esc:leave", .rank = 1},
};

const ActionGroup in_typed_line = {"In a line that is typed", ON_PROMPT, in_typed_line_rows,
                                   ACTION_ROWS(in_typed_line_rows)};
