// The short line into which answers, numbers and votes are typed: a screen over the one that it
// belongs to, which shows it where it has its place. Backspace removes a whole character of UTF-8.
// A key that belongs to no line leaves it and does what it always does.
#include "tui/parts/typing.h"

#include "base/text/utf8.h"
#include "tui/core/screen.h"

typedef struct Typing {
    const TypingKind *kind;
    Buf text;
    Arena arena;
} Typing;

SCREEN_STATE(Typing, now, SCREEN_TYPING)

void typing_begin(App *app, const TypingKind *kind)
{
    app_open(app, SCREEN_TYPING, 0);
    now(app)->kind = kind;
    now(app)->text.arena = &now(app)->arena;
}

void typing_leave(App *app)
{
    if (app_top(app) == SCREEN_TYPING) app_leave(app);
}

bool typing_is(const App *app, const TypingKind *kind)
{
    return now(app)->kind == kind;
}

Str typing_text(const App *app)
{
    return buf_str(&now(app)->text);
}

bool typing_asks(const App *app, Arena *arena, TypingAsks *asks)
{
    const TypingKind *kind = now(app)->kind;
    if (!kind || !kind->asks) return false;
    *asks = kind->asks(app, arena);
    return true;
}

const char *typing_prompt(const App *app, int columns, Arena *arena)
{
    const TypingKind *kind = now(app)->kind;
    TypingAsks asks;
    if (!kind || kind->prompt) return kind ? kind->prompt(app, columns, arena) : NULL;
    typing_asks(app, arena, &asks);
    const char *text =
        arena_printf(arena, "%s%.*s_   (%s%sEnter %ss it", asks.before, STR_ARG(typing_text(app)),
                     asks.note ? asks.note : "", asks.note ? "; " : "", asks.verb);
    const char *whole = arena_printf(arena, "%s, Esc cancels)", text);
    return frame_columns(whole) < columns ? whole : arena_printf(arena, "%s)", text);
}

static const char *words_now(const App *app, Arena *arena UNUSED)
{
    return now(app)->kind->words;
}

// ---- keys ---------------------------------------------------------------------------------------

void typing_add(App *app, int code)
{
    char text[4];
    Typing *typing = now(app);
    if (typing->text.n < typing->kind->most)
        buf_add(&typing->text, (Str){text, utf8_encode((uint32_t)code, text)});
    else if (typing->kind->too_long)
        app_say(app, true, "%s", typing->kind->too_long);
}

// A line that a character began is left with it, one that began empty when there is nothing more to
// delete.
static void delete_character(App *app)
{
    const TypingKind *kind = now(app)->kind;
    Buf *text = &now(app)->text;
    bool was_empty = text->n == 0;
    int n = text->n - 1;
    while (n > 0 && utf8_continues(text->p[n])) n--;
    text->n = n > 0 ? n : 0;
    if (text->n == 0 && (was_empty || !kind->asks) && !kind->only_leaves) typing_leave(app);
}

// A blank goes on with what was begun: "1*4 + 0*4".
static bool is_printable(const App *app, int code)
{
    int first = typing_text(app).n || now(app)->kind->only_leaves ? ' ' : '!';
    return code >= first && code != 0x7F && code < KEYCODE_ENTER;
}

static bool leaves(int code)
{
    return code == KEYCODE_ESCAPE || code == KEY_CONTROL('c') || code == KEY_CONTROL('g');
}

static bool take_code(App *app, int code)
{
    const TypingKind *kind = now(app)->kind;
    if (!kind) return false;
    if (code == KEYCODE_ENTER)
        kind->commit(app);
    else if (code == KEYCODE_BACKSPACE)
        delete_character(app);
    else if (leaves(code))
        typing_leave(app);
    else if (is_printable(app, code))
        typing_add(app, code);
    else if (!kind->only_leaves)
        return false;
    return true;
}

// The mouse does what it does on the screen below; the line is left behind it (input.c).
static bool take_key(App *app, Key key)
{
    if (take_code(app, key.code)) return true;
    if (key.code < KEYCODE_CLICK || key.code > KEYCODE_DRAG) typing_leave(app);
    return false;
}

static const Action actions[] = {
    {"Enter", "take what is typed", .run = take_code, .by = KEYCODE_ENTER, .hint = "Enter:done",
     .rank = 1},
    {"Backspace", "delete the last character", .run = take_code, .by = KEYCODE_BACKSPACE},
    {"Esc Ctrl-G", "cancel", .run = take_code, .by = KEYCODE_ESCAPE, .hint = "Esc:leave",
     .rank = 1},
};

const Screen typing_screen = {
    .keys = {"While a number or an answer is typed", ACTION_ROWS(actions)},
    .size = sizeof(Typing),
    .arena = offsetof(Typing, arena),
    .is_over = true,
    .key = take_key,
    .words_now = words_now,
};
