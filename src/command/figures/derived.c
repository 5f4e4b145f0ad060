// What is drawn instead of the tensor that was chosen: its words, or a map of its patches. It is
// one more line of the program (src/library/_picks.py), with the axes of the tensor.
#include "command/figures/figures.h"

#include "command/tensor.h"
#include "study/attention/attention.h"
#include "study/axes/row.h"
#include "study/names/title.h"
#include "study/names/token.h"
#include "trace/names/labels.h"
#include "walk/edits/labelling.h"

#include <inttypes.h>

// `code` is what follows the tensor in a call of that function.
static bool derive(FigureRequest *request, const Walk *walk, const char *function, const char *code,
                   const char *title, Error *error)
{
    const char *tensor = tensor_code(walk, request->cell.entry, error);
    if (!tensor) return false;
    code = arena_printf(error->arena, "_picks.%s(%s%s)", function, tensor, code);
    int entry = tensor_evaluated(walk, title, code, error);
    if (entry < 0) return false;
    request->cell.entry = entry;
    return request->is_named = true;
}

// ---- words --------------------------------------------------------------------------------------

typedef struct MergedWords {
    TokenMarks marks;
    const char **word; // NULL: there are no labels
    int64_t *pieces;   // of each
    int count, sizes;
} MergedWords;

// The labels that are given, else those of the trace; NULL: there are none.
static const char **read_tokens(const Walk *walk, const Matrix *matrix, int dim,
                                const AxisLabels *given, Arena *arena)
{
    int64_t count = matrix->tensor->shape.dim[dim];
    DimLabels labels = dim_labels(walk->trace, matrix->entry, dim);
    if (given->label && given->count == count)
        labels = (DimLabels){"", given->label, (int)count, 0, 1};
    if (!labels.items) return NULL;
    const char **token = NEW_ARRAY(arena, const char *, count);
    for (int64_t i = 0; i < count; i++) token[i] = dim_label(&labels, i, arena);
    return token;
}

static MergedWords read_words(const Walk *walk, const Matrix *matrix, int dim,
                              const AxisLabels *given, Arena *arena)
{
    const size_t dot = sizeof "\u00b7" - 1;
    MergedWords words = {0};
    int64_t count = matrix->tensor->shape.dim[dim];
    const char **token = read_tokens(walk, matrix, dim, given, arena);
    if (token) words.marks = token_marks(token, count);
    for (int64_t i = 0; i < count; i++) {
        const char *before = token && i ? token[i - 1] : NULL;
        bool goes_on = token && i && token_goes_on(words.marks, token[i], before);
        const char *text = token ? token_readable(words.marks, token[i], before, arena) : NULL;
        if (goes_on) {
            const char **word = &words.word[words.count - 1];
            *word = arena_printf(arena, "%s%s", *word, text + dot);
            words.pieces[words.sizes - 1]++;
            continue;
        }
        if (token) *ARENA_ADD(arena, words.word, words.count) = text;
        *ARENA_ADD(arena, words.pieces, words.sizes) = 1;
    }
    return words;
}

static void write_pieces(const MergedWords *words, Buf *code)
{
    for (int i = 0; i < words->sizes; i++)
        buf_printf(code, "%s%" PRId64, i ? ", " : ", [", words->pieces[i]);
    buf_add(code, STR("]"));
}

static void take_words(AxisLabels *labels, const MergedWords *words)
{
    labels->label = words->word;
    labels->count = words->count;
    labels->source = "--merge-words";
}

static bool no_pieces(const FigureRequest *request, Error *error)
{
    return error_fail(error, "tokens of a tokenizer label them: --labels FILE",
                      "no labels of %s are pieces of words, as ##ing or \u0120cat",
                      entry_title(request->trace, request->cell.entry, error->arena));
}

