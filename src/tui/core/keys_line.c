// The last row: the keys that have something to do here, the most useful ones where not all fit.
#include "tui/core/canvas.h"
#include "tui/core/hints.h"

enum { GAP = 2 };

// By rank; a hint that is too long does not keep out the shorter ones behind it.
static void choose(const Hint *hints, int count, int columns, bool *shown)
{
    int last = 0;
    for (int i = 0; i < count; i++) last = at_least(hints[i].rank, last);
    for (int rank = 0; rank <= last; rank++) {
        for (int i = 0; i < count; i++) {
            int width = frame_columns(hints[i].text) + GAP;
            if (hints[i].rank != rank || width > columns) continue;
            shown[i] = true;
            columns -= width;
        }
    }
}

int canvas_hint(Canvas *canvas, Rect area, int column, const char *hint)
{
    Str text = str_from(hint);
    int keys = hint_keys(text);
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
    Hint *hints;
    int count = hints_of(canvas->app, canvas->arena, &hints), column = 1;
    bool *shown = NEW_ARRAY(canvas->arena, bool, count + 1);
    choose(hints, count, area.columns - 2 + GAP, shown);
    for (int i = 0; i < count; i++) {
        if (shown[i]) column = draw_hint(canvas, area, column, &hints[i]);
    }
}
