// What a call costs, counted from the sources of each of its cells and from the table below, which
// says by hand what one cell takes: m a multiplication or division, a an addition or subtraction,
// e an exponential or its like, o anything else. Rows that are not in it compute nothing.
#pragma once

#include "tensor/cost.h"
#include "tensor/op.h"

#include <string.h>

typedef struct HandCount {
    const char *names; // of rows, separated by blanks
    const char *cell;  // for each cell
    const char *each;  // for each of its terms
    const char *more;  // for each of its terms but the first
    const char *line;  // once for the cells that share their terms
} HandCount;

static const HandCount hand_counts[] = {
    {"add sub", "a", "", "", ""},
    {"mul div deg2rad rad2deg reciprocal square", "m", "", "", ""},
    {"exp log sin cos tan asin acos atan tanh sinh cosh erf erfc exp2 log2 log10 atan2", "e", "",
     "", ""},
    {"expm1 log1p", "ea", "", "", ""},
    {"sigmoid logit", "mae", "", "", ""},
    {"sqrt abs round floor ceil trunc frac sign sgn neg relu fmod remainder isnan isinf isfinite "
     "nan_to_num",
     "o", "", "", ""},
    {"rsqrt floor_divide", "mo", "", "", ""},
    {"eq ne lt le gt ge maximum minimum fmax fmin clamp_min clamp_max", "o", "", "", ""},
    {"bitwise_and bitwise_or bitwise_xor bitwise_not logical_and logical_or logical_xor "
     "logical_not bitwise_left_shift bitwise_right_shift one_hot",
     "o", "", "", ""},
    {"clamp bucketize", "", "", "o", ""},
    {"hypot", "mmao", "", "", ""},
    {"lerp", "maa", "", "", ""},
    {"addcmul addcdiv", "mma", "", "", ""},
    {"logaddexp", "eeea", "", "", ""},
    {"xlogy", "me", "", "", ""},
    {"leaky_relu", "omao", "", "", ""},
    {"hardswish", "maoom", "", "", ""},
    {"hardsigmoid", "aoom", "", "", ""},
    {"elu", "omeaao", "", "", ""},
    {"celu", "ommeaao", "", "", ""},
    {"selu", "ommeaao", "", "", ""},
    {"silu", "mmae", "", "", ""},
    {"mish", "meeea", "", "", ""},
    {"softplus", "mmeea", "", "", ""},
    {"logsigmoid", "emae", "", "", ""},
    {"hardtanh relu6", "oo", "", "", ""},
    {"threshold", "o", "", "", ""},
    {"gelu", "mmmae", "", "", ""},
    {"tanh_backward", "mma", "", "", ""},
    {"sum _layer_norm_backward_bias nansum trace scatter_add index_put einsum", "", "", "a", ""},
    {"mean", "m", "", "a", ""},
    {"prod scatter_multiply", "", "", "m", ""},
    {"any all max min amax amin argmax argmin", "", "", "o", ""},
    {"bincount", "", "a", "", ""},
    {"var _moment", "mm", "am", "aa", ""},
    {"std", "mmo", "am", "aa", ""},
    {"logsumexp", "e", "e", "a", ""},
    {"softmax", "m", "ea", "ao", ""},
    {"log_softmax", "a", "e", "a", "e"},
};

static inline const HandCount *hand_count(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof hand_counts / sizeof *hand_counts; i++) {
        const char *names = hand_counts[i].names;
        for (const char *at = names; (at = strstr(at, name)); at++) {
            bool begins = at == names || at[-1] == ' ';
            if (begins && (at[length] == ' ' || !at[length])) return &hand_counts[i];
        }
    }
    return NULL;
}

static inline void add_letters(Cost *cost, const char *letters, int64_t times)
{
    for (; *letters; letters++) {
        static const char kinds[] = "maeo";
        cost->count[strchr(kinds, *letters) - kinds] += times;
    }
}

static inline void add_cell(const OpCall *call, const Terms *terms, Cost *cost)
{
    const HandCount *hand = hand_count(call->op->name);
    int64_t n = terms->count;
    switch (terms->kind) {
    case TERMS_CONSTANT:
    case TERMS_MOVED: return;
    case TERMS_SUM_OF_PRODUCTS:
        add_letters(cost, "m", n / 2);
        add_letters(cost, "a", n ? n / 2 + n % 2 - 1 : 0);
        return;
    case TERMS_ELEMENTWISE:
    case TERMS_REDUCTION:
    case TERMS_EXP_OVER_SUM:
    case TERMS_FORMULA: break;
    }
    if (!hand || n == 0) return;
    bool shared = terms->self >= 0 &&
                  (terms->kind == TERMS_EXP_OVER_SUM || strcmp(call->op->name, "log_softmax") == 0);
    add_letters(cost, hand->cell, 1);
    if (shared && terms->self > 0) return; // counted with the first cell of the line
    add_letters(cost, hand->each, n);
    add_letters(cost, hand->more, n ? n - 1 : 0);
    add_letters(cost, hand->line, 1);
}

// Rows whose cells go on from one another, or whose arithmetic depends on an argument: these are
// counted one by one in test_cost.c.
static inline bool is_counted_by_hand(const OpCall *call, const Terms *terms)
{
    static const char rows[] = " pow cumsum cumprod layer_norm norm cosine_similarity nll_loss ";
    Buf name = {.arena = terms->arena};
    buf_printf(&name, " %s ", call->op->name);
    bool fits = hand_count(call->op->name) || terms->kind != TERMS_FORMULA;
    bool variant = terms->kind == TERMS_FORMULA && strchr("asdeb", call->op->name[0]) &&
                   !strstr("std", call->op->name);
    if (strcmp(call->op->name, "gelu") == 0) variant = strcmp(call->arg[0].text, "none") != 0;
    return strstr(rows, buf_text(&name)) || !fits || variant;
}

static inline Cost cost_from_sources(const OpCall *call, Arena *arena, bool *by_hand)
{
    Cost cost = {{0}};
    Index at = {0};
    *by_hand = false;
    if (call->is_view || tensor_count(call->output) == 0) return cost;
    do {
        Terms terms = {.arena = arena};
        op_sources(call, at, &terms);
        if ((*by_hand = is_counted_by_hand(call, &terms))) return cost;
        add_cell(call, &terms, &cost);
    } while (index_next(&call->output->shape, &at));
    return cost;
}
