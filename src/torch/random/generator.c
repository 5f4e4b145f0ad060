// torch.Generator, and the seeds of the default one: torch.manual_seed and the like.
#include "lang/imports/module.h"
#include "lang/numbers/numbers.h"
#include "tensor/convert.h"
#include "torch/options.h"

#include <string.h>

static const Type type_generator_of_numbers;

typedef struct GeneratorObject {
    Object object;
    RandomState generator;
} GeneratorObject;

static RandomState *self_of(const Value *arg)
{
    return &((GeneratorObject *)arg[0].object)->generator;
}

// ---- the state as PyTorch gives it away: the twister, its seed and the normal number that is left
// of a pair, as they are in memory. So it can be saved and copied like any other tensor, and a
// checkpoint of PyTorch goes on here.

typedef struct SavedState {
    uint64_t seed;
    uint32_t left, is_seeded; // words until new ones are made, and 1
    uint64_t next, word[TWISTER_WORDS];
    double other, spare, unused;
    uint32_t has_spare, padding;
    float more[2]; // since PyTorch 1.6
} SavedState;

enum { STATE_BYTES = sizeof(SavedState), LEGACY_BYTES = STATE_BYTES - 2 * sizeof(float) };

static Value method_get_state(Run *run, Value *arg)
{
    const RandomState *generator = self_of(arg);
    const Twister *twister = &generator->twister;
    Shape shape = {.ndim = 1, .dim = {STATE_BYTES}};
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_UINT8, shape, run->error);
    if (!tensor) return NOTHING;
    bool is_fresh = twister->word[0] == (uint32_t)generator->seed; // nothing has been drawn
    uint32_t next = is_fresh ? 0 : (uint32_t)twister->next;
    SavedState state = {.seed = generator->seed,
                        .left = is_fresh ? 1 : TWISTER_WORDS + 1 - next,
                        .is_seeded = 1,
                        .next = next,
                        .spare = generator->has_spare ? generator->spare : 0,
                        .has_spare = generator->has_spare};
    for (int i = 0; i < TWISTER_WORDS; i++) state.word[i] = twister->word[i];
    memcpy(tensor_data(tensor), &state, sizeof state);
    return from_tensor(tensor);
}

static bool read_state(Run *run, Value given, SavedState *state)
{
    if (!holds_tensor(given))
        return raise_false(run, "TypeError", "expected a torch.ByteTensor, but got %s",
                           given.type->name);
    const Tensor *tensor = given.tensor;
    if (tensor->dtype != DTYPE_UINT8)
        return raise_false(run, "TypeError", "RNG state must be a torch.ByteTensor");
    int64_t bytes = shape_count(&tensor->shape);
    if (bytes != LEGACY_BYTES && bytes != STATE_BYTES)
        return raise_false(run, "RuntimeError",
                           "Expected either a CPUGeneratorImplStateLegacy of size %d or a "
                           "CPUGeneratorImplState of size %d but found the input RNG state size to "
                           "be %lld",
                           LEGACY_BYTES, STATE_BYTES, (long long)bytes);
    memcpy(state, tensor_contiguous_cells(tensor, DTYPE_UINT8, &run->scratch), LEGACY_BYTES);
    bool ok = state->is_seeded && state->left >= 1 && state->left <= TWISTER_WORDS &&
              state->next <= TWISTER_WORDS;
    return ok || raise_false(run, "RuntimeError", "Invalid mt19937 state");
}

static Value method_set_state(Run *run, Value *arg)
{
    SavedState state = {0};
    RandomState *generator = self_of(arg);
    if (!read_state(run, arg[1], &state)) return NOTHING;
    Twister *twister = &generator->twister;
    for (int i = 0; i < TWISTER_WORDS; i++) twister->word[i] = (uint32_t)state.word[i];
    twister->next = state.left == 1 ? TWISTER_WORDS : (int)state.next;
    generator->seed = state.seed;
    generator->spare = state.spare;
    generator->has_spare = state.has_spare != 0;
    return arg[0];
}

// ---- generators ---------------------------------------------------------------------------------

