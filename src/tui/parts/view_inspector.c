// Where the selected number came from: its arithmetic in symbols, in numbers and in products, one
// under the other; what it is made from and what it feeds; then its sources' arithmetic.
#include "tensor/op.h"
#include "terminal/text.h"
#include "tui/parts/arithmetic.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "study/arithmetic/chain.h"
#include "study/axes/axis_kind.h"
#include "study/axes/role.h"
#include "study/looks/typeset.h"
#include "study/why/why.h"
#include "trace/explain/dependents.h"
#include "trace/record/loops.h"
#include "walk/edits/edit.h"
#include "walk/places/rule.h"

#include <string.h>

enum {
    MOST_DEPENDENTS = 64,
    LEAST_BELOW = 2, // rows of arithmetic below the reason of an answer
};

// The names of what the selected cell feeds: what is computed already first, then what is to come.
typedef struct DependentNames {
    const char **names;
    int count, open; // the first `open` are computed
    bool more;       // than were looked for
} DependentNames;

// The same cells feed what has the same name in each call of a function: said once.
static bool is_said(const DependentNames *dependents, const char *name)
{
    for (int i = 0; i < dependents->count; i++) {
        if (strcmp(dependents->names[i], name) == 0) return true;
    }
    return false;
}

static DependentNames name_dependents(Canvas *canvas)
{
    const Trace *trace = canvas->walk->trace;
    const DependentLimit limit = {MOST_DEPENDENTS, DEPENDENT_TERMS_AT_ONCE};
    Dependents found = dependents_of(trace, canvas->walk->at.selected, limit, canvas->arena);
    DependentNames dependents = {.names = NEW_ARRAY(canvas->arena, const char *, found.count + 1)};
    dependents.more = found.more;
    Cell *cells = NEW_ARRAY(canvas->arena, Cell, found.count);
    for (int left = found.count; left;) { // those of the first one's entry
        int entry = found.cells[0].entry, n = 0, kept = 0;
        for (int i = 0; i < left; i++)
            *(found.cells[i].entry == entry ? &cells[n++] : &found.cells[kept++]) = found.cells[i];
        left = kept;
        const char *name = cells_name(trace, cells, n, canvas->arena);
        name = role_mark(trace, entry, name, canvas->arena);
        if (trace->entries[entry].call.output->is_number || is_said(&dependents, name)) continue;
        dependents.open += walk_is_open(canvas->walk, cells[0]);
        dependents.names[dependents.count++] = name;
    }
    return dependents;
}

// "feeds weights[0,:]  (f); outputs[0,:] and 2 more (to come)", of the first `most` names.
static const char *dependents_text(const DependentNames *dependents, int most, bool says_when,
                                   Arena *arena)
{
    Buf text = {.arena = arena};
    if (dependents->count == 0 && dependents->more) return "press f to search what it feeds";
    for (int i = 0; i < most; i++) {
        const char *between = i == 0 ? "feeds " : i == dependents->open ? "; " : ", ";
        buf_printf(&text, "%s%s", between, dependents->names[i]);
        if (i == dependents->open - 1) buf_add(&text, STR("  (f)"));
    }
    if (dependents->more)
        buf_add(&text, STR(" and more"));
    else if (most < dependents->count)
        buf_printf(&text, " and %d more", dependents->count - most);
    if (says_when && most > dependents->open) buf_add(&text, STR(" (to come)"));
    return buf_text(&text);
}

// As many names as fit into `columns`, at least one; it can do without being said to come.
static const char *dependents_within(const DependentNames *dependents, int columns, Arena *arena)
{
    int most = dependents->count;
    const char *text = dependents_text(dependents, most, true, arena);
    while (most > 1 && frame_columns(text) > columns)
        text = dependents_text(dependents, --most, true, arena);
    bool fits = frame_columns(text) <= columns;
    return fits ? text : dependents_text(dependents, most, false, arena);
}

static void write_sources(Canvas *canvas, const Arithmetic *arithmetic, Buf *out)
{
    const OpCall *call = &canvas->walk->trace->entries[arithmetic->cell.entry].call;
    const char *last = "";
    for (int i = 0; i < call->input_count; i++) {
        const char *name = arithmetic_input(canvas, arithmetic, i);
        if (!*name || call->input[i]->is_number || str_is(str_from(name), last)) continue;
        buf_printf(out, out->n ? ", %s" : "from %s", name);
        last = name;
    }
    for (int i = 0; i < arithmetic->terms.decider_count; i++) {
        const Term *term = &arithmetic->terms.decider[i];
        Cell cell = {call->input[term->input]->origin, term->at};
        if (out->n) buf_add(out, STR(", "));
        term_write_decider(canvas->walk->trace, call, term, walk_is_open(canvas->walk, cell),
                           role_mark, out);
    }
}

