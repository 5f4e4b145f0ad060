// Shell completion, from the rows of commands and options: assets/manual/NAME.completion is the
// script, and a row here says how its shell writes a command, an option and a value.
#include "command/about/help.h"

#include <string.h>

typedef enum ShellWords {
    WORDS_LESSON,
    WORDS_FILE,
    WORDS_COMMAND,
    WORDS_LIST,
    WORDS_NONE
} ShellWords;

// In each form "%1" and so on are replaced.
typedef struct Shell {
    const char *name;
    const char *escaped, *apostrophe;  // in texts: what has a backslash before it, what ' becomes
    const char *summary;               // 1: a command, 2: what it does
    const char *before, *option;       // 1: a command; 1: an option, 2: its value, 3: its help,
    const char *behind;                // 4: the command, 5: its letter; behind all: 1: the words
    const char *choice, *file, *other; // a value. 1: what it is called, 2: the choices
    const char *words[WORDS_NONE + 1]; // what the first word may be. 1: the names, 2: the command
} Shell;

#define FISH_ARGUMENT "complete -c qkv -n '__fish_seen_subcommand_from %2' "

// clang-format off
static const Shell shells[] = {
    {.name = "bash", .escaped = "", .summary = "",
     .before = "    %1) flags='", .option = "--%1 ", .behind = "'; %1 ;;\n",
     .choice = "COMPREPLY=($(compgen -W '%2' -- \"$word\")); ",
     .file = "COMPREPLY=($(compgen -f -- \"$word\")); ", .other = "",
     .words = {"words=$(qkv lessons --names 2>/dev/null); files=-f", "files=-f", "words='%1'",
               "words='%1'", "words="}},
    {.name = "zsh", .escaped = "[]:\\", .apostrophe = "'\\''", .summary = "'%1:%2' ",
     .before = "    %1) _arguments", .option = " '--%1[%3]%2'", .behind = "%1 ;;\n",
     .choice = ":%1:(%2)", .file = ":file:_files", .other = ":%1:",
     .words = {" '1:lesson:_qkv_lessons' '*: :'", " '*:file:_files'", " '1:command:(%1)'",
               " '1:word:(%1)'", ""}},
    {.name = "fish", .escaped = "'\\",
     .summary = "complete -c qkv -n __fish_use_subcommand -a %1 -d '%2'\n",
     .before = "",
     .option = "complete -c qkv -n '__fish_seen_subcommand_from %4' -l %1%5%2 -d '%3'\n",
     .behind = "%1", .choice = " -xa '%2'", .file = " -rF", .other = " -x",
     .words = {FISH_ARGUMENT
               "-Fa '(qkv lessons 2>/dev/null | string split -f1 \" \")'\n",
               FISH_ARGUMENT "-F\n", FISH_ARGUMENT "-a '%1'\n", FISH_ARGUMENT "-a '%1'\n", ""}},
};
// clang-format on

typedef struct Completion {
    const Shell *shell;
    const Command *const *commands;
    Arena *arena;
} Completion;

static const char *fill(const char *form, const char *const *given, Arena *arena)
{
    Buf out = {.arena = arena};
    for (; *form; form++) {
        bool place = form[0] == '%' && form[1] >= '1' && form[1] <= '9';
        if (place)
            buf_add(&out, str_from(given[*++form - '1']));
        else
            buf_add_char(&out, *form);
    }
    return buf_text(&out);
}

static const char *escape(const Completion *of, const char *text)
{
    Buf out = {.arena = of->arena};
    for (; *text; text++) {
        if (*text == '\'' && of->shell->apostrophe) {
            buf_add(&out, str_from(of->shell->apostrophe));
            continue;
        }
        if (strchr(of->shell->escaped, *text)) buf_add_char(&out, '\\');
        buf_add_char(&out, *text);
    }
    return buf_text(&out);
}

