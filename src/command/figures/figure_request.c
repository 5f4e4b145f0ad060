// Collects what a figure is to show: the tensor, the marked cell, the head and the query, and the
// parts of the whole walk. When the command line names no tensor it is the last matrix of
// attention scores or weights that suits the kind of figure, otherwise the last tensor that suits
// it.
#include "command/figures/figures.h"

#include "base/text/number.h"
#include "command/tensor.h"
#include "export/writers.h"
#include "study/attention/attention.h"
#include "study/axes/matrix.h"
#include "tensor/autograd.h"
#include "tensor/op.h"
#include "walk/edits/edit.h"
#include "walk/places/go.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- what a step is about -----------------------------------------------------------------------
//
// The first sentence of a step says what is to be done or why; it goes above the tasks of a
// worksheet.

static const char *plain_text(const Walk *walk, const Paragraph *paragraph, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (piece->kind == INLINE_BREAK)
            buf_add_char(&text, ' ');
        else if (piece->kind == INLINE_LIVE)
            buf_add(&text, str_from(walk_live_text(walk, piece->live)));
        else if (piece->kind != INLINE_GOAL)
            buf_add(&text, piece->text);
    }
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') text.p[i] = ' ';
    }
    return buf_text(&text);
}

// A full stop in brackets or before a small letter ("e.g. this") ends nothing.
static const char *first_sentence(const char *text, Arena *arena)
{
    int brackets = 0;
    for (const char *c = text; *c; c++) {
        brackets += (*c == '(') - (*c == ')');
        if (brackets > 0 || !strchr(".?!", *c) || (c[1] != ' ' && c[1] != '\0')) continue;
        bool goes_on = c[1] == ' ' && c[2] >= 'a' && c[2] <= 'z';
        if (!goes_on) return arena_printf(arena, "%.*s", (int)(c + 1 - text), text);
    }
    return "";
}

static const char *about_step(const Walk *walk, int step, Arena *arena)
{
    if (step < 0 || step >= walk->lesson.step_count) return "";
    const Step *told = &walk->lesson.steps[step];
    for (int i = 0; i < told->count; i++) {
        const Block *block = &told->blocks[i];
        if (block->kind != BLOCK_PROSE || block->prose.kind != PARAGRAPH_TEXT) continue;
        const char *sentence = first_sentence(plain_text(walk, &block->prose, arena), arena);
        if (*sentence) return sentence;
    }
    return "";
}

static const char *code_of(const Walk *walk, const Stage *stage, Arena *arena)
{
    Buf line = {.arena = arena};
    bool call = stage->call >= 0;
    Span source = call ? walk_stage_source(walk, stage) : entry_written(walk->trace, stage->entry);
    entry_write_code(walk->trace, stage->entry, source, &line);
    return buf_text(&line);
}

// Those of a stage, from the one at which nothing is open. One that opens in no sub-steps has none.
static const Moment *moments_of(const Walk *walk, const Stage *stage, int *count, Arena *arena)
{
    *count = 0;
    if (stage->entry < 0 || stage->substeps == 0) return NULL;
    Moment *moments = NEW_ARRAY(arena, Moment, stage->substeps + 1);
    for (int i = 0; i <= stage->substeps; i++) {
        int64_t cells = walk_cells_open(walk, stage, i);
        moments[(*count)++] = (Moment){cells, i < stage->opening.terms ? i : 0};
    }
    return moments;
}

void figure_request_moments(FigureRequest *request, const Walk *walk, Arena *arena)
{
    if (request->cell.entry < 0) return;
    Stage stage = walk_stage_of(walk, request->cell.entry);
    request->opening.moments = moments_of(walk, &stage, &request->opening.count, arena);
}

static WalkPart part_of(const Walk *walk, const Stage *stage, Arena *arena)
{
    WalkPart part = {.step = stage->step, .title = "", .entry = stage->entry, .code = ""};
    if (stage->step < walk->lesson.step_count) part.title = walk->lesson.steps[stage->step].title;
    if (stage->entry < 0) return part;
    part.code = code_of(walk, stage, arena);
    part.moments = moments_of(walk, stage, &part.moment_count, arena);
    if (stage->call >= 0) part.call = walk->trace->calls[stage->call];
    return part;
}

// ---- listings -----------------------------------------------------------------------------------
//
// A listing computes its attention inside of calls, and much of its top level only moves numbers.

static bool only_moves(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    if (!call->op->sources || shape_count(&call->output->shape) == 0) return false;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch, .most = 1};
    op_sources(call, (Index){0}, &terms);
    bool moved = call->op->moves || (terms.kind == TERMS_MOVED && !terms.decider_count);
    return moved || trace->entries[entry].is_write;
}

