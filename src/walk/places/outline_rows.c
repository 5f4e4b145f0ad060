// The tree of the outline, and what is folded in it.
//
// Where a call, or the top level, comes to the same place of the source again, it is in a loop. The
// loop goes from the first row that comes again to the last one; each time begins where that first
// row does.
#include "walk/places/outline.h"

#include "base/text/utf8.h"
#include "study/film.h"
#include "walk/places/stages.h"

#include <stdlib.h>
#include <string.h>

// One line of the walk, a sibling of others, and what is inside of it.
typedef struct OutlineLine {
    const Stage *stage;
    Span source;
    int output;     // q, k and v of one operation are 0, 1 and 2
    int index, end; // in the list of lines: those inside are index + 1 … end - 1
    int last;       // of the siblings from the same source, counted among these
    bool again;     // is there another one?
} OutlineLine;

typedef struct OutlineBuilder {
    const Walk *walk;
    const Stage *stages;
    OutlineRow *rows;
    int count;
    Arena *arena;
} OutlineBuilder;

// ---- rows ---------------------------------------------------------------------------------------

static int begin_row(OutlineBuilder *b, const Stage *stage, const char *code, int depth)
{
    *ARENA_ADD(b->arena, b->rows, b->count) =
        (OutlineRow){.stage = *stage, .code = code, .depth = depth};
    return b->count - 1;
}

static uint64_t mix(uint64_t hash, uint64_t with)
{
    hash ^= with + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdu;
}

static uint64_t mix_span(uint64_t hash, Span span)
{
    hash = mix(hash, (uint64_t)(uintptr_t)span.source);
    return mix(mix(hash, (uint64_t)span.start), (uint64_t)span.end);
}

// A call does what its function does, wherever it is called.
static uint64_t made_of_stage(const Walk *walk, const Stage *stage)
{
    bool is_call = stage->call >= 0;
    Span span =
        is_call ? walk->trace->calls[stage->call]->definition : walk_stage_source(walk, stage);
    return mix_span(is_call, span);
}

static void end_row(OutlineBuilder *b, int at, int times)
{
    OutlineRow *row = &b->rows[at];
    row->end = b->count;
    row->times = times;
    row->made_of = row->code ? 0 : made_of_stage(b->walk, &row->stage);
    if (times) {
        row->typical = at + 1;
        for (int i = at + 1; i < row->end; i = b->rows[i].end) {
            const OutlineRow *best = &b->rows[row->typical];
            if (b->rows[i].end - i > best->end - row->typical) row->typical = i;
        }
        row->made_of = b->rows[row->typical].made_of;
        return;
    }
    for (int i = at + 1; i < row->end; i = b->rows[i].end)
        row->made_of = mix(row->made_of, b->rows[i].made_of);
}

// ---- loops --------------------------------------------------------------------------------------

static int indent_of(Str line)
{
    int indent = 0;
    while (indent < line.n && (line.p[indent] == ' ' || line.p[indent] == '\t')) indent++;
    return indent;
}

static Str line_before(const Source *source, Str line)
{
    int end = (int)(line.p - source->text.p) - 1, start = end;
    if (end < 0) return (Str){0};
    while (start > 0 && source->text.p[start - 1] != '\n') start--;
    return str_slice(source->text, start, end);
}

static bool is_loop(Str line)
{
    line = str_trim(line);
    return str_starts(line, "for ") || str_starts(line, "while ") || str_starts(line, "async for ");
}

// Inside of brackets that close behind `at`, the "for …" of a comprehension; else none.
static Str comprehension_around(Span at)
{
    enum { MOST = 2000 };
    Str text = at.source->text;
    int depth = 0, from = -1;
    for (int i = at.end; i < text.n && i < at.end + MOST; i++) {
        char c = text.p[i];
        depth += strchr("([{", c) && c ? 1 : strchr(")]}", c) && c ? -1 : 0;
        if (depth < 0 && from >= 0) return str_slice(text, from, i);
        if (depth < 0) depth = 0; // out of inner ones
        bool word = depth == 0 && from < 0 && str_starts(str_slice(text, i, text.n), "for ");
        if (word && (text.p[i - 1] == ' ' || text.p[i - 1] == '\n')) from = i;
    }
    return (Str){0};
}

