// Each key that is known is a row with what reads its value. Only a list in one line is a list
// here: "needs: eight-steps, attention".
#include "lesson/front_matter.h"

#include "base/text/ascii.h"
#include "base/text/number.h"

enum { MOST_MINUTES = 1000 };

typedef struct FrontReader {
    const Source *source;
    Arena *arena;
    FrontMatter *front;
    Error *error;
} FrontReader;

// A key and its value; false: the error is set.
typedef bool TakeValue(FrontReader *reader, Str value);

static Str without_quotes(Str s)
{
    bool quoted = s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0];
    return quoted ? str_slice(s, 1, s.n - 1) : s;
}

static bool refuse(FrontReader *reader, Str value, const char *is, const char *hint)
{
    int start = (int)(value.p - reader->source->text.p);
    Span at = {reader->source, start, start + value.n};
    error_set_at(reader->error, at, NULL, "%s, not '%.*s'", is, STR_ARG(value));
    return error_hint(reader->error, "%s", hint);
}

static bool take_int(Str value, int most, int *number)
{
    int64_t read;
    if (!number_parse_int(value, &read) || read < 0 || read > most) return false;
    *number = (int)read;
    return true;
}

static bool take_title(FrontReader *reader, Str value)
{
    if (value.n) reader->front->title = str_copy(reader->arena, without_quotes(value));
    return true;
}

static bool take_part(FrontReader *reader, Str value)
{
    reader->front->part = str_copy(reader->arena, without_quotes(value));
    return true;
}

static bool take_fade(FrontReader *reader, Str value)
{
    if (take_int(value, MOST_FADE, &reader->front->fade)) return true;
    return refuse(reader, value,
                  arena_printf(reader->arena, "fade is a number from 0 to %d", MOST_FADE),
                  "how many operations of each step have a cell blanked");
}

static bool take_minutes(FrontReader *reader, Str value)
{
    if (take_int(value, MOST_MINUTES, &reader->front->minutes)) return true;
    return refuse(reader, value, "minutes is a whole number", "how long the lesson takes: 20");
}

static bool take_needs(FrontReader *reader, Str value)
{
    FrontMatter *front = reader->front;
    front->need_count = 0;
    while (value.n) {
        Str need = str_trim(str_take(&value, ","));
        if (!need.n) continue;
        *ARENA_ADD(reader->arena, front->needs, front->need_count) = need;
    }
    return true;
}

static const struct {
    const char *key;
    TakeValue *take;
} KEYS[] = {
    {"title", take_title},     {"part", take_part},   {"fade", take_fade},
    {"minutes", take_minutes}, {"needs", take_needs},
};
enum { KEY_COUNT = sizeof KEYS / sizeof *KEYS };

static bool take_line(FrontReader *reader, Str line)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        Str rest = str_slice(line, str_from(KEYS[i].key).n, line.n);
        if (str_starts(line, KEYS[i].key) && str_starts(rest, ":"))
            return KEYS[i].take(reader, str_trim(str_slice(rest, 1, rest.n)));
    }
    return true;
}

// Where it ends, behind its last line; -1: there is none.
static int end_of(Str text, int begin)
{
    Str rest = str_slice(text, begin, text.n), line;
    if (!str_next_line(&rest, &line) || !str_is(line, "---")) return -1;
    for (int number = 2; str_next_line(&rest, &line); number++) {
        if (number == 2 && str_trim(line).n == 0) return -1; // a rule
        if (str_is(line, "---") || str_is(line, "...")) return text.n - rest.n;
    }
    return -1;
}

int front_matter_read(const Source *source, Arena *arena, FrontMatter *front, Error *error)
{
    FrontReader reader = {source, arena, front, error};
    int begin = str_starts(source->text, "\xEF\xBB\xBF") ? 3 : 0, end = end_of(source->text, begin);
    if (end < 0) return begin;
    Str rest = str_slice(source->text, begin, end), line;
    while (str_next_line(&rest, &line)) {
        if (!take_line(&reader, line)) return -1;
    }
    return end;
}

// The key that the line seems to set, which it does not; NULL: it sets it, or is about something
// else, as other tools' keys are.
static const char *meant_by(Str line)
{
    int end = str_word(line, 0), n = end;
    while (n < line.n && ascii_is_blank(line.p[n])) n++;
    bool has_colon = n < line.n && line.p[n] == ':';
    const char *keys[KEY_COUNT];
    for (int i = 0; i < KEY_COUNT; i++) {
        keys[i] = KEYS[i].key;
        bool is_it = str_from(keys[i]).n == end && str_starts_as(line, keys[i]);
        if (!is_it) continue;
        bool sets = has_colon && n == end && str_starts(line, keys[i]);
        return sets || n == line.n ? NULL : keys[i];
    }
    Str word = str_slice(line, 0, end);
    if (has_colon && (str_is(word, "time") || str_is(word, "duration"))) return "minutes";
    return has_colon && end ? str_nearest(word, keys, KEY_COUNT) : NULL;
}

const char *front_matter_slip(const Source *source, int *from, Span *at)
{
    int begin = str_starts(source->text, "\xEF\xBB\xBF") ? 3 : 0, end = end_of(source->text, begin);
    if (*from < begin) *from = begin;
    while (*from < end) {
        Str rest = str_slice(source->text, *from, end), line;
        str_next_line(&rest, &line);
        *at = (Span){source, *from, *from + line.n};
        *from = end - rest.n;
        const char *key = meant_by(line);
        if (key) return key;
    }
    return NULL;
}
