// What people press and type: actions, characters, numbers, lines.
#include "support/test.h"

#include "support/storm_events.h"

#include "base/text/utf8.h"
#include "tui/core/actions.h"

#include <string.h>

// A random word of an action's keys, "Left h".
static void press_word(Storm *storm, const Action *action)
{
    Str words = str_from(action->keys), word = {0};
    for (int seen = 1; words.n; seen++) {
        int end = str_find(words, " ");
        if (end < 0) end = words.n;
        if (storm_any(storm, seen) == 0) word = str_slice(words, 0, end);
        words = str_slice(words, end + 1, words.n);
    }
    Key keys[ACTION_KEYS];
    int count = keys_of_word(word, keys, ACTION_KEYS);
    for (int i = 0; i < count; i++) {
        bool any_letter = keys[i].code == KEYCODE_LETTER;
        storm_press(storm, any_letter ? 'a' + storm_any(storm, 26) : keys[i].code);
    }
}

// One that works on the screen at hand. A session must last: of those that quit most are left out.
void storm_press_action(Storm *storm)
{
    const Action *found = NULL, *action;
    int seen = 0;
    for (int i = 0; (action = action_at(i)); i++) {
        if (!(action_screens(action) & app_on(&storm->app))) continue;
        if (storm_any(storm, ++seen) == 0) found = action;
    }
    if (!found) return;
    bool ends = strcmp(found->help, "quit") == 0 || action_screens(found) == ON_LESSONS;
    if (!ends || storm_any(storm, 4) == 0) press_word(storm, found);
}

static void press_any_action(Storm *storm)
{
    int count = 0;
    for (ActionEach each = {0}; action_next(&each);) count++;
    const Action *action = action_at(storm_any(storm, count));
    if (strcmp(action->help, "quit") != 0) press_word(storm, action);
}

void storm_press_any_character(Storm *storm)
{
    static const int TEXT[] = {'0',  '1',    '2',     '7',   '-',    '.', ',', 'a',
                               'b',  's',    'w',     'e',   ' ',    '[', ']', '*',
                               0xE9, 0x6CE8, 0x1F600, 0x301, 0x2500, 'x', '/', '='};
    storm_press(storm, ANY_OF(storm, TEXT));
}

static void press_text(Storm *storm)
{
    for (int i = storm_any(storm, 4); i >= 0; i--) storm_press_any_character(storm);
}

// Each character, as somebody types it.
void storm_press_all(Storm *storm, const char *text)
{
    int length;
    for (Str rest = str_from(text); rest.n; rest = str_slice(rest, length, rest.n))
        storm_press(storm, (int)utf8_decode(rest, &length));
}

// Where a number or a name is wanted: a prompt's line, an edit, an answer.
void storm_press_entry(Storm *storm)
{
    static const char *const ENTRIES[] = {"3",       "-1.5",    "0.25",        "b",
                                          "step 2",  "weights", "scores[0,1]", "heat",
                                          "a 3 b 4", "1e400",   "2,1",         ""};
    storm_press_all(storm, ANY_OF(storm, ENTRIES));
    storm_press(storm, KEYCODE_ENTER);
}

// ---- edits --------------------------------------------------------------------------------------

static void type_number(Storm *storm)
{
    static const char *const NUMBERS[] = {
        "0",
        "1",
        "-1",
        "3.5",
        "1e3",
        "1e38",
        "1e39",
        "-1e308",
        "1e400",
        "1e-400",
        "nan",
        "inf",
        "-inf",
        "NaN",
        "+7",
        "1_000",
        "0x10",
        "1e",
        "--1",
        "注意",
        "１２",
        "1e-7",
        "é",
        "true",
        "1/3",
        "1,5",
        ".5",
        "5.",
        "1 2",
        "\U0001F600",
        "9e9999999999999999999",
        "123456789012345678901234567890123456789012345678901234567890123456",
        "-0",
        "16777217",
        "9223372036854775808",
        "0.1234567890123456789",
        "sqrt(2)",
        "\u0301",
    };
    storm_press(storm, 'e');
    storm_press_all(storm, ANY_OF(storm, NUMBERS));
    storm_press(storm, storm_any(storm, 8) ? KEYCODE_ENTER : KEYCODE_ESCAPE);
}

