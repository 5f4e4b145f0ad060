// The keys m and ' take a letter as their second key. After the first one the status row lists the
// marks there are.
#include "tui/parts/marking.h"

#include "walk/mark.h"

enum { SET = 'm', GO = '\'' };

static const char *marks_text(const Walk *walk, Arena *arena)
{
    Buf text = {.arena = arena};
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Mark *mark = walk_marked(walk, letter);
        if (mark) buf_printf(&text, "  %c %s", letter, mark_title(walk, mark, arena));
    }
    return buf_text(&text);
}

void mark_begun(App *app, Key key)
{
    const char *marks = marks_text(app->walk, app->scratch);
    if (key.code == SET)
        app_say(app, false, "Mark this place with a letter, a to z.%s%s",
                *marks ? "  There are:" : "", marks);
    if (key.code == GO) app_say(app, false, "Go to a mark, or ' back to where you were.%s", marks);
}

// Chosen from a menu, without a letter: that is to come.
static bool has_letter(App *app, int first_key)
{
    if (app->pressed.code >= 'a' && app->pressed.code <= 'z') return true;
    app->pending = (Key){.code = first_key};
    app->has_pending = true;
    mark_begun(app, app->pending);
    return false;
}

bool mark_set(App *app)
{
    if (!has_letter(app, SET)) return false;
    char letter = (char)app->pressed.code;
    if (!walk_mark(app->walk, letter)) return false;
    const char *title = mark_title(app->walk, walk_marked(app->walk, letter), app->scratch);
    app_say(app, false, "Mark %c: %s. '%c comes back here, M lists the marks.", letter, title,
            letter);
    return true;
}

bool mark_go(App *app)
{
    if (!has_letter(app, GO)) return false;
    char letter = (char)app->pressed.code;
    if (walk_go_to_mark(app->walk, letter)) return true;
    app_say(app, false, "There is no mark %c. m%c sets it, M lists those there are.", letter,
            letter);
    return false;
}
