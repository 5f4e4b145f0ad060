// The last row: the keys that have something to do here, the most useful ones where not all fit.
#include "tui/core/screen.h"

enum { GAP = 2 };

typedef enum Slot { HELP, ARROW_KEYS, OWN, SHARED, WAY_OUT, SLOTS } Slot; // from left to right

typedef struct Hint {
    const Action *action;
    const char *text;
    int columns, rank;
    Slot slot;
    bool shown;
} Hint;

// Help first, then the arrows, then what belongs to this screen alone, and the way out last.
static Slot slot_of(const App *app, const Action *action, unsigned screens)
{
    if (action->hint == ARROWS) return ARROW_KEYS;
    if (action->rank == 0) return screens & ON_WALK && screens & ON_HELP ? HELP : WAY_OUT;
    return app_top(app) != SCREEN_WALK && screens & ON_WALK ? SHARED : OWN;
}

static int hints_of(Canvas *canvas, Hint **hints)
{
    int count = 0;
    const Action *action;
    for (ActionEach each = {0}; (action = action_next(&each));) {
        int rank;
        if (!(each.screens & app_on(canvas->app))) continue;
        const char *text = action_hint(canvas->app, action, &rank);
        Slot slot = slot_of(canvas->app, action, each.screens);
        if (text)
            *ARENA_ADD(canvas->arena, *hints, count) =
                (Hint){action, text, frame_columns(text), rank, slot, false};
    }
    return count;
}

// By rank; a hint that is too long does not keep out the shorter ones behind it.
static void choose(Hint *hints, int count, int columns)
{
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (hints[i].rank > last) last = hints[i].rank;
    }
    for (int rank = 0; rank <= last; rank++) {
        for (int i = 0; i < count; i++) {
            if (hints[i].rank != rank || hints[i].columns + GAP > columns) continue;
            hints[i].shown = true;
            columns -= hints[i].columns + GAP;
        }
    }
}

int canvas_hint(Canvas *canvas, Rect area, int column, const char *hint)
{
    Str text = str_from(hint);
    int keys = 1 + str_find(str_slice(text, 1, text.n), ":"); // "::commands" begins with its key
    Style colon = QUIET;
    colon.attributes = ATTR_MARK;
    int end = frame_text(canvas->frame, area, column, area.row, BOLD, str_slice(text, 0, keys));
    end = frame_text(canvas->frame, area, end, area.row, colon, str_slice(text, keys, keys + 1));
    return frame_text(canvas->frame, area, end, area.row, QUIET, str_slice(text, keys + 1, text.n));
}

static int draw_hint(Canvas *canvas, Rect area, int column, const Hint *hint)
{
    int end = canvas_hint(canvas, area, column, hint->text);
    canvas_hit(canvas, (Rect){column, area.row, end - column, 1}, (Cell){0}, hint->action);
    return end + GAP;
}

void view_keys(Canvas *canvas, Rect area)
{
    Hint *hints = NULL;
    int count = hints_of(canvas, &hints), column = 1;
    choose(hints, count, area.columns - 2 + GAP);
    for (Slot slot = HELP; slot < SLOTS; slot++) {
        for (int i = 0; i < count; i++) {
            if (hints[i].shown && hints[i].slot == slot)
                column = draw_hint(canvas, area, column, &hints[i]);
        }
    }
}
