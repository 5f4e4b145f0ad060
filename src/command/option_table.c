// All options of all commands, one row each: the name, what kind of value it takes and the line
// that --help prints.
#include "command/options.h"

#include "figure/kind.h"

#include <string.h>

#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define KINDS_HERE "{kinds}"

// clang-format off
const Option option_table[OPTION_COUNT] = {
    [OPTION_NONE] = {.name = ""},
    [OPTION_STEP] = {.name = "step", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 1e6,
        .help = "show only step N (interactive: start there)"},
    [OPTION_SET] = {.name = "set", .kind = KIND_TEXTS, .value = "CELL=NUMBER",
        .help = "replace one of the program's numbers; may be repeated"},
    [OPTION_TOKENS] = {.name = "tokens", .kind = KIND_TEXT, .value = "WORDS",
        .help = "put your own sentence in place of the program's, e.g. 'the cat sat'; its words "
                "label the rows"},
    [OPTION_HOLD] = {.name = "hold", .kind = KIND_TEXTS, .value = "PART=VALUE",
        .help = "keep a cell, row or head of any tensor at zero, uniform or a number, e.g. "
                "'weights[0,3]=zero every time'; may be repeated"},
    [OPTION_DIGITS] = {.name = "digits", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 9,
        .help = "show at most N decimals (default 4)"},
    [OPTION_DEPTH] = {.name = "depth", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 100,
        .help = "go N levels down towards the inputs (default 1)"},
    [OPTION_NUDGE] = {.name = "nudge",
        .help = "for a gradient: run twice, with the cell 0.01 lower and 0.01 higher, and "
                "compare the slope"},
    [OPTION_AXES] = {.name = "axes", .kind = KIND_TEXT, .value = "NAMES",
        .help = "what the axes of a file's tensors are, or of TENSOR, or NAME=NAMES: "
                "layer,batch,head,query,key"},
    [OPTION_WHAT_AXES] = {.name = "axes", .kind = KIND_LIST, .value = "[NAMES]",
        .help = "say what each axis of the tensor is; with NAMES, layer,head,query,key, what it is"},
    [OPTION_JSON] = {.name = "json", .help = "print JSON"},
    [OPTION_CELLS] = {.name = "cells", .help = "print tab-separated lines: name, row, column, value"},
    [OPTION_PLAIN] = {.name = "plain", .help = "old name of --cells"},
    [OPTION_HANDOUT] = {.name = "handout",
        .help = "print a sheet for a class: no answers, room to write, each matrix once"},
    [OPTION_ANSWERS] = {.name = "answers", .figures = FOR_SOME_KINDS, .help = "the answers to the questions of the handout, or to the tasks of the worksheet"},
    [OPTION_HTML] = {.name = "html", .help = "short for --format html"},
    [OPTION_MD] = {.name = "md", .help = "short for --format markdown"},
    [OPTION_PAPER_FORMAT] = {.name = "format", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("text", "markdown", "html"),
        .help = "format of the sheet: text (default), markdown or html"},
    [OPTION_OUTLINE] = {.name = "outline",
        .help = "print the tree of calls and operations with their shapes; the body of a loop "
                "is listed once, and + marks what was listed before or is only constructed"},
    [OPTION_COST] = {.name = "cost",
        .help = "print how many multiplications, additions, ... each operation takes"},
    [OPTION_HEADS] = {.name = "heads",
        .help = "print what each attention head does: previous token, induction, ..."},
    [OPTION_SCREEN] = {.name = "screen", .help = "print what the terminal would show"},
    [OPTION_SCREEN_SIZE] = {.name = "size", .kind = KIND_SIZE, .value = "WxH",
        .least = 1, .most = 1000, .help = "screen size in characters (default for show: 80x24)"},
    [OPTION_KEYS] = {.name = "keys", .kind = KIND_TEXT, .value = "KEYS",
        .help = "press these keys first; special keys by name, e.g. <Enter>"},
    [OPTION_SCREEN_THEME] = {.name = "theme", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("auto", "dark", "light"),
        .help = "colours for a dark or a light background (auto: ask the terminal)"},
    [OPTION_COLOR] = {.name = "color", .kind = KIND_CHOICE, .value = "WHEN",
        .choices = CHOICES("auto", "always", "never"), .help = "when to use colour: auto, always or never"},
    [OPTION_SIGNS] = {.name = "signs", .kind = KIND_CHOICE, .value = "SET",
        .choices = CHOICES("auto", "unicode", "console", "ascii"),
        .help = "characters to draw with: auto, unicode, console (the Linux console) or ascii"},
    [OPTION_ASCII] = {.name = "ascii", .help = "short for --signs ascii"},
    [OPTION_NO_MOUSE] = {.name = "no-mouse", .help = "leave the mouse to the terminal"},
    [OPTION_NO_MOTION] = {.name = "no-motion",
        .help = "no animation: one frame for each key, no flashing, no autoplay"},
    [OPTION_PALETTE] = {.name = "palette", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("default", "cvd"),
        .help = "cvd: colours for keys, queries, ... that colour-blind people can tell apart "
                "(needs 256 colours)"},
    [OPTION_LINEAR] = {.name = "linear",
        .help = "go line by line, for screen readers and pipes; also QKV_LINEAR=1"},
    [OPTION_CONVENTION] = {.name = "convention", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("rows", "columns"),
        .help = "tokens as rows, Q = X @ W, as in PyTorch, or as columns, Q = W @ X, as in many papers"},
    [OPTION_CHECK] = {.name = "check",
        .help = "list the size that each step needs; exit code 1 if one does not fit --size"},
    [OPTION_NOTES] = {.name = "notes",
        .help = "show the text and what comes next, in a second terminal"},
    [OPTION_OUTPUT] = {.name = "output", .letter = 'o', .kind = KIND_TEXT, .value = "FILE",
        .help = "write to FILE"},
    [OPTION_KIND] = {.name = "kind", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "KIND",
        .choices = CHOICES(FIGURE_KINDS(FIGURE_KIND_NAME), "questions"),
        .help = KINDS_HERE "; or questions, which are no figure"},
    [OPTION_CELL] = {.name = "cell", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "CELL",
        .help = "equation: the cell or row to work out, e.g. 'scores[0,1]'; heatmap, heads: the "
                "one to frame"},
    [OPTION_ROW] = {.name = "row", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "ROW",
        .help = "frame row ROW, a number or a label, and make the rest quiet"},
    [OPTION_HIGHLIGHT] = {.name = "highlight", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL:CELL",
        .help = "frame the cells from the first to the last, both included: 0,1:2,2; may be given "
                "again"},
    [OPTION_ANNOTATE] = {.name = "annotate", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL=TEXT",
        .help = "a text beside the matrix with an arrow to the cell: '0,1=the largest'; may be "
                "given again"},
    [OPTION_ARROW] = {.name = "arrow", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL->CELL",
        .help = "an arrow from one cell to another: '0,1->2,2'; may be given again"},
    [OPTION_COMPARE] = {.name = "compare", .figures = FOR_SOME_KINDS,
        .help = "draw the tensor before and after --set, --hold or --tokens, or two tensors, and "
                "their difference"},
    [OPTION_HEAD] = {.name = "head", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 1e6,
        .help = "heatmap, flow: only head N"},
    [OPTION_LAYER] = {.name = "layer", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 1e6,
        .help = "start with layer N; with more than 128 tokens, only that layer is recorded"},
    [OPTION_QUERY] = {.name = "query", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "QUERY",
        .help = "flow: highlight a query, by its number or its label; arrows: draw that query"},
    [OPTION_LEAST_WEIGHT] = {.name = "min", .figures = FOR_SOME_KINDS, .kind = KIND_NUMBER, .value = "WEIGHT",
        .least = 0, .most = 1, .help = "flow: leave out weights below WEIGHT"},
    [OPTION_SCALE_EACH] = {.name = "scale-each", .figures = FOR_SOME_KINDS, .help = "heads: give each matrix its own scale"},
    [OPTION_ALL] = {.name = "all", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "DIR",
        .help = "steps: a file for each step into the folder DIR/, or a page for each in FILE.pdf"},
    [OPTION_SEED] = {.name = "seed", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 1e9,
        .help = "worksheet: use other small integers as inputs, the same ones for the same N"},
    [OPTION_STEPS] = {.name = "steps", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "N-M",
        .help = "worksheet: only the tasks of steps N to M"},
    [OPTION_BLANKS] = {.name = "blanks", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 1e6,
        .help = "worksheet: leave N boxes to be filled in (default: all that four pages have room "
                "for)"},
    [OPTION_FIGURE_SIZE] = {.name = "size", .figures = FOR_FIGURES, .kind = KIND_EXTENT, .value = "WxH",
        .least = 16, .most = 20000,
        .help = "figure size in pixels, mm, cm or in: 1280x720, 120x80mm; one number is the "
                "width"},
    [OPTION_SCALE] = {.name = "scale", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N",
        .least = 0.1, .most = 32,
        .help = "pixels per unit of --size (default 1; without --size 2)"},
    [OPTION_DPI] = {.name = "dpi", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N", .least = 8, .most = 2400,
        .help = "pixels per inch of a PNG (default 300 if --size is in mm or in)"},
    [OPTION_FOR] = {.name = "for", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "PLACE",
        .choices = CHOICES("slides", "beamer", "paper"), .help = "preset size and style: slides, beamer or paper"},
    [OPTION_FONT] = {.name = "font", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "FAMILY",
        .help = "font of all text (default sans-serif)"},
    [OPTION_FORMAT] = {.name = "format", .kind = KIND_CHOICE, .value = "NAME",
        .choices = CHOICES("png", "svg", "pdf", "tikz", "gif", "apng", "csv", "tsv", "json", "npy", "latex", "markdown", "numpy", "gift", "cards", "page"),
        .help = "png, svg, pdf or tikz; gif or apng for what moves; or the numbers as csv, tsv, json, npy, latex, markdown or numpy; "
                "or the questions as gift or cards; or a page"},
    [OPTION_PATHS] = {.name = "paths", .figures = FOR_FIGURES,
        .help = "SVG: draw text as outlines, which look the same everywhere and cannot be edited"},
    [OPTION_FIGURE_THEME] = {.name = "theme", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "NAME",
        .choices = theme_names,
        .help = "light (default), dark, print (in greys), transparent, or transparent-dark for dark "
                "slides"},
    [OPTION_CMAP] = {.name = "cmap", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE, .value = "NAME",
        .choices = ramp_names,
        .help = "colour ramp (default white-blue for attention weights, night on dark; rdbu if the "
                "numbers have both signs; cividis for others)"},
    [OPTION_TITLE] = {.name = "title", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "TEXT",
        .help = "text above the figure; $...$ is mathematics as in TeX: '$QK^\\top/\\sqrt{d_k}$'"},
    [OPTION_CAPTION] = {.name = "caption", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "TEXT",
        .help = "text below the figure; may have mathematics, too"},
    [OPTION_RANGE] = {.name = "range", .figures = FOR_SOME_KINDS, .kind = KIND_RANGE, .value = "LOW,HIGH",
        .help = "the numbers at both ends of the colour ramp (default: 0 and 1 for attention "
                "weights, round numbers around those of the cells for others)"},
    [OPTION_LOG] = {.name = "log", .figures = FOR_SOME_KINDS,
        .help = "colours on a logarithmic scale: an equal step is an equal factor"},
    [OPTION_ROBUST] = {.name = "robust", .figures = FOR_SOME_KINDS,
        .help = "end the colours at the 2nd and the 98th percentile of the cells"},
    [OPTION_LABELS] = {.name = "labels", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "FILE",
        .help = "row labels: a file with one on each line, or the name of a list of strings; "
                "for scores, the columns too"},
    [OPTION_COLUMN_LABELS] = {.name = "column-labels", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "FILE",
        .help = "column labels, given in the same way"},
    [OPTION_NO_VALUES] = {.name = "no-values", .figures = FOR_FIGURES, .help = "draw the colours without the numbers"},
    [OPTION_ANIMATE] = {.name = "animate", .figures = FOR_SOME_KINDS,
        .help = "equation, film, steps: show it step by step, as a GIF, an APNG, an SVG that moves, "
                "or a PDF with a page for each frame"},
    [OPTION_SPEED] = {.name = "speed", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N", .least = 0.1, .most = 20,
        .help = "how fast it moves: 2 is twice as fast (default 1)"},
    [OPTION_LOOPS] = {.name = "loops", .figures = FOR_FIGURES, .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 10000,
        .help = "how often it is shown (default 0: without end)"},
    [OPTION_BARE] = {.name = "bare", .figures = FOR_SOME_KINDS,
        .help = "the cells and their labels alone: no heading, no colour bar, no margin"},
    [OPTION_FORCE] = {.name = "force", .help = "replace the file if it exists"},
    [OPTION_UPDATE] = {.name = "update",
        .help = "write what the code prints into the output blocks, and the seal"},
    [OPTION_DRY_RUN] = {.name = "dry-run", .help = "with --update: show the difference, write nothing"},
    [OPTION_WALL_SIZE] = {.name = "size", .kind = KIND_SIZE, .value = "WxH",
        .least = 1, .most = 1000,
        .help = "exit code 1 if a step does not fit a projected screen of this size, in "
                "characters"},
    [OPTION_ALL_QUESTIONS] = {.name = "every", .help = "ask all questions, not just ten"},
    [OPTION_NAMES] = {.name = "names", .help = "print only the names, one on each line"},
    [OPTION_RESULTS] = {.name = "results", .kind = KIND_TEXT, .value = "FILE",
        .help = "write the answers to a file to hand in"},
    [OPTION_STUDENT] = {.name = "name", .kind = KIND_TEXT, .value = "NAME",
        .help = "the student's name, for --results"},
    [OPTION_CSV] = {.name = "csv", .help = "print a table for a spreadsheet"},
    [OPTION_FRESH] = {.name = "fresh", .help = "start over instead of resuming"},
    [OPTION_MEMORY] = {.name = "memory", .kind = KIND_BYTES, .value = "SIZE",
        .help = "memory limit, e.g. 512M or 4G, of tensors and of all else together (default "
                "2G for tensors and 6G together, less on a small machine)"},
    [OPTION_FILES] = {.name = "files", .kind = KIND_TEXT, .value = "DIR",
        .help = "let the program read the files below DIR (default: the folder of its own "
                "file)"},
    [OPTION_NAME] = {.name = "name", .kind = KIND_TEXT, .value = "NAME",
        .help = "name of the array in a file that gives none: .npy, .csv (default: the file's "
                "own name)"},
    [OPTION_AS] = {.name = "as", .kind = KIND_CHOICE, .value = "KIND",
        .choices = CHOICES("md", "py", "ipynb", "npy", "npz", "pt", "safetensors", "csv", "tsv"),
        .help = "read the file as one with this ending (default: its own; of - and of other names "
                "what is in it)"},
    [OPTION_MIN] = {.name = "min", .kind = KIND_INTEGER, .value = "PERCENT", .least = 0, .most = 100,
        .help = "exit code 1 if fewer are right"},
    [OPTION_MAN] = {.name = "man", .help = "print the manual page as troff source"},
    [OPTION_QUIET] = {.name = "quiet", .letter = 'q', .help = "print nothing when all is well"},
    [OPTION_VERBOSE] = {.name = "verbose", .letter = 'v',
        .help = "say more (check: also what does not fit 60x16)"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "print this help"},
    [OPTION_VERSION] = {.name = "version", .letter = 'V', .help = "print the version and what is in the program"},
};
// clang-format on

const OptionId options_everywhere[] = {OPTION_HELP, OPTION_VERSION, OPTION_VERBOSE, OPTION_NONE};

// "heatmap (default), equation, … or worksheet" at its beginning, where the row leaves room for it.
const char *option_help(const Option *option, Arena *arena)
{
    if (strncmp(option->help, KINDS_HERE, strlen(KINDS_HERE)) != 0) return option->help;
    Buf text = {.arena = arena};
    for (int i = 0; i < figure_kind_count; i++) {
        const char *joint = i == 0 ? "" : i + 1 == figure_kind_count ? " or " : ", ";
        buf_printf(&text, "%s%s%s", joint, figure_kinds[i]->name, i ? "" : " (default)");
    }
    buf_add(&text, str_from(option->help + strlen(KINDS_HERE)));
    return buf_text(&text);
}

const char *option_choices(const Option *option, Arena *arena)
{
    Buf text = {.arena = arena};
    for (const char *const *name = option->choices; name && *name; name++)
        buf_printf(&text, "%s%s", text.n ? " " : "", *name);
    return buf_text(&text);
}
