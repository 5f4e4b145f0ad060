// Turns the options of `qkv export` into the look of a figure and the settings of its file. Sizes
// are in points (1/72 inch); `--for slides`, `--for beamer` and `--for paper` are presets of size,
// resolution, theme and file format, which a more specific option overrides.
#include "command/figures/figures.h"

#include "base/files/file.h"
#include "base/text/number.h"

#include <string.h>

static const double points_per_inch = 72;

// ---- presets ----------------------------------------------------------------------------------

typedef struct Preset {
    double width, height; // points; height 0: what the figure takes
    double dpi;
    double least;       // size of text that is well read there, points
    double least_label; // and of the smallest that still is
    const char *theme;
    const char *ending;
} Preset;

// Those of --for, in its order. A slide of 16:9 as PowerPoint and Impress make it; what is free on
// a page of beamer under its title; a column of a paper in two columns.
static const Preset presets[] = {
    {960, 540, 144, 0.025 * 540, 6, "light", ".png"},
    {108 * 72 / 25.4, 68 * 72 / 25.4, 300, 7, 3, "light", ".pdf"},
    {84 * 72 / 25.4, 0, 300, 6, 6, "print", ".pdf"},
};

static const Preset *find_preset(const OptionValue *value)
{
    static const Preset none = {0, 0, 0, 0, 0, NULL, ".png"};
    return value->given ? &presets[value->integer] : &none;
}

// ---- size -------------------------------------------------------------------------------------

// Without a stated size or resolution the writer chooses: one pixel for each point looks coarse.
static double resolution(const OptionValue *value, const Preset *preset)
{
    const double for_print = 300;
    const OptionValue *size = &value[OPTION_FIGURE_SIZE];
    if (value[OPTION_DPI].given) return value[OPTION_DPI].number;
    if (value[OPTION_SCALE].given) return value[OPTION_SCALE].number * points_per_inch;
    if (size->given && size->pixels) return points_per_inch;
    if (preset->dpi > 0) return preset->dpi;
    return size->given ? for_print : 0;
}

static void take_size(FigureOrder *order, const OptionValue *value, const Preset *preset)
{
    const OptionValue *size = &value[OPTION_FIGURE_SIZE];
    double dpi = resolution(value, preset);
    order->file.scale = dpi / points_per_inch;
    order->request.look.width = size->given ? size->width : preset->width;
    order->request.look.height = size->given ? size->height : preset->height;
    if (size->given && size->pixels && value[OPTION_DPI].given) {
        order->request.look.width /= order->file.scale;
        order->request.look.height /= order->file.scale;
    }
}

// ---- labels -----------------------------------------------------------------------------------

// A list of strings in the program, or a file with one on each line.
static bool read_labels(AxisLabels *labels, const OptionValue *value, const Walk *walk,
                        Arena *arena, Error *error)
{
    labels->none = value->given && strcmp(value->text, "none") == 0;
    if (!value->given || labels->none) return true;
    labels->source = value->text;
    int items_in_list;
    const char *const *list = run_string_list(walk->ran.run, str_from(value->text), &items_in_list);
    if (list && items_in_list) {
        labels->label = list;
        labels->count = items_in_list;
        return true;
    }
    const size_t most = 1 << 22;
    Str text, line;
    if (!file_read(value->text, most, arena, &text, error)) return false;
    if (str_starts(text, "\xef\xbb\xbf")) text = str_slice(text, 3, text.n);
    const char **items = NULL;
    int64_t count = 0;
    while (str_next_line(&text, &line)) *ARENA_ADD(arena, items, count) = str_copy(arena, line);
    labels->label = items;
    labels->count = count;
    if (count) return true;
    return error_fail(error, "one label on each line", "%s: no labels, the file is empty",
                      value->text);
}

// ---- groups -----------------------------------------------------------------------------------

typedef struct GroupReader {
    AxisGroups *groups;
    int64_t *end;
    const char **name;
    int ends, names;
    bool named;
    Arena *arena;
} GroupReader;