static void draw_faint(Canvas *canvas, Rect area, int row, const char *text)
{
    canvas_put(canvas, (Rect){area.column, row, area.columns, 1}, QUIET, text);
}

// What it is made from and what it feeds: on one row, or on two where that does not fit and there
// is room. Returns the rows used: none for a number that came from nowhere and goes nowhere.
static int draw_links(Canvas *canvas, Rect area, int row, const Arithmetic *arithmetic)
{
    enum { GAP = 3, LEAST_DEPENDENTS = 30 };
    Arena *arena = canvas->arena;
    Buf from = {.arena = arena};
    write_sources(canvas, arithmetic, &from);
    if (from.n) buf_add(&from, STR("  (Enter)"));
    DependentNames dependents = name_dependents(canvas);
    bool fed = dependents.count || dependents.more;
    int left = from.n ? area.columns - utf8_width(buf_str(&from)) - GAP : area.columns;
    const char *beside = dependents_within(&dependents, left, arena);
    const char *below = dependents_within(&dependents, area.columns, arena);
    bool all = strcmp(beside, below) == 0, fits = frame_columns(beside) <= left;
    if (from.n && fed && !(all && fits) && row + 1 < area.row + area.rows) {
        draw_faint(canvas, area, row, buf_text(&from));
        draw_faint(canvas, area, row + 1, below);
        return 2;
    }
    if (from.n && fed && !fits && left < LEAST_DEPENDENTS) beside = "";
    draw_faint(canvas, area, row,
               arena_printf(arena, "%s%*s%s", buf_text(&from), from.n ? GAP : 0, "", beside));
    return from.n || fed;
}

// "d loss / d scores[0,1] = d y[0,0]*weights[0,1] = 0.5*0.2 = 0.1", in fewer words where there is
// little room. Of a gradient it is the chain rule from the other side.
static const char *gradient_line(Canvas *canvas, int columns)
{
    enum { MOST_TERMS = 8 };
    const Walk *walk = canvas->walk;
    Cell cell = walk->at.selected;
    int64_t pass = 0;
    ChainRule rule;
    const char *step = walk_is_open(walk, cell) ? chain_step(walk->trace, walk_sight(walk), cell,
                                                             walk->view.digits, canvas->arena)
                                                : NULL;
    if (step) {
        step = app_typeset(canvas->app, step, canvas->arena);
        return canvas_fit_text(canvas->arena, str_from(step), columns);
    }
    bool is_gradient = chain_cell_of(walk->trace, cell, &cell, &pass);
    if (!is_gradient && !walk->view.gradients) return NULL;
    if (is_gradient && !walk_is_open(walk, walk->at.selected)) return NULL;
    if (!chain_rule(walk->trace, cell, pass, true, canvas->arena, &rule)) return NULL;
    if (!chain_is_seen(&rule, walk_sight(walk))) return NULL;
    const char *texts[3 * MOST_TERMS + 2];
    int count = chain_lines(walk->trace, &rule, is_gradient, walk->view.digits, MOST_TERMS,
                            canvas->arena, texts);
    for (int i = 0; i < count; i++) texts[i] = app_typeset(canvas->app, texts[i], canvas->arena);
    texts[count] = NULL;
    return count ? canvas_first_fitting(texts, columns) : NULL;
}

// The lines of a derivation, each cell's numbers on one: "    scores[1,0] = 2*0 + 2*1 + 2*1 = 4".
typedef struct InspectorLines {
    Canvas *canvas;
    const char **lines;
    int count;
    int columns, rows, most; // how wide lines may be, the rows they take, and the most that help
} InspectorLines;

