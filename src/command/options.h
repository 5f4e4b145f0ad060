// Options: one table of all that any command knows, and the parser that obeys it.
//
// Parsing, --help, the man page and shell completion all read option_table[]; a command only lists
// which rows are its own. Long options may be before or after the command's name, as
// `--step 3` or `--step=3`; `--` ends them. Short ones exist for -h -V -o -q -v only.
#pragma once

#include "base/error.h"

#include <stdint.h>

typedef enum OptionId {
    OPTION_NONE, // ends the list of a command's options
    OPTION_STEP,
    OPTION_SET,
    OPTION_TOKENS,
    OPTION_HOLD,
    OPTION_DIGITS,
    OPTION_DEPTH,
    OPTION_NUDGE,
    OPTION_AXES,
    OPTION_WHAT_AXES,
    OPTION_JSON,
    OPTION_CELLS,
    OPTION_PLAIN,
    OPTION_HANDOUT,
    OPTION_ANSWERS,
    OPTION_HTML,
    OPTION_MD,
    OPTION_PAPER_FORMAT,
    OPTION_OUTLINE,
    OPTION_COST,
    OPTION_HEADS,
    OPTION_SCREEN,
    OPTION_SCREEN_SIZE,
    OPTION_KEYS,
    OPTION_SCREEN_THEME,
    OPTION_COLOR,
    OPTION_SIGNS,
    OPTION_ASCII,
    OPTION_NO_MOUSE,
    OPTION_NO_MOTION,
    OPTION_PALETTE,
    OPTION_LINEAR,
    OPTION_CONVENTION,
    OPTION_CHECK,
    OPTION_NOTES,
    OPTION_OUTPUT,
    OPTION_KIND,
    OPTION_FIGURE_SIZE,
    OPTION_SCALE,
    OPTION_FIGURE_THEME,
    OPTION_CMAP,
    OPTION_TITLE,
    OPTION_CELL,
    OPTION_ROW,
    OPTION_HIGHLIGHT,
    OPTION_ANNOTATE,
    OPTION_ARROW,
    OPTION_COMPARE,
    OPTION_HEAD,
    OPTION_LAYER,
    OPTION_QUERY,
    OPTION_LEAST_WEIGHT,
    OPTION_SCALE_EACH,
    OPTION_ALL,
    OPTION_SEED,
    OPTION_STEPS,
    OPTION_BLANKS,
    OPTION_CAPTION,
    OPTION_RANGE,
    OPTION_LOG,
    OPTION_ROBUST,
    OPTION_LABELS,
    OPTION_COLUMN_LABELS,
    OPTION_FONT,
    OPTION_DPI,
    OPTION_FOR,
    OPTION_FORMAT,
    OPTION_PATHS,
    OPTION_NO_VALUES,
    OPTION_ANIMATE,
    OPTION_SPEED,
    OPTION_LOOPS,
    OPTION_BARE,
    OPTION_FORCE,
    OPTION_UPDATE,
    OPTION_DRY_RUN,
    OPTION_WALL_SIZE,
    OPTION_RESULTS,
    OPTION_STUDENT,
    OPTION_CSV,
    OPTION_FRESH,
    OPTION_NAMES,
    OPTION_ALL_QUESTIONS,
    OPTION_MEMORY,
    OPTION_FILES,
    OPTION_NAME,
    OPTION_AS,
    OPTION_MIN,
    OPTION_MAN,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT,
} OptionId;

typedef enum OptionKind {
    KIND_FLAG,
    KIND_LIST, // "layer,head", or a flag where no such word follows
    KIND_TEXT,
    KIND_TEXTS,   // may be given again
    KIND_INTEGER, // least … most
    KIND_NUMBER,  // least … most
    KIND_SIZE,    // "80x24", each side least … most
    KIND_EXTENT,  // "1280x720", "84mm", "6x4in": of a figure, each side least … most points
    KIND_RANGE,   // "0,1"
    KIND_BYTES,   // "512M"
    KIND_CHOICE,  // one of `choices`
} OptionKind;

// What it means something to: also to what is no figure, to all figures, to the kinds that list it.
typedef enum OptionFigures { FOR_MORE, FOR_FIGURES, FOR_SOME_KINDS } OptionFigures;

typedef struct Option {
    const char *name; // without the dashes
    const char *of;   // distinguishes it from another of its name, in the manual; or NULL
    char letter;      // 'o', or 0
    OptionKind kind;
    const char *value;          // what the value is called in texts; NULL for a flag
    const char *const *choices; // ended by NULL
    OptionFigures figures;
    double least, most;
} Option;

// Both lists are in option_table.c.
extern const Option option_table[OPTION_COUNT];

// What it does, in one phrase: what --help prints.
const char *option_help(const Option *option, Arena *arena);
// With blanks between them; "" where it has none.
const char *option_choices(const Option *option, Arena *arena);

// The options that every command has, ended by OPTION_NONE.
extern const OptionId options_everywhere[];

typedef struct OptionValue {
    bool given;
    const char *text;   // as typed; "" for a flag
    const char **texts; // KIND_TEXTS: all of them, in order
    int text_count;
    int64_t integer;
    double number;
    int columns, rows;    // KIND_SIZE
    size_t bytes;         // KIND_BYTES
    double width, height; // KIND_EXTENT: height 0 where only one was given
    bool pixels;          // KIND_EXTENT: in pixels; else in points
    double low, high;     // KIND_RANGE
} OptionValue;

// A command line, taken apart. Words are what is not an option, the command's name excluded.
typedef struct Arguments {
    const char **words;
    int count;
    const char *const
        *rest; // its word and all behind it that is not the command's (Command), ended by NULL
    OptionValue value[OPTION_COUNT];
} Arguments;

// A first look at a command line, before it is known which command it is for.
typedef struct Glance {
    int command, word; // indices in argv of the first and second word, or 0: none
    int help, version; // likewise of these options
} Glance;

// Values of options are distinguished from words by the whole table. Errors: an option before the
// first word that no command knows.
bool options_glance(int argc, const char *const *argv, Glance *glance, Error *error);

// Where the options `ids` (and those everywhere) that are from argv[from] on end: at a word,
// "--", or another option.
int options_end(int argc, const char *const *argv, int from, const OptionId *ids);

// Takes `argv` apart with the options `ids` (and those everywhere); argv[skip] is left out of the
// words. Errors: an unknown option (with the nearest), a missing or a bad value.
bool options_parse(int argc, const char *const *argv, int skip, const OptionId *ids, Arena *arena,
                   Arguments *arguments, Error *error);