// The "for …" around a row: of a comprehension, or the line of a statement.
static const char *loop_code(const Walk *walk, const Stage *stage, Arena *arena)
{
    Buf code = {.arena = arena};
    Span at = walk_stage_source(walk, stage);
    if (!at.source) return "repeated";
    buf_add_one_line(&code, comprehension_around(at));
    Str line = source_place(at.source, at.start).text;
    int indent = indent_of(line);
    while (!code.n && indent > 0 && (line = line_before(at.source, line)).p) {
        if (str_trim(line).n == 0 || indent_of(line) >= indent) continue;
        indent = indent_of(line);
        if (is_loop(line)) buf_add_one_line(&code, line);
        if (str_starts(str_trim(line), "def ")) break;
    }
    return code.n ? buf_text(&code) : "repeated";
}

// ---- siblings -----------------------------------------------------------------------------------

// Of the results of one operation on the same inputs, which one it is.
static int output_number(const Trace *trace, const Stage *stage)
{
    int number = 0;
    if (stage->call >= 0) return 0;
    for (int e = stage->entry; e > 0; e--, number++) {
        const Entry *now = &trace->entries[e], *before = now - 1;
        bool same = now->call.input_count > 0 && before->call.input_count > 0 &&
                    now->call.input[0] == before->call.input[0] &&
                    span_equal(now->source, before->source);
        if (!same) break;
    }
    return number;
}

static int compare_sources(const OutlineLine *a, const OutlineLine *b)
{
    Span s = a->source, t = b->source;
    uintptr_t p = (uintptr_t)s.source, q = (uintptr_t)t.source;
    if (p != q) return p < q ? -1 : 1;
    if (s.start != t.start) return s.start < t.start ? -1 : 1;
    if (s.end != t.end) return s.end < t.end ? -1 : 1;
    if (a->output != b->output) return a->output - b->output;
    return (a->stage->call >= 0) - (b->stage->call >= 0);
}

typedef struct Keyed {
    const OutlineLine *line;
    int at;
} Keyed;

static int compare_keyed(const void *a, const void *b)
{
    const Keyed *s = a, *t = b;
    int order = compare_sources(s->line, t->line);
    return order ? order : s->at - t->at;
}

// For each sibling the last one from the same source.
static void find_last(OutlineLine *lines, int count)
{
    SCRATCH(scratch);
    Keyed *keyed = NEW_ARRAY(&scratch, Keyed, count + 1);
    for (int i = 0; i < count; i++) keyed[i] = (Keyed){&lines[i], i};
    qsort(keyed, (size_t)count, sizeof *keyed, compare_keyed);
    for (int i = count - 1; i >= 0; i--) {
        bool same = i + 1 < count && compare_sources(keyed[i].line, keyed[i + 1].line) == 0;
        OutlineLine *line = &lines[keyed[i].at];
        line->last = same ? lines[keyed[i + 1].at].last : keyed[i].at;
        line->again = same;
        if (line->stage->entry < 0 && line->stage->call < 0) line->last = keyed[i].at;
    }
}

static void add_lines(OutlineBuilder *b, OutlineLine *lines, int count, int depth);

// What is between two lines, as siblings: those that are not inside another.
static int siblings(const OutlineBuilder *b, int from, int end, Arena *arena, OutlineLine **lines)
{
    *lines = NEW_ARRAY(arena, OutlineLine, end - from + 1);
    int count = 0;
    for (int i = from, next; i < end; i = next) {
        for (next = i + 1; next < end && b->stages[next].depth > b->stages[i].depth; next++) {
        }
        (*lines)[count++] = (OutlineLine){.stage = &b->stages[i],
                                          .source = walk_stage_source(b->walk, &b->stages[i]),
                                          .output = output_number(b->walk->trace, &b->stages[i]),
                                          .index = i,
                                          .end = next};
    }
    return count;
}

