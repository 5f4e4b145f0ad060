// Floats bit by bit: tests/golden/bits.txt holds what PyTorch's AVX2 kernels give; bits.py there
// says how the cases are written, how their inputs are made, and which of them are meant to the
// last bit.
//
// PyTorch leaves the columns of a softmax that fill no vectors of 8 to the C library. The file was
// made with glibc's; with another library they are not compared.
#include "support/called.h"
#include "support/words.h"
#include "tensor/op.h"

#include "base/files/file.h"
#include "tensor/convert.h"
#include "tensor/create.h"
#include "tensor/float/bits.h"
#include "tensor/float/math.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED = 12, SPREAD = 40, INPUTS = 3, APART = 2 };

// ---- inputs ------------------------------------------------------------------------------------

static const float special[] = {
    0.0f,    -0.0f,   1.0f,    -1.0f,  0.5f,   1.5f,     2.0f,      -3.0f,
    10.0f,   -0.1f,   88.7f,   88.73f, -87.4f, -103.9f,  104.5f,    -104.5f,
    1e-45f,  -1e-45f, 1e-38f,  3e38f,  -3e38f, INFINITY, -INFINITY, NAN,
    124.99f, 125.0f,  -125.0f, 8.66f,  8.67f,  1e-4f,    1e10f,     16777217.0f,
};

static uint32_t mixed(int64_t seed, int64_t i)
{
    uint32_t x = (uint32_t)i + (uint32_t)((uint64_t)seed * 0x9E3779B9);
    x = (x ^ x >> 16) * 0x85EBCA6B;
    x = (x ^ x >> 13) * 0xC2B2AE35;
    return x ^ x >> 16;
}

static float made(Str source, int64_t i)
{
    if (str_is(source, "special")) return special[i % (int64_t)(sizeof special / sizeof *special)];
    int64_t seed = 0;
    int colon = str_find(source, ":");
    assert_true(number_parse_int(str_slice(source, colon + 1, source.n), &seed));
    uint32_t bits = mixed(seed, i);
    if (str_starts(source, "bits")) return bits_float(bits);
    double scale = str_starts(source, "wide") ? 1000 * 0x1p-21 : 0x1p-21;
    return (float)(((double)(bits >> 8) - 0x1p23) * scale);
}

static Tensor *make_tensor(Str source, Str *rest)
{
    Shape shape = next_shape(rest);
    Tensor *tensor = lay_out(&heap, DTYPE_FLOAT32, shape, next_word(rest));
    Index at = {0};
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        tensor_floats(tensor)[tensor_offset(tensor, at)] = made(source, i);
        index_next(&shape, &at);
    }
    return tensor;
}

static Tensor *make_number(Str word)
{
    int64_t whole;
    if (number_parse_int(word, &whole)) return tensor_from_int(&heap, whole, &error);
    return tensor_from_double(&heap, to_double(word), &error);
}

// ---- one case ----------------------------------------------------------------------------------

static Arg argument(Str word)
{
    Arg arg = {.kind = ARG_INT};
    if (str_starts(word, "(")) {
        Shape sizes = next_shape(&word);
        arg = (Arg){.kind = ARG_INTS, .count = sizes.ndim};
        arg.ints = NEW_ARRAY(&arena, int64_t, sizes.ndim);
        memcpy(arg.ints, sizes.dim, (size_t)sizes.ndim * sizeof *arg.ints);
        return arg;
    }
    if (str_is(word, "-")) return (Arg){0};
    if (number_parse_int(word, &arg.i)) {
        arg.f = (double)arg.i;
    } else if (number_parse_double(word, &arg.f)) {
        arg.kind = ARG_FLOAT;
    } else {
        arg = (Arg){.kind = ARG_STR, .text = str_copy(&arena, word)};
    }
    return arg;
}

// How many arguments that are no tensors it has.
static int read_call(OpCall *call, Str line)
{
    int args = 0;
    while (line.n > 0) {
        Str word = next_word(&line);
        if (str_is(word, "arg")) {
            call->arg[args++] = argument(next_word(&line));
        } else if (str_is(word, "base")) {
            call->input[call->input_count++] = call->input[0];
            call->input[0] = make_number(next_word(&line));
        } else if (str_is(word, "number")) {
            call->input[call->input_count++] = make_number(next_word(&line));
        } else {
            call->input[call->input_count++] = make_tensor(word, &line);
        }
    }
    return args;
}

static uint32_t bits_of(float x)
{
    return x == x ? float_bits(x) : 0x7fc00000;
}