static bool merge_words(FigureRequest *request, const Walk *walk, const char *rule, Arena *arena,
                        Error *error)
{
    AxisKind kinds[MAX_DIMS];
    Buf code = {.arena = arena};
    AxisLabels *rows = &request->look.rows, *columns = &request->look.columns;
    Matrix matrix = matrix_by_axes(walk->trace, request->cell.entry, request->cell.at);
    TensorAxes axes = axes_of(walk->trace, request->cell.entry);
    int ndim = matrix.tensor->shape.ndim;
    if (ndim < 2 || matrix.row_dim != ndim - 2 || matrix.column_dim != ndim - 1)
        return error_fail(error, "leave it out",
                          "--merge-words is for a matrix of queries and keys");
    bool same = rows->label && !columns->label && matrix.rows == matrix.columns;
    MergedWords of = read_words(walk, &matrix, ndim - 2, rows, arena);
    MergedWords to = read_words(walk, &matrix, ndim - 1, same ? rows : columns, arena);
    if (!of.marks && !to.marks) return no_pieces(request, error);
    write_pieces(&of, &code);
    write_pieces(&to, &code);
    buf_printf(&code, ", '%s'", rule);
    for (int d = 0; d < ndim; d++) kinds[d] = axes.of[d].kind;
    const char *title = tensor_title(walk->trace, request->cell.entry, arena);
    title = arena_printf(arena, "%s, words%s", title, *rule == 's' ? " summed" : "");
    if (!derive(request, walk, "merge", buf_text(&code), title, error)) return false;
    axes_note(walk, request->cell.entry, kinds, ndim);
    take_words(rows, &of);
    take_words(columns, &to);
    return true;
}

// ---- patches ------------------------------------------------------------------------------------

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    while ((root + 1) * (root + 1) <= square) root++;
    return root;
}

// Does each patch of a square have a place in it, the one before them for the class, too?
static bool is_of_patches(int64_t count)
{
    int64_t side = root_of(count);
    return side > 1 && count - side * side <= 1;
}

// Weights of patches for patches, or of one query: a map of those for the first query.
static bool has_map(const Matrix *matrix)
{
    if (!is_of_patches(matrix->columns) || !rows_are_shares(matrix)) return false;
    return matrix->rows == 1 || matrix->rows == matrix->columns;
}

static bool lay_over(FigureRequest *request, const Walk *walk, const char *path, Arena *arena,
                     Error *error)
{
    FigurePhoto *photo = NEW(arena, FigurePhoto);
    AxisLabels *rows = &request->look.rows, *columns = &request->look.columns;
    Matrix matrix = matrix_by_axes(walk->trace, request->cell.entry, request->cell.at);
    int ndim = matrix.tensor->shape.ndim;
    if (!export_read_photo(path, photo, arena, error)) return false;
    if (has_map(&matrix)) {
        const char *title = matrix_place(walk->trace, &matrix, arena);
        const char *name = tensor_title(walk->trace, request->cell.entry, arena);
        const char *at = index_text(arena, request->cell.at, ndim > 2 ? ndim - 2 : 0);
        int64_t side = root_of(matrix.columns);
        bool from_class = side * side < matrix.columns;
        const char *from = matrix.rows == 1 ? "" : from_class ? "class token " : "patch 0 ";
        title = arena_printf(arena, "%s%s%s, %sto patches", name, *title ? ", " : "", title, from);
        const char *code = arena_printf(arena, "%s, 0", at);
        if (!derive(request, walk, "patches", code, title, error)) return false;
        request->cell = (Cell){.entry = request->cell.entry};
        request->indices = 0;
        matrix = matrix_by_axes(walk->trace, request->cell.entry, request->cell.at);
    }
    if (matrix.rows > photo->rows || matrix.columns > photo->columns)
        return error_fail(error,
                          "another picture, or fewer cells, as 'vit[0,0,1:].reshape(14, 14)'",
                          "%" PRId64 " x %" PRId64 " cells are more than %s has room for",
                          matrix.rows, matrix.columns, path);
    request->look.scale.photo = photo;
    request->look.scale.robust |= !request->look.scale.ranged; // a map is read for its places
    if (!rows->label) rows->none = true;                       // patches have no names
    if (!columns->label) columns->none = true;
    return true;
}

bool figure_derive(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                   const Arguments *arguments, Arena *arena, Buf *messages, Error *error)
{
    const OptionValue *merge = &arguments->value[OPTION_MERGE_WORDS];
    const OptionValue *over = &arguments->value[OPTION_OVER];
    if (merge->given && kind->all_layers && !request->is_named)
        buf_printf(messages, "qkv: chosen: %s\n",
                   tensor_title(walk->trace, request->cell.entry, arena));
    return (!merge->given || merge_words(request, walk, merge->text, arena, error)) &&
           (!over->given || lay_over(request, walk, over->text, arena, error));
}
