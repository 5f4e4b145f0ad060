// Each line is tried on every option of its name, as two commands may have one name for two options
// ("theme"): it is wrong if none of them takes it.
#include "command/settings.h"

#include "base/files/file.h"
#include "base/text/ascii.h"
#include "base/text/guess.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20 };

typedef struct Settings {
    const Command *command;
    const Command *section; // that the line at hand is for, or NULL: for all
    bool is_skipped;        // it is in a section that is none
    Arguments *arguments;
    Session *session;
} Settings;

// False: it is no value of this option.
static bool take(const Settings *s, OptionId id, const char *text, OptionFrom from, Error *error)
{
    OptionValue *value = &s->arguments->value[id];
    const OptionValue before = *value;
    Error unheard = {.arena = error->arena};
    bool is_read = option_take(id, text, from, s->arguments, error->arena, error);
    bool is_wanted = is_read && options_have(s->command->options, id) &&
                     (!s->section || s->section == s->command) &&
                     (!before.from || before.from >= from) &&
                     options_check(s->command->rules, s->arguments, &unheard);
    if (!is_wanted) *value = before;
    return is_read;
}

static void take_variables(const Settings *s, Error *error)
{
    for (OptionId id = 1; id < OPTION_HELP; id++) {
        char *name = arena_printf(error->arena, "QKV_%s", option_table[id].name);
        for (char *c = name + 4; *c; c++) *c = (char)(*c == '-' ? '_' : *c - 'a' + 'A');
        const char *text = options_have(s->command->options, id) ? getenv(name) : NULL;
        Error own = {.arena = error->arena};
        if (!text || !*text || take(s, id, text, FROM_ENVIRONMENT, &own)) continue;
        error_set(error, NULL, "%s: %s", name, own.message);
        error_hint(error, "%s", own.hint ? own.hint : "qkv help options");
        command_report(s->session, error);
    }
}

// ---- the file -----------------------------------------------------------------------------------

static Span span_of(const Source *source, Str part)
{
    int start = (int)(part.p - source->text.p);
    return (Span){source, start, start + part.n};
}

static bool take_option(const Settings *s, Span name, Span value, Error *error)
{
    const OptionId *ids = s->section ? s->section->options : NULL;
    const char *text = str_copy(error->arena, span_text(value));
    Error why = {.arena = error->arena};
    bool is_read = false, is_known = false;
    for (OptionId id = 1; id < OPTION_HELP; id++) {
        if (!str_is(span_text(name), option_table[id].name)) continue;
        if (ids && !options_have(ids, id)) continue;
        is_known = true;
        is_read |= take(s, id, text, FROM_FILE, &why);
    }
    if (is_read) return true;
    if (is_known) {
        error_set_at(error, value, NULL, "%s", why.message);
        return why.hint ? error_hint(error, "%s", why.hint) : false;
    }
    Str nearest = option_nearest(span_text(name), ids);
    error_set_at(error, name, NULL, "%s has no option %.*s", s->section ? s->section->name : "qkv",
                 STR_ARG(span_text(name)));
    return nearest.n ? error_hint(error, "%.*s = %s", STR_ARG(nearest), text)
                     : error_hint(error, "qkv help %s", s->section ? s->section->name : "options");
}

// "[export]"
static bool take_section(Settings *s, Span line, Error *error)
{
    Str name = span_text(line);
    str_take_start(&name, "[");
    bool is_whole = name.n && name.p[name.n - 1] == ']';
    name = str_trim(str_take(&name, "]"));
    Guess guess = {.name = name};
    const Command *const *at = s->session->commands;
    for (; *at && !str_is(name, (*at)->name); at++) guess_try(&guess, str_from((*at)->name));
    s->section = *at;
    s->is_skipped = !*at;
    if (*at && is_whole) return true;
    error_set_at(error, line, NULL, is_whole ? "no command is called %.*s" : "[%.*s has no end",
                 STR_ARG(name));
    return error_hint(error, "[%.*s]",
                      STR_ARG(*at            ? name
                              : guess.best.n ? guess.best
                                             : STR("export")));
}

static bool take_line(Settings *s, const Source *source, Str line, Error *error)
{
    if (!line.n || str_starts(line, "#")) return true;
    if (str_starts(line, "[")) return take_section(s, span_of(source, line), error);
    if (s->is_skipped) return true;
    Str value = line, name = str_trim(str_take(&value, "=")), quoted = str_trim(value);
    if (name.n == line.n) {
        error_set_at(error, span_of(source, line), NULL, "a line here is OPTION = VALUE");
        name = str_take(&line, " ");
        return error_hint(error, "%.*s = %.*s", STR_ARG(name),
                          STR_ARG(line.n ? str_trim(line) : STR("true")));
    }
    bool is_quoted = str_take_start(&quoted, "\"");
    value = is_quoted ? str_take(&quoted, "\"") : str_trim(str_take(&quoted, " #"));
    if (is_quoted && value.p + value.n == line.p + line.n) {
        error_set_at(error, span_of(source, value), NULL, "the quoted text has no end");
        return error_hint(error, "a \" behind it");
    }
    return take_option(s, span_of(source, name), span_of(source, value), error);
}

static void take_file(Settings *s, Error *error)
{
    Arena *arena = error->arena;
    const char *path = file_of_user("XDG_CONFIG_HOME", ".config", "config", arena);
    Source *source = NEW(arena, Source);
    Str rest, line;
    if (!path || access(path, F_OK) != 0) return;
    source->name = path;
    if (file_read(path, MOST_BYTES, arena, &source->text, error) && file_check_text(source, error))
        for (rest = source->text; str_next_line(&rest, &line);) {
            take_line(s, source, str_trim(line), error);
            command_report(s->session, error);
        }
    command_report(s->session, error);
}

void settings_take(const Command *command, Arguments *arguments, Session *session)
{
    Settings settings = {.command = command, .arguments = arguments, .session = session};
    take_variables(&settings, session->error);
    if (!arguments->value[OPTION_NO_CONFIG].given) take_file(&settings, session->error);
}
