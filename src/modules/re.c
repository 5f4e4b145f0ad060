// _re: regular expressions, for src/library/re.py. PCRE2 does the matching; its language is
// Python's but for a few letters, which the library file writes anew.
//
// Python counts characters, PCRE2 bytes. Strings are UTF-8 always, which PCRE2 need not ask.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "lang/text/text.h"
#include "modules/modules.h"

#include <pcre2.h>

// More steps than this in one search count as endless: (a+)+b.
enum { MATCH_STEPS = 2000000, MATCH_KILOBYTES = 64 << 10 };
// Characters that are looked at in the time that it takes to begin a search, to read a pattern.
enum { MATCH_CHARACTERS = 40, COMPILE_CHARACTERS = 300 };

typedef struct PatternSearch {
    Run *run;
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    Value string;
    Str text;
    size_t looked_at; // the place of the last callout
    int64_t work;     // bytes gone over that are not counted as steps yet
} PatternSearch;

static Value raise_pattern(Run *run, int code, size_t at)
{
    PCRE2_UCHAR message[256];
    pcre2_get_error_message(code, message, sizeof message);
    return raise_error(run, "ValueError", "%s at position %zu", (const char *)message, at);
}

enum { WORK_AT_ONCE = 4096, STEP_WORK = 6, RUN_BYTES = 20 };

// PCRE2 calls at each item of the pattern: what it has gone over since then is the work.
static int count_work(pcre2_callout_block *at, void *context)
{
    PatternSearch *search = context;
    size_t here = at->current_position, before = search->looked_at;
    search->looked_at = here;
    search->work +=
        STEP_WORK + (int64_t)(here > before ? here - before : before - here) / RUN_BYTES;
    if (search->work < WORK_AT_ONCE) return 0;
    bool goes_on = run_take_characters(search->run, search->work) && run_take_step(search->run);
    search->work = 0;
    return goes_on ? 0 : PCRE2_ERROR_CALLOUT;
}

static bool open_search(Run *run, Str pattern, int64_t options, PatternSearch *search)
{
    int code;
    size_t at;
    uint32_t flags =
        (uint32_t)options | PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
    search->code = pcre2_compile((PCRE2_SPTR)pattern.p, (size_t)pattern.n, flags, &code, &at, NULL);
    if (!search->code) return raise_pattern(run, code, at).type != NULL;
    search->data = pcre2_match_data_create_from_pattern(search->code, NULL);
    search->context = pcre2_match_context_create(NULL);
    if (!search->data || !search->context) {
        return raise_error(run, "MemoryError", "no memory for the search").type != NULL;
    }
    pcre2_set_match_limit(search->context, MATCH_STEPS);
    pcre2_set_heap_limit(search->context, MATCH_KILOBYTES);
    pcre2_set_callout(search->context, count_work, search);
    return true;
}

static void close_search(PatternSearch *search)
{
    pcre2_match_data_free(search->data);
    pcre2_match_context_free(search->context);
    pcre2_code_free(search->code);
}

// (start, end) of the match and of each group, -1 where a group took no part.
static Value match_spans(Run *run, const PatternSearch *search)
{
    const size_t *offset = pcre2_get_ovector_pointer(search->data);
    uint32_t pairs = pcre2_get_ovector_count(search->data);
    Value spans = sequence_new(run, &type_tuple, NULL, 0);
    for (uint32_t i = 0; spans.type && i < 2 * pairs; i++) {
        bool absent = offset[i] == PCRE2_UNSET;
        Value place = from_int(absent ? -1 : text_character(run, search->string, (int)offset[i]));
        if (!sequence_add(run, value_sequence(spans), place)) return NOTHING;
    }
    return spans;
}

// False at the end and after an error, which is then set.
static bool find_next(Run *run, PatternSearch *search, size_t from, uint32_t options)
{
    search->looked_at = from;
    int found = pcre2_match(search->code, (PCRE2_SPTR)search->text.p, (size_t)search->text.n, from,
                            options | PCRE2_NO_UTF_CHECK, search->data, search->context);
    // Where nothing is found the text may have been gone over without a callout.
    size_t to = found > 0 ? pcre2_get_ovector_pointer(search->data)[1] : (size_t)search->text.n;
    if (!run_take_bytes(run, (int64_t)(to > from ? to - from : 0)) ||
        !run_take_characters(run, MATCH_CHARACTERS + search->work))
        return false;
    search->work = 0;
    if (found > 0) return true;
    if (found == PCRE2_ERROR_NOMATCH || run_has_failed(run)) return false;
    if (found == PCRE2_ERROR_MATCHLIMIT || found == PCRE2_ERROR_HEAPLIMIT) {
        raise_error(run, "RuntimeError", "the regular expression takes too many steps");
        error_hint(run->error, "a pattern without a repetition inside a repetition");
        return false;
    }
    return raise_pattern(run, found, from).type != NULL;
}

