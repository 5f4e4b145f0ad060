// qkv new: a lesson to begin with, as a file.
#include "command/about/help.h"

#include "base/text/ascii.h"

#include <string.h>

// The part behind the last slash, without ".md".
static Str base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    Str base = str_from(slash ? slash + 1 : name);
    return str_ends(base, ".md") ? str_slice(base, 0, base.n - 3) : base;
}

// "my-lesson" -> "My lesson", without the number that sets its place among others.
static void add_title(const void *context, Buf *out)
{
    Str base = *(const Str *)context;
    Buf title = {.arena = out->arena};
    int from = 0;
    while (from < base.n && ascii_is_digit(base.p[from])) from++;
    bool numbered = from && from + 1 < base.n && base.p[from] == '-';
    for (int i = numbered ? from + 1 : 0; i < base.n; i++) {
        char c = base.p[i];
        if (!title.n && c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (c == '-' || c == '_' || (unsigned char)c < ' ') c = ' ';
        if (strchr("\\`*[]<>#&|$", c)) buf_add_char(&title, '\\');
        buf_add_char(&title, c);
    }
    buf_add(out, buf_str(&title));
}

static const char *path_of(const Arguments *arguments, Arena *arena)
{
    const char *name = arguments->words[0];
    if (arguments->value[OPTION_OUTPUT].given) return arguments->value[OPTION_OUTPUT].text;
    return str_ends(str_from(name), ".md") ? name : arena_printf(arena, "%s.md", name);
}

// As a word of a shell: in quotes where it would not stay one.
static const char *word_of(const char *path, Arena *arena)
{
    bool plain = true;
    for (const char *p = path; *p; p++)
        plain &= ascii_is_word(*p) || (unsigned char)*p >= 0x80 || strchr("./-+,:@", *p);
    if (plain) return path;
    Buf word = {.arena = arena};
    buf_add_char(&word, '\'');
    for (const char *p = path; *p; p++) {
        if (*p == '\'')
            buf_add(&word, STR("'\\''"));
        else
            buf_add_char(&word, *p);
    }
    buf_add_char(&word, '\'');
    return buf_text(&word);
}

static ExitCode run_new(Session *session, const Arguments *arguments)
{
    Str base = base_of(arguments->words[0]);
    if (!str_trim(base).n || base.p[0] == '.') {
        error_fail(session->error, "qkv new my-lesson", "\"%s\" cannot be the name of a lesson",
                   arguments->words[0]);
        return EXIT_USAGE;
    }
    const char *path = path_of(arguments, session->arena);
    bool force = arguments->value[OPTION_FORCE].given;
    Buf text = {.arena = session->arena};
    static const ManualTag tags[] = {{"TITLE", add_title}, {0}};
    manual_fill("template", tags, &base, &text);
    if (!command_write(path, buf_str(&text), force, session)) return EXIT_FAILED;
    const char *word = word_of(path, session->arena);
    if (strcmp(path, "-") != 0)
        buf_printf(session->out, "wrote %s; next: qkv learn %s, qkv check --update %s\n", path,
                   word, word);
    return EXIT_DONE;
}

const Command command_new = {
    .name = "new",
    .words = "NAME",
    .least = 1,
    .most = 1,
    .summary = "start a lesson of your own",
    .options = (const OptionId[]){OPTION_OUTPUT, OPTION_FORCE, OPTION_NONE},
    .completes = "",
    .run = run_new,
};
