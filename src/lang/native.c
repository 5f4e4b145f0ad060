// Calls of functions written in C, and of methods of builtin types that the library has in Python;
// how arguments are bound to parameters that a text names.
#include "lang/binding.h"
#include "lang/interp.h"

#include "base/bug.h"
#include "base/text/guess.h"

#include <string.h>

// ---- signatures ----------------------------------------------------------------------------

// "name", "name=", "*name", "**name", "name: type", "name: type? = fallback"
static SignatureParameter read_parameter(Str text)
{
    SignatureParameter made = {.keywords = str_starts(text, "**")};
    made.rest = !made.keywords && str_starts(text, "*");
    text = str_slice(text, made.rest + 2 * made.keywords, text.n);
    int equals = str_find(text, "="), end = equals < 0 ? text.n : equals;
    int colon = str_find(str_slice(text, 0, end), ":");
    made.name = str_trim(str_slice(text, 0, colon < 0 ? end : colon));
    if (colon >= 0) made.type = str_trim(str_slice(text, colon + 1, end));
    made.has_fallback = equals >= 0 || made.rest || made.keywords;
    if (equals >= 0) made.fallback = str_trim(str_slice(text, equals + 1, text.n));
    made.optional = str_ends(made.type, "?");
    if (made.optional) made.type.n--;
    return made;
}

static void read_signature(const char *text, Signature *signature)
{
    bool keyword_only = false;
    for (Str rest = str_from(text); rest.n;) {
        int comma = str_find(rest, ",");
        Str part = str_trim(str_slice(rest, 0, comma < 0 ? rest.n : comma));
        rest = str_slice(rest, comma < 0 ? rest.n : comma + 1, rest.n);
        if (str_is(part, "/")) {
            for (int i = 0; i < signature->count; i++)
                signature->parameter[i].positional_only = true;
        } else if (str_is(part, "*")) {
            keyword_only = true;
        } else {
            REQUIRE(signature->count < MAX_PARAMETERS);
            SignatureParameter *now = &signature->parameter[signature->count++];
            *now = read_parameter(part);
            now->keyword_only = keyword_only || now->keywords;
            keyword_only |= now->rest || now->keywords;
        }
    }
}

Signature *signature_read(Run *run, const void *key, const char *text)
{
    Signature *signature = memo_find(&run->memos.signatures, key);
    if (signature) return signature;
    signature = NEW(&run->arena, Signature);
    read_signature(text, signature);
    memo_set(&run->memos.signatures, key, signature);
    return signature;
}

// ---- binding -------------------------------------------------------------------------------

// x.view(2, 3): the last parameter takes all integers that follow.
static bool takes_rest(const ArgBinding *binding, int at, Value given)
{
    const SignatureParameter *parameter = &binding->parameter[at];
    if (parameter->rest) return true;
    if (!given.type || binding->is_native) return false;
    if (str_is(parameter->type, "Tensors...")) return is_tensor(given);
    bool last = at == binding->count - 1 || parameter[1].keyword_only;
    return last && str_is(parameter->type, "ints") && !value_is_sequence(given) &&
           !given.type->names_dtype && given.type != &type_none;
}

static bool too_many(Run *run, const ArgBinding *binding, int taken, int count)
{
    if (binding->is_native)
        return raise_false(run, "TypeError", "%s() takes at most %d argument%s (%d given)",
                           binding->name, taken, taken == 1 ? "" : "s", count);
    int takes = 0, needs = 0;
    for (int i = binding->method; i < binding->count; i++) {
        takes += !binding->parameter[i].keyword_only;
        needs += !binding->parameter[i].has_fallback;
    }
    Buf text = {.arena = &run->scratch};
    if (needs < takes) buf_printf(&text, "from %d to ", needs);
    return raise_false(run, "TypeError", "%s() takes %s%d positional argument%s but %d %s given",
                       binding->name, buf_text(&text), takes, takes == 1 ? "" : "s", count,
                       count == 1 ? "was" : "were");
}

static bool bind_positional(Run *run, ArgBinding *binding, const Args *args)
{
    int given = 0;
    for (int i = binding->method; i < binding->count; i++) {
        if (binding->parameter[i].keyword_only) break;
        if (takes_rest(binding, i, given < args->count ? args->item[given] : NOTHING)) {
            int rest = args->count - given;
            binding->given[i] = sequence_new(run, &type_tuple, items_from(args->item, given), rest);
            return binding->given[i].type != NULL;
        }
        if (given < args->count) binding->given[i] = args->item[given++];
    }
    return given == args->count || too_many(run, binding, given, args->count);
}

