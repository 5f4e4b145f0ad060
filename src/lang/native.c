// Functions written in C, and methods of builtin types that the library has in Python: their
// parameters are a short text, bound here.
#include "lang/interp.h"

#include "base/bug.h"
#include "base/text/guess.h"

typedef struct NativeParameter {
    Str name;
    bool optional, rest, keywords, positional_only, keyword_only;
} NativeParameter;

typedef struct NativeSignature {
    NativeParameter parameter[MAX_NATIVE_PARAMETERS];
    int count;
} NativeSignature;

static int read_parameters(const char *text, NativeParameter *parameter)
{
    int count = 0;
    bool keyword_only = false;
    for (Str rest = str_from(text); rest.n;) {
        int comma = str_find(rest, ",");
        Str name = str_trim(str_slice(rest, 0, comma < 0 ? rest.n : comma));
        rest = str_slice(rest, comma < 0 ? rest.n : comma + 1, rest.n);
        if (str_is(name, "/")) {
            for (int i = 0; i < count; i++) parameter[i].positional_only = true;
            continue;
        }
        if (str_is(name, "*")) {
            keyword_only = true;
            continue;
        }
        REQUIRE(count < MAX_NATIVE_PARAMETERS);
        NativeParameter *now = &parameter[count++];
        *now = (NativeParameter){.name = name, .keyword_only = keyword_only};
        now->optional = str_ends(name, "=");
        now->keywords = str_starts(name, "**");
        now->rest = !now->keywords && str_starts(name, "*");
        now->name = str_slice(name, now->rest + 2 * now->keywords, name.n - now->optional);
        keyword_only |= now->rest || now->keywords;
        now->keyword_only |= now->keywords;
    }
    return count;
}

static bool bind_positional(Run *run, const Native *native, const NativeSignature *signature,
                            const Args *args, Value *arg, int from)
{
    const NativeParameter *parameter = signature->parameter;
    int given = 0;
    for (int i = from; i < signature->count && !parameter[i].keyword_only; i++) {
        if (parameter[i].rest) {
            arg[i] =
                sequence_new(run, &type_tuple, items_from(args->item, given), args->count - given);
            return arg[i].type != NULL;
        }
        if (given < args->count) arg[i] = args->item[given++];
    }
    if (given == args->count) return true;
    return raise_false(run, "TypeError", "%s() takes at most %d argument%s (%d given)",
                       native->name, given, given == 1 ? "" : "s", args->count);
}

static bool bind_keyword(Run *run, const Native *native, const NativeSignature *signature,
                         const char *keyword, Value value, Value *arg)
{
    const NativeParameter *parameter = signature->parameter;
    int count = signature->count;
    Guess guess = {.name = str_from(keyword)};
    int named = 0;
    for (int i = 0; i < count; i++) {
        if (parameter[i].positional_only || parameter[i].rest || parameter[i].keywords) continue;
        guess_try(&guess, parameter[i].name);
        named++;
        if (!str_is(parameter[i].name, keyword)) continue;
        if (arg[i].type)
            return raise_false(run, "TypeError", "%s() got multiple values for argument '%s'",
                               native->name, keyword);
        arg[i] = value;
        return true;
    }
    if (count && parameter[count - 1].keywords)
        return dict_set_text(run, arg[count - 1], keyword, value);
    if (!named)
        return raise_false(run, "TypeError", "%s() takes no keyword arguments", native->name);
    raise_error(run, "TypeError", "%s() got an unexpected keyword argument '%s'", native->name,
                keyword);
    if (guess.best.n) error_hint(run->error, "%.*s=", STR_ARG(guess.best));
    return false;
}

static const NativeSignature *signature_of(Run *run, const Native *native)
{
    NativeSignature *signature = memo_find(&run->memos.native_signatures, native->parameters);
    if (signature) return signature;
    signature = NEW(&run->arena, NativeSignature);
    signature->count = read_parameters(native->parameters, signature->parameter);
    memo_set(&run->memos.native_signatures, native->parameters, signature);
    return signature;
}

// What is given goes by its place, and behind something that is not given by its name.
static Value call_library(Run *run, const Native *native, const NativeSignature *signature,
                          Value *arg)
{
    const char *keyword[MAX_NATIVE_PARAMETERS];
    Value value[MAX_NATIVE_PARAMETERS];
    Args args = {.item = arg, .keyword = keyword, .keyword_value = value};
    while (args.count < signature->count && arg[args.count].type) args.count++;
    for (int i = args.count; i < signature->count; i++) {
        if (!arg[i].type) continue;
        keyword[args.keyword_count] = name_of(&run->names, signature->parameter[i].name);
        value[args.keyword_count++] = arg[i];
    }
    Value function = library_function(run, "_methods", native->name);
    return function.type ? call_value(run, function, &args) : NOTHING;
}

Value native_invoke(Run *run, const Native *native, const Args *args, const Value *self)
{
    const NativeSignature *signature = signature_of(run, native);
    const NativeParameter *parameter = signature->parameter;
    Value arg[MAX_NATIVE_PARAMETERS] = {0};
    int count = signature->count, from = 0;
    if (self) arg[from++] = *self;
    if (count && parameter[count - 1].keywords) {
        arg[count - 1] = dict_new(run);
        if (!arg[count - 1].type) return NOTHING;
    }
    if (!bind_positional(run, native, signature, args, arg, from)) return NOTHING;
    for (int i = 0; i < args->keyword_count; i++) {
        if (!bind_keyword(run, native, signature, args->keyword[i], args->keyword_value[i], arg)) {
            return NOTHING;
        }
    }
    for (int i = 0; i < count; i++) {
        if (arg[i].type || parameter[i].optional) continue;
        return raise_error(run, "TypeError", "%s() missing required argument '%.*s' (pos %d)",
                           native->name, STR_ARG(parameter[i].name), i + 1 - from);
    }
    run->native = native;
    return native->run ? native->run(run, arg) : call_library(run, native, signature, arg);
}
