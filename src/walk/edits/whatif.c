// Switches are found in the rows of the step's operations; nothing here knows one by name.
#include "walk/edits/whatif.h"

#include "study/film.h"
#include "study/names/altered_labels.h"
#include "study/names/title.h"
#include "tensor/differ.h"
#include "tensor/op.h"
#include "trace/record/counterpart.h"
#include "trace/record/gradients.h"
#include "walk/edits/hold.h"
#include "walk/runs/iteration.h"

#include <math.h>
#include <string.h>

static const double COOLEST = 0.25, HOTTEST = 64;

// ---- what the lesson offers ---------------------------------------------------------------------

bool whatif_next_name(Str *rest, Str *name)
{
    while (rest->n) {
        int end = 0, depth = 0; // commas between brackets are those of indices
        for (; end < rest->n && (depth || rest->p[end] != ','); end++)
            depth += (rest->p[end] == '[') - (rest->p[end] == ']');
        *name = str_trim(str_slice(*rest, 0, end));
        *rest = str_slice(*rest, end + 1, rest->n);
        if (name->n) return true;
    }
    return false;
}

bool switch_is_temperature(const Switch *one)
{
    return !one->mistake && !one->hold;
}

// The name number `at` of those that a block offers. False: there are not so many.
static bool offered_name(const CodeBlock *code, int at, Str *name)
{
    for (int i = 0; i < code->option_count; i++) {
        Str rest = code->options[i].value;
        while (str_is(code->options[i].key, "switch") && whatif_next_name(&rest, name)) {
            if (at-- == 0) return true;
        }
    }
    return false;
}

bool whatif_is_offered(const Walk *walk, int step)
{
    const Lesson *lesson = &walk->lesson;
    const Step *in = step >= 0 && step < lesson->step_count ? &lesson->steps[step] : &(Step){0};
    Str name;
    bool any = false;
    for (int i = 0; i < in->count && !any; i++)
        any = in->blocks[i].kind == BLOCK_CODE && offered_name(&in->blocks[i].code, 0, &name);
    return any;
}

static bool is_offered(const CodeBlock *code, const char *name)
{
    Str offered;
    int i = 0;
    while (offered_name(code, i, &offered) && !str_is(offered, name)) i++;
    return offered_name(code, i, &offered);
}

// The block of code that an entry was made in, or NULL.
static const CodeBlock *code_of(const Walk *walk, int entry)
{
    const Statement *statement = &walk->trace->statements[walk->trace->entries[entry].statement];
    for (int i = 0; i < walk->ran.printed_count; i++) {
        if (walk->ran.printed[i].code->source == statement->source.source)
            return walk->ran.printed[i].code;
    }
    return NULL;
}

// ---- which there are ----------------------------------------------------------------------------

// Does it give the operation another output? One that comes too late needs shares after it.
static bool can_be_made(const Trace *trace, const Mistake *mistake, int entry, Pulse *pulse,
                        bool *keeps_shape)
{
    Alteration a = {.pulse = pulse};
    bool made =
        mistake_make(&a, trace, mistake, entry, mistake->late ? trace->entry_count - 1 : entry);
    const Tensor *output = made ? mistake_output(&a, entry) : NULL;
    const Tensor *before = trace_output(trace, entry);
    *keeps_shape = output && shape_equal(&output->shape, &before->shape);
    if (*keeps_shape && !mistake->late && !tensor_differs(output, before)) made = false;
    mistake_undo(&a);
    return made;
}

// In a loop or a function the same code runs often: it has one switch, for all of these.
static bool is_listed(const WhatIf *whatif, const Trace *trace, const Mistake *mistake, int entry)
{
    const Mistake *wanted = mistake == &whatif->mistake ? NULL : mistake;
    for (int i = 0; i < whatif->count; i++) {
        const Switch *one = &whatif->switches[i];
        if (one->mistake == wanted && !one->hold &&
            entry_same_code(&trace->entries[one->entry], &trace->entries[entry]))
            return true;
    }
    return false;
}

static void add(WhatIf *whatif, Switch one)
{
    if (whatif->count < MOST_SWITCHES) whatif->switches[whatif->count++] = one;
}

