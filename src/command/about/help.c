// --help and `qkv help`: examples first, then usage, then options; the pages of the manual.
#include "command/about/help.h"
#include "command/about/manual.h"
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
    prose_wrap(out, str_from(option->help), buf_text(&line), buf_text(&rest), HELP_COLUMNS);
}

static void add_options(const OptionId *ids, Buf *out)
{
    for (; *ids; ids++) add_option(&option_table[*ids], out);
}

static void add_paragraphs(const char *text, Buf *out)
{
    Str rest = str_from(text), line;
    while (str_next_line(&rest, &line)) {
        prose_wrap(out, line, "", "", HELP_COLUMNS);
        buf_add_char(out, '\n');
    }
}

static void add_examples(const char *examples, Buf *out)
{
    Str rest = str_from(examples), line;
    while (str_next_line(&rest, &line)) buf_printf(out, "  %.*s\n", STR_ARG(line));
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
    for (const ManualPage *page = manual_pages; page->name; page++) {
        buf_printf(out, "  %-15s %s\n", page->name, page->summary);
    }
    buf_printf(out, "\nqkv help COMMAND and qkv help SUBJECT explain one of them. %s\n", manual);
}

void help_command(const Command *command, Buf *out)
{
    buf_printf(out, "qkv %s: %s\n\n", command->name, command->summary);
    add_examples(command->examples, out);
    const char *words = command->words;
    buf_printf(out, "Usage: qkv %s [OPTIONS]%s%s\n\n", command->name, *words ? " " : "", words);
    add_paragraphs(command->about, out);
    buf_add(out, STR("Options:\n"));
    add_options(command->options, out);
    for (const OptionId *id = options_everywhere; *id; id++) {
        if (*id == OPTION_HELP) add_option(&option_table[*id], out);
    }
    buf_printf(out, "\n%s\n", manual);
}

// ---- the manual ------------------------------------------------------------------------------

// A page as text: headings at the left, all else indented, code by more; comments are left out.
static void help_page(const char *text, Buf *out)
{
    Str rest = str_from(text), line, fence = {0};
    while (str_next_line(&rest, &line)) {
        bool is_fence = str_starts(line, "```");
        if (fence.n > 0 ? str_equal(line, fence) : is_fence) {
            int ticks = 0;
            while (ticks < line.n && line.p[ticks] == '`') ticks++;
            fence = (Str){line.p, fence.n > 0 ? 0 : ticks};
        } else if (fence.n > 0) {
            buf_printf(out, "      %.*s\n", STR_ARG(line));
        } else if (str_starts(line, "#")) {
            while (line.n > 0 && (*line.p == '#' || *line.p == ' ')) line.p++, line.n--;
            buf_printf(out, "%.*s\n", STR_ARG(line));
        } else if (!str_starts(line, "<!--")) {
            buf_printf(out, "%s%.*s\n", line.n > 0 ? "  " : "", STR_ARG(line));
        }
    }
}

static const ManualPage *find_page(const char *name)
{
    const ManualPage *page = manual_pages;
    while (page->name && strcmp(page->name, name) != 0) page++;
    return page->name ? page : NULL;
}

// ---- the command -----------------------------------------------------------------------------

static ExitCode run_help(Session *session, const Arguments *arguments)
{
    if (arguments->value[OPTION_MAN].given) {
        man_page(session->commands, session->out);
        return EXIT_DONE;
    }
    if (arguments->count == 0) {
        help_overview(session->commands, session->out);
        return EXIT_DONE;
    }
    const Command *command = command_find(session->commands, arguments->words[0]);
    const ManualPage *page = find_page(arguments->words[0]);
    if (!command && !page) {
        error_set(session->error, NULL, "there is no command or subject %s", arguments->words[0]);
        error_hint(session->error, "qkv help lists them");
        return EXIT_USAGE;
    }
    if (command)
        help_command(command, session->out);
    else
        help_page(page->text, session->out);
    return EXIT_DONE;
}

const Command command_help = {
    .name = "help",
    .words = "[COMMAND|SUBJECT]",
    .most = 1,
    .summary = "explain a command or a subject, or list them",
    .examples = "qkv help                       # all commands\n"
                "qkv help export                # one of them\n"
                "qkv help figures               # a page of the manual\n"
                "qkv help --man | man -l -      # the manual page\n",
    .about = "Of a command, prints the same text as its --help; of a subject, its page of the "
             "manual.\n",
    .options = (const OptionId[]){OPTION_MAN, OPTION_NONE},
    .completes = "command",
    .run = run_help,
};
