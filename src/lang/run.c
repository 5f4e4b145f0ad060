// The interpreter as others see it: a run is made, fed with pieces of source, asked for values, and
// freed.
#include "lang/run.h"

#include "base/files/mapping.h"
#include "base/machine/share.h"
#include "base/memory.h"

#include "lang/builtins/builtins.h"
#include "lang/class.h"
#include "lang/evaluation/flow.h"
#include "lang/evaluation/loop.h"
#include "lang/imports/module.h"
#include "lang/numbers/numbers.h"
#include "trace/names/naming.h"

static void begin(Run *run)
{
    large_begin();
    run->own_error = (Error){.arena = &run->failing};
    run->error = &run->own_error;
    run->raised.exception = run->raised.args = NOTHING;
    run->handled = NULL;
    run->frame = (RunFrame){.globals = &run->program, .here = run->frame.here};
    run->held.count = 0;
    run->calls = 0;
    // Something always stays in it, so that not each statement asks for memory anew.
    if (!run->scratch.blocks) arena_alloc(&run->scratch, 1);
}

static size_t at_most(size_t bytes, size_t limit)
{
    return bytes < limit ? bytes : limit;
}

size_t run_bytes(const Run *run)
{
    if (!run) return 0;
    const TensorHeap *heap = &run->trace.heap;
    return heap->used + heap->spares.bytes + run->heap.bytes;
}

size_t run_memory_left(size_t held)
{
    size_t half = at_most(memory_allowed() / 2, memory_budget());
    return held < half ? half - held : 0;
}

// Two thirds of what is left are for tensors. A limit of 0 would be none.
static void set_memory(Run *run, const RunOptions *options)
{
    const size_t most_tensors = (size_t)2 << 30;
    size_t third = run_memory_left(options->beside) / 3 + 1;
    size_t tensors = at_most(most_tensors, 2 * third);
    size_t objects = at_most(MAX_OBJECT_BYTES, third);
    if (options->memory_limit) objects = at_most(MAX_OBJECT_BYTES, memory_budget());
    run->trace.heap.limit = options->memory_limit ? options->memory_limit : tensors;
    run->heap.limit = options->object_limit ? options->object_limit : objects;
}

Run *run_begin(const RunOptions *options)
{
    Arena arena = {0};
    Run *run = NEW(&arena, Run);
    run->arena = arena;
    run->out = options->out;
    run->messages = options->messages ? options->messages : NEW(&run->arena, Buf);
    if (!options->messages) run->messages->arena = &run->arena;
    run->work.limit = options->step_limit ? options->step_limit : DEFAULT_STEPS;
    run->stopping.pulse = options->pulse ? options->pulse : &run->stopping.unwatched;
    run->stopping.stop_ends_loop = options->stop_ends_loop;
    run->stopping.stop_is_raised = options->stop_is_raised;
    run->names.arena = &run->arena;
    run->print = PRINT_DEFAULTS;
    run->collector.more = options->collections;
    trace_init(&run->trace, 0);
    set_memory(run, options);
    run->trace.off = options->is_unrecorded;
    run->readable = options->readable;
    run->argv = options->argv;
    run->trace.others = options->others;
    run->trace.called = loop_name_now;
    run->trace.called_context = run;
    run->claims.ignored = options->ignores_claims;
    for (int i = 0; i < DUNDER_COUNT; i++) {
        run->dunder[i] = name_of(&run->names, str_from(dunder_text[i]));
    }
    run->identities.arena = &run->arena;
    run->program.arena = run->builtins.arena = run->modules.arena = &run->arena;
    run->memos.signatures.arena = run->memos.rows.arena = run->memos.gradient_rules.arena =
        run->memos.grad_fn_types.arena = &run->arena;
    for (int i = 0; i < OP_PLACES; i++) run->operations[i].arena = &run->arena;
    run->tensor_methods.arena = &run->arena;
    begin(run);
    builtins_add(run);
    import_make_importlib(run);
    return run;
}

