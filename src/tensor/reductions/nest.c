// Puts the loops of a reduction into the order in which PyTorch's TensorIterator runs them:
// reduced dimensions innermost, the smallest stride first, neighbours that form one contiguous
// range merged into one loop. The order matters because floating-point addition is not
// associative: another order of the same sum gives other last bits.
#include "tensor/reductions/nest.h"

#include "tensor/convert.h"

// A dimension of the input, as it is run through.
typedef struct Level {
    int64_t n, in_stride, out_stride;
    bool reduced;
} Level;

typedef struct Levels {
    Level level[MAX_DIMS + 2]; // innermost first; two more, so that there always are two
    int count;
} Levels;

// Should `a` stand outside of `b`? Negative: no; 0: either way.
static int outside(const Level *a, const Level *b)
{
    if (a->reduced != b->reduced) return a->reduced ? -1 : 1;
    if (!a->reduced) return a->out_stride < b->out_stride ? -1 : 1;
    if (a->in_stride == 0 || b->in_stride == 0) return 0;
    if (a->in_stride != b->in_stride) return a->in_stride < b->in_stride ? -1 : 1;
    return a->n > b->n ? 1 : 0;
}

// From the innermost dimension outwards, each moves in as far as it belongs.
static void sort_levels(Levels *levels)
{
    for (int i = 1; i < levels->count; i++) {
        int moving = i;
        for (int inner = i - 1; inner >= 0; inner--) {
            int order = outside(&levels->level[inner], &levels->level[moving]);
            if (order < 0) break;
            if (order == 0) continue;
            Level level = levels->level[inner];
            levels->level[inner] = levels->level[moving];
            levels->level[moving] = level;
            moving = inner;
        }
    }
}

static void merge_levels(Levels *levels)
{
    int kept = 0;
    for (int i = 1; i < levels->count; i++) {
        Level *last = &levels->level[kept], *next = &levels->level[i];
        bool merges = last->n * last->in_stride == next->in_stride &&
                      last->n * last->out_stride == next->out_stride;
        if (merges)
            last->n *= next->n;
        else
            levels->level[++kept] = *next;
    }
    if (levels->count) levels->count = kept + 1;
}

// Two loops at least, the inner one reduced.
static void complete_levels(Levels *levels)
{
    if (levels->count == 0 || !levels->level[0].reduced) {
        for (int i = levels->count++; i > 0; i--) levels->level[i] = levels->level[i - 1];
        levels->level[0] = (Level){.n = 1, .reduced = true};
    }
    if (levels->count == 1) levels->level[levels->count++] = (Level){.n = 1};
}

static Levels levels_of(const Tensor *in, const bool reduced[MAX_DIMS])
{
    Levels levels = {0};
    int64_t out_stride = 1;
    for (int d = in->shape.ndim - 1; d >= 0; d--) {
        if (in->shape.dim[d] == 1) continue;
        levels.level[levels.count++] = (Level){.n = in->shape.dim[d],
                                               .in_stride = in->stride[d],
                                               .out_stride = reduced[d] ? 0 : out_stride,
                                               .reduced = reduced[d]};
        if (!reduced[d]) out_stride *= in->shape.dim[d];
    }
    sort_levels(&levels);
    merge_levels(&levels);
    complete_levels(&levels);
    return levels;
}

static void run_levels(const OpCall *call, const Levels *levels, const float *in, float *out,
                       NestFunction *function)
{
    const Level *inner = &levels->level[0], *outer = &levels->level[1];
    Shape outside_shape = {.ndim = levels->count - 2};
    for (int i = 2; i < levels->count; i++) // the outermost dimension of a Shape is the first
        outside_shape.dim[levels->count - 1 - i] = levels->level[i].n;
    Nest nest = {.call = call,
                 .n = {inner->n, outer->n},
                 .in_stride = {inner->in_stride, outer->in_stride},
                 .out_stride = outer->out_stride};
    Index at = {0};
    do {
        nest.in = in, nest.out = out;
        for (int i = 2; i < levels->count; i++) {
            int64_t place = at.at[levels->count - 1 - i];
            nest.in += place * levels->level[i].in_stride;
            nest.out += place * levels->level[i].out_stride;
        }
        function(&nest);
    } while (index_next(&outside_shape, &at));
}

bool nest_is_columns(const Nest *nest)
{
    return nest->in_stride[1] == 1 && nest->out_stride == 1 && nest->n[1] > 1;
}

// The input's cells as floats: its own, or converted and in row-major order.
static const float *float_cells(Tensor *in, Arena *scratch)
{
    if (in->dtype == DTYPE_FLOAT32) return tensor_floats(in) + in->offset;
    const float *cells = tensor_contiguous_floats(in, scratch);
    shape_strides(&in->shape, in->stride);
    return cells;
}

void reduce_nested(OpCall *call, float start, NestFunction *function)
{
    Tensor in = *call->input[0];
    float *out = tensor_floats(call->output);
    bool reduced[MAX_DIMS];
    reduce_dims(call, reduced);
    for (int64_t i = 0; i < tensor_count(call->output); i++) out[i] = start;
    if (tensor_count(&in) == 0) return;
    Arena scratch = {0};
    const float *cells = float_cells(&in, &scratch);
    Levels levels = levels_of(&in, reduced);
    run_levels(call, &levels, cells, out, function);
    arena_free(&scratch);
}