static bool is_arithmetic(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    return call->op->sources && !call->output->is_number && call->output->shape.ndim > 0 &&
           !autograd_of(call->output)->is_parameter && !only_moves(trace, entry);
}

// The call around the attention: that of its module, else of its function. NULL: it has none.
static const Call *attending_call(const Trace *trace, int entry)
{
    const Call *call = trace->entries[entry].inside, *module = call;
    while (module && (!module->path || module->is_library)) module = module->caller;
    return module ? module : call;
}

// The first layer that attends inside of a call; -1: there is none.
static int attention_inside(const Walk *walk)
{
    SCRATCH(scratch);
    AttentionLayer *layers;
    int count = attention_layers(walk->trace, &scratch, &layers), found = -1;
    for (int i = count - 1; i >= 0; i--) {
        int entry = layers[i].attention.entry;
        if (walk->trace->entries[entry].inside) found = entry;
    }
    return found;
}

// The arithmetic of the call, an equation for each operation.
static int add_call(WalkPart *parts, const Walk *walk, const Stage *around, const Call *call,
                    Arena *arena)
{
    enum { MOST_WITHIN = 24 };
    int count = 0;
    for (int e = call->first_entry; e < call->entry_end && count < MOST_WITHIN; e++) {
        Stage stage = {.step = around->step, .statement = around->statement, .entry = e};
        stage.call = -1;
        if (is_arithmetic(walk->trace, e)) parts[count++] = part_of(walk, &stage, arena);
    }
    return count;
}

// What only moves numbers, and the single numbers that a loop prints.
static bool is_plumbing(const Walk *walk, const Stage *stage)
{
    if (stage->call >= 0 || stage->entry < 0) return false;
    const Trace *trace = walk->trace;
    bool is_number = trace->entries[stage->entry].call.output->shape.ndim == 0;
    bool in_loop = stage->statement >= 0 && trace->statements[stage->statement].is_compound;
    return only_moves(trace, stage->entry) || (is_number && in_loop);
}

static bool holds_entry(const Walk *walk, const Stage *stage, int entry)
{
    if (entry < 0 || stage->call < 0) return false;
    const Call *call = walk->trace->calls[stage->call];
    return call->first_entry <= entry && entry < call->entry_end;
}

void figure_request_parts(FigureRequest *request, const Walk *walk, Arena *arena)
{
    bool is_listing = walk_is_listing(walk);
    int attention = is_listing ? attention_inside(walk) : -1, within = 0, count = 0;
    const Call *call = attention < 0 ? NULL : attending_call(walk->trace, attention);
    if (call) within = call->entry_end - call->first_entry;
    WalkPart *parts = NEW_ARRAY(arena, WalkPart, walk->ran.stage_count + within);
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        if (call && holds_entry(walk, stage, attention)) {
            count += add_call(parts + count, walk, stage, call, arena);
            call = NULL;
        }
        if (!is_listing || !is_plumbing(walk, stage)) parts[count++] = part_of(walk, stage, arena);
    }
    for (int i = 0; i < count; i++) {
        bool again = i && parts[i - 1].step == parts[i].step;
        parts[i].about = again ? parts[i - 1].about : about_step(walk, parts[i].step, arena);
    }
    request->walk.parts = parts;
    request->walk.part_count = count;
    request->walk.lesson = walk->lesson.title ? walk->lesson.title : walk->lesson.name;
}

static bool read_cell(FigureRequest *request, const Walk *walk, const OptionValue *cell,
                      Error *error)
{
    request->marked.entry = -1;
    if (!cell->given) return true;
    return focus_cell(request, walk, str_from(cell->text), &request->marked,
                      &request->marked_indices, error);
}

// "3-6", "3-", "-6" or "3", counted from 1.
static bool read_steps(FigureRequest *request, const Walk *walk, const OptionValue *steps,
                       Error *error)
{
    if (!steps->given) return true;
    int count = walk->lesson.step_count;
    Str rest = str_from(steps->text), first = str_take(&rest, "-");
    bool is_range = strchr(steps->text, '-') != NULL;
    int64_t from = 1, to = count;
    bool ok = (first.n || rest.n) && (!first.n || number_parse_int(first, &from)) &&
              (!rest.n || number_parse_int(rest, &to));
    if (!is_range) to = from;
    if (ok && from >= 1 && from <= to && to <= count) {
        request->tasks.first_step = (int)from - 1;
        request->tasks.step_end = (int)to;
        return true;
    }
    error_set(error, NULL, "--steps %s names no steps of %s", steps->text, walk->lesson.name);
    return error_hint(error, "it has steps 1 to %d: --steps 1-%d", count, count);
}