// After an empty match the next one, at the same place, must not be empty.
static Value find_matches(Run *run, PatternSearch *search, size_t from, uint32_t options,
                          int64_t most)
{
    Value matches = sequence_new(run, &type_list, NULL, 0);
    uint32_t not_empty = 0;
    while (matches.type && value_sequence(matches)->count < most &&
           find_next(run, search, from, options | not_empty)) {
        Value spans = match_spans(run, search);
        if (!spans.type || !sequence_add(run, value_sequence(matches), spans)) return NOTHING;
        const size_t *offset = pcre2_get_ovector_pointer(search->data);
        not_empty = offset[0] == offset[1] ? PCRE2_NOTEMPTY_ATSTART : 0;
        from = offset[1];
    }
    return run_has_failed(run) ? NOTHING : matches;
}

// find(pattern, compile_options, text, start, match_options, most): at most `most` matches.
static Value re_find(Run *run, Value *arg)
{
    PatternSearch search = {.run = run, .string = arg[2], .text = value_text(arg[2])};
    Value matches = NOTHING;
    if (run_take_characters(run, COMPILE_CHARACTERS) &&
        open_search(run, value_text(arg[0]), value_integer(arg[1]), &search)) {
        int64_t start = value_integer(arg[3]) < 0 ? 0 : value_integer(arg[3]);
        size_t from = (size_t)text_byte(run, arg[2], start);
        matches = find_matches(run, &search, from, (uint32_t)value_integer(arg[4]),
                               value_integer(arg[5]));
    }
    close_search(&search);
    return matches;
}

static bool add_names(Run *run, const pcre2_code *code, Value names)
{
    uint32_t count, size;
    PCRE2_SPTR entry;
    pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &entry);
    for (uint32_t i = 0; i < count; i++, entry += size) { // two bytes of number, then the name
        Value name = value_from_text(run, (const char *)entry + 2);
        if (!name.type ||
            !dict_set(run, (Dict *)names.object, name, from_int(entry[0] << 8 | entry[1]))) {
            return false;
        }
    }
    return true;
}

// groups(pattern, compile_options) -> (how many, {name: number})
static Value re_groups(Run *run, Value *arg)
{
    PatternSearch search = {0};
    Value pair[2] = {NOTHING, NOTHING};
    bool fits = open_search(run, value_text(arg[0]), value_integer(arg[1]), &search);
    if (fits) {
        uint32_t count;
        pcre2_pattern_info(search.code, PCRE2_INFO_CAPTURECOUNT, &count);
        pair[0] = from_int(count);
        pair[1] = dict_new(run);
        fits = pair[1].type && add_names(run, search.code, pair[1]);
    }
    close_search(&search);
    return fits ? sequence_new(run, &type_tuple, pair, 2) : NOTHING;
}

const Native re_natives[] = {
    {"find", "pattern, options, text, start, match_options, most", re_find},
    {"groups", "pattern, options", re_groups},
    {0},
};

void re_add(Run *run, Value module)
{
    static const struct {
        const char *name;
        uint32_t value;
    } options[] = {
        {"CASELESS", PCRE2_CASELESS}, {"MULTILINE", PCRE2_MULTILINE},
        {"DOTALL", PCRE2_DOTALL},     {"EXTENDED", PCRE2_EXTENDED},
        {"ANCHORED", PCRE2_ANCHORED}, {"ENDANCHORED", PCRE2_ENDANCHORED},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        module_set(run, module, options[i].name, from_int(options[i].value));
    }
}

void re_library(Buf *out)
{
    char version[64]; // PCRE2 says that 24 are enough
    pcre2_config(PCRE2_CONFIG_VERSION, version);
    buf_printf(out, "PCRE2 %s", version);
}
