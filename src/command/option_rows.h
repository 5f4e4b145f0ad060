// All options of all commands, one row each: its id, its name and what kind of value it takes
// (command/options.h). What it does is said in the manual, assets/manual/options.md, from which
// --help and the man page take it. Included once for the ids and once for the table. The choices of
// color, signs and for are in the order of ColorChoice, SignSet and the presets of figures.
// clang-format off
OPTION(STEP, "step", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 1e6)
OPTION(SET, "set", .kind = KIND_TEXTS, .value = "CELL=NUMBER")
OPTION(TOKENS, "tokens", .kind = KIND_TEXT, .value = "WORDS")
OPTION(HOLD, "hold", .kind = KIND_TEXTS, .value = "PART=VALUE")
OPTION(DIGITS, "digits", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 9)
OPTION(DEPTH, "depth", .kind = KIND_INTEGER, .value = "N", .least = 1, .most = 100)
OPTION(NUDGE, "nudge")
OPTION(WHY, "why")
OPTION(AXES, "axes", .kind = KIND_TEXT, .value = "NAMES")
OPTION(WHAT_AXES, "axes", .of = "explain", .kind = KIND_LIST, .value = "[NAMES]")
OPTION(JSON, "json")
OPTION(GITHUB, "github")
OPTION(CELLS, "cells")
OPTION(PLAIN, "plain")
OPTION(HANDOUT, "handout")
OPTION(SHEET_ANSWERS, "answers", .of = "worksheet", .figures = FOR_SOME_KINDS, .kind = KIND_PDF,
       .value = "[FILE.pdf]")
OPTION(ANSWERS, "answers")
OPTION(HTML, "html")
OPTION(MD, "md")
OPTION(PAPER_FORMAT, "format", .of = "sheet", .kind = KIND_CHOICE, .value = "NAME",
       .choices = CHOICES("text", "markdown", "html"))
OPTION(OUTLINE, "outline")
OPTION(COST, "cost")
OPTION(HEADS, "heads")
OPTION(SCREEN, "screen")
OPTION(SCREEN_SIZE, "size", .of = "screen", .kind = KIND_SIZE, .value = "WxH", .least = 1,
       .most = 1000)
OPTION(KEYS, "keys", .kind = KIND_TEXT, .value = "KEYS")
OPTION(SCREEN_THEME, "theme", .of = "screen", .kind = KIND_CHOICE, .value = "NAME",
       .choices = CHOICES("auto", "dark", "light"))
OPTION(COLOR, "color", .kind = KIND_CHOICE, .value = "WHEN", .choices = CHOICES("auto", "always",
       "never"))
OPTION(SIGNS, "signs", .kind = KIND_CHOICE, .value = "SET", .choices = CHOICES("auto", "unicode",
       "console", "ascii"))
OPTION(ASCII, "ascii")
OPTION(NO_MOUSE, "no-mouse")
OPTION(NO_MOTION, "no-motion")
OPTION(PALETTE, "palette", .kind = KIND_CHOICE, .value = "NAME", .choices = CHOICES("default",
       "cvd"))
OPTION(LINEAR, "linear")
OPTION(WATCH, "watch")
OPTION(CONVENTION, "convention", .kind = KIND_CHOICE, .value = "NAME", .choices = CHOICES("rows",
       "columns"))
OPTION(CHECK, "check")
OPTION(NOTES, "notes")
OPTION(OUTPUT, "output", .letter = 'o', .kind = KIND_TEXT, .value = "FILE")
OPTION(KIND, "kind", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "KIND",
       .choices = CHOICES(FIGURE_KINDS(FIGURE_KIND_NAME), "questions"))
OPTION(FIGURE_SIZE, "size", .figures = FOR_FIGURES, .kind = KIND_EXTENT, .value = "WxH",
       .least = 16, .most = 20000)
OPTION(SCALE, "scale", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N", .least = 0.1,
       .most = 32)
OPTION(FIGURE_THEME, "theme", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "NAME",
       .choices = theme_choices)
OPTION(CMAP, "cmap", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE, .value = "NAME",
       .choices = ramp_names)
