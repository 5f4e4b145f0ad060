// The state of a generator as PyTorch gives it away: a tensor of 5056 bytes, which is the twister,
// its seed and the normal number that is left of a pair. So it can be saved and copied like any
// other tensor, and a checkpoint of PyTorch goes on here.
#include "tensor/convert.h"
#include "torch/random/random.h"

#include <string.h>

enum {
    SEED = 0,                              // 64 bits
    LEFT = 8,                              // 32 bits: words until new ones are made, and 1
    IS_SEEDED = 12,                        // 32 bits
    NEXT = 16,                             // 64 bits
    WORDS = 24,                            // 64 bits each
    SPARE = WORDS + 8 * TWISTER_WORDS + 8, // a double
    HAS_SPARE = SPARE + 16,                // 32 bits
    LEGACY_BYTES = HAS_SPARE + 8,
    STATE_BYTES = LEGACY_BYTES + 8,
};

static void put(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t take(const unsigned char *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)from[i] << 8 * i;
    return number;
}

Value generator_state(Run *run, const RandomState *generator)
{
    Shape shape = {.ndim = 1, .dim = {STATE_BYTES}};
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_UINT8, shape, run->error);
    if (!tensor) return NOTHING;
    unsigned char *state = tensor_data(tensor);
    const Twister *twister = &generator->twister;
    bool is_fresh = twister->word[0] == (uint32_t)generator->seed; // nothing has been drawn
    uint64_t next = is_fresh ? 0 : (uint64_t)twister->next, spare;
    memcpy(&spare, &generator->spare, sizeof spare);
    put(state + SEED, generator->seed, 8);
    put(state + LEFT, is_fresh ? 1 : TWISTER_WORDS + 1 - next, 4);
    put(state + IS_SEEDED, 1, 4);
    put(state + NEXT, next, 8);
    for (int i = 0; i < TWISTER_WORDS; i++) put(state + WORDS + 8 * i, twister->word[i], 8);
    put(state + SPARE, generator->has_spare ? spare : 0, 8);
    put(state + HAS_SPARE, generator->has_spare, 4);
    return from_tensor(tensor);
}

static const unsigned char *state_bytes(Run *run, Value state)
{
    if (!holds_tensor(state)) {
        raise_error(run, "TypeError", "expected a torch.ByteTensor, but got %s", state.type->name);
        return NULL;
    }
    const Tensor *tensor = state.tensor;
    if (tensor->dtype != DTYPE_UINT8) {
        raise_error(run, "TypeError", "RNG state must be a torch.ByteTensor");
        return NULL;
    }
    int64_t bytes = shape_count(&tensor->shape);
    if (bytes != LEGACY_BYTES && bytes != STATE_BYTES) {
        raise_error(run, "RuntimeError",
                    "Expected either a CPUGeneratorImplStateLegacy of size %d or a "
                    "CPUGeneratorImplState of size %d but found the input RNG state size to be "
                    "%lld",
                    LEGACY_BYTES, STATE_BYTES, (long long)bytes);
        return NULL;
    }
    return tensor_contiguous_cells(tensor, DTYPE_UINT8, &run->scratch);
}

bool generator_set_state(Run *run, RandomState *generator, Value given)
{
    const unsigned char *state = state_bytes(run, given);
    if (!state) return false;
    uint64_t left = take(state + LEFT, 4), next = take(state + NEXT, 8);
    if (!take(state + IS_SEEDED, 4) || left < 1 || left > TWISTER_WORDS || next > TWISTER_WORDS) {
        raise_error(run, "RuntimeError", "Invalid mt19937 state");
        return false;
    }
    Twister *twister = &generator->twister;
    for (int i = 0; i < TWISTER_WORDS; i++)
        twister->word[i] = (uint32_t)take(state + WORDS + 8 * i, 4);
    twister->next = left == 1 ? TWISTER_WORDS : (int)next;
    generator->seed = take(state + SEED, 8);
    uint64_t spare = take(state + SPARE, 8);
    memcpy(&generator->spare, &spare, sizeof spare);
    generator->has_spare = take(state + HAS_SPARE, 4) != 0;
    return true;
}
