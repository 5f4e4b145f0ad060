// An option that would have no effect on a figure of this kind, or on numbers, is refused, with the
// kinds that it is for.
#include "command/figures/export_check.h"

#include "command/figures/figure_options.h"

#include <string.h>

static bool takes(const FigureKind *kind, const Option *option)
{
    return option->figures != FOR_SOME_KINDS || str_has_word(kind->options, str_from(option->name));
}

// "--head is for heatmap and flow, not for heads".
static bool not_for(const Option *option, const FigureKind *kind, Error *error)
{
    const char **names = NEW_ARRAY(error->arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        if (takes(figure_kinds[i], option)) names[count++] = figure_kinds[i]->name;
    }
    error_set(error, NULL, "--%s is for %s, not for %s", option->name,
              figure_names_listed(names, error->arena), kind->name);
    return error_hint(error, "--kind %s, or leave --%s out", names[0], option->name);
}

static bool one_tensor(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    error_set(error, NULL, "%s draws one tensor, and %s is one more", kind->name,
              arguments->words[2]);
    return error_hint(error, "--kind heatmap draws several side by side");
}

static bool check_paths(const OptionValue *value, Error *error)
{
    const OptionValue *format = &value[OPTION_FORMAT], *output = &value[OPTION_OUTPUT];
    bool svg = format->given ? strcmp(format->text, "svg") == 0
                             : output->given && str_ends(str_from(output->text), ".svg");
    if (svg || !value[OPTION_PATHS].given) return true;
    error_set(error, NULL, "--paths is for SVG");
    return error_hint(error, "--format svg, or leave --paths out");
}

static bool check_figure(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        if (arguments->value[id].given && !takes(kind, &option_table[id]))
            return not_for(&option_table[id], kind, error);
    }
    if (kind != figure_kind_find(NULL) && arguments->count > 2)
        return one_tensor(arguments, kind, error);
    if (!check_paths(arguments->value, error)) return false;
    if (!kind->whole || kind->all_layers || arguments->count < 2) return true;
    error_set(error, NULL, "%s shows the whole lesson, not %s", kind->name, arguments->words[1]);
    return error_hint(error, "leave the tensor out, or --kind equation");
}

// What has no meaning where something moves, or only there.
static bool check_movement(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    static const OptionId moving_only[] = {OPTION_SPEED, OPTION_LOOPS, OPTION_NONE};
    bool moves = figure_moves(arguments->value);
    for (const OptionId *option = moving_only; *option && !moves; option++) {
        if (!arguments->value[*option].given) continue;
        error_set(error, NULL, "--%s is for what moves", option_table[*option].name);
        return error_hint(error, "--animate, or a name that ends in .gif");
    }
    if (moves && arguments->value[OPTION_ALL].given) {
        error_set(error, NULL, "--all writes figures that stand still");
        return error_hint(error, "--kind steps -o walk.gif is all of them, one after the other");
    }
    if (moves && arguments->value[OPTION_NO_VALUES].given && !kind->moves_colors) {
        error_set(error, NULL, "what moves here is the numbers, which --no-values leaves out");
        return error_hint(error, "leave it out");
    }
    return true;
}

static bool check_numbers(const Arguments *arguments, Error *error)
{
    if (arguments->count > 2) {
        error_set(error, NULL, "export: one word too many: %s", arguments->words[2]);
        return error_hint(error, "numbers are written of one tensor at a time");
    }
    const OptionValue *format = &arguments->value[OPTION_FORMAT];
    const char *what = format->given ? format->text : arguments->value[OPTION_OUTPUT].text;
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        if (!arguments->value[id].given || !option_table[id].figures) continue;
        error_set(error, NULL, "--%s is for figures, and %s is numbers", option_table[id].name,
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
    if (arguments->value[OPTION_RANGE].given && arguments->value[OPTION_ROBUST].given) {
        error_set(error, NULL, "--range and --robust both say where the colours end");
        return error_hint(error, "one of them");
    }
    return kind ? check_figure(arguments, kind, error) && check_movement(arguments, kind, error)
                : check_numbers(arguments, error);
}
