// Python's arguments are bound to the parameters that the signature of a row has.
#include "torch/operations/op_binding.h"

#include "tensor/op.h"

#include <string.h>

void binding_read(Run *run, const Op *op, OpBinding *binding)
{
    const OpSignature *signature = op_signature_of(run, op);
    binding->name = op->name;
    binding->parameter = signature->parameter;
    binding->count = signature->count;
}

// ---- binding -------------------------------------------------------------------------------

bool binding_wrong_type(Run *run, const OpBinding *binding, int at, const char *expected,
                        const char *found)
{
    const OpParameter *parameter = &binding->parameter[at];
    const char *position = arena_printf(&run->scratch, " (position %d)", at + 1 - binding->method);
    raise_error(run, "TypeError", "%s(): argument '%.*s'%s must be %s, not %s", binding->name,
                STR_ARG(parameter->name), parameter->keyword_only ? "" : position, expected, found);
    return false;
}

// x.view(2, 3): the last parameter takes all integers that follow.
static bool takes_rest(const OpBinding *binding, int at, const Args *args, int given)
{
    if (binding->parameter[at].rest) return true;
    if (str_is(binding->parameter[at].type, "Tensors...")) return is_tensor(args->item[given]);
    bool last = at == binding->count - 1 || binding->parameter[at + 1].keyword_only;
    return last && str_is(binding->parameter[at].type, "ints") &&
           !value_is_sequence(args->item[given]) && args->item[given].type != &type_dtype &&
           args->item[given].type != &type_none;
}

bool binding_bind_positional(Run *run, OpBinding *binding, const Args *args)
{
    int given = 0;
    for (int i = binding->method; i < binding->count && given < args->count; i++) {
        if (binding->parameter[i].keyword_only) break;
        if (takes_rest(binding, i, args, given)) {
            int rest = args->count - given;
            binding->given[i] = sequence_new(run, &type_tuple, items_from(args->item, given), rest);
            return binding->given[i].type != NULL;
        }
        binding->given[i] = args->item[given++];
    }
    if (given == args->count) return true;
    int takes = 0, needs = 0;
    for (int i = binding->method; i < binding->count; i++) {
        takes += !binding->parameter[i].keyword_only;
        needs += !binding->parameter[i].has_fallback;
    }
    Buf text = {.arena = &run->scratch};
    if (needs < takes) buf_printf(&text, "from %d to ", needs);
    raise_error(run, "TypeError", "%s() takes %s%d positional argument%s but %d %s given",
                binding->name, buf_text(&text), takes, takes == 1 ? "" : "s", args->count,
                args->count == 1 ? "was" : "were");
    return false;
}

// NumPy's names, which PyTorch understands too.
static Str torch_name(const char *keyword)
{
    static const char *const synonyms[][2] = {{"axis", "dim"}, {"keepdims", "keepdim"}};
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(keyword, synonyms[i][0]) == 0) return str_from(synonyms[i][1]);
    }
    return str_from(keyword);
}

int binding_find(const OpBinding *binding, Str name)
{
    for (int i = binding->method; i < binding->count; i++) {
        if (str_equal(binding->parameter[i].name, name)) return i;
    }
    return -1;
}

static bool unexpected_keyword(Run *run, const OpBinding *binding, const char *keyword)
{
    raise_error(run, "TypeError", "%s() got an unexpected keyword argument '%s'", binding->name,
                keyword);
    const char *names[MAX_OP_PARAMETERS];
    for (int i = 0; i < binding->count; i++) {
        names[i] = str_copy(&run->scratch, binding->parameter[i].name);
    }
    const char *nearest = str_nearest(str_from(keyword), names, binding->count);
    if (nearest) error_hint(run->error, "%s=", nearest);
    return false;
}

bool binding_bind_keywords(Run *run, OpBinding *binding, const Args *args)
{
    for (int i = 0; i < args->keyword_count; i++) {
        int at = binding_find(binding, torch_name(args->keyword[i]));
        if (at < 0) return unexpected_keyword(run, binding, args->keyword[i]);
        if (binding->given[at].type) {
            raise_error(run, "TypeError", "%s() got multiple values for argument '%s'",
                        binding->name, args->keyword[i]);
            return false;
        }
        binding->given[at] = args->keyword_value[i];
    }
    return true;
}

bool binding_check_given(Run *run, const OpBinding *binding)
{
    Buf missing = {.arena = &run->scratch};
    int count = 0;
    for (int i = 0; i < binding->count; i++) {
        const OpParameter *parameter = &binding->parameter[i];
        if (binding->given[i].type || parameter->has_fallback) continue;
        buf_printf(&missing, "%s\"%.*s\"", count++ ? ", " : "", STR_ARG(parameter->name));
    }
    if (!count) return true;
    raise_error(run, "TypeError", "%s() missing %d required positional arguments: %s",
                binding->name, count, buf_text(&missing));
    return false;
}
