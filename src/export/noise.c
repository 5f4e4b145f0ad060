// Packs the bytes of a large image, which are noise (RFC 1950, 1951). What repeats in noise of a
// few hundred colours is the pixel, so only the last place of the same pixel is looked at, and
// matches are whole pixels. libdeflate, which looks for anything, takes two and a half times as
// long for a tenth more bytes.
#include "export/writers.h"

#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>

// All symbols have one row of numbers: bytes, the end of a block, lengths, which have one code, and
// distances, which have another.
enum { END = 256, LENGTHS = 257, DISTANCES = 286, SYMBOLS = 316, LONGEST_CODE = 15 };
enum { LEAST_MATCH = 3, MOST_MATCH = 258, WINDOW = 1 << 15 };
enum { PLACE_BITS = 15, BLOCK = 1 << 17 }; // BLOCK: bytes and matches with codes of their own

// ---- symbols ----------------------------------------------------------------------------------

typedef struct NoiseSymbol {
    uint32_t count; // in this block
    uint16_t code;  // the first bit is the lowest
    uint8_t length; // of the code
    uint8_t extra;  // bits behind it, which say which value of its range is meant
    uint16_t from;  // where the range begins
} NoiseSymbol;

typedef struct NoiseToken {
    uint16_t symbol, value;
} NoiseToken;

typedef struct Noise {
    NoiseSymbol symbol[SYMBOLS];
    uint16_t of_length[MOST_MATCH + 1], of_distance[WINDOW + 1]; // their symbols
    uint32_t last[1 << PLACE_BITS];                              // place of a pixel, by its hash
    NoiseToken token[2 * BLOCK + 1], *next;                      // of a match: length, distance
    uint64_t bits;                                               // that are not written yet
    int bit_count;
    unsigned char *out;
} Noise;

// Lengths and distances come in ranges, one symbol for each: `plain` ones of a single value, then
// `step` of two values each, `step` of four, and so on. `symbols` gets that of each value.
static void set_ranges(Noise *noise, int first, int end, int from, int plain, int step,
                       uint16_t *symbols)
{
    for (int i = first; i < end; i++) {
        int extra = i < first + plain ? 0 : (i - first - plain) / step + 1;
        noise->symbol[i].from = (uint16_t)from;
        noise->symbol[i].extra = (uint8_t)extra;
        for (int k = 0; k < 1 << extra; k++) symbols[from++] = (uint16_t)i;
    }
}

static Noise *noise_new(void)
{
    Noise *noise = calloc(1, sizeof *noise);
    if (!noise) return NULL;
    for (int i = 0; i <= END; i++) noise->symbol[i].from = (uint16_t)i;
    const int longest = DISTANCES - 1; // of 258 alone, which the range before it has as well
    set_ranges(noise, LENGTHS, longest, LEAST_MATCH, 8, 4, noise->of_length);
    set_ranges(noise, longest, DISTANCES, MOST_MATCH, 1, 1, noise->of_length);
    set_ranges(noise, DISTANCES, SYMBOLS, 1, 4, 2, noise->of_distance);
    return noise;
}

// ---- codes ------------------------------------------------------------------------------------

// Lengths of a Huffman code: the two rarest become one, until one is left. Too long ones: again,
// with counts that differ less.
static void choose_lengths(NoiseSymbol *symbol, int symbols)
{
    uint32_t count[2 * DISTANCES] = {0};
    int parent[2 * DISTANCES] = {0}, nodes = symbols, longest = 0;
    for (int i = 0; i < symbols; i++) count[i] = symbol[i].count;
    for (;;) { // a node that is part of another counts as 0
        int rarest = -1, next = -1;
        for (int i = 0; i < nodes; i++) {
            if (!count[i]) continue;
            if (rarest < 0 || count[i] < count[rarest]) {
                next = rarest;
                rarest = i;
            } else if (next < 0 || count[i] < count[next]) {
                next = i;
            }
        }
        if (next < 0) break;
        count[nodes] = count[rarest] + count[next];
        count[rarest] = count[next] = 0;
        parent[rarest] = parent[next] = nodes++;
    }
    for (int i = 0; i < symbols; i++) {
        int length = 0;
        for (int node = i; parent[node]; node = parent[node]) length++;
        symbol[i].length = (uint8_t)length;
        longest = length > longest ? length : longest;
    }
    if (longest <= LONGEST_CODE) return;
    for (int i = 0; i < symbols; i++) symbol[i].count = (symbol[i].count + 3) / 4;
    choose_lengths(symbol, symbols);
}

// The canonical code of these lengths.
static void make_code(NoiseSymbol *symbol, int symbols)
{
    unsigned next = 0;
    choose_lengths(symbol, symbols);
    for (int length = 1; length <= LONGEST_CODE; length++, next <<= 1) {
        for (int i = 0; i < symbols; i++) {
            if (symbol[i].length != length) continue;
            unsigned reversed = 0;
            for (int k = 0; k < length; k++) reversed |= (next >> k & 1) << (length - 1 - k);
            symbol[i].code = (uint16_t)reversed;
            next++;
        }
    }
}

