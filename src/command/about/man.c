// The manual page, from the same rows as --help.
#include "command/about/help.h"
#include "command/about/manual.h"
#include "tui/tui.h"

#include <string.h>

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
    ".B qkv\nopens lessons (Markdown with PyTorch code), runs the code with its own interpreter, "
    "and explains where every number came from.\n"
    "Without arguments it opens the first lesson.\n"
    ".PP\nA\n.I LESSON\nis a name that\n.B qkv lessons\nlists, a path to a .md file, or \\- for "
    "standard input; a number from that list works too.\n"
    "Running a lesson is safe: its code cannot read files outside its folder, write files, use "
    "the network or start other programs.\n";

static const char before_examples[] =
    ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nfailed: a bad lesson, a file that cannot be "
    "written, no terminal\n.TP\n.B 2\nthe command line was wrong\n"
    ".PP\nA signal ends\n.B qkv\nwith the status of that signal, after the terminal is restored."
    "\n.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set and not empty, no colours are used, as with "
    "\\-\\-color "
    "never\n"
    ".TP\n.B QKV_LINEAR\nif set and not 0,\n.B qkv learn\ngoes line by line, as with "
    "\\-\\-linear\n"
    ".TP\n.B QKV_COLOR\nauto, always or never; takes precedence over NO_COLOR\n"
    ".TP\n.B COLORFGBG\nsays whether the background is light, unless \\-\\-theme does\n"
    ".TP\n.B TERM\nthe kind of terminal; if it says xterm in PuTTY or rxvt, set it to the "
    "real name\n"
    ".TP\n.B ESCDELAY\nmilliseconds to wait after Esc for the rest of a key (50)\n"
    ".TP\n.BR LC_ALL \", \" LC_CTYPE \", \" LANG\nwithout UTF\\-8, only ASCII is drawn\n"
    ".TP\n.BR XDG_DATA_HOME \", \" XDG_DATA_DIRS\nwhere lessons are looked for\n"
    ".TP\n.B XDG_RUNTIME_DIR\nwhere\n.B qkv present\nand its \\-\\-notes meet\n"
    ".SH FILES\n.TP\n.I PREFIX/share/qkv/lessons\nthe lessons that come with the program\n"
    ".TP\n.I ~/.local/share/qkv/lessons\nyour own\n"
    ".SH EXAMPLES\n";

static const char tail[] =
    ".SH BUGS\nThe language is a subset of Python: anything else is refused by name.\n"
    "On a terminal smaller than 60x16 only a message is shown.\n"
    ".SH SEE ALSO\n.BR python3 (1),\n.BR less (1),\n.BR jq (1)\n";

// The keys of a screen, from the table that the screen itself obeys.
static void add_keys(bool help_screen, Buf *out)
{
    TuiKey key;
    for (int i = 0; tui_key(i, &key); i++) {
        if (!(help_screen ? key.on_help : key.on_walk)) continue;
        buf_add(out, STR(".TP\n.B \\&"));
        add_line(out, key.keys);
        add_line(out, key.help);
    }
}

// The pages of the manual.
static void add_subjects(Buf *out)
{
    buf_add(out, STR(".SH SUBJECTS\n.B qkv help\n.I SUBJECT\nprints a page of the manual about\n"));
    for (const ManualPage *page = manual_pages; page->name; page++) {
        buf_printf(out, ".TP\n.B %s\n", page->name);
        add_line(out, page->summary);
    }
}

// The first example of every command.
static void add_examples(const Command *const *commands, Buf *out)
{
    buf_add(out, STR(".nf\n"));
    for (; *commands; commands++) {
        Str rest = str_from((*commands)->examples), line;
        if (!str_next_line(&rest, &line)) continue;
        add_plain(out, line);
        buf_add_char(out, '\n');
    }
    buf_add(out, STR(".fi\n"));
}

void man_page(const Command *const *commands, Buf *out)
{
    buf_add(out, str_from(head));
    buf_add(out, STR(".SH COMMANDS\n"));
    for (int i = 0; commands[i]; i++) add_command(out, commands[i]);
    buf_add(out,
            STR(".SH OPTIONS\nThe options of a command are listed with it above. Long options may "
                "be given before or after the command, as\n.B \\-\\-step 3\nor\n"
                ".BR \\-\\-step=3 ;\n.B \\-\\-\nends them. Every command takes:\n"));
    for (const OptionId *id = options_everywhere; *id; id++) add_option(out, &option_table[*id]);
    buf_add(out, STR(".SH KEYS\nIn\n.BR \"qkv learn\" :\n"));
    add_keys(false, out);
    buf_add(out, STR(".PP\nOn the help screen:\n"));
    add_keys(true, out);
    buf_add(out, STR(".PP\nA click selects a cell or does what a hint says; the wheel scrolls the "
                     "lesson. Ctrl\\-C leaves at once, Ctrl\\-Z suspends.\n"));
    add_subjects(out);
    buf_add(out, str_from(before_examples));
    add_examples(commands, out);
    buf_add(out, str_from(tail));
}
