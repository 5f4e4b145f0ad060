// Turns what a user calls the cells of a figure into places in its matrices. Numbers count from 0,
// negative ones from the end, as in Python; a word is the label of a row or a column, be it the
// lesson's or one given with --labels.
#include "command/figures/figures.h"

#include "base/text/number.h"
#include "study/attention/attention.h"
#include "study/names/typed_name.h"
#include "trace/names/convention.h"
#include "trace/names/labels.h"
#include "trace/names/roles.h"

typedef struct FocusReader {
    const Walk *walk;
    const FigureKind *kind;
    const FigureRequest *request;
    Arena *arena;
    Error *error;
} FocusReader;

// ---- the tensor -------------------------------------------------------------------------------

// "weights[0,1]" has "weights" before its bracket; "0,1" has nothing.
static Str name_of(Str text)
{
    int bracket = str_ends(text, "]") ? str_find(text, "[") : -1;
    return str_slice(text, 0, bracket < 0 ? 0 : bracket);
}

static Str inside_of(Str text)
{
    int bracket = str_ends(text, "]") ? str_find(text, "[") : -1;
    return bracket < 0 ? text : str_slice(text, bracket + 1, text.n - 1);
}

// The matrices that are drawn: the panels, or the one of the request.
static int drawn_count(const FocusReader *reader)
{
    int panels = reader->request->panels.count;
    return panels ? panels : 1;
}

static Matrix drawn_matrix(const FocusReader *reader, int i)
{
    const FigureRequest *request = reader->request;
    const Cell *cell = request->panels.count ? &request->panels.panel[i].cell : &request->cell;
    return matrix_by_axes(request->trace, cell->entry, cell->at);
}

static bool is_drawn(const FocusReader *reader, int entry, Matrix *matrix)
{
    for (int i = 0; i < drawn_count(reader); i++) {
        Matrix drawn = drawn_matrix(reader, i);
        if (drawn.entry != entry) continue;
        *matrix = drawn;
        return true;
    }
    return false;
}

static const char *title_of(const FocusReader *reader, const Matrix *matrix)
{
    return entry_title(reader->walk->trace, matrix->entry, reader->error->arena);
}

// Takes the name from the text; where there is none, the region is one of every matrix.
static bool take_tensor(const FocusReader *reader, Str text, FigureRegion *region, Matrix *matrix)
{
    Str name = str_trim(name_of(text));
    Cell cell;
    int indices;
    region->entry = -1;
    region->is_of_one = false;
    *matrix = drawn_matrix(reader, 0);
    if (!name.n) return true;
    if (!trace_parse_tensor(reader->walk->trace, name, &cell, &indices, reader->error))
        return false;
    region->entry = cell.entry;
    if (is_drawn(reader, cell.entry, matrix)) return true;
    error_set(reader->error, NULL, "'%.*s' is not in this figure: it shows %s", STR_ARG(text),
              title_of(reader, matrix));
    return error_hint(reader->error, "leave the name out: %.*s", STR_ARG(inside_of(text)));
}

// ---- a place ----------------------------------------------------------------------------------

// The labels of --labels and --column-labels, where there are as many as positions; else those of
// the trace.
static DimLabels labels_of(const FocusReader *reader, const Matrix *matrix, int dim)
{
    const FigureLook *look = &reader->request->look;
    bool square = matrix->rows == matrix->columns;
    bool of_rows = dim == matrix->row_dim || (square && !look->columns.label);
    const AxisLabels *given = of_rows ? &look->rows : &look->columns;
    if (!given->label || given->count != matrix->tensor->shape.dim[dim])
        return dim_labels(reader->walk->trace, matrix->entry, dim);
    return (DimLabels){.axis = given->source ? given->source : "",
                       .items = given->label,
                       .item_count = (int)given->count,
                       .step = 1};
}

static bool take_index(const FocusReader *reader, const Matrix *matrix, int dim, Str part,
                       Index *at)
{
    Cell cell = {matrix->entry, *at};
    DimLabels labels = labels_of(reader, matrix, dim);
    bool ok = index_parse(reader->walk->trace, part, dim, &labels, &cell, reader->error);
    *at = cell.at;
    return ok;
}

static bool wrong_count(const FocusReader *reader, const Matrix *matrix, Str text)
{
    Error *error = reader->error;
    bool vector = matrix->tensor->shape.ndim < 2;
    error_set(error, NULL, "'%.*s' is no cell of %s: its shape is %s", STR_ARG(text),
              title_of(reader, matrix),
              convention_tuple(reader->walk->trace, matrix->entry, error->arena));
    return error_hint(error, vector ? "the number of the cell, as 0" : "row and column, as 0,1");
}