// ---- bits -------------------------------------------------------------------------------------

static inline void put_bits(Noise *noise, unsigned bits, int count)
{
    noise->bits |= (uint64_t)bits << noise->bit_count;
    noise->bit_count += count;
    if (noise->bit_count < 32) return;
    for (int k = 0; k < 4; k++) noise->out[k] = (unsigned char)(noise->bits >> 8 * k);
    noise->out += 4;
    noise->bits >>= 32;
    noise->bit_count -= 32;
}

// The lengths of both codes, each in a code of four bits for 0 to 15.
static void put_codes(Noise *noise)
{
    enum { LENGTH_CODES = 19, REPEATING = 3, LENGTH_BITS = 4 };
    put_bits(noise, DISTANCES - 257, 5);
    put_bits(noise, SYMBOLS - DISTANCES - 1, 5);
    put_bits(noise, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; i++) put_bits(noise, i < REPEATING ? 0 : LENGTH_BITS, 3);
    for (int i = 0; i < SYMBOLS; i++) {
        unsigned length = noise->symbol[i].length;
        put_bits(noise, (length & 1) << 3 | (length & 2) << 1 | (length & 4) >> 1 | length >> 3,
                 LENGTH_BITS);
    }
}

static void put_block(Noise *noise, bool last)
{
    make_code(noise->symbol, DISTANCES);
    make_code(noise->symbol + DISTANCES, SYMBOLS - DISTANCES);
    put_bits(noise, last | 2 << 1, 3);
    put_codes(noise);
    for (const NoiseToken *token = noise->token; token < noise->next; token++) {
        const NoiseSymbol *symbol = &noise->symbol[token->symbol];
        unsigned rest = (unsigned)token->value - symbol->from;
        put_bits(noise, symbol->code | rest << symbol->length, symbol->length + symbol->extra);
    }
}

// ---- matches ----------------------------------------------------------------------------------

// How many bytes at `at` are as at the last place of the same pixel, `*distance` before; 0: it has
// none.
static size_t match_at(Noise *noise, const unsigned char *data, size_t size, size_t at, int pixel,
                       size_t *distance)
{
    if (size - at < LEAST_MATCH) return 0;
    const unsigned char *here = data + at;
    uint32_t color = here[0] | (uint32_t)here[1] << 8 | (uint32_t)here[2] << 16;
    uint32_t *place = &noise->last[color * 2654435761u >> (32 - PLACE_BITS)];
    size_t before = *place, most = size - at < MOST_MATCH ? size - at : MOST_MATCH, same = 0;
    *place = (uint32_t)at;
    *distance = at - before;
    if (!*distance || *distance > WINDOW) return 0;
    while (same < most && here[same] == data[before + same]) same++;
    if (same < LEAST_MATCH) return 0;
    return same > (size_t)pixel ? same - same % (size_t)pixel : same;
}

static void add_token(Noise *noise, size_t symbol, size_t value)
{
    *noise->next++ = (NoiseToken){(uint16_t)symbol, (uint16_t)value};
    noise->symbol[symbol].count++;
}

// Returns where the next block begins.
static size_t take_block(Noise *noise, const unsigned char *data, size_t size, size_t at, int pixel)
{
    for (int i = 0; i < SYMBOLS; i++) noise->symbol[i].count = 0;
    noise->next = noise->token;
    for (int i = 0; at < size && i < BLOCK; i++) {
        size_t distance, length = match_at(noise, data, size, at, pixel, &distance);
        if (length) {
            add_token(noise, noise->of_length[length], length);
            add_token(noise, noise->of_distance[distance], distance);
        } else {
            add_token(noise, data[at], data[at]);
        }
        at += length ? length : 1;
    }
    add_token(noise, END, END);
    for (int i = 0; i < 2; i++)
        noise->symbol[DISTANCES + i].count += !noise->symbol[DISTANCES + i].count;
    return at;
}

unsigned char *noise_pack(const unsigned char *data, size_t size, int pixel, size_t *packed_size)
{
    const size_t of_blocks = (size / BLOCK + 1) * 512; // their codes, and what is around them
    Noise *noise = noise_new();
    unsigned char *packed = malloc(size + size / 4 + of_blocks);
    if (noise && packed) {
        noise->out = packed;
        put_bits(noise, 0x0178, 16); // a window of 32 KiB
        for (size_t at = 0; at < size;) {
            at = take_block(noise, data, size, at, pixel);
            put_block(noise, at == size);
        }
        for (; noise->bit_count > 0; noise->bit_count -= 8, noise->bits >>= 8)
            *noise->out++ = (unsigned char)noise->bits;
        bytes_put_32(noise->out, libdeflate_adler32(1, data, size));
        *packed_size = (size_t)(noise->out + 4 - packed);
    } else {
        free(packed);
        packed = NULL;
    }
    free(noise);
    return packed;
}
