// Switches are found in the rows of the step's operations; nothing here knows one by name.
#include "walk/whatif.h"

#include <math.h>

static const char TEMPERATURE[] = "temperature";
static const double COOLEST = 0.25, HOTTEST = 64;

// ---- what the lesson offers ---------------------------------------------------------------------

bool whatif_next_name(Str *rest, Str *name)
{
    while (rest->n) {
        int comma = str_find(*rest, ",");
        *name = str_trim(str_slice(*rest, 0, comma < 0 ? rest->n : comma));
        *rest = comma < 0 ? (Str){0} : str_slice(*rest, comma + 1, rest->n);
        if (name->n) return true;
    }
    return false;
}

bool whatif_is_offered(const CodeBlock *code, const char *name)
{
    for (int i = 0; i < code->option_count; i++) {
        Str rest = code->options[i].value, offered;
        if (!str_is(code->options[i].key, "switch")) continue;
        while (whatif_next_name(&rest, &offered)) {
            if (str_is(offered, name)) return true;
        }
    }
    return false;
}

// The block of code that an entry was made in, or NULL.
static const CodeBlock *code_of(const Walk *walk, int entry)
{
    const Statement *statement = &walk->trace->statements[walk->trace->entries[entry].statement];
    for (int i = 0; i < walk->printed_count; i++) {
        if (walk->printed[i].code->source == statement->source.source) return walk->printed[i].code;
    }
    return NULL;
}

// ---- which there are ----------------------------------------------------------------------------

// Does it give the operation another output? One that comes too late needs shares after it.
static bool can_be_made(const Trace *trace, const Slip *slip, int entry)
{
    Alteration a = {0};
    bool made = slip_make(&a, trace, slip, entry, slip->late ? trace->entry_count - 1 : entry);
    slip_undo(&a);
    return made;
}

static bool is_same_code(const Trace *trace, int a, int b)
{
    Span s = trace->entries[a].source, t = trace->entries[b].source;
    return trace->entries[a].call.op == trace->entries[b].call.op && s.source == t.source &&
           s.start == t.start && s.end == t.end;
}

// In a loop or a function the same code runs often: it has one switch, for all of these.
static bool is_listed(const WhatIf *whatif, const Trace *trace, const Slip *slip, int entry)
{
    const Slip *wanted = slip == &whatif->slip ? NULL : slip;
    for (int i = 0; i < whatif->count; i++) {
        const Switch *one = &whatif->switches[i];
        if (one->slip == wanted && is_same_code(trace, one->entry, entry)) return true;
    }
    return false;
}

static void add_switch(WhatIf *whatif, const Walk *walk, const Slip *slip, int entry)
{
    if (is_listed(whatif, walk->trace, slip, entry)) return;
    if (whatif->count == MOST_SWITCHES || !can_be_made(walk->trace, slip, entry)) return;
    const CodeBlock *code = code_of(walk, entry);
    bool is_temperature = slip == &whatif->slip;
    whatif->switches[whatif->count++] =
        (Switch){.name = slip->name,
                 .words = slip_words(walk->trace, slip, entry, &whatif->arena),
                 .entry = entry,
                 .slip = is_temperature ? NULL : slip,
                 .is_offered = code && whatif_is_offered(code, slip->name)};
}

static void add_switches(WhatIf *whatif, const Walk *walk, int entry)
{
    const OpCall *call = &walk->trace->entries[entry].call;
    if (call->output->is_number || shape_count(&call->shape) == 0) return;
    if (slip_gives_shares(call)) add_switch(whatif, walk, &whatif->slip, entry);
    for (const Slip *slip = call->op->slips; slip && slip->name; slip++)
        add_switch(whatif, walk, slip, entry);
}

// Stable: offered ones first.
static void put_offered_first(WhatIf *whatif)
{
    int to = 0;
    for (int i = 0; i < whatif->count; i++) {
        Switch moving = whatif->switches[i];
        if (!moving.is_offered) continue;
        for (int k = i; k > to; k--) whatif->switches[k] = whatif->switches[k - 1];
        whatif->switches[to++] = moving;
    }
}