static void add_inside(OutlineBuilder *b, int from, int end, int depth)
{
    SCRATCH(scratch);
    OutlineLine *inside;
    int count = siblings(b, from, end, &scratch, &inside);
    add_lines(b, inside, count, depth);
}

static void add_line(OutlineBuilder *b, const OutlineLine *line, int depth)
{
    int at = begin_row(b, line->stage, NULL, depth);
    add_inside(b, line->index + 1, line->end, depth + 1);
    end_row(b, at, 0);
}

// The end of the loop that begins at `first`: whatever comes again in it belongs to it.
static int fold_end(const OutlineLine *lines, int first)
{
    int end = lines[first].last;
    for (int i = first; i <= end; i++) {
        if (lines[i].last > end) end = lines[i].last;
    }
    return end + 1;
}

static int next_time(const OutlineLine *lines, int first, int at, int end)
{
    do at++;
    while (at < end && compare_sources(&lines[at], &lines[first]) != 0);
    return at;
}

// The iteration that a line of the outline is in, of a loop that is worth telling of.
static const Iteration *iteration_of(const OutlineBuilder *b, const OutlineLine *line,
                                     const Loop **loop)
{
    const Trace *trace = b->walk->trace;
    const Stage *stage = line->stage;
    int entry = stage_first_entry(b->walk, stage);
    const Iteration *in = entry < 0 ? NULL : loop_iteration_of(trace, entry, loop);
    return in && film_is_worth_telling(*loop) ? in : NULL;
}

// The loop whose iterations the rows are, each in one of its own; NULL: it is another.
static const Loop *loop_around(const OutlineBuilder *b, const OutlineLine *lines, int first,
                               int end)
{
    const Loop *loop = NULL, *same;
    const Iteration *in = iteration_of(b, &lines[first], &loop);
    int next = next_time(lines, first, first, end);
    const Iteration *then = in && next < end ? iteration_of(b, &lines[next], &same) : NULL;
    return then && loop == same && then != in ? loop : NULL;
}

// "for step in range(40): ×40, loss 6.9e-06 ▇▅▃▂▁"
static const char *followed_code(const OutlineBuilder *b, const Loop *loop)
{
    enum { CURVE_COLUMNS = 16 };
    Buf code = {.arena = b->arena};
    buf_add_one_line(&code, span_text(loop_header(loop->source)));
    buf_add_char(&code, ' ');
    buf_add(&code, str_from(film_iteration_text(loop, loop->count - 1, CURVE_COLUMNS, b->arena)));
    return buf_text(&code);
}

static const char *iteration_text(const OutlineBuilder *b, const OutlineLine *line)
{
    const Loop *loop;
    const Iteration *in = iteration_of(b, line, &loop);
    return in ? film_iteration_text(loop, in->number, 0, b->arena) : "";
}

static void add_loop(OutlineBuilder *b, OutlineLine *lines, int first, int end, int depth)
{
    int times = 0, longest = 0;
    for (int i = first, next; i < end; i = next, times++) {
        next = next_time(lines, first, i, end);
        if (next - i > longest) longest = next - i;
    }
    const Loop *loop = loop_around(b, lines, first, end);
    const char *code = loop          ? followed_code(b, loop)
                       : longest > 1 ? loop_code(b->walk, lines[first].stage, b->arena)
                                     : NULL;
    int at = begin_row(b, lines[first].stage, code, depth), time = 0;
    for (int i = first, next; i < end; i = next) {
        next = next_time(lines, first, i, end);
        if (!code) {
            add_line(b, &lines[i], depth + 1);
            continue;
        }
        const char *which = loop ? iteration_text(b, &lines[i])
                                 : arena_printf(b->arena, "time %d of %d", ++time, times);
        int one = begin_row(b, lines[i].stage, which, depth + 1);
        add_lines(b, lines + i, next - i, depth + 2);
        end_row(b, one, 0);
    }
    end_row(b, at, times);
    b->rows[at].is_followed = loop != NULL;
}