void run_settle(Run *run)
{
    run->held.count = 0;
    run->work.steps = 0;
    collect_garbage(run);
    spares_free(&run->trace.heap.spares);
    arena_free(&run->scratch);
}

void run_free(Run *run)
{
    if (!run) return;
    generator_free_all(run);
    object_free_all(run);
    arena_free(&run->failing);
    trace_free(&run->trace);
    arena_free(&run->scratch);
    Arena arena = run->arena; // the run itself is in it
    arena_free(&arena);
}

// What the statement left under a name can be shown, although the way to it was not recorded.
static void bind_left_out(Run *run)
{
    for (size_t i = 0; i < run->program.count; i++) {
        const TableEntry *entry = &run->program.entry[i];
        if (!holds_tensor(entry->value)) continue;
        trace_bind_left_out(&run->trace, entry->name, entry->value.tensor);
    }
}

static bool is_compound(const Stmt *stmt)
{
    static const bool compound[] = {
        [STMT_IF] = true,  [STMT_WHILE] = true, [STMT_FOR] = true,  [STMT_DEF] = true,
        [STMT_TRY] = true, [STMT_CLASS] = true, [STMT_WITH] = true,
    };
    return stmt->kind < sizeof compound && compound[stmt->kind];
}

static bool goes_on(void *run)
{
    return !run_is_interrupted(run);
}

// What was read of a file that became shorter meanwhile is wrong, wherever it went.
static bool run_watched(Run *run, const Stmt *stmt, Value *result)
{
    mapping_watch(true);
    share_ask(goes_on, run);
    bool ok = run_statement(run, stmt, result) != FLOW_ERROR;
    if (ok && !mapping_is_whole(run->error)) {
        error_place(run->error, stmt->span);
        ok = error_final(run->error);
    }
    share_ask(NULL, NULL);
    mapping_watch(false);
    return ok;
}

static bool run_top_level(Run *run, const Stmt *stmt)
{
    Value result;
    trace_statement_begin(&run->trace, stmt->span, stmt->kind == STMT_ASSERT);
    if (is_compound(stmt)) trace_statement_is_compound(&run->trace);
    bool ok = run_watched(run, stmt, &result);
    if (trace_left_out(&run->trace)) bind_left_out(run);
    trace_statement_end(&run->trace);
    return ok;
}

static bool run_statements(Run *run, const StmtList *program, int count)
{
    for (int i = 0; i < count; i++) {
        if (!run_top_level(run, program->item[i])) return false;
    }
    return true;
}

static bool is_shown(const Source *source, const StmtList *program)
{
    const Stmt *last = program->count ? program->item[program->count - 1] : NULL;
    if (!last || last->kind != STMT_EXPR) return false;
    Str rest = str_trim(str_slice(source->text, last->span.end, source->text.n));
    return !str_starts(rest, ";");
}

// As IPython writes it: what does not fit into a line is broken at its commas.
static Value pretty_text(Run *run, Value value)
{
    Value module = import_module(run, "IPython.lib.pretty");
    if (!module.type) return NOTHING;
    Value pretty = module_attribute(run, module, name_of(&run->names, STR("pretty")));
    return pretty.type ? call_with(run, pretty, &value, 1) : NOTHING;
}

static void print_value(Run *run, Value value)
{
    bool paused = run->trace.paused, is_whole = value_is_number(value) || holds_tensor(value);
    if (is_whole) {
        value_repr(run, value, run->out);
    } else {
        hold(run, value);
        run->trace.paused = true;
        Value text = pretty_text(run, value);
        run->trace.paused = paused;
        if (text.type) buf_add(run->out, value_text(text));
    }
    buf_add_char(run->out, '\n');
}

static bool show_value(Run *run, const Stmt *stmt)
{
    trace_statement_begin(&run->trace, stmt->span, false);
    Value value = eval(run, stmt->value);
    if (value.type && value.type != &type_none) print_value(run, value);
    trace_statement_end(&run->trace);
    arena_free(&run->scratch);
    return value.type && !run_has_failed(run);
}