int binding_find(const ArgBinding *binding, Str name)
{
    for (int i = binding->is_native ? 0 : binding->method; i < binding->count; i++) {
        const SignatureParameter *now = &binding->parameter[i];
        bool by_name = !now->positional_only && !now->rest && !now->keywords;
        if (by_name && str_equal(now->name, name)) return i;
    }
    return -1;
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

static bool unexpected_keyword(Run *run, const ArgBinding *binding, const char *keyword)
{
    Guess guess = {.name = str_from(keyword)};
    int named = 0;
    for (int i = 0; i < binding->count; i++) {
        if (binding_find(binding, binding->parameter[i].name) != i) continue;
        guess_try(&guess, binding->parameter[i].name);
        named++;
    }
    if (!named && binding->is_native)
        return raise_false(run, "TypeError", "%s() takes no keyword arguments", binding->name);
    raise_error(run, "TypeError", "%s() got an unexpected keyword argument '%s'", binding->name,
                keyword);
    if (guess.best.n) error_hint(run->error, "%.*s=", STR_ARG(guess.best));
    return false;
}

static bool bind_keyword(Run *run, ArgBinding *binding, const char *keyword, Value value)
{
    int last = binding->count - 1;
    int at = binding_find(binding, binding->is_native ? str_from(keyword) : torch_name(keyword));
    if (at >= 0 && binding->given[at].type)
        return raise_false(run, "TypeError", "%s() got multiple values for argument '%s'",
                           binding->name, keyword);
    if (at >= 0)
        binding->given[at] = value;
    else if (last >= 0 && binding->parameter[last].keywords)
        return dict_set_text(run, binding->given[last], keyword, value);
    return at >= 0 || unexpected_keyword(run, binding, keyword);
}

// Has every parameter a value, or a fallback?
static bool check_given(Run *run, const ArgBinding *binding)
{
    Buf missing = {.arena = &run->scratch};
    int count = 0;
    for (int i = 0; i < binding->count; i++) {
        const SignatureParameter *parameter = &binding->parameter[i];
        if (binding->given[i].type || parameter->has_fallback) continue;
        if (binding->is_native)
            return raise_false(run, "TypeError", "%s() missing required argument '%.*s' (pos %d)",
                               binding->name, STR_ARG(parameter->name), i + 1 - binding->method);
        buf_printf(&missing, "%s\"%.*s\"", count++ ? ", " : "", STR_ARG(parameter->name));
    }
    return !count ||
           raise_false(run, "TypeError", "%s() missing %d required positional arguments: %s",
                       binding->name, count, buf_text(&missing));
}

bool binding_bind(Run *run, ArgBinding *binding, const Args *args)
{
    int last = binding->count - 1;
    if (last >= 0 && binding->parameter[last].keywords) {
        binding->given[last] = dict_new(run);
        if (!binding->given[last].type) return false;
    }
    if (!bind_positional(run, binding, args)) return false;
    for (int i = 0; i < args->keyword_count; i++) {
        if (!bind_keyword(run, binding, args->keyword[i], args->keyword_value[i])) return false;
    }
    return check_given(run, binding);
}

// ---- functions in C ------------------------------------------------------------------------

// What is given goes by its place, and behind something that is not given by its name.
static Value call_library(Run *run, const Native *native, ArgBinding *binding)
{
    const char *keyword[MAX_PARAMETERS];
    Value value[MAX_PARAMETERS];
    Args args = {.item = binding->given, .keyword = keyword, .keyword_value = value};
    while (args.count < binding->count && binding->given[args.count].type) args.count++;
    for (int i = args.count; i < binding->count; i++) {
        if (!binding->given[i].type) continue;
        keyword[args.keyword_count] = name_of(&run->names, binding->parameter[i].name);
        value[args.keyword_count++] = binding->given[i];
    }
    Value function = library_function(run, "_methods", native->name);
    return function.type ? call_value(run, function, &args) : NOTHING;
}

Value native_invoke(Run *run, const Native *native, const Args *args, const Value *self)
{
    const Signature *signature = signature_read(run, native->parameters, native->parameters);
    ArgBinding binding = {.name = native->name,
                          .parameter = signature->parameter,
                          .count = signature->count,
                          .method = self != NULL,
                          .is_native = true};
    if (self) binding.given[0] = *self;
    if (!binding_bind(run, &binding, args)) return NOTHING;
    run->native = native;
    return native->run ? native->run(run, binding.given) : call_library(run, native, &binding);
}
