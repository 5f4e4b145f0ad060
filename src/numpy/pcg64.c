// PCG64 (O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation, 2014) and what seeds it, as NumPy 1.24 has them
// (numpy/random/bit_generator.pyx, src/pcg64/pcg64.h, src/distributions/distributions.c).
#include "numpy/pcg64.h"

#include <math.h>
#include <string.h>

// ---- the seed ------------------------------------------------------------------------------

enum { POOL_WORDS = 4 };

typedef struct SeedPool {
    uint32_t word[POOL_WORDS];
    uint32_t hash;
} SeedPool;

static uint32_t hashed(SeedPool *pool, uint32_t value)
{
    value ^= pool->hash;
    pool->hash *= 0x931e8875u;
    value *= pool->hash;
    return value ^ value >> 16;
}

static uint32_t mixed(uint32_t x, uint32_t y)
{
    uint32_t both = 0xca01f9ddu * x - 0x4973f715u * y;
    return both ^ both >> 16;
}

static void mix_seed(SeedPool *pool, const uint32_t *words, int count)
{
    pool->hash = 0x43b0d7e5u;
    for (int i = 0; i < POOL_WORDS; i++) pool->word[i] = hashed(pool, i < count ? words[i] : 0);
    for (int from = 0; from < POOL_WORDS; from++) {
        for (int to = 0; to < POOL_WORDS; to++) {
            if (from == to) continue;
            pool->word[to] = mixed(pool->word[to], hashed(pool, pool->word[from]));
        }
    }
    for (int from = POOL_WORDS; from < count; from++) {
        for (int to = 0; to < POOL_WORDS; to++)
            pool->word[to] = mixed(pool->word[to], hashed(pool, words[from]));
    }
}

static uint64_t seed_word(const SeedPool *pool, int place, uint32_t *hash)
{
    uint32_t half[2];
    for (int i = 0; i < 2; i++) {
        uint32_t value = pool->word[(2 * place + i) % POOL_WORDS] ^ *hash;
        *hash *= 0x58f38dedu;
        value *= *hash;
        half[i] = value ^ value >> 16;
    }
    return (uint64_t)half[1] << 32 | half[0];
}

// ---- drawing -------------------------------------------------------------------------------

static Wide wide_sum(Wide a, Wide b)
{
    uint64_t low = a.low + b.low;
    return (Wide){a.high + b.high + (low < a.low), low};
}

