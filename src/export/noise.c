// Packs the bytes of a large image, which are noise (RFC 1950, 1951). What repeats in noise of a
// few hundred colours is the pixel, so only the last place of the same pixel is looked at, and
// matches are whole pixels. libdeflate, which looks for anything, takes two and a half times as
// long for a tenth more bytes.
#include "export/writers.h"

#include <libdeflate.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { END = 256, SYMBOLS = 286, DISTANCES = 30, LONGEST_CODE = 15 };
enum { LEAST_MATCH = 3, MOST_MATCH = 258, WINDOW = 1 << 15 };
enum { PLACE_BITS = 15, BLOCK = 1 << 17 }; // BLOCK: tokens with codes of their own

// ---- symbols ----------------------------------------------------------------------------------

// Lengths and distances come in ranges, one symbol for each; `extra` bits say where in it.
typedef struct SymbolRange {
    uint16_t from;
    uint8_t extra;
} SymbolRange;

typedef struct Code {
    uint16_t bits[SYMBOLS]; // the first bit is the lowest
    uint8_t length[SYMBOLS];
} Code;

typedef struct NoiseToken {
    uint16_t length, distance; // length 0: the literal `distance`
} NoiseToken;

typedef struct Noise {
    SymbolRange lengths[SYMBOLS - END - 1], distances[DISTANCES];
    uint8_t of_length[MOST_MATCH + 1], of_distance[WINDOW + 1]; // their symbols
    uint32_t last[1 << PLACE_BITS];                             // place of a pixel, by its hash
    uint32_t symbols[SYMBOLS], distance_symbols[DISTANCES];     // how often, in this block
    Code code, distance_code;
    NoiseToken tokens[BLOCK];
    uint64_t bits; // that are not written yet
    int bit_count;
    unsigned char *out;
} Noise;

static void set_ranges(SymbolRange *ranges, int count, int from, int plain, int step, int most,
                       uint8_t *symbols)
{
    for (int i = 0; i < count; i++) {
        int extra = i < plain ? 0 : (i - plain) / step + 1;
        ranges[i] = (SymbolRange){(uint16_t)from, (uint8_t)extra};
        for (int k = 0; k < 1 << extra && from <= most; k++) symbols[from++] = (uint8_t)i;
    }
}

static Noise *noise_new(void)
{
    Noise *noise = calloc(1, sizeof *noise);
    if (!noise) return NULL;
    const int longest = SYMBOLS - END - 2; // of 258 alone
    set_ranges(noise->lengths, longest, LEAST_MATCH, 8, 4, MOST_MATCH - 1, noise->of_length);
    noise->lengths[longest] = (SymbolRange){MOST_MATCH, 0};
    noise->of_length[MOST_MATCH] = (uint8_t)longest;
    set_ranges(noise->distances, DISTANCES, 1, 4, 2, WINDOW, noise->of_distance);
    return noise;
}

// ---- codes ------------------------------------------------------------------------------------

// Lengths of a Huffman code: the two rarest become one, until one is left. Too long ones: again,
// with counts that differ less.
static void choose_lengths(uint32_t *counts, int symbols, uint8_t *lengths)
{
    uint32_t count[2 * SYMBOLS] = {0};
    int parent[2 * SYMBOLS] = {0}, nodes = symbols, longest = 0;
    memcpy(count, counts, (size_t)symbols * sizeof *count);
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
        lengths[i] = (uint8_t)length;
        longest = length > longest ? length : longest;
    }
    if (longest <= LONGEST_CODE) return;
    for (int i = 0; i < symbols; i++) counts[i] = (counts[i] + 3) / 4;
    choose_lengths(counts, symbols, lengths);
}