bool run_end(Run *run, Error *error)
{
    begin(run);
    generator_drop_all(run);
    generator_close_dropped(run);
    return run_finish_piece(run, error);
}

static bool run_piece(Run *run, const Source *source, bool shows, Error *error)
{
    StmtList program = {0};
    if (run->ending.has_ended) return true;
    if (!parse_program(source, &run->arena, &run->names, &program, error)) return false;
    begin(run);
    shows = shows && is_shown(source, &program);
    if (run_statements(run, &program, program.count - shows) && shows)
        show_value(run, program.item[program.count - 1]);
    return run_finish_piece(run, error);
}

bool run_source(Run *run, const Source *source, Error *error)
{
    return run_piece(run, source, false, error);
}

bool run_cell(Run *run, const Source *source, Error *error)
{
    return run_piece(run, source, true, error);
}

bool run_show_expression(Run *run, const Source *expression, Buf *out, bool *is_string,
                         Error *error)
{
    const Expr *expr = parse_single_expression(expression, &run->arena, &run->names, error);
    if (!expr) return false;
    begin(run);
    bool paused = run->trace.paused;
    run->trace.paused = true;
    Value value = eval(run, expr);
    run->trace.paused = paused;
    Buf text = {.arena = &run->scratch};
    bool ok = value.type && format_value(run, value, (Str){0}, &text);
    if (ok) buf_add(out, buf_str(&text));
    if (is_string) *is_string = value_has_type(value, &type_str);
    run->held.count = 0;
    arena_free(&run->scratch);
    return run_finish_piece(run, error) && ok;
}

// What is no tensor, but numbers: a list of them, or of tensors, becomes one.
static Value as_tensor(Run *run, Value value)
{
    if (holds_tensor(value)) return value;
    hold(run, value);
    Value module = import_module(run, "_picks");
    if (!module.type) return NOTHING;
    Value function = module_attribute(run, module, name_of(&run->names, STR("tensor")));
    return function.type ? call_with(run, function, &value, 1) : NOTHING;
}

int run_tensor(Run *run, const Source *expression, Error *error)
{
    const Expr *expr = parse_single_expression(expression, &run->arena, &run->names, error);
    if (!expr) return -1;
    begin(run);
    trace_statement_begin(&run->trace, expr->span, false);
    Value value = eval(run, expr);
    if (value.type) value = as_tensor(run, value);
    if (!value.type) error_place(run->error, expr->span);
    int entry = value.type ? trace_origin_now(&run->trace, value.tensor, expr->span) : -1;
    trace_statement_end(&run->trace);
    arena_free(&run->scratch);
    return run_finish_piece(run, error) ? entry : -1;
}

int64_t run_operations(const Run *run)
{
    return run->work.operations;
}

int run_broken_claims(const Run *run, const Span **claims)
{
    *claims = run->claims.broken;
    return run->claims.count;
}

Trace *run_trace(Run *run)
{
    return &run->trace;
}

const char *const *run_string_list(Run *run, Str name, int *count)
{
    const Value *value = table_find(&run->program, name_of(&run->names, name));
    *count = 0;
    if (!value || !value_is_sequence(*value)) return NULL;
    const Sequence *list = value_sequence(*value);
    const char **texts = arena_array(&run->arena, (size_t)list->count + 1, sizeof *texts);
    for (int i = 0; i < list->count; i++) {
        if (!value_has_type(list->item[i], &type_str)) return NULL;
        texts[i] = str_copy(&run->arena, value_text(list->item[i]));
    }
    *count = list->count;
    return texts;
}

const char *run_only_string_list(Run *run, int64_t count)
{
    const char *found = NULL;
    for (size_t i = 0; i < run->program.count; i++) {
        const char *name = run->program.entry[i].name;
        int items;
        if (!run_string_list(run, str_from(name), &items) || items != count) continue;
        if (found) return NULL;
        found = name;
    }
    return found;
}