bool generator_option(Run *run, const char *function, Value given, RandomState **generator)
{
    *generator = run->random.state;
    if (!given.type || given.type == &type_none) return true;
    if (given.type == &type_generator_of_numbers) {
        *generator = &((GeneratorObject *)given.object)->generator;
        return true;
    }
    return raise_false(run, "TypeError",
                       "%s(): argument 'generator' must be torch.Generator, not %s", function,
                       given.type->name);
}

static Value new_torch_generator(Run *run)
{
    GeneratorObject *made = object_make(run, &type_generator_of_numbers, sizeof *made);
    if (!made) return NOTHING;
    random_begin(&made->generator, GENERATOR_DEFAULT_SEED);
    return value_from_object(made);
}

static bool seed_of(Run *run, Value given, uint64_t *seed)
{
    Value whole = call_with(run, from_type(&type_int), &given, 1); // int(seed), as torch does
    if (!whole.type) return false;
    int words;
    const uint32_t *word = int_words(run, whole, &words);
    bool fits = !value_is_large(whole) || (words <= 2 && large_sign(whole) > 0);
    if (!fits) return value_unpacks(run, whole);
    *seed = word[0] | (uint64_t)(words > 1 ? word[1] : 0) << 32;
    if (value_integer(whole) < 0) *seed = 0 - *seed;
    return true;
}

static Value torch_manual_seed(Run *run, Value *arg)
{
    uint64_t seed;
    if (!seed_of(run, arg[0], &seed)) return NOTHING;
    setting_note_seed(run, (int64_t)seed);
    random_begin(run->random.state, seed);
    return run->random.generator;
}

static Value method_manual_seed(Run *run, Value *arg)
{
    uint64_t seed;
    if (!seed_of(run, arg[1], &seed)) return NOTHING;
    random_begin(self_of(arg), seed);
    return arg[0];
}

// qkv has no clock and no chance: the next seed follows from the numbers drawn before.
static Value method_seed(Run *run, Value *arg)
{
    uint64_t seed = (random_long(self_of(arg)) + run->trace.others.chance) >> 1;
    random_begin(self_of(arg), seed);
    return from_int((int64_t)seed);
}

static Value method_initial_seed(Run *run, Value *arg)
{
    uint64_t seed = self_of(arg)->seed;
    return int_from_unsigned(run, seed);
}

static const Native generator_methods[] = {
    {"manual_seed", "self, seed", method_manual_seed},  {"seed", "self", method_seed},
    {"initial_seed", "self", method_initial_seed},      {"get_state", "self", method_get_state},
    {"set_state", "self, new_state", method_set_state}, {0},
};

static void generator_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "<torch._C.Generator object at %p>", (void *)self.object);
}

static Value generator_construct(Run *run, const Args *args)
{
    Value device = args->count ? args->item[0] : NOTHING;
    for (int i = 0; i < args->keyword_count; i++) device = args->keyword_value[i];
    if (args->count + args->keyword_count > 1) {
        return raise_error(run, "TypeError", "Generator() takes at most 1 argument (%d given)",
                           args->count + args->keyword_count);
    }
    Value class = device.type ? library_function(run, "torch._device", "device") : NOTHING;
    return !device.type || call_with(run, class, &device, 1).type ? new_torch_generator(run)
                                                                  : NOTHING;
}

static const Type type_generator_of_numbers = {
    .name = "Generator",
    .methods = generator_methods,
    .repr = generator_repr,
    .construct = generator_construct,
};

static const Native torch_seeds[] = {{"manual_seed", "seed", torch_manual_seed}, {0}};

bool generator_make_default(Run *run, Value torch)
{
    run->random.generator = new_torch_generator(run);
    if (!run->random.generator.type) return false;
    run->random.state = &((GeneratorObject *)run->random.generator.object)->generator;
    random_begin(run->random.state, GENERATOR_DEFAULT_SEED + run->trace.others.chance);
    module_add_natives(run, &((Module *)torch.object)->table, torch_seeds);
    module_set(run, torch, "Generator", from_type(&type_generator_of_numbers));
    module_set(run, torch, "default_generator", run->random.generator);
    return true;
}
