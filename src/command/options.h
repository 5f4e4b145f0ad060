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
#define OPTION(id, ...) OPTION_##id,
#include "command/option_rows.h"
#undef OPTION
    OPTION_COUNT,
} OptionId;

typedef enum OptionKind {
    KIND_FLAG,
    KIND_LIST, // "layer,head", or a flag where no such word follows
    KIND_PDF,  // "key.pdf", likewise
    KIND_TEXT,
    KIND_TEXTS,   // may be given again
    KIND_INTEGER, // least … most
    KIND_SPAN,    // "7", or "1-30": both least … most
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

// In the order in which they take precedence (command/settings.h).
typedef enum OptionFrom { FROM_NOWHERE, FROM_TYPED, FROM_ENVIRONMENT, FROM_FILE } OptionFrom;

typedef struct OptionValue {
    bool given; // and no flag that is false
    OptionFrom from;
    const char *text;   // as typed; "" for a flag
    const char **texts; // KIND_TEXTS: all of them, in order
    int text_count;
    int64_t integer; // KIND_INTEGER; KIND_CHOICE: which, from 0; KIND_SPAN: the first
    int64_t last;    // KIND_SPAN
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

// Takes one that was found. Errors: a missing or a bad value.
bool option_take(OptionId id, const char *text, OptionFrom from, Arguments *arguments, Arena *arena,
                 Error *error);
// Is it one of these, or of those that every command has?
bool options_have(const OptionId *ids, OptionId option);
// The name, of these or (NULL) of all, that a mistyped one most likely meant; empty: none.
Str option_nearest(Str name, const OptionId *ids);

// Only of what was typed it is an error that it has no effect here.
static inline bool option_typed(const Arguments *arguments, OptionId id)
{
    return arguments->value[id].given && arguments->value[id].from <= FROM_TYPED;
}

// Options that exclude or need each other, as a row of a command's rules; each list is of names.
typedef struct OptionRule {
    const char *given;            // where one of these is given,
    const char *excludes, *needs; // no other of these may be, or one of these must be
    const char *message, *hint;   // NULL: the message is made of the two names
} OptionRule;

// Errors: the first rule that is not kept.
bool options_check(const OptionRule *rules, const Arguments *arguments, Error *error);
// The first option of the command that was typed and is none of `names`, or NULL.
const Option *options_beside(const char *names, const OptionId *ids, const Arguments *arguments);

// Takes `argv` apart with the options `ids` (and those everywhere); argv[skip] is left out of the
// words. Errors: an unknown option (with the nearest), a missing or a bad value.
bool options_parse(int argc, const char *const *argv, int skip, const OptionId *ids, Arena *arena,
                   Arguments *arguments, Error *error);