static void add_switch(WhatIf *whatif, const Walk *walk, const Mistake *mistake, int entry)
{
    bool keeps_shape;
    if (whatif->count == MOST_SWITCHES || is_listed(whatif, walk->trace, mistake, entry)) return;
    if (!can_be_made(walk->trace, mistake, entry, rerun_watch_pulse(walk), &keeps_shape)) return;
    const CodeBlock *code = code_of(walk, entry);
    add(whatif, (Switch){.name = mistake->name,
                         .words = mistake_words(walk->trace, mistake, entry, &whatif->arena),
                         .entry = entry,
                         .mistake = mistake == &whatif->mistake ? NULL : mistake,
                         .is_offered = code && is_offered(code, mistake->name),
                         .keeps_shape = keeps_shape});
}

static void add_switches(WhatIf *whatif, const Walk *walk, int entry)
{
    const OpCall *call = &walk->trace->entries[entry].call;
    if (call->output->is_number || shape_count(&call->shape) == 0) return;
    if (entry_is_in_rule(walk->trace, entry)) return;
    if (mistake_gives_shares(call)) add_switch(whatif, walk, &whatif->mistake, entry);
    for (const Mistake *mistake = mistakes_of(call->op); mistake; mistake = mistake_after(mistake))
        add_switch(whatif, walk, mistake, entry);
}

// Names mean what they mean once the block has run.
static bool read_hold(const Walk *walk, const CodeBlock *code, Str typed, Override *what,
                      Cell *part, Error *error)
{
    Trace until = *walk->trace;
    int last = -1;
    for (int i = 0; i < until.statement_count; i++) {
        if (until.statements[i].source.source == code->source) last = i;
    }
    until.statement_count = last + 1;
    until.entry_count = last < 0 ? 0 : until.statements[last].entry_end;
    until.binding_count = last < 0 ? 0 : until.statements[last].binding_end;
    return hold_read(&until, typed, what, part, error);
}

static void add_hold(WhatIf *whatif, const Walk *walk, const CodeBlock *code, Str name, Str typed)
{
    Error unsaid = {.arena = &whatif->arena}; // qkv check says it
    Override *hold = NEW(&whatif->arena, Override);
    Cell part;
    if (!read_hold(walk, code, typed, hold, &part, &unsaid)) return;
    const char *title = tensor_part_title(walk->trace, part, &whatif->arena);
    add(whatif, (Switch){.name = str_copy(&whatif->arena, name),
                         .words = arena_printf(&whatif->arena, "%s is held at %s", title,
                                               hold_words(hold, &whatif->arena)),
                         .entry = part.entry,
                         .hold = hold,
                         .is_offered = true,
                         .keeps_shape = true});
}

// What the program has set itself, in this step or before it.
static void add_settings(WhatIf *whatif, const Walk *walk, int step)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->setting_count; i++) {
        const Setting *setting = &trace->settings[i];
        bool is_before = setting->statement >= 0 && setting->statement < trace->statement_count &&
                         trace->statements[setting->statement].step <= step;
        for (int k = 0; k < setting->count && is_before; k++) {
            if (setting->entry >= trace->entry_count) return;
            Override *other = NEW(&whatif->arena, Override);
            *other = (Override){.text = setting->at.source->text.p,
                                .start = setting->at.start,
                                .end = setting->at.end,
                                .words = setting->other[k],
                                .words_before = setting->now};
            const char *name = setting->name, *now = setting->other[k];
            add(whatif, (Switch){.name = arena_printf(&whatif->arena, "%s %s", name, now),
                                 .words = arena_printf(&whatif->arena, "the %s is %s, not %s", name,
                                                       now, setting->now),
                                 .entry = setting->entry,
                                 .hold = other,
                                 .is_chosen = !setting->is_of_chance,
                                 .keeps_shape = true});
        }
    }
}

static void add_holds(WhatIf *whatif, const Walk *walk, int step)
{
    const Step *text = &walk->lesson.steps[step];
    Str name;
    for (int b = 0; b < text->count; b++) {
        const CodeBlock *code = &text->blocks[b].code;
        bool is_code = text->blocks[b].kind == BLOCK_CODE;
        for (int i = 0; is_code && offered_name(code, i, &name); i++) {
            Str typed = name;
            if (str_take_start(&typed, "hold ")) add_hold(whatif, walk, code, name, typed);
        }
    }
}

enum { LAST_PLACE = 100 };

