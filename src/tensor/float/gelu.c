// gelu of rows of floats: x / 2 * (1 + erf(x / sqrt(2))), as oneDNN computes it, to which PyTorch
// hands it.
//
// The error function is 23 polynomials of degree 5, four for each doubling of x (oneDNN 3.7,
// jit_uni_eltwise_injector.cpp: gelu_erf_minimax_approx, on processors with AVX-512; but gelu(inf),
// which is NaN there, is inf as on all others).
#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

enum { PIECES = 23, PLACES = 32, DEGREE = 5, FIRST_PIECE = 0x3e000000, PIECE_BITS = 21 };

#define ONE_FROM 5.542594f // there erf(x / sqrt(2)) is 1

// The coefficients of x^0 for each piece, then those of x^1 and so on.
// clang-format off
static const float coefficients[DEGREE + 1][PLACES] = {
    {1.5188366e-08f, 6.0441465e-08f, 1.9580071e-07f, 5.7655126e-07f, 1.8136789e-06f,
     7.1081054e-06f, 2.2010752e-05f, 5.5225635e-05f, 0.0001831175f, 0.0006498413f,
     0.0017345067f, 0.0037866202f, 0.008343051f, 0.0127789555f, -0.003176821f, -0.0691192f,
     -0.27097204f, -0.5472661f, -0.39980435f, 0.14787646f, 0.77755123f, 0.9794183f, 1.0f},
    {0.7978839f, 0.7978825f, 0.7978789f, 0.79787034f, 0.7978466f, 0.7977628f, 0.79756546f,
     0.7971865f, 0.7959481f, 0.7922447f, 0.7850465f, 0.7733578f, 0.7511906f, 0.732789f,
     0.7846672f, 0.9714677f, 1.4611516f, 2.0251584f, 1.790736f, 1.0093725f, 0.23098189f,
     0.01867352f, 0},
    {1.0841714e-05f, 2.896764e-05f, 6.682378e-05f, 0.00014431536f, 0.00032647466f,
     0.0008582302f, 0.0019052438f, 0.0036366323f, 0.008441632f, 0.020222925f, 0.039360855f,
     0.06602445f, 0.10923457f, 0.13979976f, 0.072266184f, -0.1396405f, -0.6155817f, -1.0770063f,
     -0.9281096f, -0.4816873f, -0.0961774f, -0.006786839f, 0},
    {-0.13307738f, -0.13319246f, -0.13339315f, -0.13374342f, -0.1344436f, -0.13613439f,
     -0.13891616f, -0.14287555f, -0.15221408f, -0.1709968f, -0.19647883f, -0.2269277f,
     -0.26911446f, -0.29452354f, -0.25052387f, -0.1301916f, 0.10148359f, 0.2905895f,
     0.24336384f, 0.11568559f, 0.020067886f, 0.0012350094f, 0},
    {0.00045889345f, 0.0008250156f, 0.0013578596f, 0.0021505188f, 0.0034977621f, 0.006191868f,
     0.009893196f, 0.014425337f, 0.023517137f, 0.03852472f, 0.05551665f, 0.07292371f,
     0.09355366f, 0.10412485f, 0.089776866f, 0.05557131f, -0.0009112102f, -0.03973237f,
     -0.032254163f, -0.013974587f, -0.0020977375f, -0.000112510286f, 0},
    {0.018966824f, 0.018499883f, 0.01793304f, 0.017214557f, 0.01617638f, 0.014455351f,
     0.012482236f, 0.010404875f, 0.006857343f, 0.0020495458f, -0.0024900034f, -0.006475404f,
     -0.010517931f, -0.012278704f, -0.010405218f, -0.0065113325f, -0.0009935636f, 0.0021998081f,
     0.00172694f, 0.0006788905f, 8.7863686e-05f, 4.1047288e-06f, 0},
};
// clang-format on

LANE int32_t piece_of(float size)
{
    int32_t piece = ((int32_t)float_bits(size) - FIRST_PIECE - 1) >> PIECE_BITS;
    piece = piece < 0 ? 0 : piece;
    return piece >= PIECES || size > ONE_FROM ? PIECES - 1 : piece;
}

LANE float gelu_lane(float x)
{
    float size = magnitude(x);
    int32_t piece = piece_of(size);
    size = size > ONE_FROM ? ONE_FROM : size; // infinity times 0 would be no number
    float erf = coefficients[DEGREE][piece];
    for (int k = DEGREE - 1; k >= 0; k--) erf = fused(erf, size, coefficients[k][piece]);
    return x * (with_sign_of(erf, x) + 1) * 0.5f;
}

ROW_LOOP(gelu_loop, gelu_lane(a[i]))

#ifdef FOR_AVX512

// The coefficients stay in registers, from which sixteen at a time are chosen; read from memory one
// by one they take longer than all the rest.
FOR_AVX512 static __m512 coefficient(int k, __m512i piece)
{
    const float *c = coefficients[k];
    return _mm512_permutex2var_ps(_mm512_loadu_ps(c), piece, _mm512_loadu_ps(c + PLACES / 2));
}

FOR_AVX512 static __m512 gelu_sixteen(__m512 x)
{
    __m512i sign = _mm512_set1_epi32(INT32_MIN), bits = _mm512_castps_si512(x);
    __m512i rest = _mm512_andnot_si512(sign, bits), last = _mm512_set1_epi32(PIECES - 1);
    __m512 size = _mm512_castsi512_ps(rest), one = _mm512_set1_ps(ONE_FROM);
    __mmask16 beyond = _mm512_cmp_ps_mask(size, one, _CMP_GT_OQ);
    __m512i piece = _mm512_sub_epi32(rest, _mm512_set1_epi32(FIRST_PIECE + 1));
    piece = _mm512_max_epi32(_mm512_srai_epi32(piece, PIECE_BITS), _mm512_setzero_si512());
    piece = _mm512_mask_mov_epi32(_mm512_min_epi32(piece, last), beyond, last);
    size = _mm512_mask_mov_ps(size, beyond, one);
    __m512 erf = coefficient(DEGREE, piece);
    for (int k = DEGREE - 1; k >= 0; k--) erf = _mm512_fmadd_ps(erf, size, coefficient(k, piece));
    __m512i turned = _mm512_xor_si512(_mm512_castps_si512(erf), _mm512_and_si512(sign, bits));
    __m512 both = _mm512_add_ps(_mm512_castsi512_ps(turned), _mm512_set1_ps(1));
    return _mm512_mul_ps(_mm512_mul_ps(x, both), _mm512_set1_ps(0.5f));
}

FOR_AVX512 static void gelu_sixteens(float *out, const float *in, int64_t n)
{
    for (int64_t i = 0; i < n; i += 16) {
        __mmask16 cells = (__mmask16)(n - i < 16 ? (1 << (n - i)) - 1 : -1);
        _mm512_mask_storeu_ps(out + i, cells, gelu_sixteen(_mm512_maskz_loadu_ps(cells, in + i)));
    }
}

#endif

void gelu_row(float *out, const float *in, int64_t n)
{
#ifdef FOR_AVX512
    if (HAVE_AVX512()) {
        gelu_sixteens(out, in, n);
        return;
    }
#endif
    gelu_loop(out, in, NULL, 0, n);
}
