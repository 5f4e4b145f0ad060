// Shell completion, printed from the rows of commands and options.
#include "command/about/help.h"
#include "command/about/manual.h"

#include <string.h>

// The names of lessons come from the program itself, when the shell asks.
#define LESSON_NAMES "qkv lessons --names 2>/dev/null"

static void add_names(const Command *const *commands, Buf *out)
{
    for (; *commands; commands++) buf_printf(out, "%s ", (*commands)->name);
    out->n--;
    out->p[out->n] = '\0';
}

static void add_flags(const OptionId *ids, Buf *out)
{
    for (; *ids; ids++) buf_printf(out, "--%s ", option_table[*ids].name);
}

// Whether words of this kind are named by the row itself ("bash zsh fish").
static bool is_list(const char *completes)
{
    return strchr(completes, ' ') != NULL;
}

// ---- bash ------------------------------------------------------------------------------------

static void bash_values(Buf *out)
{
    buf_add(out, STR("    case $previous in\n"));
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        const Option *option = &option_table[id];
        if (option->kind == KIND_FLAG) continue;
        buf_printf(out, "    --%s) ", option->name);
        if (option->kind == KIND_CHOICE)
            buf_printf(out, "COMPREPLY=($(compgen -W '%s' -- \"$word\")); ", option->choices);
        else if (id == OPTION_OUTPUT)
            buf_add(out, STR("COMPREPLY=($(compgen -f -- \"$word\")); "));
        buf_add(out, STR("return ;;\n"));
    }
    buf_add(out, STR("    esac\n"));
}

static void bash_words(const Command *command, const char *names, Buf *out)
{
    const char *completes = command->completes;
    if (strcmp(completes, "lesson") == 0)
        buf_add(out, STR("words=$(" LESSON_NAMES "); files=-f"));
    else if (strcmp(completes, "file") == 0)
        buf_add(out, STR("files=-f"));
    else if (strcmp(completes, "command") == 0)
        buf_printf(out, "words='%s'", names);
    else
        buf_printf(out, "words='%s'", completes);
}

static void add_bash(const Command *const *commands, const char *names, Buf *out)
{
    buf_add(out,
            STR("# bash completion for qkv: eval \"$(qkv completion bash)\"\n"
                "_qkv() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    local flags= words= files=\n"));
    bash_values(out);
    Buf first = {.arena = out->arena};
    add_names(commands, &first);
    buf_printf(out,
               "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
               "        COMPREPLY=($(compgen -W '%s' -- \"$word\")); return\n"
               "    fi\n"
               "    case ${COMP_WORDS[1]} in\n",
               buf_text(&first));
    for (; *commands; commands++) {
        buf_printf(out, "    %s) flags='", (*commands)->name);
        add_flags((*commands)->options, out);
        buf_add(out, STR("--help'; "));
        bash_words(*commands, names, out);
        buf_add(out, STR(" ;;\n"));
    }
    buf_add(out, STR("    esac\n"
                     "    case $word in -*) words=$flags; files= ;; esac\n"
                     "    COMPREPLY=($(compgen $files -W \"$words\" -- \"$word\"))\n"
                     "}\n"
                     "complete -o filenames -F _qkv qkv\n"));
}

// ---- zsh -------------------------------------------------------------------------------------

// Inside '…[text]': quotes end the word, brackets and colons have a meaning.
static void zsh_text(const char *text, Buf *out)
{
    for (; *text; text++) {
        if (*text == '\'')
            buf_add(out, STR("'\\''"));
        else if (strchr("[]:\\", *text))
            buf_printf(out, "\\%c", *text);
        else
            buf_add_char(out, *text);
    }
}

static void zsh_option(OptionId id, Buf *out)
{
    const Option *option = &option_table[id];
    buf_printf(out, " '--%s[", option->name);
    zsh_text(option->help, out);
    buf_add_char(out, ']');
    if (option->kind == KIND_CHOICE)
        buf_printf(out, ":%s:(%s)", option->value, option->choices);
    else if (id == OPTION_OUTPUT)
        buf_add(out, STR(":file:_files"));
    else if (option->value)
        buf_printf(out, ":%s:", option->value);
    buf_add_char(out, '\'');
}

static void zsh_words(const Command *command, const char *names, Buf *out)
{
    const char *completes = command->completes;
    if (strcmp(completes, "lesson") == 0)
        buf_add(out, STR(" '1:lesson:_qkv_lessons' '*: :'"));
    else if (strcmp(completes, "file") == 0)
        buf_add(out, STR(" '*:file:_files'"));
    else if (strcmp(completes, "command") == 0)
        buf_printf(out, " '1:command:(%s)'", names);
    else if (is_list(completes))
        buf_printf(out, " '1:word:(%s)'", completes);
}

