// Opening: the lesson is parsed and its program run once, block by block; what prose shows of it
// is computed in passing, at the point of the program where it is.
#include "modules/modules.h"
#include "trace/names/convention.h"
#include "walk/walk.h"

#include "base/files/file.h"
#include "lesson/kind.h"
#include "lesson/library.h"
#include "lesson/options.h"
#include "lesson/spell.h"
#include "study/names/typed_name.h"
#include "trace/names/roles.h"
#include "walk/cost_table.h"
#include "walk/data.h"
#include "walk/edits/donor.h"
#include "walk/edits/labelling.h"
#include "walk/edits/words.h"
#include "walk/goals.h"
#include "walk/live.h"
#include "walk/places/stages.h"
#include "walk/runs/iteration.h"
#include "walk/runs/rerun.h"

#include <unistd.h>

typedef struct Opener {
    Walk *walk;
    Buf *out; // everything printed so far
} Opener;

// ---- "#|" options ---------------------------------------------------------------------------

// `first` is the number of the first binding that it holds for.
static void note_axes(Walk *walk, Str name, Str axes, int first)
{
    AxisNote note = {.name = str_copy(&walk->ran.arena, name), .first_binding = first};
    while (axes.n && note.count < MAX_DIMS) {
        Str axis = str_take(&axes, ",");
        int i = note.count++;
        note.axis[i] = axis.n ? str_copy(&walk->ran.arena, axis) : NULL;
        note.item[i] = run_string_list(walk->ran.run, axis, &note.item_count[i]);
        note.item[i] = labels_shown(walk, note.axis[i], note.item[i], note.item_count[i]);
    }
    trace_note_axes(run_trace(walk->ran.run), note);
}

static bool note_role(Walk *walk, Str name, Str value, Span at)
{
    Role role;
    if (!role_from_name(value, &role)) {
        error_set_at(&walk->ran.error, at, NULL, "'%.*s' is not a role", STR_ARG(value));
        return error_hint(&walk->ran.error,
                          "input, key, query, value, score, weighted, output or none");
    }
    trace_note_role(run_trace(walk->ran.run), str_copy(&walk->ran.arena, name), (int)role);
    return true;
}

static bool note_cost(Opener *opener, const CodeOption *option)
{
    Walk *walk = opener->walk;
    CostClaim claim;
    if (!cost_claim_read(option, walk->ran.run, &claim, &walk->ran.error)) return false;
    *ARENA_ADD(&walk->ran.arena, walk->ran.costs, walk->ran.cost_count) = claim;
    return true;
}

// "#| record: nothing": the block only runs.
static bool leaves_out(const CodeBlock *code, Error *error)
{
    for (int i = 0; i < code->option_count; i++) {
        const CodeOption *option = &code->options[i];
        if (!str_is(option->key, "record")) continue;
        if (str_is(option->value, "nothing")) return true;
        error_set_at(error, option->at, NULL, "'%.*s' cannot be recorded", STR_ARG(option->value));
        error_hint(error, "#| record: nothing");
    }
    return false;
}

// "x = tokens, features; keys = k, d"
static bool apply_option(Opener *opener, const CodeOption *option, int first_binding)
{
    Walk *walk = opener->walk;
    if (str_is(option->key, "cost")) return note_cost(opener, option);
    if (str_is(option->key, "switch")) return true; // walk/edits/whatif.h
    if (str_is(option->key, "record")) return true; // leaves_out()
    Str rest = option->value;
    while (rest.n) {
        Str part = str_take(&rest, ";");
        if (str_find(part, "=") < 0) {
            error_set_at(&walk->ran.error, option_place(option, part), NULL,
                         "'%.*s' lacks a name and =", STR_ARG(part));
            return error_hint(&walk->ran.error, "#| axes: x = tokens, features");
        }
        Str name = str_take(&part, "=");
        part = str_trim(part);
        if (str_is(option->key, "axes"))
            note_axes(walk, name, part, first_binding);
        else if (str_is(option->key, "role") &&
                 !note_role(walk, name, part, option_place(option, part))) {
            return false;
        }
    }
    return true;
}

// ---- blocks -----------------------------------------------------------------------------------