// As by hand, with digits of 32 bits.
static Wide wide_product(uint64_t x, uint64_t y)
{
    uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
    return (Wide){x1 * y1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

static void advance(Pcg64 *pcg)
{
    const Wide factor = {2549297995355413924u, 4865540595714422341u};
    Wide product = wide_product(pcg->state.low, factor.low);
    product.high += pcg->state.high * factor.low + pcg->state.low * factor.high;
    pcg->state = wide_sum(product, pcg->step);
}

void pcg64_seed(Pcg64 *pcg, const uint32_t *words, int count)
{
    SeedPool pool;
    uint64_t seed[4];
    uint32_t hash = 0x8b51f9ddu;
    mix_seed(&pool, words, count);
    for (int i = 0; i < 4; i++) seed[i] = seed_word(&pool, i, &hash);
    *pcg = (Pcg64){.step = {seed[2] << 1 | seed[3] >> 63, seed[3] << 1 | 1}};
    advance(pcg);
    pcg->state = wide_sum(pcg->state, (Wide){seed[0], seed[1]});
    advance(pcg);
}

uint64_t pcg64_next(Pcg64 *pcg)
{
    advance(pcg);
    uint64_t word = pcg->state.high ^ pcg->state.low;
    unsigned turn = (unsigned)(pcg->state.high >> 58);
    return word >> turn | word << (-turn & 63);
}

double pcg64_unit(Pcg64 *pcg)
{
    return (double)(pcg64_next(pcg) >> 11) * (1.0 / 9007199254740992.0);
}

static uint32_t next_half(Pcg64 *pcg)
{
    if (pcg->has_half) {
        pcg->has_half = false;
        return pcg->half;
    }
    uint64_t word = pcg64_next(pcg);
    pcg->has_half = true;
    pcg->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

// Lemire, Fast Random Integer Generation in an Interval, 2018: the upper half of a product; some
// lower halves are drawn again, so that all numbers are equally likely.
static uint32_t narrow_below(Pcg64 *pcg, uint32_t most)
{
    if (most == UINT32_MAX) return next_half(pcg);
    uint32_t count = most + 1;
    uint64_t product = (uint64_t)next_half(pcg) * count;
    if ((uint32_t)product < count) {
        uint32_t least = (UINT32_MAX - most) % count;
        while ((uint32_t)product < least) product = (uint64_t)next_half(pcg) * count;
    }
    return (uint32_t)(product >> 32);
}

uint64_t pcg64_below(Pcg64 *pcg, uint64_t most)
{
    if (most == 0) return 0;
    if (most <= UINT32_MAX) return narrow_below(pcg, (uint32_t)most);
    if (most == UINT64_MAX) return pcg64_next(pcg);
    uint64_t count = most + 1;
    Wide product = wide_product(pcg64_next(pcg), count);
    if (product.low < count) {
        uint64_t least = (UINT64_MAX - most) % count;
        while (product.low < least) product = wide_product(pcg64_next(pcg), count);
    }
    return product.high;
}

// As shuffling draws: as many bits as `most` has, until they are small enough.
uint64_t pcg64_interval(Pcg64 *pcg, uint32_t most)
{
    uint32_t mask = most, value;
    if (most == 0) return 0;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    do value = next_half(pcg) & mask;
    while (value > most);
    return value;
}

// ---- normal numbers by the ziggurat method (Marsaglia and Tsang, The Ziggurat Method for
// Generating Random Variables, 2000), with the 256 layers of NumPy
// (src/distributions/ziggurat_constants.h)

enum { LAYERS = 256 };

// Where the last layer ends and the tail begins.
static const double tail = 3.6541528853610087963519472518;

// How wide each layer is, divided by 2^52. What else NumPy has tables of follows from it.
static const double width[LAYERS] = {
    8.683627060801306e-16,  4.779330175727737e-17,  6.354352417405262e-17,  7.454870481247696e-17,
    8.3293668157931e-17,    9.068060405059482e-17,  9.714860076567762e-17,  1.0294750314241019e-16,
    1.0823430288447684e-16, 1.131147019610903e-16,  1.176635945702292e-16,  1.2193617278714363e-16,
    1.2597439914637093e-16, 1.2981099886264032e-16, 1.3347203736824123e-16, 1.3697864842571203e-16,
    1.4034823001242382e-16, 1.4359529452056943e-16, 1.4673208742364422e-16, 1.4976904668391037e-16,
    1.5271515003596198e-16, 1.5557818169460764e-16, 1.5836494009290885e-16, 1.6108140175274928e-16,
    1.6373285203969853e-16, 1.6632399058420835e-16, 1.6885901708676596e-16, 1.713417017655966e-16,
    1.737754436586486e-16,  1.7616331923000996e-16, 1.7850812316976727e-16, 1.8081240285799152e-16,
    1.830784876482675e-16,  1.853085138861802e-16,  1.8750444639373882e-16, 1.896680970077476e-16,
    1.918011406483862e-16,  1.9390512930625104e-16, 1.9598150426628824e-16, 1.9803160683128174e-16,
    2.000566877627333e-16,  2.0205791562071654e-16, 2.0403638415480212e-16, 2.0599311887403706e-16,
    2.079290829041402e-16,  2.0984518222370352e-16, 2.1174227035760342e-16, 2.1362115259449868e-16,
    2.1548258978581458e-16, 2.1732730177564367e-16, 2.191559705042727e-16,  2.2096924282235318e-16,
    2.2276773304789553e-16, 2.2455202529414355e-16, 2.263226755928568e-16,  2.280802138345017e-16,
    2.2982514554424684e-16, 2.3155795351040804e-16, 2.3327909928004356e-16, 2.3498902453470955e-16,
    2.3668815235791604e-16, 2.3837688840454243e-16, 2.4005562198135063e-16, 2.4172472704675025e-16,
    2.433845631371103e-16,  2.4503547622614954e-16, 2.466777995232705e-16,  2.4831185421610877e-16,
    2.4993795016204524e-16, 2.515563865329658e-16,  2.5316745241713583e-16, 2.547714273816944e-16,
    2.563685819989397e-16,  2.579591783392867e-16,  2.5954347043351707e-16, 2.6112170470670194e-16,
    2.6269412038597256e-16, 2.6426094988411895e-16, 2.658224191608307e-16,  2.6737874806323633e-16,
    2.689301506472616e-16,  2.704768354811995e-16,  2.720190059327732e-16,  2.735568604408679e-16,
    2.7509059277301666e-16, 2.7662039226963903e-16, 2.781464440759544e-16,  2.79668929362423e-16,
    2.8118802553450207e-16, 2.827039064324479e-16,  2.842167425218406e-16,  2.8572670107546015e-16,
    2.87233946347098e-16,   2.887386397378482e-16,  2.9024093995538423e-16, 2.9174100316669455e-16,
    2.9323898314471816e-16, 2.947350314092935e-16,  2.9622929736280665e-16, 2.977219284209029e-16,
    2.992130701386013e-16,  3.007028663321331e-16,  3.0219145919680615e-16, 3.036789894211802e-16,
    3.051655962978219e-16,  3.0665141783089545e-16, 3.081365908408297e-16,  3.0962125106629225e-16,
    3.111055332636893e-16,  3.125895713043999e-16,  3.140734982699446e-16,  3.1555744654528006e-16,
    3.1704154791040285e-16, 3.1852593363044065e-16, 3.2001073454440114e-16, 3.214960811527447e-16,
    3.2298210370394156e-16, 3.244689322801698e-16,  3.2595669688230784e-16, 3.2744552751437067e-16,
    3.2893555426753697e-16, 3.3042690740391284e-16, 3.3191971744017523e-16, 3.3341411523123725e-16,
    3.3491023205407785e-16, 3.364081996918765e-16,  3.37908150518595e-16,   3.394102175841489e-16,
    3.409145347003126e-16,  3.424212365275018e-16,  3.4393045866258313e-16, 3.454423377278584e-16,
    3.4695701146137835e-16, 3.4847461880874137e-16, 3.499953000165381e-16,  3.5151919672760744e-16,
    3.53046452078274e-16,   3.5457721079774357e-16, 3.5611161930983884e-16, 3.5764982583726505e-16,
    3.59191980508603e-16,   3.6073823546823514e-16, 3.6228874498941915e-16, 3.6384366559073444e-16,
    3.65403156156137e-16,   3.669673780588701e-16,  3.685364952894914e-16,  3.7011067458828983e-16,
    3.716900855823823e-16,  3.7327490092779435e-16, 3.7486529645684887e-16, 3.7646145133120287e-16,
    3.7806354820089604e-16, 3.7967177336979443e-16, 3.8128631696783774e-16, 3.829073731305243e-16,
    3.8453514018609596e-16, 3.8616982085091493e-16, 3.878116224335587e-16,  3.894607570481926e-16,
    3.9111744183782054e-16, 3.9278189920805415e-16, 3.944543570720877e-16,  3.9613504910761354e-16,
    3.9782421502646826e-16, 3.995221008578565e-16,  4.012289592460629e-16,  4.029450497636328e-16,
    4.04670639241075e-16,   4.0640600211422504e-16, 4.0815142079049387e-16, 4.0990718603532664e-16,
    4.1167359738030257e-16, 4.134509635544236e-16,  4.1523960294026883e-16, 4.170398440568316e-16,
    4.1885202607101123e-16, 4.206764993399015e-16,  4.2251362598620494e-16, 4.243637805093078e-16,
    4.262273504347798e-16,  4.2810473700531167e-16, 4.2999635591638323e-16, 4.3190263810026294e-16,
    4.338240305622791e-16,  4.357609972736849e-16,  4.3771402012585875e-16, 4.3968359995105214e-16,
    4.4167025761542035e-16, 4.4367453519065673e-16, 4.456969972112043e-16,  4.477382320247534e-16,
    4.49798853244555e-16,   4.518795013130059e-16,  4.539808451870034e-16,  4.561035841567422e-16,
    4.582484498109567e-16,  4.604162081631153e-16,  4.626076619547846e-16,  4.648236531543207e-16,
    4.670650656712631e-16,  4.693328283093329e-16,  4.716279179838351e-16,  4.739513632325867e-16,
    4.763042480533137e-16,  4.786877161048723e-16,  4.811029753147417e-16,  4.835513029411525e-16,
    4.860340511450812e-16,  4.885526531353603e-16,  4.91108629959527e-16,   4.937035980240335e-16,
    4.963392774403987e-16,  4.990175013091822e-16,  5.017402260718089e-16,  5.045095430818727e-16,
    5.073276915733542e-16,  5.101970732341562e-16,  5.131202686306784e-16,  5.161000557743228e-16,
    5.191394311757699e-16,  5.222416338000234e-16,  5.254101724177597e-16,  5.286488569504945e-16,
    5.3196183453384e-16,    5.353536311816497e-16,  5.388292001334053e-16,  5.423939782201712e-16,
    5.46053951907478e-16,   5.498157350892814e-16,  5.536866612467876e-16,  5.576748932926576e-16,
    5.617895553555417e-16,  5.660408920082422e-16,  5.704404621291389e-16,  5.750013768919895e-16,
    5.797385945724594e-16,  5.846692893455479e-16,  5.898133176477899e-16,  5.951938149641444e-16,
    6.008379696271908e-16,  6.067780409333449e-16,  6.130527208725282e-16,  6.197089894581626e-16,
    6.268046963301284e-16,  6.344122407127506e-16,  6.426239659548055e-16,  6.515603317344994e-16,
    6.613827885097664e-16,  6.723150462505587e-16,  6.846803417564259e-16,  6.98971833638762e-16,
    7.159994934830664e-16,  7.372424301798799e-16,  7.658936370805573e-16,  8.113849337656484e-16,
};

static double layer_end(int layer)
{
    return width[layer] * 4503599627370496.0;
}

static double density(int layer)
{
    return layer == 0 ? 1 : exp(-0.5 * layer_end(layer) * layer_end(layer));
}

// Up to here all of the layer is below the curve.
static uint64_t safe_part(int layer)
{
    if (layer == 1) return 0;
    double part = layer == 0 ? width[LAYERS - 1] / width[0] : width[layer - 1] / width[layer];
    return (uint64_t)(part * 4503599627370496.0);
}

static double from_tail(Pcg64 *pcg, bool negative)
{
    for (;;) {
        double beyond = -log1p(-pcg64_unit(pcg)) / tail, height = -log1p(-pcg64_unit(pcg));
        if (height + height > beyond * beyond) return negative ? -(tail + beyond) : tail + beyond;
    }
}

double pcg64_normal(Pcg64 *pcg)
{
    for (;;) {
        uint64_t word = pcg64_next(pcg);
        int layer = (int)(word & 0xff);
        uint64_t part = word >> 9 & 0x000fffffffffffff;
        double x = (double)part * width[layer];
        if (word >> 8 & 1) x = -x;
        if (part < safe_part(layer)) return x;
        if (layer == 0) return from_tail(pcg, part >> 8 & 1);
        double height = (density(layer - 1) - density(layer)) * pcg64_unit(pcg) + density(layer);
        if (height < exp(-0.5 * x * x)) return x;
    }
}
