// Characters of strings that are not ASCII: the place of every PLACE_STEP-th one is kept, so that
// s[i] in a loop takes no longer than in Python.
#include "base/text/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"

enum { PLACE_STEP = 64 };

static String *string_of(Value value)
{
    return (String *)value.object;
}

int text_count(Value value)
{
    String *string = string_of(value);
    if (!string->characters) string->characters = utf8_count(string->text);
    return string->characters;
}

static int skip(Str text, int at, int64_t characters)
{
    for (int length; characters > 0 && at < text.n; characters--, at += length) {
        utf8_decode((Str){text.p + at, text.n - at}, &length);
    }
    return at;
}

// False: no memory for it, and it must do without.
static bool find_places(Run *run, String *string)
{
    if (string->place) return true;
    int count = string->characters / PLACE_STEP + 1;
    string->place = run_alloc(run, (size_t)count, sizeof *string->place);
    for (int i = 1; string->place && i < count; i++) {
        string->place[i] = skip(string->text, string->place[i - 1], PLACE_STEP);
    }
    return string->place != NULL;
}

int text_byte(Run *run, Value value, int64_t character)
{
    String *string = string_of(value);
    int count = text_count(value);
    if (character >= count) return string->text.n;
    if (count == string->text.n) return (int)character;
    if (count <= PLACE_STEP || !find_places(run, string)) return skip(string->text, 0, character);
    return skip(string->text, string->place[character / PLACE_STEP], character % PLACE_STEP);
}

int text_character(Run *run, Value value, int byte)
{
    String *string = string_of(value);
    int count = text_count(value);
    if (byte >= string->text.n) return count;
    if (count == string->text.n) return byte;
    int low = 0, high = count / PLACE_STEP;
    if (count <= PLACE_STEP || !find_places(run, string))
        return utf8_count(str_slice(string->text, 0, byte));
    while (low < high) { // the last place that is not behind the byte
        int middle = low + (high - low + 1) / 2;
        if (string->place[middle] <= byte)
            low = middle;
        else
            high = middle - 1;
    }
    return low * PLACE_STEP + utf8_count(str_slice(string->text, string->place[low], byte));
}