bool whatif_fits(const Walk *walk, const CodeBlock *code, Str name)
{
    for (int e = 0; e < walk->trace->entry_count; e++) {
        const OpCall *call = &walk->trace->entries[e].call;
        const CodeBlock *its = code_of(walk, e);
        if (!its || its != code) continue;
        if (str_is(name, TEMPERATURE) && slip_gives_shares(call)) return true;
        for (const Slip *slip = call->op->slips; slip && slip->name; slip++) {
            if (str_is(name, slip->name) && can_be_made(walk->trace, slip, e)) return true;
        }
    }
    return false;
}

// ---- turning them on ----------------------------------------------------------------------------

static void turn_on(WhatIf *whatif, const Walk *walk)
{
    const Switch *now = &whatif->switches[whatif->at];
    slip_undo(&whatif->altered);
    whatif->slip = now->slip ? *now->slip : slip_temperature(whatif->temperature);
    whatif->altered.everywhere = true;
    whatif->is_on = slip_make(&whatif->altered, walk->trace, &whatif->slip, now->entry,
                              walk->trace->entry_count - 1);
}

bool whatif_open(WhatIf *whatif, const Walk *walk, int step)
{
    *whatif = (WhatIf){.temperature = 2, .slip = slip_temperature(2)};
    whatif->switches = NEW_ARRAY(&whatif->arena, Switch, MOST_SWITCHES);
    for (int e = 0; e < walk->trace->entry_count; e++) {
        int statement = walk->trace->entries[e].statement;
        if (statement < 0 || walk->trace->statements[statement].step != step) continue;
        if (!walk->trace->statements[statement].is_claim) add_switches(whatif, walk, e);
    }
    put_offered_first(whatif);
    if (whatif->count) turn_on(whatif, walk);
    return whatif->count > 0;
}

void whatif_close(WhatIf *whatif)
{
    slip_undo(&whatif->altered);
    arena_free(&whatif->arena);
    *whatif = (WhatIf){0};
}

bool whatif_turn(WhatIf *whatif, const Walk *walk, int by)
{
    int to = whatif->at + by;
    if (to < 0 || to >= whatif->count) return false;
    whatif->at = to;
    turn_on(whatif, walk);
    return true;
}

bool whatif_warmer(WhatIf *whatif, const Walk *walk, int by)
{
    double to = by > 0 ? whatif->temperature * 2 : whatif->temperature / 2;
    bool has_one = whatif->count && !whatif->switches[whatif->at].slip;
    if (!has_one || to < COOLEST || to > HOTTEST) return false;
    whatif->temperature = to;
    turn_on(whatif, walk);
    return true;
}

// ---- what comes of it ---------------------------------------------------------------------------

int whatif_entries(const WhatIf *whatif, Arena *arena, int **entries)
{
    *entries = NEW_ARRAY(arena, int, whatif->altered.count + 1);
    int count = 0;
    for (int i = 0; i < whatif->altered.count && whatif->is_on; i++) {
        int entry = whatif->altered.entry + i;
        const Entry *e = &whatif->altered.trace->entries[entry];
        bool is_altered = whatif->altered.output[i] || whatif->altered.failed[i];
        bool has_name = e->name && !e->is_attribute && tensor_count(e->call.output);
        const Statement *statement = &whatif->altered.trace->statements[e->statement];
        if (i == 0 || (is_altered && has_name && !statement->is_claim)) (*entries)[count++] = entry;
    }
    return count;
}

int64_t whatif_changed_cells(const WhatIf *whatif, int entry, int64_t *cells)
{
    const Tensor *before = whatif->altered.trace->entries[entry].call.output;
    const Tensor *now = slip_output(&whatif->altered, entry);
    int64_t changed = 0;
    *cells = tensor_count(before);
    if (!now || !shape_equal(&now->shape, &before->shape)) return -1;
    Index at = {0};
    if (*cells == 0) return 0;
    do {
        double a = tensor_get(before, at), b = tensor_get(now, at);
        changed += a != b && !(isnan(a) && isnan(b));
    } while (index_next(&now->shape, &at));
    return changed;
}

double row_entropy(const Matrix *matrix, int64_t row)
{
    double sum = 0, entropy = 0;
    for (int64_t column = 0; column < matrix->columns; column++) {
        double share = tensor_get(matrix->tensor, matrix_index(matrix, row, column));
        if (!(share >= 0)) return (double)NAN;
        sum += share;
        if (share > 0) entropy -= share * log2(share);
    }
    bool is_one = fabs(sum - 1) < 2e-3 && matrix->columns > 1;
    return !is_one ? (double)NAN : entropy > 0 ? entropy : 0;
}