// What the lesson offers, then what the program has chosen, the operation at hand, its statement,
// the rest of the step; of each first what can be shown side by side. A seed comes last.
static int rank(const Walk *walk, const Switch *one, int at_hand)
{
    bool here = walk->at.focus_call < 0 && one->entry == walk->at.focus;
    bool near = walk->trace->entries[one->entry].statement == at_hand;
    bool is_seed = one->hold && one->hold->words && !one->is_chosen;
    int place = one->is_offered ? 0 : one->is_chosen ? 1 : here ? 2 : near ? 3 : 4;
    return is_seed ? LAST_PLACE : 2 * place + !one->keeps_shape;
}

static void put_in_order(WhatIf *whatif, const Walk *walk, int at_hand)
{
    for (int i = 1; i < whatif->count; i++) {
        Switch moving = whatif->switches[i];
        int k = i, own = rank(walk, &moving, at_hand);
        for (; k > 0 && rank(walk, &whatif->switches[k - 1], at_hand) > own; k--)
            whatif->switches[k] = whatif->switches[k - 1];
        whatif->switches[k] = moving;
    }
}

// ---- turning them on ----------------------------------------------------------------------------

static bool is_kept(const WhatIf *whatif)
{
    bool is = false;
    for (int i = 0; i < whatif->beside_count; i++)
        is |= whatif->beside[i]->changed == whatif->changed;
    return is;
}

static void turn_off(WhatIf *whatif)
{
    bool is_over = !is_kept(whatif);
    if (is_over && whatif->altered) mistake_undo(whatif->altered);
    if (is_over && whatif->other) walk_beside_free(whatif->other);
    if (is_over) changed_cells_free(whatif->changed);
    whatif->altered = NULL;
    whatif->other = NULL;
    whatif->changed = NULL;
}

static bool is_same(const WhatIf *whatif, const WhatIf *other)
{
    bool any = !switch_is_temperature(&whatif->switches[whatif->at]);
    return whatif->at == other->at && (any || whatif->temperature == other->temperature);
}

int whatif_sides(const WhatIf *whatif, const WhatIf *sides[MOST_SIDES])
{
    int count = 0;
    for (int i = 0; i < whatif->beside_count; i++) {
        if (!is_same(whatif, whatif->beside[i])) sides[count++] = whatif->beside[i];
    }
    sides[count++] = whatif;
    return count;
}

const char *whatif_title(const WhatIf *whatif, Arena *arena)
{
    const Switch *one = &whatif->switches[whatif->at];
    if (!switch_is_temperature(one)) return one->name;
    return arena_printf(arena, "%s %g", one->name, whatif->temperature);
}

static void let_go(WhatIf *whatif, int i)
{
    WhatIf *gone = whatif->beside[i];
    bool is_at_hand = gone->changed == whatif->changed;
    for (whatif->beside_count--; i < whatif->beside_count; i++)
        whatif->beside[i] = whatif->beside[i + 1];
    if (!is_at_hand) turn_off(gone);
}

void whatif_keep(WhatIf *whatif)
{
    int i = 0;
    while (i < whatif->beside_count && !is_same(whatif, whatif->beside[i])) i++;
    bool was_kept = i < whatif->beside_count;
    if (was_kept || i == MOST_BESIDE) let_go(whatif, was_kept ? i : 0);
    if (was_kept || !whatif->is_on) return;
    WhatIf *kept = NEW(&whatif->arena, WhatIf);
    *kept = *whatif;
    kept->beside_count = 0;
    whatif->beside[whatif->beside_count++] = kept;
}

// What the mistake of the switch, or a temperature, makes of the run; NULL: it was stopped.
static Alteration *alter(WhatIf *whatif, const Walk *walk, const Switch *now, double temperature,
                         bool *is_made)
{
    Mistake *mistake = NEW(&whatif->arena, Mistake);
    *mistake = now->mistake ? *now->mistake : mistake_temperature(temperature);
    Alteration *altered = NEW(&whatif->arena, Alteration);
    size_t held = walk_bytes(walk) + (whatif->altered ? whatif->altered->work.heap.used : 0);
    for (int i = 0; i < whatif->beside_count; i++)
        held += whatif->beside[i]->altered ? whatif->beside[i]->altered->work.heap.used : 0;
    *altered = (Alteration){.everywhere = true,
                            .pulse = rerun_watch_pulse(walk),
                            .most_bytes = run_memory_left(held) + 1};
    *is_made =
        mistake_make(altered, walk->trace, mistake, now->entry, walk->trace->entry_count - 1);
    if (!rerun_watch_stops(walk)) return altered;
    mistake_undo(altered);
    return NULL;
}

