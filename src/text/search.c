// Searches the steps of a lesson. The lines of a step are joined to one text first, so that words
// which the wrapping has put on two lines are found; the line of a match is found again from its
// offset. Labels are looked for among the first 256 of an axis, and numbers among the first 65536
// cells of a tensor.
#include "text/search.h"

#include "base/text/fuzzy.h"
#include "base/text/utf8.h"
#include "tensor/op.h"
#include "trace/names/labels.h"
#include "walk/places/go.h"
#include "walk/places/names.h"

enum {
    TEXT_COLUMNS = 76,
    MOST_LABELS = 256,  // looked at along one dimension
    MOST_CELLS = 65536, // of one tensor, looked at for a value
    LEAST_OF_LABEL = 2, // columns that may be the beginning of a label; fewer are all of it
};

typedef struct Search {
    const Walk *walk;
    LessonSight sight;
    Str wanted;
    Arena *arena;
    Found *found;
    int count;
} Search;

// "step 2, title"
static void add(Search *search, Found found, const char *what)
{
    if (search->count >= MOST_FOUND) return;
    found.where = arena_printf(search->arena, "step %d, %s", found.step + 1, what);
    *ARENA_ADD(search->arena, search->found, search->count) = found;
}

// ---- text -------------------------------------------------------------------------------------

// Lines of code begin with a margin; inline code in the text does not.
static bool is_code(const TextLine *line)
{
    if (line->count < 2 || line->runs[0].style.ink != INK_CODE) return false;
    Str margin = str_trim(line->runs[0].text);
    return margin.n == 0 || str_is(margin, ">");
}

// A text on one line, so that what is wrapped can be found, and where its lines begin in it.
typedef struct Flat {
    Str all;
    int *start;
    int lines;
} Flat;

static Flat flat_of(const Text *text, Arena *arena)
{
    Buf all = {.arena = arena};
    Flat flat = {.start = NEW_ARRAY(arena, int, text->count + 1), .lines = text->count};
    for (int i = 0; i < text->count; i++) {
        Buf line = {.arena = arena};
        const TextLine *from = &text->lines[i];
        for (int k = is_code(from); k < from->count; k++) buf_add(&line, from->runs[k].text);
        flat.start[i] = all.n;
        buf_add(&all, str_trim(buf_str(&line)));
        buf_add_char(&all, ' ');
    }
    flat.all = buf_str(&all);
    return flat;
}

static int line_at(const Flat *flat, int at)
{
    int line = 0;
    while (line + 1 < flat->lines && flat->start[line + 1] <= at) line++;
    return line;
}

static Str line_of(const Flat *flat, int line)
{
    int end = line + 1 < flat->lines ? flat->start[line + 1] : flat->all.n;
    return str_trim(str_slice(flat->all, flat->start[line], end));
}

// The line from a word shortly before what was found in it, so that this is seen on a narrow
// screen.
static const char *excerpt(const Flat *flat, int line, int at, Arena *arena)
{
    enum { BEFORE = 24 };
    Str whole = line_of(flat, line);
    int found = (int)(flat->all.p + at - whole.p), from = found > BEFORE ? found - BEFORE : 0;
    while (from > 0 && from < found && whole.p[from - 1] != ' ') from++;
    if (from == 0) return str_copy(arena, whole);
    return arena_printf(arena, "… %.*s", STR_ARG(str_slice(whole, from, whole.n)));
}

static bool lies_in(Str part, Str whole)
{
    return part.p && whole.p && part.p >= whole.p && part.p < whole.p + whole.n;
}

// The last statement that begins at or before the line of code; -1: the line is none.
static int statement_of(const Walk *walk, int step, const TextLine *line)
{
    for (int i = 0; i < walk->trace->statement_count; i++) {
        const Statement *statement = &walk->trace->statements[i];
        Str code = span_text(statement->source);
        for (int k = 0; k < line->count && statement->step == step; k++) {
            if (lies_in(line->runs[k].text, code)) return i;
            if (lies_in(code, line->runs[k].text)) return i;
        }
    }
    return -1;
}

// The lesson as it is at a step: at its beginning, unless the walk is in it.
static LessonText text_of_step(const Search *search, int step)
{
    Walk walk = *search->walk;
    if (walk_stage(&walk).step != step) {
        for (int i = walk.ran.stage_count - 1; i >= 0; i--) {
            if (walk.ran.stages[i].step == step) walk.at.stage = i;
        }
        walk.at.substep = 0;
        walk.at.settled = -1;
    }
    return lesson_text(&walk, search->sight, TEXT_COLUMNS, search->arena);
}

// One for each line that the wanted text begins in.
static void search_text(Search *search, int step)
{
    LessonText lesson = text_of_step(search, step);
    Flat flat = flat_of(&lesson.text, search->arena);
    int last = -1, occurrence = -1;
    for (int at = 0; (at = fuzzy_find_text(flat.all, search->wanted, at)) >= 0; at++) {
        int line = line_at(&flat, at);
        occurrence++;
        if (line == last) continue;
        last = line;
        bool code = is_code(&lesson.text.lines[line]);
        int statement = code ? statement_of(search->walk, step, &lesson.text.lines[line]) : -1;
        add(search,
            (Found){.step = step,
                    .statement = statement,
                    .occurrence = occurrence,
                    .cell = {.entry = -1},
                    .text = excerpt(&flat, line, at, search->arena)},
            code ? "code" : "text");
    }
}

