// All options of all commands, one row each: the name and what kind of value it takes. What it does
// is said in the manual, assets/manual/options.md, from which --help and the man page take it.
#include "command/options.h"

#include "command/about/manual.h"
#include "figure/kind.h"

#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

// clang-format off
const Option option_table[OPTION_COUNT] = {
    [OPTION_NONE] = {.name = ""},
    [OPTION_STEP] = {.name = "step", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 1e6},
    [OPTION_SET] = {.name = "set", .kind = KIND_TEXTS, .value = "CELL=NUMBER"},
    [OPTION_TOKENS] = {.name = "tokens", .kind = KIND_TEXT, .value = "WORDS"},
    [OPTION_HOLD] = {.name = "hold", .kind = KIND_TEXTS, .value = "PART=VALUE"},
    [OPTION_DIGITS] = {.name = "digits", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 9},
    [OPTION_DEPTH] = {.name = "depth", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 100},
    [OPTION_NUDGE] = {.name = "nudge"},
    [OPTION_AXES] = {.name = "axes", .kind = KIND_TEXT, .value = "NAMES"},
    [OPTION_WHAT_AXES] = {.name = "axes", .of = "explain", .kind = KIND_LIST, .value = "[NAMES]"},
    [OPTION_JSON] = {.name = "json"},
    [OPTION_CELLS] = {.name = "cells"},
    [OPTION_PLAIN] = {.name = "plain"},
    [OPTION_HANDOUT] = {.name = "handout"},
    [OPTION_ANSWERS] = {.name = "answers", .figures = FOR_SOME_KINDS},
    [OPTION_HTML] = {.name = "html"},
    [OPTION_MD] = {.name = "md"},
    [OPTION_PAPER_FORMAT] = {.name = "format", .of = "sheet", .kind = KIND_CHOICE,
        .value = "NAME", .choices = CHOICES("text", "markdown", "html")},
    [OPTION_OUTLINE] = {.name = "outline"},
    [OPTION_COST] = {.name = "cost"},
    [OPTION_HEADS] = {.name = "heads"},
    [OPTION_SCREEN] = {.name = "screen"},
    [OPTION_SCREEN_SIZE] = {.name = "size", .of = "screen", .kind = KIND_SIZE, .value = "WxH",
        .least = 1, .most = 1000},
    [OPTION_KEYS] = {.name = "keys", .kind = KIND_TEXT, .value = "KEYS"},
    [OPTION_SCREEN_THEME] = {.name = "theme", .of = "screen", .kind = KIND_CHOICE,
        .value = "NAME", .choices = CHOICES("auto", "dark", "light")},
    [OPTION_COLOR] = {.name = "color", .kind = KIND_CHOICE, .value = "WHEN",
        .choices = CHOICES("auto", "always", "never")},
    [OPTION_SIGNS] = {.name = "signs", .kind = KIND_CHOICE, .value = "SET",
        .choices = CHOICES("auto", "unicode", "console", "ascii")},
    [OPTION_ASCII] = {.name = "ascii"},
    [OPTION_NO_MOUSE] = {.name = "no-mouse"},
    [OPTION_NO_MOTION] = {.name = "no-motion"},
    [OPTION_PALETTE] = {.name = "palette", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("default", "cvd")},
    [OPTION_LINEAR] = {.name = "linear"},
    [OPTION_CONVENTION] = {.name = "convention", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("rows", "columns")},
    [OPTION_CHECK] = {.name = "check"},
    [OPTION_NOTES] = {.name = "notes"},
    [OPTION_OUTPUT] = {.name = "output", .letter = 'o', .kind = KIND_TEXT, .value = "FILE"},
    [OPTION_KIND] = {.name = "kind", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "KIND",
        .choices = CHOICES(FIGURE_KINDS(FIGURE_KIND_NAME), "questions")},
    [OPTION_CELL] = {.name = "cell", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "CELL"},
    [OPTION_ROW] = {.name = "row", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "ROW"},
    [OPTION_HIGHLIGHT] = {.name = "highlight", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS,
        .value = "CELL:CELL"},
    [OPTION_ANNOTATE] = {.name = "annotate", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS,
        .value = "CELL=TEXT"},
    [OPTION_ARROW] = {.name = "arrow", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS,
        .value = "CELL->CELL"},
    [OPTION_COMPARE] = {.name = "compare", .figures = FOR_SOME_KINDS},
    [OPTION_HEAD] = {.name = "head", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER,
        .value = "N", .least = 0, .most = 1e6},
    [OPTION_LAYER] = {.name = "layer", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 1e6},
    [OPTION_QUERY] = {.name = "query", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT,
        .value = "QUERY"},
    [OPTION_LEAST_WEIGHT] = {.name = "min", .of = "weights", .figures = FOR_SOME_KINDS,
        .kind = KIND_NUMBER, .value = "WEIGHT", .least = 0, .most = 1},
    [OPTION_SCALE_EACH] = {.name = "scale-each", .figures = FOR_SOME_KINDS},
    [OPTION_ALL] = {.name = "all", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "DIR"},
    [OPTION_SEED] = {.name = "seed", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER,
        .value = "N", .least = 0, .most = 1e9},
    [OPTION_STEPS] = {.name = "steps", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT,
        .value = "N-M"},
    [OPTION_BLANKS] = {.name = "blanks", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER,
        .value = "N", .least = 1, .most = 1e6},
    [OPTION_FIGURE_SIZE] = {.name = "size", .figures = FOR_FIGURES, .kind = KIND_EXTENT,
        .value = "WxH", .least = 16, .most = 20000},
    [OPTION_SCALE] = {.name = "scale", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N",
        .least = 0.1, .most = 32},
    [OPTION_DPI] = {.name = "dpi", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N",
        .least = 8, .most = 2400},
    [OPTION_FOR] = {.name = "for", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "PLACE",
        .choices = CHOICES("slides", "beamer", "paper")},
    [OPTION_FONT] = {.name = "font", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "FAMILY"},
    [OPTION_FORMAT] = {.name = "format", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("png", "svg", "pdf", "tikz", "gif", "apng", "csv", "tsv", "json",
        "npy", "latex", "markdown", "numpy", "gift", "cards", "page")},
    [OPTION_PATHS] = {.name = "paths", .figures = FOR_FIGURES},
    [OPTION_FIGURE_THEME] = {.name = "theme", .figures = FOR_FIGURES, .kind = KIND_CHOICE,
        .value = "NAME", .choices = theme_names},
    [OPTION_CMAP] = {.name = "cmap", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE,
        .value = "NAME", .choices = ramp_names},
    [OPTION_TITLE] = {.name = "title", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "TEXT"},
    [OPTION_CAPTION] = {.name = "caption", .figures = FOR_FIGURES, .kind = KIND_TEXT,
        .value = "TEXT"},
    [OPTION_RANGE] = {.name = "range", .figures = FOR_SOME_KINDS, .kind = KIND_RANGE,
        .value = "LOW,HIGH"},
    [OPTION_LOG] = {.name = "log", .figures = FOR_SOME_KINDS},
    [OPTION_ROBUST] = {.name = "robust", .figures = FOR_SOME_KINDS},
    [OPTION_LABELS] = {.name = "labels", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT,
        .value = "FILE"},
    [OPTION_COLUMN_LABELS] = {.name = "column-labels", .figures = FOR_SOME_KINDS,
        .kind = KIND_TEXT, .value = "FILE"},
    [OPTION_NO_VALUES] = {.name = "no-values", .figures = FOR_FIGURES},
    [OPTION_ANIMATE] = {.name = "animate", .figures = FOR_SOME_KINDS},
    [OPTION_SPEED] = {.name = "speed", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N",
        .least = 0.1, .most = 20},
    [OPTION_LOOPS] = {.name = "loops", .figures = FOR_FIGURES, .kind = KIND_INTEGER, .value = "N",
        .least = 0, .most = 10000},
    [OPTION_BARE] = {.name = "bare", .figures = FOR_SOME_KINDS},
    [OPTION_FORCE] = {.name = "force"},
    [OPTION_UPDATE] = {.name = "update"},
    [OPTION_DRY_RUN] = {.name = "dry-run"},
    [OPTION_WALL_SIZE] = {.name = "size", .of = "wall", .kind = KIND_SIZE, .value = "WxH",
        .least = 1, .most = 1000},
    [OPTION_ALL_QUESTIONS] = {.name = "every"},
    [OPTION_NAMES] = {.name = "names"},
    [OPTION_RESULTS] = {.name = "results", .kind = KIND_TEXT, .value = "FILE"},
    [OPTION_STUDENT] = {.name = "name", .of = "student", .kind = KIND_TEXT, .value = "NAME"},
    [OPTION_CSV] = {.name = "csv"},
    [OPTION_FRESH] = {.name = "fresh"},
    [OPTION_MEMORY] = {.name = "memory", .kind = KIND_BYTES, .value = "SIZE"},
    [OPTION_FILES] = {.name = "files", .kind = KIND_TEXT, .value = "DIR"},
    [OPTION_NAME] = {.name = "name", .kind = KIND_TEXT, .value = "NAME"},
    [OPTION_AS] = {.name = "as", .kind = KIND_CHOICE, .value = "KIND",
        .choices = CHOICES("md", "py", "ipynb", "npy", "npz", "pt", "safetensors", "csv", "tsv")},
    [OPTION_MIN] = {.name = "min", .kind = KIND_INTEGER, .value = "PERCENT", .least = 0,
        .most = 100},
    [OPTION_MAN] = {.name = "man"},
    [OPTION_QUIET] = {.name = "quiet", .letter = 'q'},
    [OPTION_VERBOSE] = {.name = "verbose", .letter = 'v'},
    [OPTION_HELP] = {.name = "help", .letter = 'h'},
    [OPTION_VERSION] = {.name = "version", .letter = 'V'},
};
// clang-format on

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