static const char *value_form(const Shell *shell, OptionId id)
{
    const Option *option = &option_table[id];
    if (option->kind == KIND_CHOICE) return shell->choice;
    return id == OPTION_OUTPUT ? shell->file : option->value ? shell->other : "";
}

static const char *value_of(const Completion *of, OptionId id)
{
    const Option *option = &option_table[id];
    const char *given[] = {option->value, option_choices(option, of->arena)};
    return fill(value_form(of->shell, id), given, of->arena);
}

static const char *names_of(const Completion *of)
{
    Buf names = {.arena = of->arena};
    for (const Command *const *c = of->commands; *c; c++)
        buf_printf(&names, "%s%s", names.n ? " " : "", (*c)->name);
    return buf_text(&names);
}

// What `qkv help` explains.
static const char *subjects_of(const Completion *of)
{
    Buf names = {.arena = of->arena};
    buf_add(&names, str_from(names_of(of)));
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary)) buf_printf(&names, " %.*s", STR_ARG(name));
    return buf_text(&names);
}

static const char *words_of(const Completion *of, const Command *command)
{
    static const char *const kinds[] = {"lesson", "file", "command"};
    int kind = 0;
    while (kind < WORDS_LIST && strcmp(kinds[kind], command->completes) != 0) kind++;
    if (!*command->completes) kind = WORDS_NONE;
    const char *given[] = {kind == WORDS_COMMAND ? subjects_of(of) : command->completes,
                           command->name};
    return fill(of->shell->words[kind], given, of->arena);
}

// ---- the parts of the scripts ----------------------------------------------------------------

static void add_names(const void *context, Buf *out)
{
    buf_add(out, str_from(names_of(context)));
}

static void add_summaries(const void *context, Buf *out)
{
    const Completion *of = context;
    for (const Command *const *c = of->commands; *c; c++) {
        const char *given[] = {(*c)->name, escape(of, (*c)->summary)};
        buf_add(out, str_from(fill(of->shell->summary, given, of->arena)));
    }
}

static void add_option(const Completion *of, const Command *command, OptionId id, Buf *out)
{
    const Option *option = &option_table[id];
    const char *letter = option->letter ? arena_printf(of->arena, " -s %c", option->letter) : "";
    const char *given[] = {option->name, value_of(of, id),
                           escape(of, option_help(option, of->arena)), command->name, letter};
    buf_add(out, str_from(fill(of->shell->option, given, of->arena)));
}

static void add_commands(const void *context, Buf *out)
{
    const Completion *of = context;
    for (const Command *const *c = of->commands; *c; c++) {
        const char *words = words_of(of, *c);
        buf_add(out, str_from(fill(of->shell->before, &(*c)->name, of->arena)));
        for (const OptionId *id = (*c)->options; *id; id++) add_option(of, *c, *id, out);
        add_option(of, *c, OPTION_HELP, out);
        buf_add(out, str_from(fill(of->shell->behind, &words, of->arena)));
    }
}

// Of bash, which looks at the word before.
static void add_values(const void *context, Buf *out)
{
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        if (option_table[id].kind == KIND_FLAG) continue;
        buf_printf(out, "    --%s) %sreturn ;;\n", option_table[id].name, value_of(context, id));
    }
}

// ---- the command -------------------------------------------------------------------------------

static ExitCode run_completion(Session *session, const Arguments *arguments)
{
    static const ManualTag tags[] = {{"NAMES", add_names},
                                     {"SUMMARIES", add_summaries},
                                     {"COMMANDS", add_commands},
                                     {"VALUES", add_values},
                                     {0}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        Completion of = {&shells[i], session->commands, session->arena};
        if (strcmp(shells[i].name, arguments->words[0]) != 0) continue;
        manual_fill(shells[i].name, tags, &of, session->out);
        return EXIT_DONE;
    }
    error_fail(session->error, "bash, zsh or fish", "no completion for %s", arguments->words[0]);
    return EXIT_USAGE;
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
