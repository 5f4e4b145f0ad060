// The only file that knows stb_image_write. Compression is libdeflate's, through the hook that stb
// offers: eight times faster than stb's own, and a quarter smaller; noise is packed by noise.c.
#include "export/writers.h"

#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// As stb calls it; the quality is a level, below 0 it is minus the bytes of a pixel of noise.
static unsigned char *deflate(unsigned char *data, int size, int *packed_size, int quality)
{
    size_t used = 0;
    if (quality < 0) {
        unsigned char *noise = noise_pack(data, (size_t)size, -quality, &used);
        *packed_size = (int)used;
        return noise;
    }
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(quality);
    if (!compressor) return NULL;
    size_t bound = libdeflate_zlib_compress_bound(compressor, (size_t)size);
    unsigned char *packed = malloc(bound);
    if (packed) used = libdeflate_zlib_compress(compressor, data, (size_t)size, packed, bound);
    libdeflate_free_compressor(compressor);
    *packed_size = (int)used;
    if (used) return packed;
    free(packed);
    return NULL;
}

#define STBIW_ZLIB_COMPRESS     deflate
#define STBIW_CRC32(data, size) libdeflate_crc32(0, data, (size_t)(size))
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#ifndef __clang__ // which makes vectors of loops anyway
#pragma GCC push_options
#pragma GCC optimize("O3")
#endif
#include <stb/stb_image_write.h>
#ifndef __clang__
#pragma GCC pop_options
#endif
#pragma GCC diagnostic pop

// How the bytes of a row are written before packing (PNG 1.2, section 6): Up suits drawings, whose
// rows repeat; None suits noise. Trying all five, as stb does by itself, takes longer than packing.
enum { FILTER_NONE = 0, FILTER_UP = 2, LEVEL = 5 };

// ---- chunks -----------------------------------------------------------------------------------

enum { HEADER_BYTES = 33, TYPE = 4 }; // HEADER_BYTES: signature and IHDR

bool png_add_chunk(Bytes *file, const char *type, const void *head, size_t head_size,
                   const void *data, size_t size)
{
    unsigned char length[4], check[4];
    uint32_t sum = libdeflate_crc32(libdeflate_crc32(0, type, TYPE), head, head_size);
    if (size) sum = libdeflate_crc32(sum, data, size);
    bytes_put_32(length, head_size + size);
    bytes_put_32(check, sum);
    return bytes_add(file, length, sizeof length) && bytes_add(file, type, TYPE) &&
           bytes_add(file, head, head_size) && bytes_add(file, data, size) &&
           bytes_add(file, check, sizeof check);
}

// iTXt: keyword, 0, not compressed, method 0, no language, no translated keyword, text.
static bool add_text(Bytes *file, const char *keyword, const char *text)
{
    char head[32] = {0};
    size_t length = strlen(keyword);
    memcpy(head, keyword, length);
    return !text || png_add_chunk(file, "iTXt", head, length + 5, text, strlen(text));
}

// pHYs: pixels per metre across and down, 1 for metres.
static bool add_resolution(Bytes *file, double pixels_per_inch)
{
    const double inches_per_metre = 1 / 0.0254;
    unsigned char data[9];
    bytes_put_32(data, (size_t)(pixels_per_inch * inches_per_metre + 0.5));
    bytes_put_32(data + 4, (size_t)(pixels_per_inch * inches_per_metre + 0.5));
    data[8] = 1;
    return pixels_per_inch <= 0 || png_add_chunk(file, "pHYs", data, sizeof data, NULL, 0);
}

// stb writes no metadata: the chunks are put in after the header. sRGB: the colours are those of
// sRGB, rendered as perceptual (0).
static bool add_all(Bytes *file, const PngInput *input, const unsigned char *plain, size_t size)
{
    return bytes_add(file, plain, HEADER_BYTES) && png_add_chunk(file, "sRGB", "", 1, NULL, 0) &&
           add_resolution(file, input->pixels_per_inch) && add_text(file, "Title", input->title) &&
           add_text(file, "Description", input->description) &&
           bytes_add(file, plain + HEADER_BYTES, size - HEADER_BYTES);
}

bool png_encode(const PngInput *input, Bytes *file)
{
    stbi_write_force_png_filter = input->even ? FILTER_UP : FILTER_NONE;
    stbi_write_png_compression_level = input->even ? LEVEL : -input->channels;
    int plain_size = 0;
    unsigned char *plain =
        stbi_write_png_to_mem(input->pixels, input->width * input->channels, input->width,
                              input->height, input->channels, &plain_size);
    bool ok = plain && add_all(file, input, plain, (size_t)plain_size);
    STBIW_FREE(plain);
    return ok;
}

void png_library(Buf *out)
{
    buf_printf(out, "libdeflate %s", LIBDEFLATE_VERSION_STRING); // as one text it looks like zlib's
}