static void search_title(Search *search, int step)
{
    const char *title = search->walk->lesson.steps[step].title;
    if (fuzzy_find_text(str_from(title), search->wanted, 0) < 0) return;
    add(search, (Found){step, -1, -1, {.entry = -1}, title, NULL}, "title");
}

// ---- tensors ----------------------------------------------------------------------------------

static const Tensor *tensor_of(const Search *search, const Name *name)
{
    return search->walk->trace->entries[name->entry].call.output;
}

static void add_cell(Search *search, const Name *name, Index at, const char *text, const char *what)
{
    add(search, (Found){name->step, -1, -1, {name->entry, at}, text, NULL}, what);
}

static bool is_label(Str label, Str wanted)
{
    if (utf8_width(wanted) < LEAST_OF_LABEL) return str_equal(label, wanted);
    return fuzzy_find_text(label, wanted, 0) == 0;
}

static const char *part_of(const Shape *shape, int dim)
{
    return dim == shape->ndim - 1 ? "column" : dim == shape->ndim - 2 ? "row" : "slice";
}

static void search_labels(Search *search, const Name *name)
{
    const Shape *shape = &tensor_of(search, name)->shape;
    for (int d = 0; d < shape->ndim && tensor_count(tensor_of(search, name)); d++) {
        if (!label_axis(search->walk->trace, name->entry, d)) continue;
        int64_t most = shape->dim[d] < MOST_LABELS ? shape->dim[d] : MOST_LABELS;
        for (int64_t i = 0; i < most; i++) {
            const char *label = label_at(search->walk->trace, name->entry, d, i, search->arena);
            if (!is_label(str_from(label), search->wanted)) continue;
            Index at = {0};
            at.at[d] = i;
            add_cell(
                search, name, at,
                arena_printf(search->arena, "%s, %s of %s", label, part_of(shape, d), name->name),
                "label");
        }
    }
}

static void search_name(Search *search, const Name *name)
{
    if (fuzzy_find_text(str_from(name->name), search->wanted, 0) >= 0) {
        const char *shape = shape_tuple(search->arena, &tensor_of(search, name)->shape);
        add_cell(search, name, (Index){0}, arena_printf(search->arena, "%s %s", name->name, shape),
                 "tensor");
    }
    search_labels(search, name);
}

static void search_value(Search *search, const Name *name, Str number)
{
    const Tensor *tensor = tensor_of(search, name);
    int64_t count = tensor_count(tensor);
    if (count > MOST_CELLS) count = MOST_CELLS;
    for (int64_t i = 0; i < count && search->count < MOST_FOUND; i++) {
        Cell cell = {name->entry, index_unravel(&tensor->shape, i)};
        double value = tensor_get(tensor, cell.at);
        if (answer_compare(number, value) != EQUAL || !walk_is_open(search->walk, cell)) continue;
        const char *text = cell_name(search->walk->trace, cell, search->arena);
        add_cell(search, name, cell.at, text, "number");
    }
}

// ---- all of it ----------------------------------------------------------------------------------

int search(const Walk *walk, LessonSight sight, Str wanted, Arena *arena, Found **found)
{
    Search search = {.walk = walk, .sight = sight, .wanted = str_trim(wanted), .arena = arena};
    Name *names;
    int count = names_of(walk, arena, &names);
    bool values = str_starts(search.wanted, "=");
    Str number = str_trim(str_slice(search.wanted, values, search.wanted.n));
    for (int step = 0; step < walk->lesson.step_count && search.wanted.n; step++) {
        if (!values) search_title(&search, step);
        if (!values) search_text(&search, step);
        for (int i = 0; i < count; i++) {
            if (names[i].step != step) continue;
            if (values)
                search_value(&search, &names[i], number);
            else
                search_name(&search, &names[i]);
        }
    }
    *found = search.found;
    return search.count;
}

int search_from_here(const Walk *walk, const Found *found, int count)
{
    int step = walk_stage(walk).step;
    for (int i = 0; i < count; i++) {
        if (found[i].step >= step) return i;
    }
    return 0;
}

int found_line(const Found *found, Str wanted, const Text *text, Arena *arena)
{
    Flat flat = flat_of(text, arena);
    int at = found->occurrence < 0 ? -1 : fuzzy_find_text(flat.all, wanted, 0);
    for (int i = 0; i < found->occurrence && at >= 0; i++)
        at = fuzzy_find_text(flat.all, wanted, at + 1);
    return at < 0 ? -1 : line_at(&flat, at);
}

bool found_visit(Walk *walk, const Found *found)
{
    if (found->statement >= 0 && walk_visit_statement(walk, found->statement)) return true;
    if (found->cell.entry >= 0)
        walk_visit_cell(walk, found->cell);
    else if (walk_stage(walk).step != found->step)
        walk_visit_step(walk, found->step);
    return false;
}
