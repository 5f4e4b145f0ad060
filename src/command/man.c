// The manual page, from the same rows as --help.
#include "command/help.h"

#include <string.h>

#ifndef QKV_VERSION
#define QKV_VERSION "unknown"
#endif

// Troff reads "." and "'" at the start of a line as a request, "\" as an escape, "-" as a hyphen.
static void add_plain(Buf *out, Str text)
{
    for (int i = 0; i < text.n; i++) {
        bool begins = i == 0 || text.p[i - 1] == '\n';
        if (begins && (text.p[i] == '.' || text.p[i] == '\'')) buf_add(out, STR("\\&"));
        if (text.p[i] == '\\')
            buf_add(out, STR("\\e"));
        else if (text.p[i] == '-')
            buf_add(out, STR("\\-"));
        else
            buf_add_char(out, text.p[i]);
    }
}

static void add_line(Buf *out, const char *text)
{
    add_plain(out, str_from(text));
    buf_add_char(out, '\n');
}

static void add_option(Buf *out, const Option *option)
{
    buf_add(out, STR(".TP\n"));
    if (option->letter) buf_printf(out, "\\fB\\-%c\\fR, ", option->letter);
    buf_add(out, STR("\\fB"));
    add_plain(out, STR("--"));
    add_plain(out, str_from(option->name));
    buf_add(out, STR("\\fR"));
    if (option->value) buf_printf(out, " \\fI%s\\fR", option->value);
    buf_add_char(out, '\n');
    add_line(out, option->help);
}

static void add_command(Buf *out, const Command *command)
{
    buf_printf(out, ".SS qkv %s %s\n", command->name, command->words);
    buf_printf(out, "%c", command->summary[0] - 'a' + 'A');
    add_plain(out, str_from(command->summary + 1));
    buf_add(out, STR(".\n"));
    Str rest = str_from(command->about), line;
    while (str_next_line(&rest, &line)) {
        buf_add(out, STR(".PP\n"));
        add_plain(out, line);
        buf_add_char(out, '\n');
    }
    buf_add(out, STR(".PP\n.nf\n"));
    add_plain(out, str_from(command->examples));
    buf_add(out, STR(".fi\n"));
    for (const OptionId *id = command->options; *id; id++) add_option(out, &option_table[*id]);
}

static const char head[] =
    ".TH QKV 1 \"\" \"qkv " QKV_VERSION "\" \"User Commands\"\n"
    ".SH NAME\nqkv \\- walk through self\\-attention one tensor operation at a time\n"
    ".SH SYNOPSIS\n.B qkv\n.br\n.B qkv\n.I COMMAND\n.RI [ OPTIONS ]\n.RI [ ARGUMENTS ]\n"
    ".SH DESCRIPTION\n"
    ".B qkv\nopens lessons, Markdown with PyTorch code in it, runs the code with an interpreter of "
    "its own, and can say of every number where it came from.\n"
    "Without arguments it opens the first lesson.\n"
    ".PP\nA\n.I LESSON\nis a name that\n.B qkv lessons\nlists, a path to a .md file, or \\- for "
    "standard input.\n"
    "Running a lesson is safe: its code reaches no files, no network and no other program.\n";

static const char tail[] =
    ".SH KEYS\nIn\n.BR \"qkv learn\" ,\nSpace goes on, Backspace goes back, [ and ] move by steps, "
    "q quits, and ? shows all keys.\n"
    ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nfailed: a bad lesson, a file that cannot be "
    "written, no terminal\n.TP\n.B 2\nthe command line was wrong\n"
    ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhen set and not empty: no colours, as \\-\\-color never\n"
    ".TP\n.B TERM\nthe kind of terminal\n"
    ".TP\n.BR XDG_DATA_HOME \", \" XDG_DATA_DIRS\nwhere lessons are looked for\n"
    ".SH FILES\n.TP\n.I PREFIX/share/qkv/lessons\nthe lessons that come with the program\n"
    ".TP\n.I ~/.local/share/qkv/lessons\nyour own\n"
    ".SH SEE ALSO\nThe README describes the format of lessons.\n";

void man_page(const Command *const *commands, Buf *out)
{
    buf_add(out, str_from(head));
    buf_add(out, STR(".SH COMMANDS\n"));
    for (; *commands; commands++) add_command(out, *commands);
    buf_add(out, STR(".SH OPTIONS OF EVERY COMMAND\nLong options may stand before or after the "
                     "command, as\n.B \\-\\-step 3\nor\n.BR \\-\\-step=3 ;\n.B \\-\\-\n"
                     "ends them.\n"));
    for (const OptionId *id = options_everywhere; *id; id++) add_option(out, &option_table[*id]);
    buf_add(out, str_from(tail));
}