// The switch number `at`. The one from before stays until it is done: it may be stopped.
static bool turn_on(WhatIf *whatif, const Walk *walk, int at, double temperature)
{
    const Switch *now = &whatif->switches[at];
    Walk *other = now->hold ? NEW(&whatif->arena, Walk) : NULL;
    bool is_on = true;
    Alteration *altered = other ? NULL : alter(whatif, walk, now, temperature, &is_on);
    bool done = other ? walk_run_beside(other, walk, now->hold) : altered != NULL;
    whatif->was_stopped = !done;
    if (!done) return false;
    turn_off(whatif);
    whatif->changed = changed_cells_new(walk->trace, NULL, &whatif->arena);
    whatif->altered = altered;
    whatif->other = other;
    whatif->at = at;
    whatif->temperature = temperature;
    whatif->is_on = is_on;
    return true;
}

static bool turn_to(WhatIf *whatif, const Walk *walk, int at, double temperature)
{
    rerun_watch_begin(walk, true);
    bool turned = turn_on(whatif, walk, at, temperature);
    rerun_watch_end(walk);
    return turned;
}

// Those of one statement, or of all others of the step.
static void add_step(WhatIf *whatif, const Walk *walk, int step, int at_hand, bool others)
{
    for (int e = 0; e < walk->trace->entry_count; e++) {
        int statement = walk->trace->entries[e].statement;
        if (statement < 0 || walk->trace->statements[statement].step != step) continue;
        if ((statement == at_hand) == others || walk->trace->statements[statement].is_claim)
            continue;
        if (rerun_watch_stops(walk)) return;
        add_switches(whatif, walk, e);
    }
}

// Of the step, that of the operation shown, if it is in it.
static int statement_at_hand(const Walk *walk, int step)
{
    int shown = walk->at.focus < 0 ? -1 : walk->trace->entries[walk->at.focus].statement;
    bool is_in_step = shown >= 0 && walk->trace->statements[shown].step == step;
    return is_in_step ? shown : walk->ran.stages[walk->at.stage].statement;
}

static bool find_switches(WhatIf *whatif, const Walk *walk, int step)
{
    *whatif = (WhatIf){.step = step, .temperature = 2, .mistake = mistake_temperature(2)};
    if (walk->ran.stage_count == 0) return false;
    whatif->switches = NEW_ARRAY(&whatif->arena, Switch, MOST_SWITCHES);
    int at_hand = statement_at_hand(walk, step);
    add_holds(whatif, walk, step);
    add_settings(whatif, walk, step);
    add_step(whatif, walk, step, at_hand, false);
    add_step(whatif, walk, step, at_hand, true);
    put_in_order(whatif, walk, at_hand);
    return whatif->count > 0;
}

const char *whatif_names(const Walk *walk, const CodeBlock *code, Arena *arena)
{
    Buf names = {.arena = arena};
    WhatIf whatif = {0};
    whatif.switches = NEW_ARRAY(&whatif.arena, Switch, MOST_SWITCHES);
    whatif.mistake = mistake_temperature(2);
    for (int e = 0; e < walk->trace->entry_count; e++) {
        if (code_of(walk, e) == code) add_switches(&whatif, walk, e);
    }
    for (int i = 0; i < whatif.count; i++) {
        Str rest = buf_str(&names), known = {0};
        while (rest.n && !str_is(known, whatif.switches[i].name)) known = str_take(&rest, ",");
        if (!str_is(known, whatif.switches[i].name))
            buf_printf(&names, "%s%s", names.n ? ", " : "", whatif.switches[i].name);
    }
    whatif_close(&whatif);
    return buf_text(&names);
}

bool whatif_fits(const Walk *walk, const CodeBlock *code, Str name, Error *error)
{
    Str typed = name;
    Override hold;
    Cell part;
    if (str_take_start(&typed, "hold ")) return read_hold(walk, code, typed, &hold, &part, error);
    SCRATCH(scratch);
    Str names = str_from(whatif_names(walk, code, &scratch));
    while (names.n) {
        if (str_equal(str_take(&names, ","), name)) return true;
    }
    return false;
}

