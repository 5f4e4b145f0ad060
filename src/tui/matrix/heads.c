// The state of the heads view. Patterns and pictures are made when a layer is shown, not when it is
// drawn: a frame costs the same for six tokens and for a thousand.
#include "tui/matrix/heads.h"

#include "trace/layers.h"
#include "tui/app.h"
#include "walk/matrix_row.h"

#include <math.h>
#include <string.h>

enum { MOST_HEADS = 1024, MOST_BLOCKS = 64 };

// ---- the tiles ----------------------------------------------------------------------------------

static const Tensor *output_of(const App *app, int entry)
{
    return app->walk->trace->entries[entry].call.output;
}

int64_t heads_groups(const HeadsView *view)
{
    return view->are_layers ? 1 : view->layer_count * view->outer;
}

const char *heads_tile_name(const App *app, const HeadTile *tile, Arena *arena)
{
    const HeadsView *view = &app->heads;
    const char *name = entry_title(app->walk->trace, tile->cell.entry, arena);
    if (tile->number < 0)
        return text_printf(arena, "average of %lld heads", (long long)view->heads);
    if (view->are_layers) return name;
    Buf text = {.arena = arena};
    buf_printf(&text, "%s[", name);
    int ndim = tile->tensor->shape.ndim;
    for (int d = 0; d < ndim - 2; d++)
        buf_printf(&text, d ? ",%lld" : "%lld", (long long)tile->cell.at.at[d]);
    buf_add_char(&text, ']');
    return buf_text(&text);
}

const char *heads_short_name(const HeadsView *view, const HeadTile *tile, Arena *arena)
{
    if (tile->number < 0) return "mean";
    return text_printf(arena, "%c%d", view->are_layers ? 'L' : 'H', tile->number);
}

// The cell where head `number` of the group begins.
static Cell head_cell(const App *app, int64_t number)
{
    const HeadsView *view = &app->heads;
    if (view->are_layers) return (Cell){.entry = view->layers[number]};
    Cell cell = {.entry = view->layers[view->group / view->outer]};
    const Shape *shape = &output_of(app, cell.entry)->shape;
    int64_t rest = view->group % view->outer;
    cell.at.at[shape->ndim - 3] = number;
    for (int d = shape->ndim - 4; d >= 0; d--) {
        cell.at.at[d] = rest % shape->dim[d];
        rest /= shape->dim[d];
    }
    return cell;
}

// Is a cell of the matrix yours to predict? A picture would give the answer away.
static bool is_asked(const App *app, Cell cell)
{
    const Walk *walk = app->walk;
    Index base = matrix_through(walk->trace, cell.entry, cell.at).base;
    for (int i = 0; i < walk->question_count; i++) {
        Cell asked = walk->questions[i].cell;
        if (asked.entry != cell.entry || !walk_hides(walk, asked)) continue;
        Index its = matrix_through(walk->trace, asked.entry, asked.at).base;
        if (memcmp(&its, &base, sizeof base) == 0) return true;
    }
    return false;
}

static bool is_open(const App *app, Cell cell)
{
    if (is_asked(app, cell)) return false; // nothing is shown that a question hides
    const Shape *shape = &output_of(app, cell.entry)->shape;
    cell.at.at[shape->ndim - 2] = shape->dim[shape->ndim - 2] - 1;
    cell.at.at[shape->ndim - 1] = shape->dim[shape->ndim - 1] - 1;
    return index_ravel(shape, cell.at) < walk_open_count(app->walk, cell.entry);
}

static HeadTile make_tile(App *app, int number, Cell cell, const Tensor *average)
{
    HeadTile tile = {.cell = cell,
                     .number = number,
                     .is_asked = is_asked(app, cell),
                     .is_open = is_open(app, cell)};
    tile.tensor = average ? average : output_of(app, cell.entry);
    if (!tile.is_open) return tile;
    Matrix matrix = matrix_through(app->walk->trace, cell.entry, cell.at);
    if (average) {
        matrix.tensor = average;
        matrix.row_dim = 0;
        matrix.column_dim = 1;
        matrix.base = (Index){0};
    }
    tile.pattern = pattern_of(tile.tensor, matrix.base);
    tile.blocks = blocks_of(&matrix, MOST_BLOCKS, &app->heads.group_arena);
    return tile;
}

