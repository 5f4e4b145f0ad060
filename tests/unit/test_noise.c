#include "support/test.h"

#include "export/writers.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 3 << 20 };

static unsigned random_state;

static unsigned random_below(unsigned most)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % most;
}

// Pixels of so many colours, 0: of all there are.
static void make_pixels(unsigned char *data, int size, int pixel, unsigned colors)
{
    for (int at = 0; at < size; at += pixel) {
        unsigned color = random_below(colors ? colors : 1 << 24) * 40503;
        for (int i = 0; i < pixel && at + i < size; i++)
            data[at + i] = (unsigned char)(i < 3 ? color >> 8 * i : 255);
    }
}

// How many bytes it becomes; another decoder reads back what was packed.
static size_t packed_size(const unsigned char *data, size_t size, int pixel)
{
    size_t packed = 0, got = 0;
    unsigned char *file = noise_pack(data, size, pixel, &packed), *back = malloc(size);
    struct libdeflate_decompressor *decoder = libdeflate_alloc_decompressor();
    assert_non_null(file);
    assert_int_equal(libdeflate_zlib_decompress(decoder, file, packed, back, size, &got),
                     LIBDEFLATE_SUCCESS);
    assert_int_equal(got, size);
    assert_memory_equal(back, data, size);
    libdeflate_free_decompressor(decoder);
    free(file);
    free(back);
    return packed;
}

static size_t by_library(const unsigned char *data, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    size_t bound = libdeflate_zlib_compress_bound(compressor, size);
    void *room = malloc(bound);
    size_t packed = libdeflate_zlib_compress(compressor, data, size, room, bound);
    libdeflate_free_compressor(compressor);
    free(room);
    return packed;
}

static void test_noise_is_packed_as_it_is(void **state)
{
    (void)state;
    static const unsigned colors[] = {1, 2, 3, 30, 500, 5000, 0};
    unsigned char *data = malloc(LARGE);
    for (int pixel = 3; pixel <= 4; pixel++) {
        for (int i = 0; i < 7; i++) {
            make_pixels(data, LARGE, pixel, colors[i]);
            for (int row = 0; row < LARGE; row += 12001) data[row] = 0; // where a PNG has filters
            assert_in_range(packed_size(data, LARGE, pixel), 1, LARGE + LARGE / 8);
        }
    }
    free(data);
}

static void test_any_size_is_packed(void **state)
{
    (void)state;
    unsigned char data[2000];
    for (int size = 1; size <= 2000; size += size < 600 ? 1 : 97) {
        make_pixels(data, size, 3, 1);
        packed_size(data, (size_t)size, 3);
        make_pixels(data, size, 4, 0);
        packed_size(data, (size_t)size, 4);
    }
}

// Counts like the numbers of Fibonacci want codes of more bits than there are.
static void test_rare_bytes_have_no_endless_codes(void **state)
{
    (void)state;
    unsigned char *data = malloc(LARGE);
    int size = 0;
    for (int byte = 0, count = 1, before = 1; byte < 26; byte++) {
        for (int i = 0; i < count; i++) data[size++] = (unsigned char)byte;
        int next = count + before;
        before = count;
        count = next;
    }
    for (int i = size - 1; i > 0; i--) {
        int other = (int)random_below((unsigned)i);
        unsigned char byte = data[i];
        data[i] = data[other];
        data[other] = byte;
    }
    packed_size(data, (size_t)size, 3);
    free(data);
}

static void test_pixels_of_a_ramp_are_smaller_than_by_any_match(void **state)
{
    (void)state;
    unsigned char *data = malloc(LARGE);
    make_pixels(data, LARGE, 3, 700);
    assert_true(packed_size(data, LARGE, 3) < by_library(data, LARGE));
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise_is_packed_as_it_is),
        cmocka_unit_test(test_any_size_is_packed),
        cmocka_unit_test(test_rare_bytes_have_no_endless_codes),
        cmocka_unit_test(test_pixels_of_a_ramp_are_smaller_than_by_any_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
