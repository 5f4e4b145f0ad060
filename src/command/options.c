// Takes a command line apart into the options of option_table and the other words. It is read
// twice: at first only to find the command, as options may be before its name, then with the
// options that this command has.
#include "command/options.h"

#include "base/text/guess.h"
#include "base/text/number.h"
#include "base/text/utf8.h"

#include <math.h>
#include <string.h>

// ---- tokens ----------------------------------------------------------------------------------

typedef struct OptionScan {
    int argc;
    const char *const *argv;
    int at;              // next argument
    const char *letters; // rest of a group of short options: "qv" of -qv
    bool ended;          // "--" was seen
    const OptionId *ids; // options that are looked up first; NULL: all alike
} OptionScan;

typedef struct OptionToken {
    int at;           // in argv
    const char *word; // not an option; else NULL
    Str typed;        // the option as typed, dashes included, without its value
    OptionId id;      // OPTION_NONE: no command has it
    const char *value;
} OptionToken;

static bool answers(OptionId id, Str name, char letter)
{
    const Option *option = &option_table[id];
    return letter ? option->letter == letter : str_is(name, option->name);
}

static OptionId find_among(const OptionId *ids, Str name, char letter)
{
    for (; ids && *ids; ids++) {
        if (answers(*ids, name, letter)) return *ids;
    }
    return OPTION_NONE;
}

static OptionId find_anywhere(Str name, char letter)
{
    for (OptionId id = OPTION_NONE + 1; id < OPTION_COUNT; id++) {
        if (answers(id, name, letter)) return id;
    }
    return OPTION_NONE;
}

// A command's own option first: two rows may have one name ("size").
static OptionId find_option(const OptionScan *scan, Str name, char letter)
{
    OptionId id = find_among(scan->ids, name, letter);
    if (!id) id = find_among(options_everywhere, name, letter);
    return id ? id : find_anywhere(name, letter);
}

static bool takes_value(const OptionScan *scan, OptionId id)
{
    const char *next = scan->at < scan->argc ? scan->argv[scan->at] : "";
    if (option_table[id].kind == KIND_LIST) return strchr(next, ',') && !strchr(next, '[');
    if (option_table[id].kind == KIND_PDF)
        return next[0] != '-' && str_ends(str_from(next), ".pdf");
    return id && option_table[id].kind != KIND_FLAG;
}

static void take_value(OptionScan *scan, OptionToken *token)
{
    if (!takes_value(scan, token->id)) return;
    if (scan->at < scan->argc) token->value = scan->argv[scan->at++];
}

static void next_letter(OptionScan *scan, OptionToken *token)
{
    utf8_decode(str_from(scan->letters), &token->typed.n);
    token->typed.p = scan->letters;
    token->id = find_option(scan, (Str){0}, *scan->letters);
    scan->letters += token->typed.n;
    bool takes = token->id && option_table[token->id].kind != KIND_FLAG;
    if (takes && *scan->letters) {
        token->value = scan->letters;
        scan->letters = "";
    } else {
        take_value(scan, token);
    }
}

static void next_long(OptionScan *scan, OptionToken *token, const char *argument)
{
    const char *equals = strchr(argument, '=');
    Str all = str_from(argument);
    token->typed = equals ? str_slice(all, 0, (int)(equals - argument)) : all;
    token->id = find_option(scan, str_slice(token->typed, 2, token->typed.n), 0);
    if (equals)
        token->value = equals + 1;
    else
        take_value(scan, token);
}

static bool next_token(OptionScan *scan, OptionToken *token)
{
    *token = (OptionToken){.at = scan->at};
    if (scan->letters && *scan->letters) {
        next_letter(scan, token);
        return true;
    }
    if (scan->at >= scan->argc) return false;
    const char *argument = scan->argv[scan->at++];
    if (!scan->ended && strcmp(argument, "--") == 0) {
        scan->ended = true;
        return next_token(scan, token);
    }
    if (scan->ended || argument[0] != '-' || !argument[1]) {
        token->word = argument;
    } else if (argument[1] == '-') {
        next_long(scan, token, argument);
    } else {
        scan->letters = argument + 1;
        next_letter(scan, token);
    }
    return true;
}