// Cell by cell the mean of the heads; NULL: no memory, which is said.
static Tensor *make_average(App *app)
{
    HeadsView *view = &app->heads;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Matrix matrix = matrix_through(app->walk->trace, head_cell(app, 0).entry, (Index){0});
    Shape shape = {.ndim = 2, .dim = {matrix.rows, matrix.columns}};
    Tensor *mean = tensor_new(&view->heap, DTYPE_FLOAT64, shape, &error);
    double *row = NEW_ARRAY(&scratch, double, matrix.columns);
    for (int64_t h = 0; mean && h < view->heads; h++) {
        Cell cell = head_cell(app, h);
        matrix = matrix_through(app->walk->trace, cell.entry, cell.at);
        for (int64_t r = 0; r < matrix.rows; r++) {
            double *sum = tensor_doubles(mean) + r * matrix.columns;
            matrix_row(&matrix, r, row);
            for (int64_t c = 0; c < matrix.columns; c++) sum[c] += row[c] / (double)view->heads;
        }
    }
    if (!mean) app_say(app, true, "Error: %s", error.message);
    arena_free(&scratch);
    return mean;
}

// Weights before what is none, then by entropy, then by number.
static bool comes_before(const HeadTile *a, const HeadTile *b)
{
    if ((a->number < 0) != (b->number < 0)) return a->number < 0;
    bool a_has = a->pattern.kind != PATTERN_NONE, b_has = b->pattern.kind != PATTERN_NONE;
    if (a_has != b_has) return a_has;
    if (a_has && a->pattern.entropy < b->pattern.entropy) return true;
    if (a_has && a->pattern.entropy > b->pattern.entropy) return false;
    return a->number < b->number;
}

static void sort_tiles(HeadsView *view)
{
    for (int i = 1; i < view->count; i++) {
        HeadTile tile = view->tiles[i];
        int to = i;
        for (; to > 0 && comes_before(&tile, &view->tiles[to - 1]); to--)
            view->tiles[to] = view->tiles[to - 1];
        view->tiles[to] = tile;
    }
}

// Makes the tiles anew, with head `number` selected.
static void show_group(App *app, int number)
{
    HeadsView *view = &app->heads;
    arena_free(&view->group_arena);
    tensor_heap_free(&view->heap);
    view->heap = (TensorHeap){0};
    view->average = NULL;
    view->count = 0;
    view->tiles = NEW_ARRAY(&view->group_arena, HeadTile, view->heads + 1);
    bool can = view->averaged && is_open(app, head_cell(app, view->heads - 1));
    if (can) view->average = make_average(app);
    if (view->average)
        view->tiles[view->count++] = make_tile(app, -1, head_cell(app, 0), view->average);
    for (int i = 0; i < view->heads; i++)
        view->tiles[view->count++] = make_tile(app, i, head_cell(app, i), NULL);
    view->low = view->high = 0;
    for (int i = 0; i < view->count; i++) {
        view->low = fmin(view->low, view->tiles[i].blocks.low);
        view->high = fmax(view->high, view->tiles[i].blocks.high);
    }
    if (view->sorted) sort_tiles(view);
    view->selected = 0;
    for (int i = 0; i < view->count; i++) {
        if (view->tiles[i].number == number) view->selected = i;
    }
}

// ---- opening and leaving ------------------------------------------------------------------------

void heads_free(HeadsView *view)
{
    tensor_heap_free(&view->heap);
    arena_free(&view->arena);
    arena_free(&view->group_arena);
}

// Which of the layers is at hand, and which head of it.
static int find_place(HeadsView *view, Cell cell, const Shape *shape)
{
    int layer = 0;
    for (int i = 0; i < view->layer_count; i++) {
        if (view->layers[i] == cell.entry) layer = i;
    }
    if (view->are_layers) return layer;
    int64_t outer = 0;
    for (int d = 0; d < shape->ndim - 3; d++) outer = outer * shape->dim[d] + cell.at.at[d];
    view->group = layer * view->outer + outer;
    return (int)cell.at.at[shape->ndim - 3];
}

static bool are_weights(const App *app, Cell cell)
{
    const Tensor *tensor = output_of(app, cell.entry);
    bool heads = tensor->shape.ndim > 2 && tensor_count(tensor) > 0 && is_open(app, cell);
    return heads && pattern_of(tensor, cell.at).kind != PATTERN_NONE;
}