static void type_half_a_number(Storm *storm)
{
    storm_press(storm, 'e');
    for (int i = storm_any(storm, 6); i > 0; i--) storm_press_any_character(storm);
    for (int i = storm_any(storm, 6); i > 0; i--) storm_press(storm, KEYCODE_BACKSPACE);
}

static void undo_and_redo(Storm *storm)
{
    for (int i = 1 + storm_any(storm, 6); i > 0; i--) storm_press(storm, 'u');
    for (int i = storm_any(storm, 6); i > 0; i--) storm_press(storm, KEY_CONTROL('r'));
}

static void nudge_and_reset(Storm *storm)
{
    for (int i = 1 + storm_any(storm, 4); i > 0; i--) storm_press(storm, ANY_OF(storm, "++-rR"));
}

static void look_elsewhere(Storm *storm)
{
    static const int KEYS[] = {KEYCODE_UP,   KEYCODE_DOWN, KEYCODE_LEFT, KEYCODE_RIGHT, KEYCODE_TAB,
                               KEYCODE_HOME, ' ',          ' ',          ']',           '[',
                               'd',          'W',          'f',          KEYCODE_ESCAPE};
    for (int i = 1 + storm_any(storm, 3); i > 0; i--) storm_press(storm, ANY_OF(storm, KEYS));
}

// ---- prompts ------------------------------------------------------------------------------------

static void type_into_prompt(Storm *storm)
{
    static const char *const WORDS[] = {"step ",
                                        "go",
                                        "heat",
                                        "what",
                                        "scores[",
                                        "0,1]",
                                        "weights",
                                        "99999999999999999999",
                                        "-1",
                                        "[[[[",
                                        "注意",
                                        "é\u0301",
                                        "\U0001F468\u200D\U0001F469\u200D\U0001F467",
                                        "  ",
                                        "%s%n",
                                        "x[0",
                                        "mark",
                                        "head",
                                        ".*(",
                                        "\u202Eabc",
                                        "e",
                                        "softmax"};
    storm_press(storm, ANY_OF(storm, ":/gM"));
    for (int i = storm_any(storm, 4); i > 0; i--) storm_press_all(storm, ANY_OF(storm, WORDS));
    for (int i = storm_any(storm, 3); i > 0; i--) storm_press_any_character(storm);
}

static void edit_the_line(Storm *storm)
{
    static const int KEYS[] = {
        KEYCODE_LEFT,     KEYCODE_RIGHT,     KEYCODE_HOME,      KEYCODE_END,
        KEYCODE_DELETE,   KEYCODE_BACKSPACE, KEY_CONTROL('w'),  KEY_CONTROL('u'),
        KEY_CONTROL('k'), KEY_CONTROL('p'),  KEY_CONTROL('n'),  KEYCODE_UP,
        KEYCODE_DOWN,     KEYCODE_PAGE_UP,   KEYCODE_PAGE_DOWN, KEYCODE_TAB};
    for (int i = 1 + storm_any(storm, 6); i > 0; i--) storm_press(storm, ANY_OF(storm, KEYS));
}

static void finish_the_line(Storm *storm)
{
    storm_press(storm, storm_any(storm, 4) ? KEYCODE_ENTER : KEYCODE_ESCAPE);
}

// A line longer than any screen, and than a line may be.
static void fill_the_line(Storm *storm)
{
    storm_press(storm, ANY_OF(storm, ":/g"));
    for (int i = storm_any(storm, 700); i > 0; i--)
        storm_press(storm, storm_any(storm, 9) ? 'w' : 0x6CE8);
    storm_settle(storm);
}

// ---- tables ------------------------------------------------------------------------------------

const StormEvent storm_keys[] = {
    {62, storm_press_action}, {8, press_any_action},
    {8, press_text},          {9, storm_press_entry},
    {5, storm_click},         {4, storm_turn_wheel},
    {2, storm_paste_words},   {1, storm_type_half},
    {1, storm_suspend},       {0, NULL},
};

const StormEvent storm_edits[] = {
    {35, type_number},    {8, type_half_a_number}, {15, undo_and_redo}, {10, nudge_and_reset},
    {30, look_elsewhere}, {5, storm_press_entry},  {0, NULL},
};

const StormEvent storm_prompts[] = {
    {35, type_into_prompt},    {30, edit_the_line},     {20, finish_the_line}, {1, fill_the_line},
    {3, storm_paste_anything}, {6, storm_press_action}, {5, storm_click},      {0, NULL},
};
