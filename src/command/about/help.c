// --help and `qkv help`: examples first, then usage, then options; subjects of the manual.
#include "command/about/help.h"

#include "base/text/guess.h"
#include "text/prose.h"

#include <string.h>

static const char manual[] = "More: man qkv";

// "  -o, --output FILE"
static void add_option_head(const Option *option, Buf *out)
{
    if (option->letter)
        buf_printf(out, "  -%c, ", option->letter);
    else
        buf_add(out, STR("      "));
    buf_printf(out, "--%s", option->name);
    if (option->value) buf_printf(out, " %s", option->value);
}

enum { OPTION_COLUMN = 24 };

static void add_option(const Option *option, Buf *out)
{
    Buf line = {.arena = out->arena};
    add_option_head(option, &line);
    int blanks = OPTION_COLUMN - line.n;
    buf_add_repeat(&line, ' ', blanks > 1 ? blanks : 2);
    Buf rest = {.arena = out->arena};
    buf_add_repeat(&rest, ' ', OPTION_COLUMN);
    prose_wrap(out, str_from(option_help(option, out->arena)), buf_text(&line), buf_text(&rest),
               HELP_COLUMNS);
}

static void add_options(const OptionId *ids, Buf *out)
{
    for (; *ids; ids++) add_option(&option_table[*ids], out);
}

static void add_paragraphs(Str page, Buf *out)
{
    Buf text = {.arena = out->arena};
    while (manual_paragraph(&page, &text)) {
        prose_wrap(out, buf_str(&text), "", "", HELP_COLUMNS);
        buf_add_char(out, '\n');
    }
}

static void add_examples(Str page, Buf *out)
{
    Str line;
    while (manual_example(&page, &line)) buf_printf(out, "  %.*s\n", STR_ARG(line));
    buf_add_char(out, '\n');
}

void help_overview(const Command *const *commands, Buf *out)
{
    buf_add(out,
            STR("qkv explains self-attention, one number at a time.\n\n"
                "  qkv                            open the first lesson, later the list of them\n"
                "  qkv show eight-steps           read it as text\n"
                "  qkv explain eight-steps 'scores[0,1]'\n"
                "                                 where a number came from\n\n"
                "Usage: qkv COMMAND [OPTIONS]\n\nCommands:\n"));
    for (; *commands; commands++) {
        buf_printf(out, "  %-11s %s\n", (*commands)->name, (*commands)->summary);
    }
    buf_add(out, STR("\nOptions:\n"));
    add_options(options_everywhere, out);
    buf_add(out, STR("\nSubjects:\n"));
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary)) {
        buf_printf(out, "  %-15.*s %.*s\n", STR_ARG(name), STR_ARG(summary));
    }
    buf_printf(out, "\nqkv help COMMAND and qkv help SUBJECT explain one of them. %s\n", manual);
}

void help_command(const Command *command, Buf *out)
{
    buf_printf(out, "qkv %s: %s\n\n", command->name, command->summary);
    add_examples(manual_page(command->name), out);
    const char *words = command->words;
    buf_printf(out, "Usage: qkv %s [OPTIONS]%s%s\n\n", command->name, *words ? " " : "", words);
    add_paragraphs(manual_page(command->name), out);
    buf_add(out, STR("Options:\n"));
    add_options(command->options, out);
    for (const OptionId *id = options_everywhere; *id; id++) {
        if (*id == OPTION_HELP) add_option(&option_table[*id], out);
    }
    buf_printf(out, "\n%s\n", manual);
}

// Markdown as text: headings at the left, all else indented, code by more; comments are left out.
static void add_markdown(Str rest, Buf *out)
{
    Str line, fence = {0};
    while (str_next_line(&rest, &line)) {
        if (fence.n > 0 ? str_equal(line, fence) : str_starts(line, "```")) {
            int ticks = 0;
            while (ticks < line.n && line.p[ticks] == '`') ticks++;
            fence = str_slice(line, 0, fence.n > 0 ? 0 : ticks);
        } else if (fence.n > 0) {
            buf_printf(out, "      %.*s\n", STR_ARG(line));
        } else if (str_starts(line, "#")) {
            line = str_slice(line, str_find(line, " ") + 1, line.n);
            buf_printf(out, "%.*s\n", STR_ARG(line));
        } else if (!str_starts(line, "<!--")) {
            buf_printf(out, "%s%.*s\n", line.n > 0 ? "  " : "", STR_ARG(line));
        }
    }
}

static bool help_subject(const char *wanted, Buf *out)
{
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary)) {
        if (!str_is(name, wanted)) continue;
        add_markdown(manual_page(wanted), out);
        return true;
    }
    return false;
}

// ---- the command -----------------------------------------------------------------------------

static ExitCode unknown(Session *session, const char *word)
{
    Guess guess = {.name = str_from(word)};
    for (const Command *const *c = session->commands; *c; c++)
        guess_try(&guess, str_from((*c)->name));
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary)) guess_try(&guess, name);
    error_set(session->error, NULL, "there is no command or subject %s", word);
    if (guess.best.n)
        error_hint(session->error, "qkv help %.*s", STR_ARG(guess.best));
    else
        error_hint(session->error, "qkv help lists them");
    return EXIT_USAGE;
}

static ExitCode run_help(Session *session, const Arguments *arguments)
{
    if (arguments->value[OPTION_MAN].given) {
        return man_page(session) ? EXIT_DONE : EXIT_FAILED;
    }
    if (arguments->count == 0) {
        help_overview(session->commands, session->out);
        return EXIT_DONE;
    }
    const Command *command = command_find(session->commands, arguments->words[0]);
    if (command) {
        help_command(command, session->out);
    } else if (!help_subject(arguments->words[0], session->out)) {
        return unknown(session, arguments->words[0]);
    }
    return EXIT_DONE;
}

const Command command_help = {
    .name = "help",
    .words = "[COMMAND|SUBJECT]",
    .most = 1,
    .summary = "explain a command or a subject, or list them",
    .options = (const OptionId[]){OPTION_MAN, OPTION_NONE},
    .completes = "command",
    .run = run_help,
};