// A number, or the label of a token.
static void read_query(FigureRequest *request, const OptionValue *query)
{
    request->pick.query = -1;
    bool is_number = query->given &&
                     number_parse_int(str_from(query->text), &request->pick.query) &&
                     request->pick.query >= 0;
    if (is_number || !query->given) return;
    request->pick.query = -1;
    request->pick.query_word = query->text;
}

bool figure_request_read(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                         Arena *arena, Error *error)
{
    const OptionValue *value = arguments->value;
    request->trace = walk->trace;
    request->pick.head = picks_head(value);
    read_query(request, &value[OPTION_QUERY]);
    const OptionValue *least = &value[OPTION_LEAST_WEIGHT];
    request->pick.least_weight = least->given ? fmax(least->number, DBL_MIN) : 0;
    if (value[OPTION_MASK].given) request->pick.mask = (Triangle)(1 + value[OPTION_MASK].integer);
    request->tasks.seed = -1;
    request->tasks.blanks = value[OPTION_BLANKS].given ? (int)value[OPTION_BLANKS].integer : 0;
    request->panels.letters = value[OPTION_PANEL_LETTERS].given;
    request->scale_each = value[OPTION_SCALE_EACH].given;
    figure_request_parts(request, walk, arena);
    return read_steps(request, walk, &value[OPTION_STEPS], error) &&
           read_cell(request, walk, &value[OPTION_CELL], error);
}

// ---- the tensor --------------------------------------------------------------------------------

static bool suits(const Trace *trace, int entry, const void *context)
{
    const FigureKind *kind = context;
    if (kind->misfit) return !kind->misfit(trace, (Cell){.entry = entry});
    return tensor_has_axes(trace, entry, NULL);
}

static bool parse_tensor(FigureRequest *request, const FigureKind *kind, const Walk *walk, Str text,
                         Error *error)
{
    if (kind->whole) return tensor_named_part(walk, text, &request->cell, error);
    return (kind->one_cell ? tensor_named : tensor_named_matrix)(walk, text, &request->cell,
                                                                 &request->indices, error);
}

bool figure_request_tensor(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                           const Arguments *arguments, Buf *messages, Error *error)
{
    request->is_named = arguments->count > 1;
    if (kind->whole && !request->is_named) return true;
    if (request->is_named)
        return parse_tensor(request, kind, walk, str_from(arguments->words[1]), error);
    const OptionValue *cell = &arguments->value[OPTION_CELL];
    if (cell->given && request->marked.entry >= 0) {
        request->cell = request->marked;
        request->indices = kind->one_cell ? request->marked_indices : 0;
        return true;
    }
    request->cell =
        (Cell){.entry = tensor_meant(walk, suits, kind, kind->all_layers ? NULL : messages)};
    if (request->cell.entry >= 0) return true;
    return error_fail(error, "name a tensor: qkv export LESSON TENSOR",
                      "%s has nothing to show as %s", walk->lesson.name, kind->name);
}

// What a cell is made of is marked as far as it is on the screen. Of a reader's choice of digits
// only another one than the usual counts: else they are as many as there is room for.
static FigureHere *here_of(const Walk *walk, double room, Arena *arena)
{
    const int *entries;
    int count = walk_equation(walk, &entries);
    Cell result = {walk->at.focus, walk->at.result_at};
    int pieces = walk_open_terms(walk, result);
    const Question *asked = walk_hiding(walk, result);
    Index *shown = NEW_ARRAY(arena, Index, count);
    for (int i = 0; i < count; i++) shown[i] = walk_shown_in(walk, i);
    FigureHere *here = NEW(arena, FigureHere);
    *here = (FigureHere){
        .call = walk->at.focus_call < 0 ? NULL : walk->trace->calls[walk->at.focus_call],
        .shown = shown,
        .pieces = pieces > 0 && !asked ? pieces : 0,
        .no_sources = asked && !question_shows_sources(walk, asked),
        .room = room,
    };
    return here;
}

static void be_here(FigureRequest *request, const Walk *walk, double room, Arena *arena)
{
    enum { USUAL_DIGITS = 4 };
    int digits = walk->view.digits;
    request->here = here_of(walk, room, arena);
    request->look.digits = digits == USUAL_DIGITS ? 0 : digits == 0 ? -1 : digits;
    request->look.sight = walk_sight_so_far(walk);
}

FigureRequest figure_request_chosen(const FigureKind *kind, const Walk *walk, Cell cell,
                                    FigureChoice choice, Arena *arena)
{
    if (choice.here) cell = (Cell){walk->at.focus, walk->at.result_at};
    int ndim = walk->trace->entries[cell.entry].call.output->shape.ndim;
    FigureRequest request = {
        .trace = walk->trace,
        .cell = cell,
        .indices = kind->one_cell ? ndim : 0, // of the others all slices
        .look = {.theme = choice.theme, .sight = walk_sight(walk), .bare = choice.bare},
        .marked = {.entry = -1},
        .pick = {.head = choice.head, .query = choice.query},
        .tasks = {.seed = -1},
    };
    if (choice.here) be_here(&request, walk, choice.room, arena);
    if (!choice.here) figure_request_parts(&request, walk, arena);
    return request;
}