OPTION(TITLE, "title", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "TEXT")
OPTION(CELL, "cell", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "CELL")
OPTION(ROW, "row", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "ROW")
OPTION(HIGHLIGHT, "highlight", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL:CELL")
OPTION(ANNOTATE, "annotate", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL=TEXT")
OPTION(ARROW, "arrow", .figures = FOR_SOME_KINDS, .kind = KIND_TEXTS, .value = "CELL->CELL")
OPTION(COMPARE, "compare", .figures = FOR_SOME_KINDS)
OPTION(HEAD, "head", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "HEADS")
OPTION(LAYERS, "layer", .of = "figure", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT,
       .value = "LAYERS")
OPTION(ROLLOUT, "rollout", .figures = FOR_SOME_KINDS)
OPTION(LAYER, "layer", .kind = KIND_INTEGER, .value = "N", .least = 0, .most = 1e6)
OPTION(NEXT, "next")
OPTION(WRITES, "writes")
OPTION(CIRCUIT, "circuit", .kind = KIND_TEXT, .value = "LAYER.HEAD")
OPTION(PATCH, "patch", .kind = KIND_TEXT, .value = "SENTENCE")
OPTION(ABLATE, "ablate", .kind = KIND_TEXT, .value = "FILE")
OPTION(TOKEN, "token", .kind = KIND_TEXT, .value = "TOKEN")
OPTION(AGAINST, "against", .kind = KIND_TEXT, .value = "TOKEN")
OPTION(QUERY, "query", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "QUERY")
OPTION(LEAST_WEIGHT, "min", .of = "weights", .figures = FOR_SOME_KINDS, .kind = KIND_NUMBER,
       .value = "WEIGHT", .least = 0, .most = 1e300)
OPTION(MASK, "mask", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE, .value = "TRIANGLE",
       .choices = CHOICES("upper", "lower"))
OPTION(SCALE_EACH, "scale-each", .figures = FOR_SOME_KINDS)
OPTION(ALL, "all", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "DIR")
OPTION(SEED, "seed", .figures = FOR_SOME_KINDS, .kind = KIND_SPAN, .value = "N[-M]", .least = 0,
       .most = 1e9)
OPTION(STEPS, "steps", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "N-M")
OPTION(BLANKS, "blanks", .figures = FOR_SOME_KINDS, .kind = KIND_INTEGER, .value = "N", .least = 1,
       .most = 1e6)
OPTION(CAPTION, "caption", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "TEXT")
OPTION(RANGE, "range", .figures = FOR_SOME_KINDS, .kind = KIND_RANGE, .value = "LOW,HIGH")
OPTION(LOG, "log", .figures = FOR_SOME_KINDS)
OPTION(ROBUST, "robust", .figures = FOR_SOME_KINDS)
OPTION(LABELS, "labels", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "FILE")
OPTION(COLUMN_LABELS, "column-labels", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT,
       .value = "FILE")
OPTION(LABELS_AT, "labels-at", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE, .value = "SIDE",
       .choices = CHOICES("top", "bottom"))
OPTION(RAW_TOKENS, "raw-tokens", .figures = FOR_SOME_KINDS)
OPTION(GROUPS, "groups", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "GROUPS")
OPTION(MERGE_WORDS, "merge-words", .figures = FOR_SOME_KINDS, .kind = KIND_CHOICE, .value = "RULE",
       .choices = CHOICES("mean", "sum"))
OPTION(OVER, "over", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "PNG")
OPTION(BAR_LABEL, "bar-label", .figures = FOR_SOME_KINDS, .kind = KIND_TEXT, .value = "TEXT")
OPTION(PANEL_LETTERS, "panel-letters", .figures = FOR_SOME_KINDS)
OPTION(FONT, "font", .figures = FOR_FIGURES, .kind = KIND_TEXT, .value = "FAMILY")
OPTION(DPI, "dpi", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N", .least = 8,
       .most = 2400)
OPTION(FOR, "for", .figures = FOR_FIGURES, .kind = KIND_CHOICE, .value = "PLACE",
       .choices = CHOICES("slides", "beamer", "paper"))
OPTION(FORMAT, "format", .kind = KIND_CHOICE, .value = "NAME", .choices = CHOICES("png", "svg",
       "pdf", "tikz", "gif", "apng", "csv", "tsv", "json", "npy", "latex", "markdown", "numpy",
       "gift", "cards", "page"))
OPTION(PATHS, "paths", .figures = FOR_FIGURES)
OPTION(NO_VALUES, "no-values", .figures = FOR_FIGURES)
OPTION(ANIMATE, "animate", .figures = FOR_SOME_KINDS)
OPTION(SPEED, "speed", .figures = FOR_FIGURES, .kind = KIND_NUMBER, .value = "N", .least = 0.1,
       .most = 20)
OPTION(LOOPS, "loops", .figures = FOR_FIGURES, .kind = KIND_INTEGER, .value = "N", .least = 0,
       .most = 10000)
OPTION(BARE, "bare", .figures = FOR_SOME_KINDS)
OPTION(FORCE, "force")
OPTION(UPDATE, "update")
OPTION(DRY_RUN, "dry-run")
OPTION(WALL_SIZE, "size", .of = "wall", .kind = KIND_SIZE, .value = "WxH", .least = 1, .most = 1000)
OPTION(RESULTS, "results", .kind = KIND_TEXT, .value = "FILE")
OPTION(STUDENT, "name", .of = "student", .kind = KIND_TEXT, .value = "NAME")
OPTION(CSV, "csv")
OPTION(FRESH, "fresh")
OPTION(NAMES, "names")
OPTION(ALL_QUESTIONS, "every")
OPTION(MEMORY, "memory", .kind = KIND_BYTES, .value = "SIZE")
OPTION(FILES, "files", .kind = KIND_TEXT, .value = "DIR")
OPTION(NAME, "name", .kind = KIND_TEXT, .value = "NAME")
OPTION(AS, "as", .kind = KIND_CHOICE, .value = "KIND", .choices = CHOICES("md", "py", "ipynb",
       "npy", "npz", "pt", "safetensors", "csv", "tsv", "json"))
OPTION(MIN, "min", .kind = KIND_INTEGER, .value = "PERCENT", .least = 0, .most = 100)
OPTION(MAN, "man")
OPTION(QUIET, "quiet", .letter = 'q')
OPTION(VERBOSE, "verbose", .letter = 'v')
OPTION(HELP, "help", .letter = 'h')
OPTION(VERSION, "version", .letter = 'V')
OPTION(NO_CONFIG, "no-config")
// clang-format on
