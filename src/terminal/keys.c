// The table of key names, read in both directions: written keys ("<Space>", "Ctrl-O") are looked
// up in it, and help and messages take the names from it. Keys that people know by several names
// (Enter, Return, CR) have a row for each.
#include "terminal/keys.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"

#include <string.h>

typedef struct KeyName {
    const char *name;
    int code;
} KeyName;

// The first name of a code is the one that is written; the rest are what people also type.
static const KeyName NAMES[] = {
    {"Space", ' '},
    {"Enter", KEYCODE_ENTER},
    {"Tab", KEYCODE_TAB},
    {"Shift-Tab", KEYCODE_BACKTAB},
    {"Backspace", KEYCODE_BACKSPACE},
    {"Esc", KEYCODE_ESCAPE},
    {"Up", KEYCODE_UP},
    {"Down", KEYCODE_DOWN},
    {"Left", KEYCODE_LEFT},
    {"Right", KEYCODE_RIGHT},
    {"Home", KEYCODE_HOME},
    {"End", KEYCODE_END},
    {"PgUp", KEYCODE_PAGE_UP},
    {"PgDn", KEYCODE_PAGE_DOWN},
    {"Delete", KEYCODE_DELETE},
    {"Insert", KEYCODE_INSERT},
    {"F1", KEYCODE_F1},
    {"F2", KEYCODE_F1 + 1},
    {"F3", KEYCODE_F1 + 2},
    {"F4", KEYCODE_F1 + 3},
    {"F5", KEYCODE_F1 + 4},
    {"F6", KEYCODE_F1 + 5},
    {"F7", KEYCODE_F1 + 6},
    {"F8", KEYCODE_F1 + 7},
    {"F9", KEYCODE_F1 + 8},
    {"F10", KEYCODE_F1 + 9},
    {"F11", KEYCODE_F1 + 10},
    {"F12", KEYCODE_F12},
    {"lt", '<'},
    {"gt", '>'},
    {"CR", KEYCODE_ENTER},
    {"Return", KEYCODE_ENTER},
    {"BS", KEYCODE_BACKSPACE},
    {"S-Tab", KEYCODE_BACKTAB},
    {"PageUp", KEYCODE_PAGE_UP},
    {"PageDown", KEYCODE_PAGE_DOWN},
    {"Escape", KEYCODE_ESCAPE},
    // With a place behind them: <Click-12-5>, column and row counted from 1.
    {"Click", KEYCODE_CLICK},
    {"WheelUp", KEYCODE_WHEEL_UP},
    {"WheelDown", KEYCODE_WHEEL_DOWN},
    {"DoubleClick", KEYCODE_DOUBLE_CLICK},
    {"Drag", KEYCODE_DRAG},
};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static bool same_letters(Str s, const char *name)
{
    if (s.n != (int)strlen(name)) return false;
    for (int i = 0; i < s.n; i++) {
        char a = s.p[i], b = name[i];
        if (a >= 'A' && a <= 'Z') a = (char)(a + 32);
        if (b >= 'A' && b <= 'Z') b = (char)(b + 32);
        if (a != b) return false;
    }
    return true;
}

// "C-o", "Ctrl-O", "^O"
static bool control_key(Str name, Key *key)
{
    int skip = str_starts(name, "Ctrl-") ? 5
               : str_starts(name, "C-")  ? 2
               : str_starts(name, "^")   ? 1
                                         : 0;
    if (!skip || name.n != skip + 1 || !ascii_is_letter(name.p[skip])) return false;
    *key = (Key){.code = KEY_CONTROL(name.p[skip])};
    return true;
}

static bool is_mouse(int code)
{
    return code >= KEYCODE_CLICK && code <= KEYCODE_DRAG;
}

