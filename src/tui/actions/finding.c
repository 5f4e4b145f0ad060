// Going somewhere by name: search, marks, commands.
#include "tui/actions/rows.h"
#include "tui/find/marking.h"
#include "tui/find/prompt.h"
#include "tui/find/searching.h"

static const Action finding_rows[] = {
    {"/", NULL, 0, "search the text, code, names and labels; =4 finds a number", NULL, ON_WALK,
     prompt_search, NULL},
    {"n", "n:next found", 3, "the next place where it was found",
     "Nothing was searched yet. / searches.", ON_WALK, search_next, has_found},
    {"N", NULL, 0, "the place before", "Nothing was searched yet. / searches.", ON_WALK,
     search_previous, NULL},
    {"g", "g:go to", 16, "go to a step, a tensor, a cell: 4, weights, scores[1,2]", NULL, ON_WALK,
     prompt_go_to, NULL},
    {"m{a-z}", NULL, 0, "mark this place with a letter", NULL, ON_WALK, mark_set, NULL},
    {"'{a-z}", NULL, 0, "go to the mark of a letter", NULL, ON_WALK, mark_go, NULL},
    {"M", NULL, 0, "the list of marks", NULL, ON_WALK, prompt_marks, NULL},
    {": Ctrl-P", "::commands", 11, "all commands: type some letters of one", NULL,
     ON_ALL_BUT_PROMPT, prompt_commands, has_many_keys},
};

const ActionGroup finding = {"Finding", finding_rows, ACTION_ROWS(finding_rows)};

static const Action in_typed_line_rows[] = {
    {"Enter", "Enter:do it", 1, "do what is selected", NULL, ON_PROMPT, prompt_enter, NULL},
    {"Up", "arrows:select", 2, "the line above", "This is the first.", ON_PROMPT, prompt_up,
     offers_lines},
    {"Down", NULL, 0, "the line below", "This is the last.", ON_PROMPT, prompt_down, NULL},
    {"PgUp", NULL, 0, "a page up", "This is the first.", ON_PROMPT, prompt_page_up, NULL},
    {"PgDn", NULL, 0, "a page down", "This is the last.", ON_PROMPT, prompt_page_down, NULL},
    {"Tab", "Tab:complete", 3, "type what is selected", NULL, ON_PROMPT, prompt_complete, NULL},
    {"Ctrl-P", "Ctrl-P:typed before", 4, "what was typed before", "Nothing was typed here before.",
     ON_PROMPT, prompt_older, has_typed_before},
    {"Ctrl-N", NULL, 0, "what was typed after that", "Nothing was typed here since.", ON_PROMPT,
     prompt_newer, NULL},
    {"Esc Ctrl-G", "Esc:leave", 1, "leave it", NULL, ON_PROMPT, prompt_leave, NULL},
};

const ActionGroup in_typed_line = {"In a line that is typed", in_typed_line_rows,
                                   ACTION_ROWS(in_typed_line_rows)};