bool figure_chosen_svg(const Walk *walk, Cell cell, FigureChoice choice, Sight sight,
                       const Measure *measure, Buf *out, const char **said, Error *error)
{
    const FigureKind *kind = figure_kind_find(choice.kind);
    FigureRequest request = figure_request_chosen(kind, walk, cell, choice, out->arena);
    Figure figure = {.arena = out->arena};
    int missing;
    if (!request.here) request.look.sight = sight;
    if (!figure_kind_build(kind, &figure, &request, measure, error)) return false;
    figure_keep_first_page(&figure);
    if (said) *said = figure.description;
    return svg_write(&figure, NULL, out, &missing, error);
}

// ---- several tensors ----------------------------------------------------------------------------
//
// `qkv export LESSON weights outputs` draws two panels. With --compare there are a first, a second,
// and their difference: two tensors, or one before and after what --set, --hold or --tokens
// changed.

enum { MOST_PANELS = 12 };

static bool name_panel(const Walk *walk, const char *word, FigurePanel *panel, Arena *arena,
                       Error *error)
{
    int given;
    panel->trace = walk->trace;
    panel->title = str_copy(arena, str_from(word));
    return tensor_named_matrix(walk, str_from(word), &panel->cell, &given, error);
}

static bool read_named(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                       FigurePanel *panels, Arena *arena, Error *error)
{
    int named = arguments->count - 1;
    if (named > MOST_PANELS)
        return error_fail(error, "two figures, or --kind heads for all heads of a tensor",
                          "%d tensors in one figure are too many: at most %d", named, MOST_PANELS);
    for (int i = 0; i < named; i++) {
        if (!name_panel(walk, arguments->words[i + 1], &panels[i], arena, error)) return false;
    }
    request->panels.panel = panels;
    request->panels.count = named;
    return true;
}

static bool other_shape(const FigureRequest *request, const Walk *walk, const Shape *before,
                        const Shape *now, Error *error)
{
    return error_fail(error, "a change that keeps the shapes, or leave --compare out",
                      "%s has the shape %s now, and had %s: they cannot be compared",
                      entry_title(walk->trace, request->cell.entry, error->arena),
                      shape_tuple(error->arena, now), shape_tuple(error->arena, before));
}

static bool nothing_before(const FigureRequest *request, const Walk *walk, Error *error)
{
    const char *title = entry_title(walk->trace, request->cell.entry, error->arena);
    if (!walk->original)
        return error_fail(error, "another tensor, or a change of the run: --set 'x[0,1]=3'",
                          "--compare needs something to compare %s with", title);
    return error_fail(error, "a tensor that the program makes before it takes another path",
                      "%s was not computed alike before the change", title);
}

// Before and after an edit.
static bool read_runs(FigureRequest *request, const Walk *walk, FigurePanel *panels, Arena *arena,
                      Error *error)
{
    int entry = request->cell.entry;
    Cell then = {walk_entry_before(walk, entry), request->cell.at};
    if (then.entry < 0) return nothing_before(request, walk, error);
    const Shape *before = &walk->original->trace->entries[then.entry].call.output->shape;
    const Shape *now = &walk->trace->entries[entry].call.output->shape;
    if (!shape_equal(before, now)) return other_shape(request, walk, before, now, error);
    const char *title = slice_title(walk->trace, entry, request->cell.at, now->ndim - 2, arena);
    panels[0] = (FigurePanel){walk->original->trace, then, NULL};
    panels[0].title = arena_printf(arena, "%s before", title);
    panels[1] = (FigurePanel){walk->trace, request->cell, arena_printf(arena, "%s after", title)};
    request->panels.panel = panels;
    request->panels.count = 2;
    request->panels.edited = true;
    return true;
}

bool panel_options(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                   Arena *arena, Error *error)
{
    FigurePanel *panels = NEW_ARRAY(arena, FigurePanel, arguments->count + 2);
    request->panels.compare = arguments->value[OPTION_COMPARE].given;
    if (arguments->count > 2) {
        if (!read_named(request, walk, arguments, panels, arena, error)) return false;
        if (!request->panels.compare || request->panels.count == 2) return true;
        return error_fail(error, "leave --compare out to draw them side by side",
                          "--compare compares two tensors, not %d", request->panels.count);
    }
    return !request->panels.compare || read_runs(request, walk, panels, arena, error);
}