static bool add_derived(const Derived *derived, void *context)
{
    enum { INDENT = 2 };
    InspectorLines *d = context;
    const Arithmetic *arithmetic = derived->arithmetic;
    if (derived->level == 0 || !arithmetic) return true; // the cell itself is above
    Arena *arena = d->canvas->arena;
    Buf line = {.arena = arena}, sum = {.arena = arena};
    buf_add_repeat(&line, ' ', INDENT * derived->level);
    buf_printf(&line, "%s = ", cell_name(d->canvas->walk->trace, derived->cell, arena));
    arithmetic_write_sum(arithmetic, &sum);
    buf_add(&line, str_from(app_typeset(d->canvas->app, buf_text(&sum), arena)));
    if (arithmetic->kind == TERMS_CONSTANT && !arithmetic->hold) buf_add(&line, STR("  (given)"));
    *ARENA_ADD(arena, d->lines, d->count) = buf_text(&line);
    d->rows += 1 + (utf8_width(buf_str(&line)) - 1) / d->columns;
    return d->rows < d->most;
}

static Text derivation_text(const InspectorLines *derivation, int columns)
{
    Text text = {.arena = derivation->canvas->arena, .columns = columns};
    for (int i = 0; i < derivation->count; i++) text_plain(&text, PLAIN, derivation->lines[i]);
    return text;
}

// The derivation below the cell's own lines, as far as there is room, its second half beside the
// first where that helps; false when there is none.
static bool draw_derivation(Canvas *canvas, Rect area, int row)
{
    enum { LEAST_COLUMNS = 90 }; // of a half
    const Walk *walk = canvas->walk;
    Rect left = {area.column, row, area.columns, area.row + area.rows - row};
    int halves = area.columns >= 2 * LEAST_COLUMNS ? 2 : 1;
    // Wrapped at words lines take more rows than their columns ask for, never fewer.
    InspectorLines derivation = {
        .canvas = canvas, .columns = area.columns / halves, .most = halves * left.rows + 1};
    explain_each(walk->trace, walk_sight(walk), walk->at.selected, walk_depth(canvas->app),
                 walk->view.digits, add_derived, &derivation);
    Text text = derivation_text(&derivation, area.columns);
    if (text.count <= left.rows) halves = 1;
    left.columns /= halves;
    if (halves > 1) text = derivation_text(&derivation, left.columns - 1);
    if (text.count == 0) return false;
    bool all_fit = text.count <= left.rows * halves;
    if (!all_fit) left.rows--;
    for (int i = 0; i < halves; i++) {
        Rect half = {left.column + i * left.columns, row, left.columns, left.rows};
        text_draw(&text, canvas->frame, half, i * left.rows);
    }
    if (!all_fit)
        frame_text(canvas->frame, area, area.column, left.row + left.rows, QUIET,
                   STR("(and more; F: all of it, i: fewer levels)"));
    return true;
}

// "axes: batch, head, query, key" of three and more, where all are known; else "".
static const char *axes_line(Canvas *canvas, int entry)
{
    TensorAxes axes = axes_of(canvas->walk->trace, entry);
    Buf line = {.arena = canvas->arena};
    bool is_known = true;
    for (int d = 0; d < axes.ndim; d++) {
        buf_printf(&line, "%s%s", d ? ", " : "axes: ", axis_name(&axes.of[d]));
        is_known &= axes.of[d].kind != AXIS_UNKNOWN;
    }
    return is_known && axes.ndim > 2 ? buf_text(&line) : "";
}

// "how: the two cells multiplied", for what was computed.
static void draw_doc(Canvas *canvas, int entry, Rect area, int row)
{
    const Op *op = canvas->walk->trace->entries[entry].call.op;
    int rows = area.row + area.rows - row;
    if (!op->doc || !op->sources || rows < 1) return;
    const char *doc = arena_printf(canvas->arena, "how: %s", typeset(canvas->arena, op->doc));
    if (rows == 1) {
        draw_faint(canvas, area, row, doc);
        return;
    }
    Text text = {.arena = canvas->arena, .columns = area.columns};
    TextRun run = {QUIET, str_from(doc)};
    text_wrap(&text, (Str){0}, STR("     "), &run, 1);
    run.text = str_from(axes_line(canvas, entry));
    if (run.text.n) text_wrap(&text, (Str){0}, STR("      "), &run, 1);
    text_draw(&text, canvas->frame, (Rect){area.column, row, area.columns, rows}, 0);
}

// " (was 4)" before the edits
static const char *was(Canvas *canvas)
{
    double before;
    if (!walk_changed(canvas->walk, canvas->walk->at.selected, &before)) return "";
    Buf number = {.arena = canvas->arena};
    int entry = canvas->walk->at.selected.entry;
    DType dtype = canvas->walk->trace->entries[entry].call.output->dtype;
    typeset_value(&number, dtype, before, canvas->walk->view.digits);
    return arena_printf(canvas->arena, " (was %s)", buf_text(&number));
}