// "0,1" or "2,0,1" as indices of the tensor; `*count` of them were given. With one less than there
// are dimensions it is a row.
static bool read_indices(const FocusReader *reader, const Matrix *matrix, Str text,
                         bool row_allowed, Index *at, int *count)
{
    Str part[MAX_DIMS + 1];
    int ndim = matrix->tensor->shape.ndim;
    *count = index_parts(text, part);
    const char *title = title_of(reader, matrix);
    if (str_is(str_trim(text), title)) return wrong_count(reader, matrix, text);
    bool short_form = *count == 2 && ndim > 2;
    bool row = row_allowed && *count == ndim - 1 && !short_form;
    if (*count != ndim && !short_form && !row) return wrong_count(reader, matrix, text);
    *at = matrix->base;
    for (int i = 0; i < *count; i++) {
        int dim = !short_form ? convention_dim(reader->walk->trace, matrix->entry, i)
                  : i         ? matrix->column_dim
                              : matrix->row_dim;
        if (!take_index(reader, matrix, dim, part[i], at)) return false;
    }
    return true;
}

static bool is_in_figure(const FocusReader *reader, const Matrix *matrix, Index at)
{
    bool is = reader->kind->all_slices || matrix_has(matrix, at);
    for (int i = 0; i < drawn_count(reader) && !is; i++) {
        Matrix drawn = drawn_matrix(reader, i);
        is = drawn.entry == matrix->entry && matrix_has(&drawn, at);
    }
    return is;
}

static bool other_slice(const FocusReader *reader, const Matrix *matrix, Str text)
{
    Error *error = reader->error;
    const Trace *trace = reader->walk->trace;
    const char *title = trace_operand_title(trace, matrix->entry, error->arena);
    return error_fail(error, "row and column alone, as 0,1",
                      "%s[%.*s] is not in the matrix that is drawn, %s", title, STR_ARG(text),
                      slice_title(trace, matrix->entry, matrix->base,
                                  matrix->tensor->shape.ndim - 2, error->arena));
}

static bool read_cell(const FocusReader *reader, const Matrix *matrix, Str text, bool row_allowed,
                      FigureRegion *region)
{
    Index at;
    int count, ndim = matrix->tensor->shape.ndim;
    if (!read_indices(reader, matrix, text, row_allowed, &at, &count)) return false;
    region->row = matrix_row_of(matrix, at);
    region->column = matrix_column_of(matrix, at);
    region->rows = region->columns = 1;
    region->is_of_one = count != 2 && ndim > 2;
    region->at = at;
    if (region->is_of_one && !is_in_figure(reader, matrix, at))
        return other_slice(reader, matrix, text);
    if (count == ndim || (count == 2 && ndim > 2)) return true;
    bool turned = matrix_is_turned(matrix);
    *(turned ? &region->row : &region->column) = 0;
    *(turned ? &region->rows : &region->columns) = 0; // all of them
    return true;
}

static bool read_place(const FocusReader *reader, Str text, bool row_allowed, FigureRegion *region)
{
    Matrix matrix;
    text = str_trim(text);
    region->name = str_copy(reader->arena, text);
    return take_tensor(reader, text, region, &matrix) &&
           read_cell(reader, &matrix, str_trim(inside_of(text)), row_allowed, region);
}

// "0,1:2,2" from the first cell to the last, both included; or a single cell.
static bool read_region(const FocusReader *reader, Str text, FocusMark *mark)
{
    Matrix matrix;
    FigureRegion first, last, *region = &mark->at;
    text = str_trim(text);
    Str inside = inside_of(text);
    int colon = str_find(inside, ":");
    if (colon < 0) return read_place(reader, text, true, region);
    region->name = str_copy(reader->arena, text);
    if (!take_tensor(reader, text, region, &matrix)) return false;
    first = last = *region;
    if (!read_cell(reader, &matrix, str_slice(inside, 0, colon), false, &first) ||
        !read_cell(reader, &matrix, str_slice(inside, colon + 1, inside.n), false, &last))
        return false;
    *region = first;
    region->rows = last.row - first.row + 1;
    region->columns = last.column - first.column + 1;
    if (region->rows > 0 && region->columns > 0) return true;
    return error_fail(reader->error, "the upper left cell first, then the lower right one: 0,1:2,2",
                      "--highlight %.*s has no cells", STR_ARG(text));
}

static bool read_row(const FocusReader *reader, Str text, FocusMark *mark)
{
    Matrix matrix = drawn_matrix(reader, 0);
    mark->at = (FigureRegion){
        .name = arena_printf(reader->arena, "row %.*s", STR_ARG(text)), .entry = -1, .rows = 1};
    if (matrix.row_dim < 0) return true; // a vector is one row
    Index at = matrix.base;
    bool ok = take_index(reader, &matrix, matrix.row_dim, str_trim(text), &at);
    mark->at.row = at.at[matrix.row_dim];
    return ok;
}

// ---- options ----------------------------------------------------------------------------------

// The parts of CELL=TEXT or CELL->CELL.
static bool read_parts(const FocusReader *reader, const char *option, Str text, const char *sign,
                       const char *example, Str *before, Str *behind)
{
    int at = str_find(text, sign);
    *before = str_trim(str_slice(text, 0, at < 0 ? 0 : at));
    *behind = str_trim(str_slice(text, at < 0 ? text.n : at + str_from(sign).n, text.n));
    if (before->n && behind->n) return true;
    error_set(reader->error, NULL, "--%s %.*s lacks a %s between two parts", option, STR_ARG(text),
              sign);
    return error_hint(reader->error, "--%s '%s'", option, example);
}