bool whatif_open(WhatIf *whatif, const Walk *walk, int step)
{
    rerun_watch_begin(walk, true);
    bool any = find_switches(whatif, walk, step) && turn_on(whatif, walk, 0, whatif->temperature);
    rerun_watch_end(walk);
    whatif->was_stopped = rerun_watch_stops(walk);
    return any;
}

int whatif_step_at_hand(const Walk *walk)
{
    int shown = walk->at.focus < 0 ? -1 : walk->trace->entries[walk->at.focus].statement;
    return shown >= 0 ? walk->trace->statements[shown].step : walk_stage(walk).step;
}

bool whatif_open_at_hand(WhatIf *whatif, const Walk *walk)
{
    int shown = whatif_step_at_hand(walk), step = walk_stage(walk).step;
    bool any = whatif_open(whatif, walk, shown);
    if (any || whatif->was_stopped || shown == step) return any;
    whatif_close(whatif);
    return whatif_open(whatif, walk, step);
}

bool whatif_is_quick(const Walk *walk, int step)
{
    enum { MOST_WORK = 5000 };
    return walk_work_is_less(walk, step, MOST_WORK);
}

static bool has_switches(const Walk *walk, int step)
{
    WhatIf whatif = {0};
    bool any = step >= 0 && step < walk->lesson.step_count && find_switches(&whatif, walk, step);
    whatif_close(&whatif);
    return any;
}

int whatif_nearest_step(const Walk *walk, int step)
{
    int nearest = -1;
    rerun_watch_begin(walk, true);
    for (int by = 1; by < walk->lesson.step_count && nearest < 0 && !rerun_watch_stops(walk);
         by++) {
        if (has_switches(walk, step + by))
            nearest = step + by;
        else if (has_switches(walk, step - by))
            nearest = step - by;
    }
    rerun_watch_end(walk);
    return nearest;
}

void whatif_close(WhatIf *whatif)
{
    while (whatif->beside_count) let_go(whatif, 0);
    turn_off(whatif);
    arena_free(&whatif->arena);
    *whatif = (WhatIf){0};
}

bool whatif_turn(WhatIf *whatif, const Walk *walk, int by)
{
    int to = whatif->at + by;
    whatif->was_stopped = false;
    return to >= 0 && to < whatif->count && turn_to(whatif, walk, to, whatif->temperature);
}

int whatif_number(const WhatIf *whatif, Str name)
{
    int i = 0;
    while (i < whatif->count && !str_is(name, whatif->switches[i].name)) i++;
    return i < whatif->count ? i : -1;
}

bool whatif_warmer(WhatIf *whatif, const Walk *walk, int by)
{
    return whatif_set_temperature(whatif, walk,
                                  by > 0 ? whatif->temperature * 2 : whatif->temperature / 2);
}

bool whatif_set_temperature(WhatIf *whatif, const Walk *walk, double to)
{
    bool has_one = whatif->count && switch_is_temperature(&whatif->switches[whatif->at]);
    whatif->was_stopped = false;
    return has_one && to >= COOLEST && to <= HOTTEST && turn_to(whatif, walk, whatif->at, to);
}

// ---- what comes of it ---------------------------------------------------------------------------

static const Trace *trace_of(const WhatIf *whatif)
{
    return whatif->other ? whatif->other->original->trace : whatif->altered->trace;
}

static bool is_setting(const WhatIf *whatif)
{
    const Override *hold = whatif->switches[whatif->at].hold;
    return hold && hold->words;
}

static int times_bound(const Trace *trace, const char *name, int until)
{
    int times = 0;
    for (int i = 0; i < until; i++) times += strcmp(trace->bindings[i].name, name) == 0;
    return times;
}

// Of a setting also where other operations led there: what got the same name as many times before.
static const Tensor *bound_there(const WhatIf *whatif, int entry)
{
    const Trace *trace = trace_of(whatif), *other = whatif->other->trace;
    int binding = trace->entries[entry].last_binding;
    if (binding < 0) return NULL;
    const char *name = trace->bindings[binding].name;
    int left = times_bound(trace, name, binding);
    for (int i = 0; i < other->binding_count; i++) {
        if (strcmp(other->bindings[i].name, name) == 0 && left-- == 0)
            return other->entries[other->bindings[i].entry].call.output;
    }
    return NULL;
}

