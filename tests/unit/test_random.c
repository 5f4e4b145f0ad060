// Random numbers to the last bit: tests/golden/drawn.txt holds what PyTorch draws; drawn.py there
// says how the cases are written. Numbers made with the C library's log, sin and cos (fewer than 16
// normal ones, exponential ones) are those of glibc.
#include "support/words.h"

#include "base/files/file.h"
#include "tensor/random/random.h"

#include <stdio.h>
#include <string.h>

static RandomState generator;

static const struct {
    const char *name;
    RandomKind kind;
} kinds[] = {
    {"rand", RANDOM_UNIFORM},
    {"randn", RANDOM_NORMAL},
    {"uniform", RANDOM_UNIFORM},
    {"normal", RANDOM_NORMAL},
    {"exponential", RANDOM_EXPONENTIAL},
    {"serial", RANDOM_NORMAL},
    {"bernoulli", RANDOM_BERNOULLI},
    {"randint", RANDOM_INTEGER},
};

static Random random_of(Str name, Str a, Str b)
{
    Random random = {.kind = RANDOM_ANY};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (str_is(name, kinds[i].name)) random.kind = kinds[i].kind;
    }
    assert_true(random.kind != RANDOM_ANY);
    random.a = to_double(a), random.b = to_double(b);
    if (str_is(name, "rand") || str_is(name, "randn")) random.a = 0, random.b = 1;
    if (random.kind != RANDOM_INTEGER) return random;
    int64_t high = 0;
    assert_true(number_parse_int(a, &random.low) && number_parse_int(b, &high));
    random.range = (uint64_t)high - (uint64_t)random.low;
    return random;
}

static Tensor *drawn(Str name, int64_t n, Str a, Str b)
{
    Shape shape = {1, {n}};
    bool whole = str_is(name, "randint") || str_is(name, "randperm");
    Tensor *tensor = tensor_new(&heap, whole ? DTYPE_INT64 : DTYPE_FLOAT32, shape, &error);
    if (str_is(name, "randperm")) {
        random_permutation(tensor, &generator);
        return tensor;
    }
    if (str_is(name, "serial")) { // every second cell of a longer one
        tensor = tensor_new(&heap, DTYPE_FLOAT32, (Shape){1, {2 * n}}, &error);
        tensor->shape.dim[0] = n;
        tensor->stride[0] = 2;
    }
    Random random = random_of(name, a, b);
    random_fill(tensor, &generator, &random);
    return tensor;
}

static uint64_t hash_of(const Tensor *tensor)
{
    uint64_t hash = 0xCBF29CE484222325;
    size_t words = dtype_bytes(tensor->dtype) / sizeof(uint32_t);
    const unsigned char *cell = tensor_data(tensor);
    for (int64_t i = 0; i < tensor->shape.dim[0]; i++) {
        for (size_t w = 0; w < words; w++) {
            uint32_t word;
            size_t at = (size_t)(i * tensor->stride[0]) * words + w;
            memcpy(&word, cell + at * sizeof word, sizeof word);
            hash = (hash ^ word) * 0x100000001B3;
        }
    }
    return hash;
}

static void run_line(Str line)
{
    Str name = next_word(&line), shown = line;
    if (str_is(name, "seed")) {
        random_begin(&generator, (uint64_t)next_int(&line));
        return;
    }
    int64_t n = next_int(&line);
    Str a = next_word(&line), b = next_word(&line);
    Tensor *tensor = drawn(name, n, a, b);
    next_word(&line);
    char text[64];
    snprintf(text, sizeof text, "%lld #%016llx", (long long)n, (unsigned long long)hash_of(tensor));
    if (!str_is(line, text)) fail_msg("%.*s %.*s: got %s", STR_ARG(name), STR_ARG(shown), text);
}

static void test_random_numbers_have_pytorchs_bits(void **state)
{
    (void)state;
    Arena file_arena = {0};
    Error file_error = {.arena = &file_arena};
    Str text, line;
    assert_true(file_read("tests/golden/drawn.txt", 1 << 20, &file_arena, &text, &file_error));
    int cases = 0;
    while (str_next_line(&text, &line)) {
        if (line.n == 0 || line.p[0] == '#') continue;
        forget_case();
        run_line(line);
        cases++;
    }
    assert_true(cases > 200);
    forget_case();
    arena_free(&file_arena);
}

static void test_cells_are_filled_as_they_lie_in_memory(void **state)
{
    (void)state;
    forget_case();
    Random random = {.kind = RANDOM_UNIFORM, .b = 1};
    Tensor *rows = tensor_new(&heap, DTYPE_FLOAT32, (Shape){2, {2, 3}}, &error);
    Tensor *turned = tensor_alias(&heap, rows);
    turned->shape = (Shape){2, {3, 2}};
    turned->stride[0] = 1, turned->stride[1] = 3;
    Tensor *like = tensor_new_like(&heap, DTYPE_FLOAT32, turned, &error);
    assert_int_equal(like->stride[0], 1);
    assert_int_equal(like->stride[1], 3);
    random_begin(&generator, 1);
    random_fill(rows, &generator, &random);
    random_begin(&generator, 1);
    random_fill(like, &generator, &random);
    assert_memory_equal(tensor_data(rows), tensor_data(like), 6 * sizeof(float));
    forget_case();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_numbers_have_pytorchs_bits),
        cmocka_unit_test(test_cells_are_filled_as_they_lie_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
