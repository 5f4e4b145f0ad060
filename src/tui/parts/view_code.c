// The lines of the program around the statement at hand, with their numbers in the file.
#include "tui/parts/views.h"

void view_code(Canvas *canvas, Rect part)
{
    const Walk *walk = canvas->walk;
    Stage stage = walk_stage(canvas->walk);
    int focus = walk->at.focus >= 0 ? walk->at.focus : stage.entry;
    int statement = focus >= 0 ? walk->trace->entries[focus].statement : stage.statement;
    if (statement < 0) {
        canvas_rule(canvas, part, "code", "");
        return;
    }
    Stage shown = {.statement = statement, .entry = focus, .call = walk->at.focus_call};
    Span at = walk_statement_source(walk, &shown);
    if (focus >= 0) { // in a function: the line there
        Span inside = walk->at.focus_call >= 0 ? walk_stage_source(walk, &stage)
                                               : walk->trace->entries[focus].source;
        bool called = inside.source != at.source || inside.start < at.start || inside.end > at.end;
        if (inside.source && called) at = inside;
    }
    const Source *source = at.source;
    int first = source->first_line ? source->first_line : 1;
    int current = source_place(source, at.start).line - first;
    int last = source_place(source, at.end > at.start ? at.end - 1 : at.start).line - first;
    int lines = 0, rows = part.rows - 1;
    Str rest = source->text, line;
    while (str_next_line(&rest, &line)) lines++;
    int top = current > 0 && rows > last - current + 2 ? current - 1 : current;
    if (top > lines - rows) top = lines > rows ? lines - rows : 0;
    const Call *within = walk_inside(walk);
    const char *where = within ? arena_printf(canvas->arena, " in %s", within->function) : "";
    canvas_rule(canvas, part, "", source->name);
    frame_printf(canvas->frame, part, part.column, part.row, QUIET, " code, line %d%s ",
                 current + first, where);
    rest = source->text;
    for (int i = 0; str_next_line(&rest, &line); i++) {
        if (i < top || i >= top + rows) continue;
        bool here = i >= current && i <= last;
        Style style = {.ink = INK_CODE, .attributes = here ? ATTR_BOLD : 0};
        const char *text =
            arena_printf(canvas->arena, "%c%3d  %.*s", here ? '>' : ' ', i + first, STR_ARG(line));
        canvas_put(canvas, (Rect){part.column, part.row + 1 + i - top, part.columns - 1, 1}, style,
                   text);
    }
}