static void add_group(GroupReader *reader, Str name, int64_t end)
{
    reader->named |= name.n > 0;
    *ARENA_ADD(reader->arena, reader->name, reader->names) = str_copy(reader->arena, name);
    if (end > 0) *ARENA_ADD(reader->arena, reader->end, reader->ends) = end;
}

// "3,7" or "CLS:1,text:12,image": the number is where the line is.
static bool read_typed_groups(GroupReader *reader, Str text, Error *error)
{
    int64_t before = 0, end;
    bool has_rest = false, ok = true;
    while (text.n && ok) {
        Str name = str_take(&text, ","), number = name;
        int colon = str_find(name, ":");
        if (colon >= 0) number = str_trim(str_slice(name, colon + 1, name.n));
        bool is_number = number_parse_int(number, &end);
        has_rest = !text.n && !is_number && colon < 0 && reader->ends;
        if (has_rest) end = 0;
        if (colon >= 0) name = str_trim(str_slice(name, 0, colon));
        if (colon < 0 && is_number) name = STR("");
        ok = has_rest || (is_number && end > before);
        if (ok) add_group(reader, name, end);
        before = end;
    }
    if (ok && reader->ends) return true;
    return error_fail(error, "'3,7' for lines after 3 and 7, or 'CLS:1,text:12,image', or a list",
                      "--groups %s names no groups", reader->groups->source);
}

// A list of strings in the program: neighbours that are called alike.
static void read_listed_groups(GroupReader *reader, const char *const *list, int count)
{
    reader->groups->of = count;
    for (int i = 1; i <= count; i++) {
        if (i < count && strcmp(list[i], list[i - 1]) == 0) continue;
        add_group(reader, str_from(list[i - 1]), i < count ? i : 0);
    }
}

static bool read_groups(AxisLabels *labels, const OptionValue *value, const Walk *walk,
                        Arena *arena, Error *error)
{
    if (!value->given) return true;
    AxisGroups *groups = NEW(arena, AxisGroups);
    GroupReader reader = {.groups = groups, .arena = arena};
    int count;
    const char *const *list = run_string_list(walk->ran.run, str_from(value->text), &count);
    groups->source = value->text;
    labels->groups = groups;
    if (list && count)
        read_listed_groups(&reader, list, count);
    else if (!read_typed_groups(&reader, str_from(value->text), error))
        return false;
    if (reader.names == reader.ends) add_group(&reader, STR(""), 0);
    groups->count = reader.names;
    groups->end = reader.end;
    if (reader.named) groups->name = reader.name;
    return true;
}

// No labels of the rows: none of the columns either, unless they are given.
static bool read_both_labels(FigureLook *look, const OptionValue *value, const Walk *walk,
                             Arena *arena, Error *error)
{
    if (!read_labels(&look->rows, &value[OPTION_LABELS], walk, arena, error) ||
        !read_labels(&look->columns, &value[OPTION_COLUMN_LABELS], walk, arena, error))
        return false;
    if (!value[OPTION_COLUMN_LABELS].given) look->columns.none = look->rows.none;
    return true;
}

// ---- format -----------------------------------------------------------------------------------

static ExportFormat figure_format(const OptionValue *format)
{
    return format->given ? export_format_named(format->text) : EXPORT_BY_NAME;
}

// By --format, else by the file's name.
static ExportFormat format_wanted(const OptionValue *value)
{
    ExportFormat format = figure_format(&value[OPTION_FORMAT]);
    const OptionValue *output = &value[OPTION_OUTPUT];
    return !format && output->given ? export_format_named(output->text) : format;
}

// ---- formulas ---------------------------------------------------------------------------------

// Title, caption and labels in Unicode; what was a formula in them goes to the file's options.
typedef struct Formulas {
    bool for_tex;
    FormulaText *read;
    ExportOptions *file;
    Arena *arena;
    Error *error;
} Formulas;

static bool take_formulas(Formulas *formulas, const char *source, FormulaTrust trust,
                          const char **text)
{
    FormulaText read;
    if (!formulas->for_tex) trust = FORMULA_READ;
    if (!formula_read(*text, source, trust, &read, formulas->arena, formulas->error)) return false;
    *text = read.text;
    if (!read.count) return true;
    *ARENA_ADD(formulas->arena, formulas->read, formulas->file->formula_count) = read;
    formulas->file->formulas = formulas->read;
    return true;
}