// The last line of what Python would write about it; the program goes on behind this block.
static void show_error(Opener *opener)
{
    Error *error = &opener->walk->ran.error;
    buf_printf(opener->out, "%s%s%s\n", error->kind, *error->message ? ": " : "", error->message);
    *error = (Error){.arena = error->arena};
}

static bool run_code(Opener *opener, const CodeBlock *code)
{
    Walk *walk = opener->walk;
    int before = opener->out->n, first_binding = walk->trace->binding_count;
    run_trace(walk->ran.run)->leaves_out = leaves_out(code, &walk->ran.error);
    bool ok = !walk->ran.error.set && (code->shows_value ? run_cell : run_source)(
                                          walk->ran.run, code->source, &walk->ran.error);
    run_trace(walk->ran.run)->leaves_out = false;
    int raised = -1;
    if (code_expects(code, &walk->ran.error)) {
        raised = opener->out->n - before;
        show_error(opener);
        ok = true;
    }
    Str text = str_slice(buf_str(opener->out), before, opener->out->n);
    *ARENA_ADD(&walk->ran.arena, walk->ran.printed, walk->ran.printed_count) =
        (Printed){code, str_copy(&walk->ran.arena, text), !ok, raised};
    for (int i = 0; i < code->option_count && ok; i++) {
        ok = apply_option(opener, &code->options[i], first_binding);
    }
    return ok;
}

// A picture is of the tensor of that name at this point of the program.
static const char *show_picture(Walk *walk, const Source *name, Cell *cell)
{
    int indices;
    bool found = trace_parse_tensor(walk->trace, name->text, cell, &indices, &walk->ran.error);
    if (!found) error_place(&walk->ran.error, (Span){name, 0, name->text.n});
    return found ? str_copy(&walk->ran.arena, name->text) : NULL;
}

static bool show_live(Opener *opener, const Paragraph *paragraph)
{
    Walk *walk = opener->walk;
    Arena *arena = &walk->ran.arena;
    for (int i = 0; i < paragraph->count; i++) {
        LiveText live = {.expression = paragraph->inlines[i].live, .cell = {.entry = -1}};
        if (!live.expression) continue;
        if (paragraph->kind == PARAGRAPH_PICTURE)
            live.text = show_picture(walk, live.expression, &live.cell);
        else if (paragraph->inlines[i].kind == INLINE_GOAL)
            live.text = goal_text(walk, live.expression);
        else
            live.text = live_text(walk->ran.run, live.expression, arena, &walk->ran.error);
        if (!live.text) return false;
        *ARENA_ADD(arena, walk->ran.live, walk->ran.live_count) = live;
    }
    return true;
}

static bool show_all_live(Opener *opener, const Paragraph *paragraphs, int count)
{
    for (int i = 0; i < count; i++) {
        if (!show_live(opener, &paragraphs[i])) return false;
    }
    return true;
}

static bool run_block(Opener *opener, const Block *block)
{
    const Prediction *prediction = &block->prediction;
    switch (block->kind) {
    case BLOCK_CODE: return run_code(opener, &block->code);
    case BLOCK_PROSE: return show_live(opener, &block->prose);
    case BLOCK_PREDICTION:
        return show_all_live(opener, prediction->question, prediction->question_count);
    }
    return true;
}

static bool show_told(Opener *opener, const Prediction *prediction)
{
    if (!show_all_live(opener, prediction->reason, prediction->reason_count)) return false;
    for (int i = 0; i < prediction->choice_count; i++) {
        if (!show_live(opener, &prediction->choices[i].says)) return false;
    }
    for (int i = 0; i < prediction->foreseen_count; i++) {
        if (!show_live(opener, &prediction->foreseen[i].says)) return false;
    }
    return true;
}

// Predictions, and what is said afterwards, are about the values at the end of the step.
static bool finish_step(Opener *opener, int step)
{
    const Step *text = &opener->walk->lesson.steps[step];
    questions_of_step(opener->walk, step);
    for (int b = 0; b < text->count; b++) {
        const Block *block = &text->blocks[b];
        if (block->kind == BLOCK_PREDICTION && !show_told(opener, &block->prediction)) return false;
    }
    return true;
}