// "scores[0,1] = 4   where did this come from?", in fewer words where there is little room.
static void draw_rule(Canvas *canvas, Rect part, const char *name, const char *result,
                      const char *right)
{
    Arena *arena = canvas->arena;
    bool open = walk_is_open(canvas->walk, canvas->walk->at.selected);
    result = app_typeset(canvas->app, result, arena);
    const char *what = open ? arena_printf(arena, "%s = %s%s", name, result, was(canvas)) : name;
    const char *titles[] = {
        arena_printf(arena, "%s   %s", what,
                     open ? "where did this come from?" : "how is it computed?"),
        arena_printf(arena, "%s   %s", what, open ? "where from?" : "how?"), what, NULL};
    const char *title = canvas_first_fitting(titles, canvas_rule_room(part.columns, right));
    canvas_rule(canvas, part, title, right);
}

// The code that gave it; of what qkv's library made, the call that led there.
static const char *given_code(Canvas *canvas, int entry, Span at)
{
    Buf code = {.arena = canvas->arena};
    if (canvas->walk->trace->entries[entry].source.source == at.source)
        return view_entry_code(canvas->walk, entry, canvas->arena);
    buf_add_one_line(&code, span_text(at));
    return buf_text(&code);
}

// ", in line 21: x = …", the code only where it can be read whole; readers of a lesson see no
// lines.
static void add_place(Canvas *canvas, Buf *text, Span at, int entry, int columns)
{
    int line = span_line(at);
    bool has_lines = lesson_format(canvas->walk->lesson.source) != FORMAT_MARKDOWN;
    if (line && has_lines) buf_printf(text, ", in line %d", line);
    const char *code =
        line ? arena_printf(canvas->arena, ": %s", given_code(canvas, entry, at)) : "";
    bool fits = utf8_width(buf_str(text)) + frame_columns(code) <= columns;
    buf_add(text, *code && fits ? str_from(code) : STR("."));
}

// A number that the program gave, or one that is so whatever the inputs are.
static void draw_given(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic)
{
    const Entry *entry = &canvas->walk->trace->entries[arithmetic->cell.entry];
    Span at = entry->source; // in the reader's own code
    for (const Call *call = entry->inside; call && at.source && at.source->is_library;
         call = call->caller)
        at = call->source;
    Buf text = {.arena = canvas->arena};
    bool open = walk_is_open(canvas->walk, canvas->walk->at.selected);
    const char *is = arithmetic->hold ? arithmetic->given : arithmetic->result;
    is = app_typeset(canvas->app, is, canvas->arena);
    if (arithmetic->hold)
        buf_printf(&text, "%s is %s.", name, open ? is : "held at a number");
    else if (entry->call.op->sources && !open)
        buf_printf(&text, "%s is made from none of the other numbers.", name);
    else if (entry->call.op->sources)
        buf_printf(&text, "%s = %s whatever the other numbers are.", name, is);
    else if (entry_is_left_over(entry))
        buf_printf(&text, "%s is %s.", name, arithmetic->given);
    else
        buf_printf(&text, "%s is given by %s", name, view_giver(canvas->walk));
    bool given = !arithmetic->hold && !entry->call.op->sources && !entry_is_left_over(entry);
    if (given) add_place(canvas, &text, at, arithmetic->cell.entry, area.columns);
    canvas_put(canvas, area, PLAIN, buf_text(&text));
}

static void draw_too_many(Canvas *canvas, const Rect *rule, Rect area, int terms)
{
    const Walk *walk = canvas->walk;
    const char *name = cell_name(walk->trace, walk->at.selected, canvas->arena);
    Buf number = {.arena = canvas->arena};
    number_human(&number, cell_value(walk->trace, walk->at.selected), walk->view.digits);
    const char *result = app_typeset(canvas->app, buf_text(&number), canvas->arena);
    bool open = walk_is_open(walk, walk->at.selected);
    if (rule) draw_rule(canvas, *rule, name, result, "");
    frame_printf(canvas->frame, area, area.column, area.row, PLAIN,
                 "%s is made from %d numbers, too many to write out%s%s", name, terms,
                 open ? ": " : "", open ? result : "");
    draw_doc(canvas, walk->at.selected.entry, area, area.row + 1);
}