// The canonical code of these lengths.
static void make_code(uint32_t *counts, int symbols, Code *code)
{
    unsigned next = 0;
    choose_lengths(counts, symbols, code->length);
    for (int length = 1; length <= LONGEST_CODE; length++, next <<= 1) {
        for (int i = 0; i < symbols; i++) {
            if (code->length[i] != length) continue;
            unsigned reversed = 0;
            for (int k = 0; k < length; k++) reversed |= (next >> k & 1) << (length - 1 - k);
            code->bits[i] = (uint16_t)reversed;
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

static inline void put_symbol(Noise *noise, const Code *code, int symbol, unsigned rest, int extra)
{
    int length = code->length[symbol];
    put_bits(noise, code->bits[symbol] | rest << length, length + extra);
}

// The lengths of both codes, each in a code of four bits for 0 to 15.
static void put_codes(Noise *noise)
{
    enum { LENGTH_CODES = 19, REPEATING = 3, LENGTH_BITS = 4 };
    put_bits(noise, SYMBOLS - 257, 5);
    put_bits(noise, DISTANCES - 1, 5);
    put_bits(noise, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; i++) put_bits(noise, i < REPEATING ? 0 : LENGTH_BITS, 3);
    for (int i = 0; i < SYMBOLS + DISTANCES; i++) {
        const Code *code = i < SYMBOLS ? &noise->code : &noise->distance_code;
        unsigned length = code->length[i < SYMBOLS ? i : i - SYMBOLS];
        put_bits(noise, (length & 1) << 3 | (length & 2) << 1 | (length & 4) >> 1 | length >> 3,
                 LENGTH_BITS);
    }
}

static void put_block(Noise *noise, int tokens, bool last)
{
    noise->symbols[END] = 1;
    for (int i = 0; i < 2; i++) noise->distance_symbols[i] += !noise->distance_symbols[i];
    make_code(noise->symbols, SYMBOLS, &noise->code);
    make_code(noise->distance_symbols, DISTANCES, &noise->distance_code);
    put_bits(noise, last | 2 << 1, 3);
    put_codes(noise);
    for (const NoiseToken *token = noise->tokens; token < noise->tokens + tokens; token++) {
        if (!token->length) {
            put_symbol(noise, &noise->code, token->distance, 0, 0);
            continue;
        }
        int length = noise->of_length[token->length], far = noise->of_distance[token->distance];
        SymbolRange range = noise->lengths[length], range_far = noise->distances[far];
        put_symbol(noise, &noise->code, END + 1 + length, (unsigned)token->length - range.from,
                   range.extra);
        put_symbol(noise, &noise->distance_code, far, (unsigned)token->distance - range_far.from,
                   range_far.extra);
    }
    put_symbol(noise, &noise->code, END, 0, 0);
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

static size_t take_block(Noise *noise, const unsigned char *data, size_t size, size_t at, int pixel,
                         int *tokens)
{
    memset(noise->symbols, 0, sizeof noise->symbols);
    memset(noise->distance_symbols, 0, sizeof noise->distance_symbols);
    for (*tokens = 0; at < size && *tokens < BLOCK; (*tokens)++) {
        size_t distance = 0, length = match_at(noise, data, size, at, pixel, &distance);
        if (length) {
            noise->symbols[END + 1 + noise->of_length[length]]++;
            noise->distance_symbols[noise->of_distance[distance]]++;
        } else {
            distance = data[at];
            noise->symbols[distance]++;
        }
        noise->tokens[*tokens] = (NoiseToken){(uint16_t)length, (uint16_t)distance};
        at += length ? length : 1;
    }
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
            int tokens;
            at = take_block(noise, data, size, at, pixel, &tokens);
            put_block(noise, tokens, at == size);
        }
        for (; noise->bit_count > 0; noise->bit_count -= 8, noise->bits >>= 8)
            *noise->out++ = (unsigned char)noise->bits;
        uint32_t check = libdeflate_adler32(1, data, size);
        for (int k = 24; k >= 0; k -= 8) *noise->out++ = (unsigned char)(check >> k);
        *packed_size = (size_t)(noise->out - packed);
    } else {
        free(packed);
        packed = NULL;
    }
    free(noise);
    return packed;
}
