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

const OptionId options_everywhere[] = {OPTION_HELP, OPTION_VERSION, OPTION_VERBOSE, OPTION_NONE};

// "heatmap (default), equation, … or worksheet"
static void add_kinds(const void *context UNUSED, Buf *out)
{
    for (int i = 0; i < figure_kind_count; i++) {
        const char *joint = i == 0 ? "" : i + 1 == figure_kind_count ? " or " : ", ";
        buf_printf(out, "%s%s%s", joint, figure_kinds[i]->name, i ? "" : " (default)");
    }
}

// In the page of options a name has its line, and the next ones say what it does, as ": …".
const char *option_help(const Option *option, Arena *arena)
{
    static const ManualTag tags[] = {{"KINDS", add_kinds}, {0}};
    Buf page = {.arena = arena}, text = {.arena = arena};
    const char *head = option->of ? arena_printf(arena, "--%s (%s)", option->name, option->of)
                                  : arena_printf(arena, "--%s", option->name);
    manual_fill("options", tags, NULL, &page);
    Str rest = buf_str(&page), line;
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
