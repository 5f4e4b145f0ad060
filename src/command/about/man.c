// The manual page, from the same rows as --help.
#include "command/about/help.h"
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
    add_line(out, option_help(option, out->arena));
}

static void add_command(Buf *out, const Command *command)
{
    buf_printf(out, ".SS qkv %s %s\n", command->name, command->words);
    buf_printf(out, "%c", command->summary[0] - 'a' + 'A');
    add_plain(out, str_from(command->summary + 1));
    buf_add(out, STR(".\n"));
    Buf text = {.arena = out->arena};
    for (Str page = manual_page(command->name); manual_paragraph(&page, &text);) {
        buf_add(out, STR(".PP\n"));
        add_line(out, buf_text(&text));
    }
    buf_add(out, STR(".PP\n.nf\n"));
    for (Str page = manual_page(command->name), line; manual_example(&page, &line);) {
        add_plain(out, line);
        buf_add_char(out, '\n');
    }
    buf_add(out, STR(".fi\n"));
    for (const OptionId *id = command->options; *id; id++) add_option(out, &option_table[*id]);
}

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

static void add_walk_keys(const void *commands UNUSED, Buf *out)
{
    add_keys(false, out);
}

static void add_help_keys(const void *commands UNUSED, Buf *out)
{
    add_keys(true, out);
}

static void add_subjects(const void *commands UNUSED, Buf *out)
{
    Str index = manual_page("README"), name, summary;
    while (manual_subject(&index, &name, &summary)) {
        buf_printf(out, ".TP\n.B %.*s\n", STR_ARG(name));
        add_plain(out, summary);
        buf_add_char(out, '\n');
    }
}

static void add_version(const void *commands UNUSED, Buf *out)
{
    buf_add(out, STR(QKV_VERSION));
}

static void add_commands(const void *commands, Buf *out)
{
    for (const Command *const *c = commands; *c; c++) add_command(out, *c);
}

static void add_options(const void *commands UNUSED, Buf *out)
{
    for (const OptionId *id = options_everywhere; *id; id++) add_option(out, &option_table[*id]);
}

// The first of every command.
static void add_examples(const void *commands, Buf *out)
{
    buf_add(out, STR(".nf\n"));
    for (const Command *const *c = commands; *c; c++) {
        Str page = manual_page((*c)->name), line;
        if (!manual_example(&page, &line)) continue;
        add_plain(out, line);
        buf_add_char(out, '\n');
    }
    buf_add(out, STR(".fi\n"));
}

void man_page(const Command *const *commands, Buf *out)
{
    static const ManualTag tags[] = {{"VERSION", add_version},     {"COMMANDS", add_commands},
                                     {"OPTIONS", add_options},     {"KEYS", add_walk_keys},
                                     {"HELP-KEYS", add_help_keys}, {"SUBJECTS", add_subjects},
                                     {"EXAMPLES", add_examples},   {0}};
    manual_fill("qkv", tags, commands, out);
}