static bool take_label_formulas(Formulas *formulas, AxisLabels *labels)
{
    if (!labels->label) return true;
    const char **label = NEW_ARRAY(formulas->arena, const char *, labels->count);
    for (int64_t i = 0; i < labels->count; i++) {
        label[i] = labels->label[i];
        if (!take_formulas(formulas, labels->source, FORMULA_KNOWN, &label[i])) return false;
    }
    labels->label = label;
    return true;
}

static bool read_formulas(FigureOrder *order, const OptionValue *value, Arena *arena, Error *error)
{
    Formulas formulas = {.for_tex = format_wanted(value) == EXPORT_TIKZ,
                         .file = &order->file,
                         .arena = arena,
                         .error = error};
    return take_formulas(&formulas, "--title", FORMULA_ANY, &order->request.look.title) &&
           take_formulas(&formulas, "--caption", FORMULA_ANY, &order->request.look.caption) &&
           take_label_formulas(&formulas, &order->request.look.rows) &&
           take_label_formulas(&formulas, &order->request.look.columns);
}

// ---- all of them ------------------------------------------------------------------------------

// To a figure, 0 means as many as fit and -1 none.
static int figure_digits(const OptionValue *digits)
{
    if (!digits->given) return 0;
    return digits->integer ? (int)digits->integer : -1;
}

static bool check_font(const char *family, Error *error)
{
    if (!family || export_has_font(family)) return true;
    return error_fail(error, "serif, sans-serif or monospace; `fc-list : family` lists all",
                      "no font family '%s' is installed", family);
}

bool figure_moves(const OptionValue *value)
{
    return value[OPTION_ANIMATE].given || export_always_moves(format_wanted(value));
}

// A still picture's ending names no movement.
static const char *ending_of(const Preset *preset, bool moves)
{
    return moves && strcmp(preset->ending, ".png") == 0 ? ".gif" : preset->ending;
}

bool figure_options(FigureOrder *order, const Arguments *arguments, Arena *arena, Error *error)
{
    const OptionValue *value = arguments->value;
    const Preset *preset = find_preset(&value[OPTION_FOR]);
    const OptionValue *theme = &value[OPTION_FIGURE_THEME], *range = &value[OPTION_RANGE];
    order->moves = figure_moves(value);
    order->ending = ending_of(preset, order->moves);
    order->request.look = (FigureLook){
        .theme = theme->given ? theme->text : preset->theme,
        .scale = {.ramp = value[OPTION_CMAP].text,
                  .ranged = range->given,
                  .low = range->low,
                  .high = range->high,
                  .label = value[OPTION_BAR_LABEL].text,
                  .log = value[OPTION_LOG].given,
                  .robust = value[OPTION_ROBUST].given},
        .least_text = preset->least,
        .bare = value[OPTION_BARE].given,
        .no_values = value[OPTION_NO_VALUES].given,
        .digits = figure_digits(&value[OPTION_DIGITS]),
        .title = value[OPTION_TITLE].text,
        .caption = value[OPTION_CAPTION].text,
        .font = value[OPTION_FONT].text,
        .rows.raw_tokens = value[OPTION_RAW_TOKENS].given,
        .columns.below = value[OPTION_LABELS_AT].given && value[OPTION_LABELS_AT].integer == 1,
    };
    order->file.speed = value[OPTION_SPEED].number;
    order->file.loops = (int)value[OPTION_LOOPS].integer;
    order->file.paths = value[OPTION_PATHS].given;
    order->file.force = value[OPTION_FORCE].given;
    order->file.format = figure_format(&value[OPTION_FORMAT]);
    if (order->file.format) order->ending = arena_printf(arena, ".%s", value[OPTION_FORMAT].text);
    take_size(order, value, preset);
    order->request.look.rows.least = preset->least_label;
    return check_font(order->request.look.font, error) &&
           read_both_labels(&order->request.look, value, order->walk, arena, error) &&
           read_groups(&order->request.look.rows, &value[OPTION_GROUPS], order->walk, arena,
                       error) &&
           read_formulas(order, value, arena, error);
}

