// The names of keys, read in both directions: written keys ("<Space>", "Ctrl-O") are looked up, and
// help and messages are written with them.
#include "terminal/keys.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "base/text/utf8.h"

#include <string.h>

// From KEYCODE_ENTER on. The last five come with a place, column and row counted from 1:
// <Click-12-5>.
static const char *const NAMES[] = {
    "Enter", "Tab",  "Shift-Tab", "Backspace", "Esc",     "Up",        "Down",        "Left",
    "Right", "Home", "End",       "PgUp",      "PgDn",    "Delete",    "Insert",      "F1",
    "F2",    "F3",   "F4",        "F5",        "F6",      "F7",        "F8",          "F9",
    "F10",   "F11",  "F12",       "Click",     "WheelUp", "WheelDown", "DoubleClick", "Drag"};

enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

// What people also type.
static const struct {
    const char *name;
    int code;
} OTHERS[] = {{"Space", ' '},
              {"lt", '<'},
              {"gt", '>'},
              {"CR", KEYCODE_ENTER},
              {"Return", KEYCODE_ENTER},
              {"BS", KEYCODE_BACKSPACE},
              {"S-Tab", KEYCODE_BACKTAB},
              {"PageUp", KEYCODE_PAGE_UP},
              {"PageDown", KEYCODE_PAGE_DOWN},
              {"Escape", KEYCODE_ESCAPE}};

enum { OTHER_COUNT = sizeof OTHERS / sizeof *OTHERS };

static int code_called(Str name)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        if (str_equal_as(name, str_from(NAMES[i]))) return KEYCODE_ENTER + i;
    }
    for (int i = 0; i < OTHER_COUNT; i++) {
        if (str_equal_as(name, str_from(OTHERS[i].name))) return OTHERS[i].code;
    }
    return 0;
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
    int code = code_called(str_slice(name, 0, dash));
    if (!is_mouse(code)) return false;
    *key = (Key){.code = code, .column = (int)column - 1, .row = (int)row - 1};
    return true;
}

static bool named_key(Str name, Key *key)
{
    *key = (Key){.code = code_called(name)};
    return (key->code && !is_mouse(key->code)) || control_key(name, key) || mouse_key(name, key);
}

static bool unknown_name(Str name, Error *error)
{
    const char *names[NAME_COUNT + OTHER_COUNT];
    memcpy(names, NAMES, sizeof NAMES);
    for (int i = 0; i < OTHER_COUNT; i++) names[NAME_COUNT + i] = OTHERS[i].name;
    error_set(error, NULL, "unknown key <%.*s>", STR_ARG(name));
    const char *nearest = str_nearest(name, names, NAME_COUNT + OTHER_COUNT);
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
    if (end < 0)
        return error_fail(error, "<lt> for the key <",
                          "'<' begins the name of a key, but no '>' follows");
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
    if (key.code == ' ' || (key.code >= KEYCODE_ENTER && key.code <= KEYCODE_DRAG)) {
        buf_add(out, str_from(key.code == ' ' ? "Space" : NAMES[key.code - KEYCODE_ENTER]));
        return;
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