// ---- errors ----------------------------------------------------------------------------------

bool options_have(const OptionId *ids, OptionId option)
{
    bool has = false;
    for (const OptionId *id = ids; *id; id++) has |= *id == option;
    for (const OptionId *id = options_everywhere; *id; id++) has |= *id == option;
    return has;
}

Str option_nearest(Str name, const OptionId *ids)
{
    Guess guess = {.name = name};
    for (OptionId id = 1; id < OPTION_COUNT; id++) {
        if (!ids || options_have(ids, id)) guess_try(&guess, str_from(option_table[id].name));
    }
    return guess.best;
}

static bool unknown_option(const OptionToken *token, const OptionId *ids, Error *error)
{
    bool letter = token->typed.p[0] != '-';
    Str name = str_slice(token->typed, letter ? token->typed.n : 2, token->typed.n);
    Str nearest = letter ? (Str){0} : option_nearest(name, ids);
    error_set(error, NULL, "unknown option %s%.*s", letter ? "-" : "", STR_ARG(token->typed));
    return nearest.n ? error_hint(error, "--%.*s", STR_ARG(nearest)) : false;
}

static bool bad_value(const Option *option, const char *wanted, const char *got, Error *error)
{
    error_set(error, NULL, "--%s takes %s, not \"%s\"", option->name, wanted, got);
    return false;
}

// ---- values ----------------------------------------------------------------------------------

static const char *range(const Option *option, const char *noun, Arena *arena)
{
    return arena_printf(arena, "%s from %.10g to %.10g", noun, option->least, option->most);
}

static bool read_flag(const Option *option, OptionValue *value, Arena *arena UNUSED, Error *error)
{
    Str text = str_from(value->text);
    value->given = !text.n || str_has_word("true yes on 1", text);
    return value->given || str_has_word("false no off 0", text) ||
           bad_value(option, "true or false", value->text, error);
}

static bool read_integer(const Option *option, OptionValue *value, Arena *arena, Error *error)
{
    bool ok = number_parse_int(str_from(value->text), &value->integer) &&
              (double)value->integer >= option->least && (double)value->integer <= option->most;
    return ok || bad_value(option, range(option, "a number", arena), value->text, error);
}

static bool read_span(const Option *option, OptionValue *value, Arena *arena, Error *error)
{
    Str last = str_from(value->text), first = str_take(&last, "-");
    if (!strchr(value->text, '-')) last = first;
    bool ok = number_parse_int(first, &value->integer) && number_parse_int(last, &value->last) &&
              (double)value->integer >= option->least && (double)value->last <= option->most &&
              value->integer <= value->last;
    const char *wanted = range(option, "a number, or two as 1-30,", arena);
    return ok || bad_value(option, wanted, value->text, error);
}

static bool read_number(const Option *option, OptionValue *value, Arena *arena, Error *error)
{
    bool ok = number_parse_double(str_from(value->text), &value->number) &&
              value->number >= option->least && value->number <= option->most;
    return ok || bad_value(option, range(option, "a number", arena), value->text, error);
}

static bool read_size(const Option *option, OptionValue *value, Arena *arena, Error *error)
{
    Str text = str_from(value->text);
    int x = str_find(text, "x");
    int64_t columns = 0, rows = 0;
    bool ok = x > 0 && number_parse_int(str_slice(text, 0, x), &columns) &&
              number_parse_int(str_slice(text, x + 1, text.n), &rows);
    int64_t least = (int64_t)option->least, most = (int64_t)option->most;
    ok = ok && columns >= least && columns <= most && rows >= least && rows <= most;
    if (!ok) {
        const char *wanted = range(option, "WIDTHxHEIGHT, each", arena);
        return bad_value(option, wanted, value->text, error);
    }
    value->columns = (int)columns;
    value->rows = (int)rows;
    return true;
}

// A unit of lengths, and how many points one has.
typedef struct Unit {
    const char *name;
    double points;
} Unit;