static const char *result_text(const Tensor *out)
{
    Buf text = {.arena = &arena};
    int64_t count = tensor_count(out);
    const float *cell = tensor_floats(out);
    uint64_t hash = 0xCBF29CE484222325;
    for (int64_t i = 0; i < count; i++) {
        if (count <= LISTED) buf_printf(&text, "%s%08x", i ? " " : "", bits_of(cell[i]));
        hash = (hash ^ bits_of(cell[i])) * 0x100000001B3;
    }
    if (count > LISTED)
        buf_printf(&text, "%lld #%016llx", (long long)count, (unsigned long long)hash);
    return buf_text(&text);
}

// How many floats lie between two of them; 0 and -0 are one.
static int64_t apart(float x, float y)
{
    int64_t at[2] = {bits_of(x), bits_of(y)};
    for (int i = 0; i < 2; i++) at[i] = at[i] >> 31 ? 0x80000000 - at[i] : at[i];
    return llabs(at[0] - at[1]);
}

// Are the cells that the case lists those of `out`, but for the last bits?
static bool nearly(Str listed, const Tensor *out)
{
    int64_t count = tensor_count(out), some = count < SPREAD ? count : SPREAD;
    for (int64_t i = 0; i < some; i++) {
        float cell = tensor_floats(out)[some > 1 ? i * (count - 1) / (some - 1) : 0];
        uint32_t bits = (uint32_t)strtoul(next_word(&listed).p, NULL, 16);
        if (apart(cell, bits_float(bits)) > APART) return false;
    }
    return listed.n == 0;
}

static int differing;

// Without a row it is a function of the library.
static Tensor *run_operation(const Op *op, Str name, Str line)
{
    Run *run = NULL;
    OpCall call = {.op = op, .arena = &arena};
    call.input = NEW_ARRAY(&arena, Tensor *, INPUTS);
    int args = read_call(&call, line);
    Tensor *out =
        op ? op_apply(&call, &heap, &error) : called(name, &call, args, &arena, &run, &error);
    Tensor *in_order = out ? tensor_new(&heap, out->dtype, out->shape, &error) : NULL;
    if (in_order) tensor_assign(in_order, out);
    if (run) run_free(run);
    return in_order;
}

static Tensor *make_range(const Op *op, Str line)
{
    double start = to_double(next_word(&line)), end = to_double(next_word(&line));
    double last = to_double(next_word(&line));
    if (str_is(str_from(op->name), "linspace"))
        return create_linspace(&heap, DTYPE_FLOAT32, start, end, (int64_t)last, &error);
    return create_arange(&heap, DTYPE_FLOAT32, start, end, last, &error);
}

static bool has_pytorchs_exponentials(void)
{
#ifdef __GLIBC__
    return float_rows_are_pytorchs();
#else
    return false;
#endif
}

// Where floats are passed in x87 registers, a signaling NaN becomes a quiet one on the way.
static bool are_nans_changed(Str name, Str rest)
{
#ifdef __i386__
    return (str_is(name, "fmax") || str_is(name, "fmin")) && str_find(rest, "bits") >= 0;
#else
    (void)name, (void)rest;
    return false;
#endif
}

static void run_line(Str line)
{
    int exact = str_find(line, " = "), at = exact < 0 ? str_find(line, " ~ ") : exact;
    Str rest = str_slice(line, 0, at), expected = str_slice(line, at + 3, line.n);
    Str name = next_word(&rest);
    const Op *op = op_find(name, 0);
    if (exact < 0 && !float_rows_are_pytorchs()) return;
    if (!has_pytorchs_exponentials() && str_find(name, "softmax") >= 0) return;
    if (are_nans_changed(name, rest)) return;
    Tensor *out = !op || op->infer ? run_operation(op, name, rest) : make_range(op, rest);
    if (!out) fail_msg("%.*s: %s", STR_ARG(line), error.message);
    const char *got = result_text(out);
    if (exact < 0 ? nearly(expected, out) : str_is(expected, got)) return;
    print_error("%.*s\n    now %s\n", STR_ARG(line), got);
    differing++;
}

static void test_sums_products_and_softmax_have_pytorchs_bits_and_other_functions_its_digits(
    void **state)
{
    (void)state;
    Arena file_arena = {0};
    Str text, line;
    Error file_error = {.arena = &file_arena};
    assert_true(file_read("tests/golden/bits.txt", 1 << 24, &file_arena, &text, &file_error));
    int cases = 0;
    while (str_next_line(&text, &line)) {
        if (line.n == 0 || line.p[0] == '#') continue;
        forget_case();
        run_line(line);
        cases++;
    }
    assert_true(cases > 1000);
    assert_int_equal(differing, 0);
    forget_case();
    arena_free(&file_arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(
        test_sums_products_and_softmax_have_pytorchs_bits_and_other_functions_its_digits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