static bool read_framed_cell(const FocusReader *reader, Str text, FocusMark *mark)
{
    return read_place(reader, text, true, &mark->at);
}

static bool read_note(const FocusReader *reader, Str text, FocusMark *note)
{
    Str cell, words;
    if (!read_parts(reader, "annotate", text, "=", "0,1=the largest", &cell, &words)) return false;
    note->text = str_copy(reader->arena, words);
    return read_place(reader, cell, false, &note->at);
}

static bool read_arrow(const FocusReader *reader, Str text, FocusMark *arrow)
{
    Str first, last;
    FigureRegion *from = &arrow->at, *to = &arrow->to;
    if (!read_parts(reader, "arrow", text, "->", "0,1->2,2", &first, &last) ||
        !read_place(reader, first, false, from) || !read_place(reader, last, false, to))
        return false;
    if (from->entry < 0) from->entry = to->entry; // one name is enough
    if (to->entry < 0) to->entry = from->entry;
    Matrix matrix = matrix_by_axes(reader->walk->trace, drawn_matrix(reader, 0).entry, from->at);
    bool alike = from->entry == to->entry && from->is_of_one == to->is_of_one &&
                 (!to->is_of_one || matrix_has(&matrix, to->at));
    bool moves = from->row != to->row || from->column != to->column;
    if (alike && moves) return true;
    return error_fail(reader->error, "--arrow '0,1->2,2'",
                      "--arrow %.*s does not join two cells of one matrix", STR_ARG(text));
}

static bool read_marks(const FocusReader *reader, const OptionValue *values, FigureFocus *focus)
{
    static const struct {
        OptionId option;
        FocusKind kind;
        bool (*read)(const FocusReader *reader, Str text, FocusMark *mark);
    } MARKS[] = {
        {OPTION_CELL, FOCUS_FRAME, read_framed_cell}, {OPTION_ROW, FOCUS_FRAME, read_row},
        {OPTION_HIGHLIGHT, FOCUS_FRAME, read_region}, {OPTION_ARROW, FOCUS_ARROW, read_arrow},
        {OPTION_ANNOTATE, FOCUS_NOTE, read_note},
    };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        const OptionValue *value = &values[MARKS[i].option];
        int count = value->texts ? value->text_count : value->given;
        for (int k = 0; k < count; k++) {
            FocusMark *mark = ARENA_ADD(reader->arena, focus->mark, focus->count);
            *mark = (FocusMark){.kind = MARKS[i].kind};
            Str text = str_from(value->texts ? value->texts[k] : value->text);
            if (!MARKS[i].read(reader, text, mark)) return false;
        }
    }
    return true;
}

// --cell without a name, of a kind that works a cell out.
static bool mark_cell(const FocusReader *reader, FigureRequest *request, const OptionValue *cell)
{
    if (!cell->given || request->marked.entry >= 0) return true;
    Matrix matrix = drawn_matrix(reader, 0);
    request->marked.entry = request->cell.entry;
    return read_indices(reader, &matrix, inside_of(str_trim(str_from(cell->text))), true,
                        &request->marked.at, &request->marked_indices);
}

bool focus_options(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                   const Arguments *arguments, Arena *arena, Error *error)
{
    FocusReader reader = {walk, kind, request, arena, error};
    FigureFocus *focus = NEW(arena, FigureFocus);
    if (kind->whole) return true;
    if (kind->one_cell) return mark_cell(&reader, request, &arguments->value[OPTION_CELL]);
    if (!read_marks(&reader, arguments->value, focus)) return false;
    if (focus->count) request->look.focus = focus;
    return true;
}

// Is one of the coordinates a word? Slices are the program's.
static bool has_word(Str inside)
{
    Str part[MAX_DIMS + 1];
    int count = str_find(inside, ":") >= 0 ? 0 : index_parts(inside, part);
    int64_t number;
    for (int i = 0; i < count; i++)
        if (!number_parse_int(part[i], &number)) return true;
    return false;
}

// "0,1", "cat,sat": of the tensor that is drawn.
static bool is_nameless(Str text)
{
    return !name_of(text).n && (str_find(text, ",") >= 0 || (text.n && text.p[0] <= '9'));
}

bool focus_cell(const FigureRequest *request, const Walk *walk, Str text, Cell *cell, int *indices,
                Error *error)
{
    FocusReader reader = {walk, NULL, request, error->arena, error};
    text = str_trim(text);
    Str name = name_of(text);
    cell->entry = -1;
    if (is_nameless(text)) return true;
    if (!name.n || !has_word(inside_of(text)))
        return trace_parse_tensor(walk->trace, text, cell, indices, error);
    if (!trace_parse_tensor(walk->trace, name, cell, indices, error)) return false;
    Matrix first = matrix_by_axes(walk->trace, cell->entry, (Index){0});
    return read_indices(&reader, &first, inside_of(text), true, &cell->at, indices);
}