// ---- neighbours ---------------------------------------------------------------------------------

static bool is_same_function(const Trace *trace, const Stage *a, const Stage *b)
{
    if (a->call < 0 || b->call < 0) return a->call < 0 && b->call < 0;
    return span_equal(trace->calls[a->call]->definition, trace->calls[b->call]->definition);
}

// The same row, shapes and all.
static bool reads_the_same(const OutlineBuilder *b, const OutlineLine *one,
                           const OutlineLine *other)
{
    enum { COLUMNS = 1000 };
    const Stage *s = one->stage, *t = other->stage;
    bool is_step = s->entry < 0 && s->call < 0;
    if (is_step || !one->source.source || !other->source.source) return false;
    if (!is_same_function(b->walk->trace, s, t)) return false;
    if (!str_equal(span_text(one->source), span_text(other->source))) return false;
    SCRATCH(scratch);
    const OutlineRow row = {.stage = *s}, next = {.stage = *t};
    const char *line = outline_line(b->walk, &row, 0, false, COLUMNS, &scratch);
    return strcmp(line, outline_line(b->walk, &next, 0, false, COLUMNS, &scratch)) == 0;
}

// The end of the neighbours that read like the first one; none of them is in a loop.
static int alike_end(const OutlineBuilder *b, const OutlineLine *lines, int count, int first)
{
    int end = first + 1;
    while (end < count && !lines[end].again && reads_the_same(b, &lines[first], &lines[end])) end++;
    return end;
}

static void add_alike(OutlineBuilder *b, OutlineLine *lines, int first, int end, int depth)
{
    if (end - first == 1) {
        add_line(b, &lines[first], depth);
        return;
    }
    int at = begin_row(b, lines[first].stage, NULL, depth);
    for (int i = first; i < end; i++) add_line(b, &lines[i], depth + 1);
    end_row(b, at, end - first);
}

static void add_lines(OutlineBuilder *b, OutlineLine *lines, int count, int depth)
{
    find_last(lines, count);
    for (int i = 0, end; i < count; i = end) {
        end = lines[i].again ? fold_end(lines, i) : alike_end(b, lines, count, i);
        (lines[i].again ? add_loop : add_alike)(b, lines, i, end, depth);
    }
}

// The tensors of a file are many, and their steps are the modules that they belong to.
static void add_step(OutlineBuilder *b, int from, int end, bool folds)
{
    enum { LEAST_INSIDE = 2 };
    if (!folds || end - from < LEAST_INSIDE) {
        add_inside(b, from, end, 0);
        return;
    }
    const char *title = b->walk->lesson.steps[b->stages[from].step].title;
    const char *code = arena_printf(b->arena, "%s  %d tensors", title, end - from);
    int at = begin_row(b, &b->stages[from], code, 0);
    add_inside(b, from, end, 1);
    end_row(b, at, 0);
    b->rows[at].is_step = true;
}

int outline_rows(const Walk *walk, Arena *arena, OutlineRow **rows)
{
    enum { MANY = 24 };
    Stage *stages;
    int count = walk_outline(walk, arena, &stages);
    OutlineBuilder builder = {.walk = walk, .stages = stages, .arena = arena};
    for (int i = 0, next; i < count; i = next) { // a step's loops end with it
        for (next = i + 1; next < count && stages[next].step == stages[i].step; next++) {
        }
        add_step(&builder, i, next, count > MANY && walk->program.is_data);
    }
    *rows = builder.rows;
    return builder.count;
}

bool outline_is_construction(const Walk *walk, const OutlineRow *row)
{
    if (row->stage.call < 0 || row->code) return false;
    return str_ends(str_from(walk->trace->calls[row->stage.call]->function), "__init__");
}
