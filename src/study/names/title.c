// A name is given in a call, and the module whose method that is says where.
#include "study/names/title.h"

#include "study/axes/role.h"
#include "trace/names/naming.h"
#include "trace/record/loops.h"

#include <inttypes.h>
#include <string.h>

// ---- one ----------------------------------------------------------------------------------------

// What was recorded of a second call, where it is something else, is "forward_2".
bool call_is_of_module(const Call *call)
{
    const char *method = strrchr(call->function, '.');
    if (!call->path || !call->class || !method || strncmp(method, ".forward", 8) != 0) return false;
    const char *number = method + 8;
    return !*number ||
           (*number == '_' && number[1] && !number[1 + strspn(number + 1, "0123456789")]);
}

Str model_name(const Trace *trace)
{
    Str name = {0};
    for (int i = 0; i < trace->call_count; i++) {
        const char *path = call_is_of_module(trace->calls[i]) ? trace->calls[i]->path : NULL;
        if (!path) continue;
        if (!name.n) name = str_slice(str_from(path), 0, (int)strcspn(path, ".["));
        bool inside = strncmp(path, name.p, (size_t)name.n) == 0;
        if (!inside || (path[name.n] != '.' && path[name.n] != '\0')) return (Str){0};
    }
    return name;
}

const char *path_in_model(Str model, const char *path)
{
    bool inside = model.n && strncmp(path, model.p, (size_t)model.n) == 0 && path[model.n] == '.';
    return inside ? path + model.n + 1 : path;
}

static bool is_named_by_reader(const Trace *trace, int entry)
{
    return entry_goes_by_name(trace, entry) && !trace->entries[entry].named.is_library;
}

// The reader's call that a name is known in; of what has none the one that does not only return it.
static const Call *scope_of(const Trace *trace, int entry, bool is_named)
{
    const Entry *e = &trace->entries[entry];
    const Call *call = is_named ? entry_named_in(e) : e->inside;
    for (; call; call = call->caller) {
        bool is_readers = !call->is_backward && (call->path || !call->is_library);
        if (is_readers && (is_named || call->path || call->result != entry)) break;
    }
    return call;
}

static const Call *module_around(const Call *call)
{
    while (call && !call->path) call = call->caller;
    return call;
}

// The module whose method it is, or the function; NULL: the program itself.
static const char *place_of(Str model, const Call *call)
{
    const Call *module = module_around(call);
    return module ? path_in_model(model, module->path) : call ? call_title(call) : NULL;
}

// The places of all that are called alike.
typedef struct Places {
    Str model;
    const char *own; // NULL: the program itself
    bool are_several;
    size_t shared; // bytes that they all begin with
} Places;

static void add_place(Places *places, const Call *scope)
{
    const char *other = place_of(places->model, scope);
    const char *both[] = {places->own, other};
    if (other && strcmp(other, places->own) == 0) return;
    size_t shared = other ? names_shared_start(both, 2) : 0;
    if (!places->are_several || shared < places->shared) places->shared = shared;
    places->are_several = true;
}

static Places places_of(const Trace *trace, const char *name, const Call *scope)
{
    Str model = model_name(trace);
    Places places = {.model = model, .own = place_of(model, scope)};
    const Average *averages;
    int count = name || !places.own ? 0 : axes_averages(trace, &averages);
    for (int i = 0; i < count; i++) {
        int e = averages[i].weights;
        bool is_alike = averages[i].of == AVERAGE_POSITIONS && !is_named_by_reader(trace, e);
        if (is_alike) add_place(&places, scope_of(trace, e, false));
    }
    for (int e = 0; name && places.own && e < trace->entry_count; e++) {
        const Entry *entry = &trace->entries[e];
        if (!entry->name || entry->named.is_attribute || strcmp(entry->name, name) != 0) continue;
        add_place(&places, scope_of(trace, e, true));
    }
    return places;
}

// Does another iteration give the name as well?
static bool is_given_again(const Trace *trace, const Entry *e, const Iteration *in)
{
    for (int i = 0; e->name && i < trace->entry_count; i++) {
        const Entry *other = &trace->entries[i];
        bool is_outside = i < in->first_entry || i >= in->entry_end;
        if (is_outside && other->name && strcmp(other->name, e->name) == 0) return true;
    }
    return !e->name;
}

static void write_iteration(const Trace *trace, int entry, const Call *scope, Buf *out)
{
    const Loop *loop;
    const Iteration *in = loop_iteration_of(trace, entry, &loop);
    bool is_within = in && scope && scope->first_entry >= in->first_entry;
    if (in && !is_within && loop->count > 1 && is_given_again(trace, &trace->entries[entry], in))
        buf_printf(out, ", iteration %" PRId64, in->number + 1);
}

static const char *title_of(const Trace *trace, int entry, const char *indices, Arena *arena)
{
    bool is_named = is_named_by_reader(trace, entry);
    bool is_weights = !is_named && role_of(trace, entry) == ROLE_WEIGHTS;
    if (!is_named && !is_weights && !*indices) return entry_title(trace, entry, arena);
    if (!is_named && !is_weights)
        return arena_printf(arena, "%s%s", trace_operand_title(trace, entry, arena), indices);
    const char *name = is_named ? trace->entries[entry].name : NULL;
    const Call *scope = scope_of(trace, entry, is_named);
    Places places = places_of(trace, name, scope);
    if (!name) name = role_title(trace, entry);
    Buf title = {.arena = arena};
    if (places.are_several || (!is_named && module_around(scope)))
        buf_printf(&title, "%s, ", places.own + places.shared);
    buf_printf(&title, "%s%s", name, indices);
    if (!trace->entries[entry].named.is_attribute) write_iteration(trace, entry, scope, &title);
    return buf_text(&title);
}