static void add_zsh(const Command *const *commands, const char *names, Buf *out)
{
    (void)names;
    buf_add(out, STR("#compdef qkv\n"
                     "_qkv_lessons() {\n"
                     "    compadd -- ${(f)\"$(" LESSON_NAMES ")\"}\n"
                     "    _files\n"
                     "}\n"
                     "_qkv() {\n"
                     "    local -a commands\n"
                     "    commands=("));
    for (const Command *const *c = commands; *c; c++) {
        buf_printf(out, "'%s:", (*c)->name);
        zsh_text((*c)->summary, out);
        buf_add(out, STR("' "));
    }
    buf_add(out, STR(")\n"
                     "    if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                     "    local command=$words[2]\n"
                     "    shift words; (( CURRENT-- ))\n"
                     "    case $command in\n"));
    for (; *commands; commands++) {
        buf_printf(out, "    %s) _arguments", (*commands)->name);
        for (const OptionId *id = (*commands)->options; *id; id++) zsh_option(*id, out);
        zsh_option(OPTION_HELP, out);
        zsh_words(*commands, names, out);
        buf_add(out, STR(" ;;\n"));
    }
    buf_add(out,
            STR("    esac\n}\n"
                "if [ \"$funcstack[1]\" = _qkv ]; then _qkv \"$@\"; else compdef _qkv qkv; fi\n"));
}

// ---- fish ------------------------------------------------------------------------------------

static void fish_text(const char *text, Buf *out)
{
    buf_add_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') buf_add_char(out, '\\');
        buf_add_char(out, *text);
    }
    buf_add_char(out, '\'');
}

static void fish_option(const char *command, OptionId id, Buf *out)
{
    const Option *option = &option_table[id];
    buf_printf(out, "complete -c qkv -n '__fish_seen_subcommand_from %s' -l %s", command,
               option->name);
    if (option->letter) buf_printf(out, " -s %c", option->letter);
    if (option->kind == KIND_CHOICE)
        buf_printf(out, " -xa '%s'", option->choices);
    else if (id == OPTION_OUTPUT)
        buf_add(out, STR(" -rF"));
    else if (option->value)
        buf_add(out, STR(" -x"));
    buf_add(out, STR(" -d "));
    fish_text(option->help, out);
    buf_add_char(out, '\n');
}

static void fish_words(const Command *command, const char *names, Buf *out)
{
    const char *completes = command->completes;
    if (!*completes) return;
    buf_printf(out, "complete -c qkv -n '__fish_seen_subcommand_from %s' ", command->name);
    if (strcmp(completes, "lesson") == 0)
        buf_add(out, STR("-Fa '(qkv lessons 2>/dev/null | string split -f1 \" \")'\n"));
    else if (strcmp(completes, "file") == 0)
        buf_add(out, STR("-F\n"));
    else
        buf_printf(out, "-a '%s'\n", strcmp(completes, "command") == 0 ? names : completes);
}

static void add_fish(const Command *const *commands, const char *names, Buf *out)
{
    buf_add(out, STR("# fish completion for qkv: qkv completion fish | source\n"
                     "complete -c qkv -f\n"));
    for (const Command *const *c = commands; *c; c++) {
        buf_printf(out, "complete -c qkv -n __fish_use_subcommand -a %s -d ", (*c)->name);
        fish_text((*c)->summary, out);
        buf_add_char(out, '\n');
    }
    for (; *commands; commands++) {
        fish_words(*commands, names, out);
        for (const OptionId *id = (*commands)->options; *id; id++) {
            fish_option((*commands)->name, *id, out);
        }
        fish_option((*commands)->name, OPTION_HELP, out);
    }
}

// ---- the command -----------------------------------------------------------------------------

typedef void AddScript(const Command *const *commands, const char *names, Buf *out);

static const struct Shell {
    const char *name;
    AddScript *add;
} shells[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};

// False for a shell that is not known.
static bool completion_script(const Command *const *commands, const char *shell, Buf *out)
{
    Buf names = {.arena = out->arena}; // of all that `qkv help` explains
    add_names(commands, &names);
    for (const ManualPage *page = manual_pages; page->name; page++) {
        buf_printf(&names, " %s", page->name);
    }
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, shell) != 0) continue;
        shells[i].add(commands, buf_text(&names), out);
        return true;
    }
    return false;
}

static ExitCode run_completion(Session *session, const Arguments *arguments)
{
    if (completion_script(session->commands, arguments->words[0], session->out)) return EXIT_DONE;
    error_set(session->error, NULL, "no completion for %s", arguments->words[0]);
    error_hint(session->error, "bash, zsh or fish");
    return EXIT_USAGE;
}

const Command command_completion = {
    .name = "completion",
    .words = "bash|zsh|fish",
    .least = 1,
    .most = 1,
    .summary = "print a script that completes commands, options and lessons",
    .examples = "eval \"$(qkv completion bash)\"              # in ~/.bashrc\n"
                "source <(qkv completion zsh)               # in ~/.zshrc, after compinit\n"
                "qkv completion fish | source               # in config.fish\n",
    .about = "Prints a script for the shell to read. It completes commands, options and the names "
             "of lessons.\n",
    .options = (const OptionId[]){OPTION_NONE},
    .completes = "bash zsh fish",
    .run = run_completion,
};
