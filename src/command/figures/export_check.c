// Two tables say which options of `qkv export` mean something: for some kinds of figures only, and
// for figures but not for numbers. An option that would have no effect is refused, with the kinds
// that it is for.
#include "command/figures/export_check.h"

#include <string.h>

// What means something to some kinds only; all others that are not listed go with every figure.
static const struct {
    OptionId option;
    const char *kinds; // between blanks
} option_kinds[] = {
    {OPTION_CELL, " equation "},
    {OPTION_HEAD, " heatmap flow "},
    {OPTION_QUERY, " flow arrows "},
    {OPTION_SCALE_EACH, " heads "},
    {OPTION_ALL, " steps "},
    {OPTION_SEED, " worksheet "},
    {OPTION_LABELS, " heatmap heads flow "},
    {OPTION_COLUMN_LABELS, " heatmap heads flow "},
    {OPTION_RANGE, " heatmap heads equation steps survey "},
    {OPTION_CMAP, " heatmap heads equation steps survey "},
};

// Looks, which numbers do not have.
static const OptionId figure_options_only[] = {
    OPTION_KIND,   OPTION_FIGURE_SIZE,  OPTION_SCALE,   OPTION_DPI,  OPTION_FOR,
    OPTION_FONT,   OPTION_FIGURE_THEME, OPTION_CAPTION, OPTION_CMAP, OPTION_TITLE,
    OPTION_RANGE,  OPTION_NO_VALUES,    OPTION_CELL,    OPTION_HEAD, OPTION_QUERY,
    OPTION_LABELS, OPTION_SCALE_EACH,   OPTION_ALL,     OPTION_SEED, OPTION_COLUMN_LABELS,
    OPTION_NONE,
};

static bool takes(const char *kinds, const char *kind, Arena *arena)
{
    return strstr(kinds, arena_printf(arena, " %s ", kind)) != NULL;
}

// " heatmap heads flow " as "heatmap, heads and flow".
static const char *listed(const char *kinds, Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        if (takes(kinds, figure_kinds[i].name, arena)) names[count++] = figure_kinds[i].name;
    }
    return figure_names_listed(names, arena);
}

static bool check_figure(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    for (size_t i = 0; i < sizeof option_kinds / sizeof *option_kinds; i++) {
        const char *kinds = option_kinds[i].kinds;
        OptionId option = option_kinds[i].option;
        if (!arguments->value[option].given || takes(kinds, kind->name, error->arena)) continue;
        error_set(error, NULL, "--%s is for %s, not for %s", option_table[option].name,
                  listed(kinds, error->arena), kind->name);
        int first = (int)strcspn(kinds + 1, " ");
        return error_hint(error, "--kind %.*s, or leave --%s out", first, kinds + 1,
                          option_table[option].name);
    }
    if (!kind->whole || arguments->count < 2) return true;
    error_set(error, NULL, "%s shows the whole lesson, not %s", kind->name, arguments->words[1]);
    return error_hint(error, "leave the tensor out, or --kind equation");
}

static bool check_numbers(const Arguments *arguments, Error *error)
{
    const OptionValue *format = &arguments->value[OPTION_FORMAT];
    const char *what = format->given ? format->text : arguments->value[OPTION_OUTPUT].text;
    for (const OptionId *option = figure_options_only; *option != OPTION_NONE; option++) {
        if (!arguments->value[*option].given) continue;
        error_set(error, NULL, "--%s is for figures, and %s is numbers", option_table[*option].name,
                  what);
        return error_hint(error, "leave one of them out, or --format svg");
    }
    return true;
}

bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    if (arguments->value[OPTION_ALL].given && arguments->value[OPTION_OUTPUT].given) {
        error_set(error, NULL, "--all names the files itself, in the folder %s",
                  arguments->value[OPTION_ALL].text);
        return error_hint(error, "leave --output out; --format svg chooses their format");
    }
    return kind ? check_figure(arguments, kind, error) : check_numbers(arguments, error);
}