// Of an attention weight why it is what it is, on one line, before what it feeds where only one row
// is left: the arrows and colours show that, too. Of other cells `w` says it.
static const char *why_weight(Canvas *canvas, int columns)
{
    const Walk *walk = canvas->walk;
    Cell cell = walk->at.selected;
    if (role_of(walk->trace, cell.entry) != ROLE_WEIGHTS) return NULL;
    const char *words = why_of(walk, cell, canvas->arena);
    if (words) words = app_typeset(canvas->app, words, canvas->arena);
    return why_line(words, columns, canvas->arena);
}

// The cell's arithmetic; returns the rows that it took.
static int draw_sum(Canvas *canvas, Rect area, const char *name, Arithmetic *arithmetic)
{
    if (arithmetic->kind == TERMS_CONSTANT) {
        draw_given(canvas, area, name, arithmetic);
        return 1;
    }
    arithmetic_look(arithmetic, walk_sight(canvas->walk));
    arithmetic_mark(arithmetic, role_mark_operand);
    return arithmetic_draw(canvas, area, name, arithmetic);
}

// Below it: its gradient, why it is what it is, what it is made from and feeds, what is below that.
static void draw_below(Canvas *canvas, Rect area, int row, const char *gradient,
                       const Arithmetic *arithmetic)
{
    const Walk *walk = canvas->walk;
    int last = area.row + area.rows;
    if (gradient && row < last) draw_faint(canvas, area, row++, gradient);
    const char *why = row < last ? why_weight(canvas, area.columns) : NULL;
    if (why) frame_text(canvas->frame, area, area.column, row++, PLAIN, str_from(why));
    if (row < last) row += draw_links(canvas, area, row, arithmetic);
    bool wanted =
        row < last && walk_depth(canvas->app) > 1 && walk_is_open(walk, walk->at.selected);
    if ((!wanted || !draw_derivation(canvas, area, row)) && !arithmetic->hold)
        draw_doc(canvas, arithmetic->cell.entry, area, row);
}

static const char *selected_name(Canvas *canvas)
{
    const Trace *trace = canvas->walk->trace;
    Cell cell = canvas->walk->at.selected;
    return role_mark(trace, cell.entry, cell_name(trace, cell, canvas->arena), canvas->arena);
}

int inspector_draw_cell(Canvas *canvas, Rect area)
{
    Arithmetic arithmetic;
    const Walk *walk = canvas->walk;
    if (!explain_if_few(walk->trace, walk->at.selected, walk->view.digits, canvas->arena,
                        &arithmetic)) {
        draw_too_many(canvas, NULL, area, arithmetic.terms.count);
        return 1;
    }
    int rows = draw_sum(canvas, area, selected_name(canvas), &arithmetic);
    draw_below(canvas, area, area.row + rows, gradient_line(canvas, area.columns), &arithmetic);
    return rows;
}

void view_inspector(Canvas *canvas, Rect part)
{
    const Walk *walk = canvas->walk;
    if (question_draw(canvas, part) || welcome_draw(canvas, part)) return;
    frame_fill(canvas->frame, part, GROUND_PANEL);
    int told = question_tell(canvas, part), above = told ? told : 1;
    Rect area = {part.column + 1, part.row + above, part.columns - 2, part.rows - above};
    if (told && (area.rows < LEAST_BELOW || !question_told_is_here(canvas->app))) return;
    if (walk->at.selected.entry < 0) {
        if (!told) canvas_rule(canvas, part, "no cell selected", "");
        return;
    }
    Arithmetic arithmetic;
    if (!explain_if_few(walk->trace, walk->at.selected, walk->view.digits, canvas->arena,
                        &arithmetic)) {
        draw_too_many(canvas, told ? NULL : &part, area, arithmetic.terms.count);
        return;
    }
    const char *name = selected_name(canvas), *gradient = gradient_line(canvas, area.columns);
    bool small = layout_tier(canvas->app->columns, canvas->app->rows) == TIER_S;
    bool hidden = small && !canvas->layout->part[PART_LESSON].rows; // no room beside the numbers
    if (!told) draw_rule(canvas, part, name, arithmetic.result, hidden ? "o: lesson" : "");
    Rect sum = area;
    if (arithmetic.kind != TERMS_CONSTANT) sum.rows -= gradient && area.rows > 2;
    int rows = draw_sum(canvas, sum, name, &arithmetic);
    draw_below(canvas, area, area.row + rows, gradient, &arithmetic);
}