const char *tensor_title(const Trace *trace, int entry, Arena *arena)
{
    return title_of(trace, entry, "", arena);
}

const char *tensor_part_title(const Trace *trace, Cell part, Arena *arena)
{
    Buf indices = {.arena = arena};
    part_write_indices(trace, part, &indices);
    return title_of(trace, part.entry, buf_text(&indices), arena);
}

const char *matrix_title(const Trace *trace, const Matrix *matrix, Arena *arena)
{
    Cell part = {matrix->entry, matrix->base};
    if (matrix->row_dim >= 0) part.at.at[matrix->row_dim] = EVERY;
    if (matrix->column_dim >= 0) part.at.at[matrix->column_dim] = EVERY;
    return tensor_part_title(trace, part, arena);
}

// ---- several ------------------------------------------------------------------------------------

static bool all_differ(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < i; other++) {
            if (strcmp(names[i], names[other]) == 0) return false;
        }
    }
    return true;
}

size_t names_shared_start(const char *const *names, int count)
{
    size_t shared = 0;
    for (size_t end = 1; count > 1 && names[0][end - 1] && names[0][end]; end++) {
        for (int i = 1; i < count; i++) {
            if (strncmp(names[0], names[i], end) != 0 || !names[i][end]) return shared;
        }
        bool is_part =
            names[0][end - 1] == '.' || (names[0][end - 1] == ' ' && names[0][end - 2] == ',');
        if (is_part) shared = end;
    }
    return shared;
}

static size_t shared_end(const char *const *names, int count)
{
    size_t shared = 0, length = strlen(names[0]);
    for (size_t size = 1; count > 1 && size < length; size++) {
        const char *end = names[0] + length - size;
        for (int i = 1; i < count; i++) {
            size_t its = strlen(names[i]);
            if (its <= size || strcmp(names[i] + its - size, end) != 0) return shared;
        }
        if (*end == '.' || (*end == ',' && end[1] == ' ')) shared = size;
    }
    return shared;
}

// As a title, then with its step, then with what distinguishes it in equations, then by its number.
static const char *title_by(const Trace *trace, int entry, int way, Arena *arena)
{
    const char *title = tensor_title(trace, entry, arena);
    int step = trace->statements[trace->entries[entry].statement].step;
    if (way == 1) return arena_printf(arena, "step %d, %s", step + 1, title);
    if (way == 2) return entry_title(trace, entry, arena);
    return way == 3 ? arena_printf(arena, "%s, operation %d", title, entry) : title;
}

const char *tensor_counted_title(const Trace *trace, int entry, Arena *arena)
{
    Buf title = {.arena = arena};
    if (!entry_goes_by_name(trace, entry) || trace->entries[entry].nth < 2)
        return entry_title(trace, entry, arena);
    naming_write_nth(trace, &trace->entries[entry], trace->entries[entry].nth, &title);
    return buf_text(&title);
}

const char **tensor_titles(const Trace *trace, const int *entries, int count, Arena *arena)
{
    enum { WAYS = 4 };
    const char **names = NEW_ARRAY(arena, const char *, count + 1);
    for (int way = 0; way < WAYS; way++) {
        for (int i = 0; i < count; i++) names[i] = title_by(trace, entries[i], way, arena);
        if (all_differ(names, count)) break;
    }
    size_t start = names_shared_start(names, count);
    for (int i = 0; i < count; i++) names[i] += start;
    size_t end = count ? shared_end(names, count) : 0;
    for (int i = 0; i < count; i++)
        names[i] = arena_printf(arena, "%.*s", (int)(strlen(names[i]) - end), names[i]);
    return names;
}

// ---- where it was made --------------------------------------------------------------------------

// Calls are counted among those of the same function that the same call made from the same line.

static bool is_like(const Call *a, const Call *b)
{
    return a->caller == b->caller && a->source.source == b->source.source &&
           strcmp(a->function, b->function) == 0 && span_line(a->source) == span_line(b->source);
}

// Which of its like it is, from 1; `*count` becomes how many there are.
static int number_of(const Trace *trace, const Call *call, int *count)
{
    int number = 0;
    *count = 0;
    for (int i = 0; i < trace->call_count; i++) {
        if (!is_like(trace->calls[i], call)) continue;
        ++*count;
        if (i <= call->index) number++;
    }
    return number;
}

static void write_calls(const Trace *trace, const Call *call, Buf *out)
{
    int count, number;
    if (!call) return;
    write_calls(trace, call->caller, out);
    number = number_of(trace, call, &count);
    if (count < 2) return;
    buf_printf(out, "%s%s%s %d", out->n ? ", " : "", call_title(call), call->path ? "" : "()",
               number);
}

const char *made_at(const Trace *trace, int entry, bool with_line, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    const Call *outermost = e->inside;
    while (outermost && outermost->caller) outermost = outermost->caller;
    Span source = outermost ? outermost->source : e->source;
    Buf text = {.arena = arena};
    const Statement *last = &trace->statements[trace->statement_count - 1];
    if (with_line && last->step) // a reader of a lesson sees no lines
        buf_printf(&text, "step %d", trace->statements[e->statement].step + 1);
    else if (with_line && source.source)
        buf_printf(&text, "line %d", span_line(source));
    write_calls(trace, e->inside, &text);
    return buf_text(&text);
}