const Tensor *whatif_output(const WhatIf *whatif, int entry)
{
    if (!whatif->other) return mistake_output(whatif->altered, entry);
    if (is_setting(whatif) && entry >= whatif->other->edits.alike)
        return bound_there(whatif, entry);
    return entry < whatif->other->edits.alike ? trace_output(whatif->other->trace, entry) : NULL;
}

DimLabels whatif_labels(const WhatIf *whatif, int entry, int dim)
{
    if (!whatif->other) return altered_labels(whatif->altered, entry, dim);
    const Tensor *now = whatif_output(whatif, entry);
    const Tensor *before = trace_of(whatif)->entries[entry].call.output;
    bool same = now && shape_equal(&now->shape, &before->shape);
    return same ? dim_labels(trace_of(whatif), entry, dim) : (DimLabels){0};
}

static bool comes_out_otherwise(const WhatIf *whatif, int entry)
{
    int64_t cells;
    const Alteration *altered = whatif->altered;
    if (whatif->other)
        return whatif_output(whatif, entry) && whatif_changed_cells(whatif, entry, &cells) != 0;
    return altered->output[entry - altered->entry] || altered->failed[entry - altered->entry];
}

// The switched one, or one that has a name in sight of it and comes out otherwise.
static bool is_shown(const WhatIf *whatif, int entry)
{
    const Trace *trace = trace_of(whatif);
    const Switch *on = &whatif->switches[whatif->at];
    bool is_every_time = whatif->other && on->hold->nth == EVERY_TIME;
    if (!is_every_time && entry < on->entry) return false;
    if (entry == on->entry && !is_setting(whatif)) return true;
    const Entry *e = &trace->entries[entry];
    bool in_sight = !e->named.is_local || e->inside == trace->entries[on->entry].inside;
    bool has_name = e->name && !e->named.is_attribute && in_sight && tensor_count(e->call.output);
    return has_name && !trace->statements[e->statement].is_claim &&
           comes_out_otherwise(whatif, entry);
}

int whatif_entries(const WhatIf *whatif, Arena *arena, int **entries)
{
    const Trace *trace = trace_of(whatif);
    int count = 0;
    *entries = NEW_ARRAY(arena, int, trace->entry_count + 1);
    for (int i = 0; i < trace->entry_count && whatif->is_on; i++) {
        bool shown = is_shown(whatif, i);
        for (int k = 0; k < whatif->beside_count; k++) shown |= is_shown(whatif->beside[k], i);
        if (shown) (*entries)[count++] = i;
    }
    if (count == 0 && whatif->is_on) (*entries)[count++] = whatif->switches[whatif->at].entry;
    return count;
}

int64_t whatif_changed_cells(const WhatIf *whatif, int entry, int64_t *cells)
{
    const Tensor *before = trace_of(whatif)->entries[entry].call.output;
    const Tensor *now = whatif_output(whatif, entry);
    *cells = tensor_count(before);
    if (!now || !shape_equal(&now->shape, &before->shape)) return -1;
    double rounding = tensor_rounding(before, now);
    return changed_cells_of(whatif->changed, entry, before, now, rounding)->count;
}

Index whatif_slice(const WhatIf *whatif, const Walk *walk, int entry)
{
    int64_t cells;
    bool is_hold = whatif->other && !is_setting(whatif);
    if (is_hold && whatif_changed_cells(whatif, entry, &cells) > 0)
        return whatif->changed->of_entry[entry]->first[0];
    return walk->at.selected.entry == entry ? walk->at.selected.at : (Index){0};
}

bool whatif_curves(const WhatIf *whatif, const Walk *walk, const Strip *curves[2])
{
    int64_t at;
    int number = 0;
    const Loop *loop = whatif->other && whatif->is_on ? walk_loop(walk, &at) : NULL;
    if (!loop || !film_is_worth_telling(loop)) return false;
    while (walk->trace->loops[number] != loop) number++;
    if (number >= whatif->other->trace->loop_count) return false;
    curves[0] = film_curve(&loop->film);
    curves[1] = film_curve(&whatif->other->trace->loops[number]->film);
    return curves[0] && curves[1] && curves[0]->count > 1 && curves[1]->count > 1;
}

const char *whatif_other_way(const WhatIf *whatif, Arena *arena)
{
    return whatif->other ? walk_other_way(whatif->other, arena) : NULL;
}