// "Click-12-5"
static bool mouse_key(Str name, Key *key)
{
    int dash = str_find(name, "-");
    if (dash < 0) return false;
    Str place = str_slice(name, dash + 1, name.n);
    int second = str_find(place, "-");
    int64_t column, row;
    if (second < 0 || !number_parse_int(str_slice(place, 0, second), &column) ||
        !number_parse_int(str_slice(place, second + 1, place.n), &row))
        return false;
    if (column < 1 || row < 1 || column > 10000 || row > 10000) return false;
    for (int i = 0; i < NAME_COUNT; i++) {
        if (!is_mouse(NAMES[i].code) || !same_letters(str_slice(name, 0, dash), NAMES[i].name))
            continue;
        *key = (Key){.code = NAMES[i].code, .column = (int)column - 1, .row = (int)row - 1};
        return true;
    }
    return false;
}

static bool named_key(Str name, Key *key)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        if (is_mouse(NAMES[i].code) || !same_letters(name, NAMES[i].name)) continue;
        *key = (Key){.code = NAMES[i].code};
        return true;
    }
    return control_key(name, key) || mouse_key(name, key);
}

static bool unknown_name(Str name, Error *error)
{
    const char *names[NAME_COUNT];
    for (int i = 0; i < NAME_COUNT; i++) names[i] = NAMES[i].name;
    error_set(error, NULL, "unknown key <%.*s>", STR_ARG(name));
    const char *nearest = str_nearest(name, names, NAME_COUNT);
    if (nearest) return error_hint(error, "<%s>", nearest);
    return error_hint(error, "<Space> <Enter> <Tab> <Left> <PgDn> <C-o>; <lt> for the key <");
}

bool key_parse(Str *text, Key *key, Error *error)
{
    int length;
    uint32_t code = utf8_decode(*text, &length);
    *key = (Key){.code = (int)code};
    if (code != '<' || text->n < 2 || !(ascii_is_letter(text->p[1]) || text->p[1] == '^')) {
        *text = str_slice(*text, length, text->n);
        return true;
    }
    int end = str_find(*text, ">");
    if (end < 0) {
        error_set(error, NULL, "'<' begins the name of a key, but no '>' follows");
        return error_hint(error, "<lt> for the key <");
    }
    Str name = str_slice(*text, 1, end);
    *text = str_slice(*text, end + 1, text->n);
    return named_key(name, key) || unknown_name(name, error);
}

int keys_of_word(Str word, Key *keys, int limit)
{
    if (limit > 0 && named_key(word, &keys[0])) return 1;
    int count = 0, length;
    Str any = STR("{a-z}");
    bool takes_letter = word.n > any.n && str_ends(word, any.p);
    if (takes_letter) word.n -= any.n;
    for (; word.n; word = str_slice(word, length, word.n)) {
        uint32_t code = utf8_decode(word, &length);
        if (count < limit) keys[count] = (Key){.code = (int)code};
        count++;
    }
    if (takes_letter && count < limit) keys[count] = (Key){.code = KEYCODE_LETTER};
    return count + takes_letter;
}

void key_write(Buf *out, Key key)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        if (NAMES[i].code == key.code && key.code != '<' && key.code != '>') {
            buf_add(out, str_from(NAMES[i].name));
            return;
        }
    }
    if (key.code > 0 && key.code < 0x20) {
        buf_printf(out, "Ctrl-%c", key.code + '@');
    } else if (key.code > 0 && key.code < KEYCODE_ENTER) {
        char text[4];
        buf_add(out, (Str){text, utf8_encode((uint32_t)key.code, text)});
    } else {
        buf_add(out, STR("this key"));
    }
}

bool keys_are_pasted(const Key *keys, int count)
{
    enum { TYPED_AT_ONCE = 3 };
    int different = 0;
    for (int i = 0; i < count; i++) {
        if (keys[i].code <= ' ' || keys[i].code >= KEYCODE_ENTER) continue;
        bool seen = false;
        for (int k = 0; k < i && !seen; k++) seen = keys[k].code == keys[i].code;
        if (!seen && ++different > TYPED_AT_ONCE) return true;
    }
    return false;
}
