// torch.Generator, and the seeds of the default one: torch.manual_seed and the like.
#include "lang/imports/module.h"
#include "lang/numbers/numbers.h"
#include "torch/random/random.h"
#include "torch/setting.h"

typedef struct GeneratorObject {
    Object object;
    RandomState generator;
} GeneratorObject;

bool generator_option(Run *run, const char *function, Value given, RandomState **generator)
{
    *generator = run->random.state;
    if (!given.type || given.type == &type_none) return true;
    if (given.type == &type_generator_of_numbers) {
        *generator = &((GeneratorObject *)given.object)->generator;
        return true;
    }
    raise_error(run, "TypeError", "%s(): argument 'generator' must be torch.Generator, not %s",
                function, given.type->name);
    return false;
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

static RandomState *self_of(const Value *arg)
{
    return &((GeneratorObject *)arg[0].object)->generator;
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

static Value method_get_state(Run *run, Value *arg)
{
    return generator_state(run, self_of(arg));
}

static Value method_set_state(Run *run, Value *arg)
{
    return generator_set_state(run, self_of(arg), arg[1]) ? arg[0] : NOTHING;
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
    return !device.type || type_device.construct(run, &(Args){.item = &device, .count = 1}).type
               ? new_torch_generator(run)
               : NOTHING;
}

const Type type_generator_of_numbers = {
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
