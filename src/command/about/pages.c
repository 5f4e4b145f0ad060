// The man page and the scripts for shells are written by src/library/_pages.py; here is what it
// makes them of: the rows of commands, options and keys, and the pages of the manual.
#include "base/text/json_tree.h"
#include "command/about/help.h"
#include "tui/tui.h"

#include <string.h>

static json_t *numbers_of(const OptionId *ids)
{
    json_t *list = json_tree_have(json_array());
    for (; *ids; ids++) json_tree_append(list, json_integer(*ids - 1));
    return list;
}

static json_t *text_of(Str text, Arena *arena)
{
    return json_tree_text(str_copy(arena, text));
}

static json_t *rows_of_options(Arena *arena)
{
    json_t *list = json_tree_have(json_array());
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        const Option *option = &option_table[id];
        const char letter[] = {option->letter, '\0'};
        json_tree_append(
            list, json_tree_of("{s:s, s:s, s:s, s:s, s:s}", "name", option->name, "letter", letter,
                               "value", option->value ? option->value : "", "choices",
                               option_choices(option, arena), "help", option_help(option, arena)));
    }
    return list;
}

static json_t *rows_of_commands(const Command *const *commands, Arena *arena)
{
    json_t *list = json_tree_have(json_array());
    for (const Command *const *at = commands; *at; at++) {
        const Command *command = *at;
        json_t *paragraphs = json_tree_have(json_array()), *examples = json_tree_have(json_array());
        Buf text = {.arena = arena};
        Str page = manual_page(command->name), line;
        while (manual_example(&page, &line)) json_tree_append(examples, text_of(line, arena));
        for (page = manual_page(command->name); manual_paragraph(&page, &text);)
            json_tree_append(paragraphs, text_of(buf_str(&text), arena));
        json_tree_append(list, json_tree_of("{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "name",
                                            command->name, "words", command->words, "summary",
                                            command->summary, "completes", command->completes,
                                            "options", numbers_of(command->options), "paragraphs",
                                            paragraphs, "examples", examples));
    }
    return list;
}

static json_t *rows_of_subjects(Arena *arena)
{
    json_t *list = json_tree_have(json_array());
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary))
        json_tree_append(list, json_tree_of("{s:o, s:o}", "name", text_of(name, arena), "summary",
                                            text_of(summary, arena)));
    return list;
}

// The keys of the screens, from the table that the screens themselves obey.
static json_t *rows_of_keys(void)
{
    json_t *list = json_tree_have(json_array());
    TuiKey key;
    for (int i = 0; tui_key(i, &key); i++)
        json_tree_append(
            list, json_tree_of("[s, s, i, i]", key.keys, key.help, key.on_walk, key.on_help));
    return list;
}

// A JSON text without null, true and false is an expression of Python.
static bool print_page(const char *call, const char *page, Session *session)
{
    Arena *arena = session->arena;
    Buf program = {.arena = arena};
    buf_printf(&program, "import _pages\n_pages.%s", call);
    json_tree_print(text_of(manual_page(page), arena), JSON_ENCODE_ANY, &program);
    buf_add(&program, STR(", "));
    json_tree_print(json_tree_of("{s:s, s:o, s:o, s:o, s:o, s:o}", "version", QKV_VERSION,
                                 "options", rows_of_options(arena), "everywhere",
                                 numbers_of(options_everywhere), "commands",
                                 rows_of_commands(session->commands, arena), "subjects",
                                 rows_of_subjects(arena), "keys", rows_of_keys()),
                    0, &program);
    buf_add(&program, STR(")\n"));
    return command_python(buf_str(&program),
                          &(RunOptions){.out = session->out, .is_unrecorded = true},
                          session->error);
}

bool man_page(Session *session)
{
    return print_page("man(", "qkv", session);
}

static ExitCode run_completion(Session *session, const Arguments *arguments)
{
    const char *shell = arguments->words[0];
    if (!str_has_word(command_completion.completes, str_from(shell))) {
        error_fail(session->error, "bash, zsh or fish", "no completion for %s", shell);
        return EXIT_USAGE;
    }
    const char *call = arena_printf(session->arena, "completion('%s', ", shell);
    return print_page(call, shell, session) ? EXIT_DONE : EXIT_FAILED;
}

const Command command_completion = {
    .name = "completion",
    .words = "bash|zsh|fish",
    .least = 1,
    .most = 1,
    .summary = "print a script that completes commands, options and lessons",
    .options = (const OptionId[]){OPTION_NONE},
    .completes = "bash zsh fish",
    .run = run_completion,
};