// The selected matrix; but if it is none of weights, weights that stand beside it.
static Cell cell_to_open(const App *app)
{
    Cell selected = app->walk->selected;
    const int *entries;
    int count = walk_equation(app->walk, &entries);
    if (selected.entry < 0 || are_weights(app, selected)) return selected;
    for (int i = 0; i < count; i++) {
        Cell beside = {.entry = entries[i]};
        if (are_weights(app, beside)) return beside;
    }
    return selected;
}

bool heads_open(App *app)
{
    HeadsView *view = &app->heads;
    Cell cell = cell_to_open(app);
    if (cell.entry < 0) return false;
    const Shape *shape = &output_of(app, cell.entry)->shape;
    if (shape->ndim < 2 || shape_count(shape) == 0) return false;
    heads_free(view);
    *view = (HeadsView){.outer = 1};
    view->layer_count = trace_layers(app->walk->trace, cell.entry, &view->arena, &view->layers);
    view->are_layers = shape->ndim == 2;
    view->heads = view->are_layers ? view->layer_count : shape->dim[shape->ndim - 3];
    for (int d = 0; d < shape->ndim - 3; d++) view->outer *= shape->dim[d];
    if (view->heads == 1 && heads_groups(view) == 1) return false;
    if (view->heads > MOST_HEADS) {
        app_say(app, true, "%lld heads are too many to show, at most %d.", (long long)view->heads,
                MOST_HEADS);
        return false;
    }
    show_group(app, find_place(view, cell, shape));
    app->screen = ON_HEADS;
    return true;
}

bool heads_leave(App *app)
{
    app->screen = app->home;
    return true;
}

bool heads_enlarge(App *app)
{
    const HeadsView *view = &app->heads;
    const HeadTile *tile = &view->tiles[view->selected];
    Arena scratch = {0};
    const char *name = entry_title(app->walk->trace, tile->cell.entry, &scratch);
    if (tile->number < 0) name = heads_tile_name(app, tile, &scratch);
    large_open(app, tile->cell, tile->number < 0 ? view->average : NULL, name, ON_HEADS);
    arena_free(&scratch);
    return true;
}

// ---- moving -------------------------------------------------------------------------------------

static bool select_tile(App *app, int to)
{
    HeadsView *view = &app->heads;
    if (to < 0 || to >= view->count || to == view->selected) return false;
    view->selected = to;
    return true;
}

bool heads_select(App *app, int tile)
{
    app->heads.selected = tile;
    return true;
}

bool heads_left(App *app)
{
    return select_tile(app, app->heads.selected - 1);
}

bool heads_right(App *app)
{
    return select_tile(app, app->heads.selected + 1);
}

bool heads_up(App *app)
{
    return select_tile(app, app->heads.selected - heads_layout(app, &app->heads).per_row);
}

bool heads_down(App *app)
{
    const HeadsView *view = &app->heads;
    int per_row = heads_layout(app, view).per_row, to = view->selected + per_row;
    bool more_rows = view->selected / per_row < (view->count - 1) / per_row;
    return select_tile(app, more_rows && to >= view->count ? view->count - 1 : to);
}

bool heads_first(App *app)
{
    return select_tile(app, 0);
}

bool heads_last(App *app)
{
    return select_tile(app, app->heads.count - 1);
}

static bool move_layer(App *app, int by)
{
    HeadsView *view = &app->heads;
    int64_t to = view->group + by;
    if (to < 0 || to >= heads_groups(view)) return false;
    int number = view->tiles[view->selected].number;
    view->group = to;
    show_group(app, number);
    return true;
}

bool heads_next_layer(App *app)
{
    return move_layer(app, 1);
}

bool heads_previous_layer(App *app)
{
    return move_layer(app, -1);
}

bool heads_sort(App *app)
{
    HeadsView *view = &app->heads;
    view->sorted = !view->sorted;
    show_group(app, view->tiles[view->selected].number);
    app_say(app, false,
            view->sorted ? "By entropy, the most certain head first. s: by number"
                         : "By number. s: by entropy");
    return true;
}

bool heads_average(App *app)
{
    HeadsView *view = &app->heads;
    int number = view->tiles[view->selected].number;
    view->averaged = !view->averaged;
    show_group(app, view->averaged ? -1 : number);
    if (view->averaged && !view->average && !app->message)
        app_say(app, false, "Not all heads are computed yet.");
    return true;
}
