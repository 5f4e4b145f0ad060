#include "tui/edit/editing.h"

#include "base/number.h"
#include "base/utf8.h"
#include "tensor/dtype.h"
#include "tui/edit/typed.h"
#include "walk/edit.h"

#include <string.h>

// ---- what is said -------------------------------------------------------------------------------

static void say_error(App *app, const Error *error)
{
    if (error->hint)
        app_say(app, true, "Error: %s (%s)", error->message, error->hint);
    else
        app_say(app, true, "Error: %s", error->message);
}

// "output_0: 3 of 3 cells changed", of the last tensor that has a name.
static void write_outcome(const Walk *walk, Buf *out)
{
    const Trace *trace = walk->trace;
    int64_t cells, changed = 0;
    int i = trace->binding_count;
    while (i > 0 && changed <= 0)
        changed = walk_changed_cells(walk, trace->bindings[--i].entry, &cells);
    if (changed > 0)
        buf_printf(out, "%s: %lld of %lld changed", trace->bindings[i].name, (long long)changed,
                   (long long)cells);
    else
        buf_add(out, STR("nothing follows from it"));
}

// What follows from the edits in force, in one line.
static void say_outcome(App *app, const char *what)
{
    const Walk *walk = app->walk;
    Arena scratch = {0};
    Buf out = {.arena = &scratch};
    const char *other = walk_other_way(walk, &scratch);
    if (other)
        buf_printf(&out, "Now %s", other);
    else if (walk->original)
        write_outcome(walk, &out);
    else
        buf_add(&out, STR("all is as the program says"));
    app_say(app, false, "%s %s.", what, buf_text(&out));
    arena_free(&scratch);
}

const char *edits_note(const Walk *walk, Arena *arena)
{
    Override *overrides;
    int count = edit_overrides(walk, arena, &overrides);
    return count ? text_printf(arena, "edits: %d%s  ", count,
                               walk_goes_same_way(walk) ? "" : ", another way")
                 : "";
}

static void write_value(const Walk *walk, Cell input, Buf *out)
{
    const Tensor *tensor = walk->trace->entries[input.entry].call.output;
    dtype_write(out, tensor->dtype, tensor_get(tensor, input.at), walk->digits);
}

// "x[0,1] 0 -> 3."
static void say_edit(App *app, Cell cell, const char *before)
{
    const Walk *walk = app->walk;
    Arena scratch = {0};
    Buf what = {.arena = &scratch};
    Cell input;
    Error error = {.arena = &scratch};
    buf_printf(&what, "%s %s", cell_name(walk->trace, cell, &scratch), before);
    if (cell.entry < walk->trace->entry_count && edit_input(walk, cell, &input, &error)) {
        buf_add(&what, STR(" -> "));
        write_value(walk, input, &what);
    }
    buf_add_char(&what, '.');
    say_outcome(app, buf_text(&what));
    arena_free(&scratch);
}

// ---- the prompt ---------------------------------------------------------------------------------

void editing_leave(App *app)
{
    app->editing = false;
    typed_clear(app);
}

const char *editing_prompt(const App *app, Arena *arena)
{
    const Walk *walk = app->walk;
    Cell input;
    Error error = {.arena = arena};
    Buf out = {.arena = arena};
    if (!edit_input(walk, walk->selected, &input, &error)) return "";
    buf_printf(&out, "%s = %s_   (it is ", cell_name(walk->trace, walk->selected, arena),
               buf_text(&app->typed));
    write_value(walk, input, &out);
    buf_add(&out, STR("; Enter sets it, Esc leaves it)"));
    return buf_text(&out);
}

// What is computed has no number of its own: once more the key goes to one that it is made from.
static bool offer_input(App *app, const Error *error)
{
    Walk *walk = app->walk;
    Cell input;
    bool has_input = edit_first_input(walk, walk->selected, &input);
    if (has_input && app->offered.entry >= 0 && cell_equal(app->offered, walk->selected)) {
        app->offered.entry = -1;
        bool jumped = walk_jump_to(walk, input);
        if (jumped) app_say(app, false, "An input: e edits it, + and - nudge it, '' goes back.");
        return jumped;
    }
    app->offered = walk->selected;
    Arena scratch = {0};
    if (has_input)
        app_say(app, false, "%s. Edit what it is made from: e again goes to %s.", error->message,
                cell_name(walk->trace, input, &scratch));
    else
        say_error(app, error);
    arena_free(&scratch);
    return false;
}

bool edit_begin(App *app)
{
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Cell input;
    bool ok = edit_input(app->walk, app->walk->selected, &input, &error);
    if (ok) {
        typed_clear(app);
        app->editing = true;
    } else {
        ok = offer_input(app, &error);
    }
    arena_free(&scratch);
    return ok;
}

// A wrong number keeps the prompt.
static void commit(App *app)
{
    Walk *walk = app->walk;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Buf before = {.arena = &scratch};
    Cell input, cell = walk->selected;
    if (edit_input(walk, cell, &input, &error)) write_value(walk, input, &before);
    bool done = !error.set && walk_edit(walk, cell, buf_str(&app->typed), &error);
    if (done) {
        editing_leave(app);
        say_edit(app, cell, buf_text(&before));
    } else {
        say_error(app, &error);
    }
    arena_free(&scratch);
}

bool editing_key(App *app, Key key)
{
    if (!app->editing) return false;
    if (app->screen != app->home) {
        editing_leave(app);
        return false;
    }
    Typed typed = typed_key(app, key);
    if (typed == TYPED_COMMIT && app->typed.n)
        commit(app);
    else if (typed != TYPED_ON)
        editing_leave(app);
    return typed != TYPED_OTHER;
}

// ---- the other keys -----------------------------------------------------------------------------

static bool nudge(App *app, int by)
{
    Walk *walk = app->walk;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Buf before = {.arena = &scratch};
    Cell input, cell = walk->selected;
    bool ok = edit_input(walk, cell, &input, &error);
    if (ok) write_value(walk, input, &before);
    ok = ok && walk_nudge(walk, cell, by, &error);
    if (ok)
        say_edit(app, cell, buf_text(&before));
    else
        say_error(app, &error);
    arena_free(&scratch);
    return ok;
}

bool edit_raise(App *app)
{
    return nudge(app, 1);
}

bool edit_lower(App *app)
{
    return nudge(app, -1);
}

bool edit_undo(App *app)
{
    bool undone = walk_undo(app->walk);
    if (undone) say_outcome(app, "Undone:");
    return undone;
}

bool edit_redo(App *app)
{
    bool redone = walk_redo(app->walk);
    if (redone) say_outcome(app, "Done again:");
    return redone;
}

bool edit_reset_cell(App *app)
{
    bool reset = walk_reset_cell(app->walk, app->walk->selected);
    if (reset) say_outcome(app, "This cell is as it was:");
    return reset;
}

bool edit_reset_all(App *app)
{
    bool reset = walk_reset_edits(app->walk);
    if (reset) say_outcome(app, "Reset:");
    return reset;
}