static Unit take_unit(Str *text)
{
    static const Unit units[] = {
        {"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}, {"pt", 1}, {"px", 0},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!str_ends(*text, units[i].name)) continue;
        *text = str_slice(*text, 0, text->n - 2);
        return units[i];
    }
    return (Unit){"px", 0};
}

// The first side may have the unit too: "120mmx80mm".
static bool read_side(Str text, Unit unit, double *side)
{
    if (str_ends(text, unit.name)) text = str_slice(text, 0, text.n - 2);
    return number_parse_double(text, side);
}

static bool read_extent(const Option *option, OptionValue *value, Arena *arena UNUSED, Error *error)
{
    Str text = str_from(value->text);
    Unit unit = take_unit(&text);
    int x = str_find(text, "x");
    bool ok = read_side(str_slice(text, 0, x < 0 ? text.n : x), unit, &value->width);
    if (x >= 0) ok = ok && read_side(str_slice(text, x + 1, text.n), unit, &value->height);
    if (!ok)
        return bad_value(option, "a size such as 1280x720, 120x80mm or 84mm", value->text, error);
    value->pixels = unit.points == 0;
    double points = value->pixels ? 1 : unit.points;
    value->width *= points;
    value->height *= points;
    bool small = !(value->width >= option->least) || (x >= 0 && !(value->height >= option->least));
    bool large = value->width > option->most || value->height > option->most;
    if (!small && !large) return true;
    error_set(error, NULL, "--%s %s is too %s", option->name, value->text,
              large ? "large" : "small");
    return error_hint(error, "each side has %.0f to %.0f %s", option->least / points,
                      floor(option->most / points), unit.name);
}

static bool read_range(const Option *option, OptionValue *value, Arena *arena UNUSED, Error *error)
{
    Str text = str_from(value->text);
    int comma = str_find(text, ",");
    bool ok = comma > 0 && number_parse_double(str_slice(text, 0, comma), &value->low) &&
              number_parse_double(str_slice(text, comma + 1, text.n), &value->high) &&
              isfinite(value->low) && isfinite(value->high) && value->low < value->high;
    return ok || bad_value(option, "two numbers, the lower first, as 0,1", value->text, error);
}

static bool read_bytes(const Option *option, OptionValue *value, Arena *arena UNUSED, Error *error)
{
    static const char units[] = "KMGT";
    Str text = str_from(value->text);
    const char *unit = text.n ? strchr(units, text.p[text.n - 1]) : NULL;
    int shift = unit && *unit ? 10 * (int)(unit - units + 1) : 0;
    int64_t count;
    bool ok = number_parse_int(str_slice(text, 0, text.n - (shift > 0)), &count) && count > 0 &&
              count <= INT64_MAX >> shift;
    if (!ok) return bad_value(option, "a size such as 512M or 4G", value->text, error);
    value->bytes = (size_t)count << shift;
    return true;
}

static bool read_choice(const Option *option, OptionValue *value, Arena *arena, Error *error)
{
    Buf wanted = {.arena = arena};
    int count = 0;
    for (const char *const *name = option->choices; *name; name++, count++) {
        value->integer = count;
        if (strcmp(*name, value->text) == 0) return true;
        buf_printf(&wanted, "%s%s", count == 0 ? "" : name[1] ? ", " : " or ", *name);
    }
    bad_value(option, buf_text(&wanted), value->text, error);
    const char *nearest = str_nearest(str_from(value->text), option->choices, count);
    if (nearest) error_hint(error, "--%s %s", option->name, nearest);
    return false;
}

static bool keep_text(const Option *option UNUSED, OptionValue *value, Arena *arena,
                      Error *error UNUSED)
{
    const char **texts = NEW_ARRAY(arena, const char *, value->text_count + 1);
    for (int i = 0; i < value->text_count; i++) texts[i] = value->texts[i];
    texts[value->text_count++] = value->text;
    value->texts = texts;
    return true;
}

typedef bool ReadValue(const Option *option, OptionValue *value, Arena *arena, Error *error);

static ReadValue *const read_value[] = {
    [KIND_TEXTS] = keep_text,      [KIND_FLAG] = read_flag,     [KIND_TEXT] = NULL,
    [KIND_INTEGER] = read_integer, [KIND_NUMBER] = read_number, [KIND_SIZE] = read_size,
    [KIND_BYTES] = read_bytes,     [KIND_CHOICE] = read_choice, [KIND_EXTENT] = read_extent,
    [KIND_RANGE] = read_range,     [KIND_SPAN] = read_span,     [KIND_PDF] = NULL,
};

bool option_take(OptionId id, const char *text, OptionFrom from, Arguments *arguments, Arena *arena,
                 Error *error)
{
    const Option *option = &option_table[id];
    OptionValue *value = &arguments->value[id];
    if (option->kind > KIND_PDF && !text) {
        return error_set(error, NULL, "--%s needs a value: --%s %s", option->name, option->name,
                         option->value);
    }
    *value = (OptionValue){.given = true,
                           .from = from,
                           .text = text ? text : "",
                           .texts = value->texts,
                           .text_count = value->text_count};
    ReadValue *read = read_value[option->kind];
    return !read || read(option, value, arena, error);
}

// ---- the two passes --------------------------------------------------------------------------

bool options_glance(int argc, const char *const *argv, Glance *glance, Error *error)
{
    *glance = (Glance){0};
    OptionScan scan = {.argc = argc, .argv = argv, .at = 1};
    for (OptionToken token; next_token(&scan, &token);) {
        if (token.word) {
            int *place = glance->command ? &glance->word : &glance->command;
            if (!*place) *place = token.at;
            continue;
        }
        if (!token.id && !glance->command) return unknown_option(&token, NULL, error);
        int *option = token.id == OPTION_HELP      ? &glance->help
                      : token.id == OPTION_VERSION ? &glance->version
                                                   : NULL;
        if (option && !*option) *option = token.at;
    }
    return true;
}

int options_end(int argc, const char *const *argv, int from, const OptionId *ids)
{
    OptionScan scan = {.argc = argc, .argv = argv, .at = from, .ids = ids};
    int end = from;
    for (OptionToken token; next_token(&scan, &token) && !scan.ended && !token.word;) {
        if (!options_have(ids, token.id)) break;
        if (!scan.letters || !*scan.letters) end = scan.at;
    }
    return end;
}

bool options_parse(int argc, const char *const *argv, int skip, const OptionId *ids, Arena *arena,
                   Arguments *arguments, Error *error)
{
    *arguments = (Arguments){.words = NEW_ARRAY(arena, const char *, argc + 1)};
    OptionScan scan = {.argc = argc, .argv = argv, .at = 1, .ids = ids};
    for (OptionToken token; next_token(&scan, &token);) {
        if (token.word) {
            if (scan.at - 1 != skip) arguments->words[arguments->count++] = token.word;
            continue;
        }
        if (!options_have(ids, token.id)) return unknown_option(&token, ids, error);
        if (!option_take(token.id, token.value, FROM_TYPED, arguments, arena, error)) return false;
    }
    return true;
}

// ---- which go together -----------------------------------------------------------------------

static const Option *given_among(const char *names, const Option *but, const Arguments *arguments)
{
    Str rest = str_from(names), name;
    while (str_next_word(&rest, &name)) {
        for (OptionId id = 1; id < OPTION_COUNT; id++) {
            const Option *option = &option_table[id];
            bool is_it = option != but && str_is(name, option->name);
            if (is_it && arguments->value[id].given) return option;
        }
    }
    return NULL;
}

bool options_check(const OptionRule *rules, const Arguments *arguments, Error *error)
{
    for (const OptionRule *rule = rules; rule && rule->given; rule++) {
        const Option *one = given_among(rule->given, NULL, arguments);
        const Option *other =
            given_among(rule->needs ? rule->needs : rule->excludes, one, arguments);
        if (!one || (rule->needs != NULL) == (other != NULL)) continue;
        if (rule->message)
            error_set(error, NULL, "%s", rule->message);
        else if (other)
            error_set(error, NULL, "--%s and --%s cannot be used together", one->name, other->name);
        else
            error_set(error, NULL, "--%s needs --%s", one->name, rule->needs);
        return rule->hint ? error_hint(error, "%s", rule->hint) : false;
    }
    return true;
}

const Option *options_beside(const char *names, const OptionId *ids, const Arguments *arguments)
{
    for (; *ids; ids++) {
        const Option *option = &option_table[*ids];
        if (option_typed(arguments, *ids) && !str_has_word(names, str_from(option->name)))
            return option;
    }
    return NULL;
}
