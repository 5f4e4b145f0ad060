// The table of the rows in option_rows.h, and what the manual says of an option.
#include "command/options.h"

#include "command/about/manual.h"
#include "figure/kind.h"

#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

#define OPTION(id, ...) [OPTION_##id] = {.name = __VA_ARGS__},
const Option option_table[OPTION_COUNT] = {
    [OPTION_NONE] = {.name = ""},
#include "command/option_rows.h"
};

const OptionId options_everywhere[] = {OPTION_HELP, OPTION_VERSION, OPTION_VERBOSE,
                                       OPTION_NO_CONFIG, OPTION_NONE};

// In the page of options a name has its line, and the next ones say what it does, as ": …".
const char *option_help(const Option *option, Arena *arena)
{
    Buf text = {.arena = arena};
    const char *head = option->of ? arena_printf(arena, "--%s (%s)", option->name, option->of)
                                  : arena_printf(arena, "--%s", option->name);
    Str rest = manual_page("options"), line;
    while (str_next_line(&rest, &line) && !str_is(line, head)) continue;
    while (str_next_line(&rest, &line) && line.n)
        buf_printf(&text, "%s%.*s", text.n ? " " : "", STR_ARG(str_slice(line, 2, line.n)));
    return buf_text(&text);
}

const char *option_choices(const Option *option, Arena *arena)
{
    Buf text = {.arena = arena};
    for (const char *const *name = option->choices; name && *name; name++)
        buf_printf(&text, "%s%s", text.n ? " " : "", *name);
    return buf_text(&text);
}