static bool run_lesson(Opener *opener)
{
    const Lesson *lesson = &opener->walk->lesson;
    for (int i = 0; i < lesson->intro_count; i++) {
        if (!run_block(opener, &lesson->intro[i])) return false;
    }
    for (int s = 0; s < lesson->step_count; s++) {
        run_trace(opener->walk->ran.run)->step = s;
        for (int b = 0; b < lesson->steps[s].count; b++) {
            if (!run_block(opener, &lesson->steps[s].blocks[b])) return false;
        }
        if (!finish_step(opener, s)) return false;
    }
    return true;
}

void walk_run(Walk *walk, OtherNumbers others, size_t beside)
{
    Opener opener = {.walk = walk, .out = NEW(&walk->ran.arena, Buf)};
    opener.out->arena = &walk->ran.arena;
    walk->ran.error = (Error){.arena = &walk->ran.arena};
    bool again = others.change || walk->program.window_count > 0;
    const char *argv[] = {walk->lesson.source->name, NULL};
    rerun_watch_begin(walk, again);
    walk->ran.run = run_new(&(RunOptions){.out = opener.out,
                                          .memory_limit = walk->program.memory_limit,
                                          .beside = beside,
                                          .readable = walk->program.readable,
                                          .argv = argv,
                                          .others = others,
                                          .stop_ends_loop = !again,
                                          .pulse = rerun_watch_pulse(walk),
                                          .ignores_claims = others.change != NULL});
    walk->trace = run_trace(walk->ran.run);
    record_windows(walk);
    run_lesson(&opener);
    run_settle(walk->ran.run);
    rerun_watch_end(walk);
    run_trace(walk->ran.run)->is_ascii = walk->program.ascii;
    trace_settle_names(run_trace(walk->ran.run));
    trace_read_columns(run_trace(walk->ran.run), walk->view.columns);
    labelling_apply(walk);
}

static bool read_lesson(Walk *walk, const char *name, Str text, Error *error)
{
    if (!text.p) return library_open(name, &walk->arena, &walk->lesson, error);
    Source *source = NEW(&walk->arena, Source);
    source->name = str_copy(&walk->arena, str_from(name));
    source->text = (Str){str_copy(&walk->arena, text), text.n};
    return lesson_parse(source, &walk->arena, &walk->lesson, error);
}

enum { STREAM_BYTES = 1 << 30 };

// What can be read only once is read here, whatever it is.
static bool read_any(Walk *walk, const char *name, const WalkOptions *options, Error *error)
{
    Str bytes = options->text ? str_from(options->text) : (Str){0};
    const char *kind = "md";
    if (!options->text && kind_is_stream(name)) {
        if (!file_read(name, STREAM_BYTES, &walk->arena, &bytes, error)) return false;
        if (!bytes.p) bytes = STR("");
        kind = kind_of(name, bytes);
    } else if (!options->text && access(name, F_OK) == 0) {
        kind = kind_of_file(library_path(name, &walk->arena));
    }
    walk->program.is_data = kind_is_data(kind);
    if (walk->program.is_data) return data_open(walk, name, kind, bytes, options, error);
    return read_lesson(walk, name, bytes, error);
}

bool walk_open(Walk *walk, const char *lesson_or_path, const WalkOptions *options, Error *error)
{
    *walk = (Walk){
        .program = {.memory_limit = options->memory_limit,
                    .watch = options->watch,
                    .ascii = options->ascii},
        .at = {.focus = -1, .focus_call = -1, .selected = {.entry = -1}, .settled = -1},
        .view = {.digits = 4,
                 .depth = 1,
                 .columns = options->columns,
                 .convention_is_given = options->convention_is_given},
    };
    if (!read_any(walk, lesson_or_path, options, error)) return false;
    walk->lesson.axes = options->axes;
    if (!walk->program.is_data)
        walk->program.readable =
            readable_by(options->files, walk->lesson.source->name, &walk->arena);
    if (walk->program.ascii) spell_lesson(&walk->lesson, &walk->arena);
    walk->past.done = NEW_ARRAY(&walk->arena, bool, walk->lesson.step_count + 1);
    walk_run(walk, options->others, 0);
    record_ends(walk, options->others);
    stages_build(walk);
    questions_fade(walk);
    words_find(walk);
    goals_find(walk);
    walk_go_to_step(walk, 0);
    return true;
}

void walk_close(Walk *walk)
{
    if (walk->original) walk_rerun_free(walk->original);
    walk_rerun_free(walk);
    donors_free(walk);
    arena_free(&walk->arena);
    *walk = (Walk){0};
}