// ---- which go together -------------------------------------------------------------------------
//
// An option that would have no effect on a figure of this kind, or on numbers, is refused, with the
// kinds that it is for.

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
    return error_fail(error, "--kind heatmap draws several side by side",
                      "%s draws one tensor, and %s is one more", kind->name, arguments->words[2]);
}

static bool check_paths(const Arguments *arguments, Error *error)
{
    if (!option_typed(arguments, OPTION_PATHS) || format_wanted(arguments->value) == EXPORT_SVG)
        return true;
    return error_fail(error, "--format svg, or leave --paths out", "--paths is for SVG");
}

static bool check_merged(const Arguments *arguments, Error *error)
{
    const OptionValue *value = arguments->value;
    bool merges = option_typed(arguments, OPTION_MERGE_WORDS), is_over = value[OPTION_OVER].given;
    return arguments->count < 3 || !(merges || is_over) ||
           error_fail(error, "a figure of each", "--%s is for one tensor at a time",
                      merges ? "merge-words" : "over");
}

static bool check_letters(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    const OptionValue *value = arguments->value;
    bool several = kind->all_slices || arguments->count > 2 || value[OPTION_COMPARE].given;
    return !option_typed(arguments, OPTION_PANEL_LETTERS) || several ||
           error_fail(error, "name several: qkv export LESSON weights outputs",
                      "--panel-letters is for several matrices in one figure");
}

static bool check_figure(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        if (option_typed(arguments, id) && !takes(kind, &option_table[id]))
            return not_for(&option_table[id], kind, error);
    }
    if (kind != figure_kind_find(NULL) && arguments->count > 2)
        return one_tensor(arguments, kind, error);
    if (!check_paths(arguments, error) || !check_letters(arguments, kind, error) ||
        !check_merged(arguments, error))
        return false;
    if (!kind->whole || kind->all_layers || arguments->count < 2) return true;
    return error_fail(error, "leave the tensor out, or --kind equation",
                      "%s shows the whole lesson, not %s", kind->name, arguments->words[1]);
}

// What has no meaning where something moves, or only there.
static bool check_movement(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    static const OptionId moving_only[] = {OPTION_SPEED, OPTION_LOOPS, OPTION_NONE};
    bool moves = figure_moves(arguments->value);
    for (const OptionId *option = moving_only; *option && !moves; option++) {
        if (!option_typed(arguments, *option)) continue;
        return error_fail(error, "--animate, or a name that ends in .gif", "--%s is for what moves",
                          option_table[*option].name);
    }
    if (moves && arguments->value[OPTION_ALL].given)
        return error_fail(error, "--kind steps -o walk.gif is all of them, one after the other",
                          "--all writes figures that stand still");
    if (moves && option_typed(arguments, OPTION_NO_VALUES) && !kind->moves_colors) {
        return error_fail(error, "leave it out",
                          "what moves here is the numbers, which --no-values leaves out");
    }
    return true;
}

static bool check_numbers(const Arguments *arguments, Error *error)
{
    if (arguments->count > 2)
        return error_fail(error, "numbers are written of one tensor at a time",
                          "export: one word too many: %s", arguments->words[2]);
    const OptionValue *format = &arguments->value[OPTION_FORMAT];
    const char *what = format->given ? format->text : arguments->value[OPTION_OUTPUT].text;
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        bool picks = id == OPTION_HEAD || id == OPTION_LAYERS || id == OPTION_ROLLOUT;
        if (!option_typed(arguments, id) || !option_table[id].figures || picks) continue;
        return error_fail(error, "leave one of them out, or --format svg",
                          "--%s is for figures, and %s is numbers", option_table[id].name, what);
    }
    return true;
}

bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error)
{
    return kind ? check_figure(arguments, kind, error) && check_movement(arguments, kind, error)
                : check_numbers(arguments, error);
}
