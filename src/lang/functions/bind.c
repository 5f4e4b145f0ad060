// The arguments of a call as the values of parameters, as Python binds them and with its messages.
#include "lang/functions/function.h"

#include "base/text/guess.h"
#include "lang/interp.h"

// Parameters that take positional arguments.
static int positional_parameters(const FunctionCode *code)
{
    int count = 0;
    while (count < code->parameter_count && code->parameters[count].kind <= PARAMETER_NORMAL) {
        count++;
    }
    return count;
}

static bool too_many(Run *run, const Function *function, int takes, int given)
{
    int needed = 0;
    for (int i = 0; i < takes; i++) needed += !function->defaults[i].type;
    const char *were = given == 1 ? "was" : "were";
    if (needed == takes) {
        raise_error(run, "TypeError", "%s() takes %d positional argument%s but %d %s given",
                    function->qualname, takes, takes == 1 ? "" : "s", given, were);
    } else {
        raise_error(run, "TypeError",
                    "%s() takes from %d to %d positional arguments but %d %s given",
                    function->qualname, needed, takes, given, were);
    }
    return false;
}

static int find_parameter(const FunctionCode *code, ParameterKind kind)
{
    for (int i = 0; i < code->parameter_count; i++) {
        if (code->parameters[i].kind == kind) return i;
    }
    return -1;
}

static bool bind_positional(Run *run, const Function *function, const Args *args, Value *variable)
{
    int takes = positional_parameters(function->code);
    int rest = find_parameter(function->code, PARAMETER_REST);
    int direct = args->count < takes ? args->count : takes;
    for (int i = 0; i < direct; i++) variable[i] = args->item[i];
    if (rest >= 0) {
        variable[rest] =
            sequence_new(run, &type_tuple, items_from(args->item, direct), args->count - direct);
        return variable[rest].type != NULL;
    }
    return args->count <= takes || too_many(run, function, takes, args->count);
}

static int keyword_parameter(const FunctionCode *code, const char *keyword)
{
    for (int i = 0; i < code->parameter_count; i++) {
        const Parameter *parameter = &code->parameters[i];
        bool by_name = parameter->kind == PARAMETER_NORMAL || parameter->kind == PARAMETER_KEYWORD;
        if (by_name && parameter->name == keyword) return i;
    }
    return -1;
}

static bool unexpected_keyword(Run *run, const Function *function, const char *keyword)
{
    const FunctionCode *code = function->code;
    Guess guess = {.name = str_from(keyword)};
    for (int i = 0; i < code->parameter_count; i++)
        guess_try(&guess, str_from(code->parameters[i].name));
    Buf meant = {.arena = &run->scratch};
    if (guess.best.n) buf_printf(&meant, ". Did you mean '%.*s'?", STR_ARG(guess.best));
    return raise_false(run, "TypeError", "%s() got an unexpected keyword argument '%s'%s",
                       function->qualname, keyword, buf_text(&meant));
}

static bool bind_keywords(Run *run, const Function *function, const Args *args, Value *variable)
{
    const FunctionCode *code = function->code;
    int rest = find_parameter(code, PARAMETER_KEYWORDS);
    if (rest >= 0) {
        variable[rest] = dict_new(run);
        if (!variable[rest].type) return false;
    }
    for (int i = 0; i < args->keyword_count; i++) {
        int at = keyword_parameter(code, args->keyword[i]);
        if (at >= 0 && variable[at].type)
            return raise_false(run, "TypeError", "%s() got multiple values for argument '%s'",
                               function->qualname, args->keyword[i]);
        if (at >= 0) {
            variable[at] = args->keyword_value[i];
            continue;
        }
        if (rest < 0) return unexpected_keyword(run, function, args->keyword[i]);
        if (!dict_set_text(run, variable[rest], args->keyword[i], args->keyword_value[i]))
            return false;
    }
    return true;
}

// 'a', 'b', and 'c'
static void list_names(Buf *out, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        bool last = i == count - 1;
        if (i) buf_printf(out, "%s%s", count > 2 ? "," : "", last ? " and " : " ");
        buf_printf(out, "'%s'", names[i]);
    }
}

static bool missing_arguments(Run *run, const Function *function, const Value *variable)
{
    const FunctionCode *code = function->code;
    for (int keyword_only = 0; keyword_only < 2; keyword_only++) {
        const char **missing =
            arena_array(&run->scratch, (size_t)code->parameter_count + 1, sizeof *missing);
        int count = 0;
        for (int i = 0; i < code->parameter_count; i++) {
            const Parameter *parameter = &code->parameters[i];
            if ((parameter->kind == PARAMETER_KEYWORD) != keyword_only) continue;
            if (!variable[i].type) missing[count++] = parameter->name;
        }
        if (!count) continue;
        Buf names = {.arena = &run->scratch};
        list_names(&names, missing, count);
        raise_error(run, "TypeError", "%s() missing %d required %s argument%s: %s",
                    function->qualname, count, keyword_only ? "keyword-only" : "positional",
                    count == 1 ? "" : "s", buf_text(&names));
        break;
    }
    return false;
}

static bool bind_defaults(Run *run, const Function *function, Value *variable)
{
    const FunctionCode *code = function->code;
    bool all = true;
    for (int i = 0; i < code->parameter_count; i++) {
        if (!variable[i].type) variable[i] = function->defaults[i];
        all &= variable[i].type != NULL;
    }
    return all || missing_arguments(run, function, variable);
}

bool bind_parameters(Run *run, const Function *function, const Args *args, Value *variable)
{
    return bind_positional(run, function, args, variable) &&
           bind_keywords(run, function, args, variable) && bind_defaults(run, function, variable);
}
