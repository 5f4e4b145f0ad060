// Calls: arguments are evaluated, then the type of what is called decides. Functions of the
// program bind them to parameters as Python does, with Python's messages.
#include "lang/interp.h"

#include <string.h>

// ---- arguments of a call -------------------------------------------------------------------

enum { FEW_ARGUMENTS = 8 };

// Room for a few arguments here; more are in a list, among the objects of the run.
typedef struct Gathered {
    Args args;
    Value item[FEW_ARGUMENTS], keyword_value[FEW_ARGUMENTS];
    const char *keyword[FEW_ARGUMENTS];
    Value more;
    int keyword_room;
} Gathered;

static bool add_positional(Run *run, Gathered *gathered, Value value)
{
    Args *args = &gathered->args;
    if (args->count < FEW_ARGUMENTS) {
        args->item[args->count++] = value;
        return true;
    }
    if (!gathered->more.type)
        gathered->more = new_sequence(run, &type_list, args->item, args->count);
    if (!gathered->more.type) return false;
    Sequence *more = value_sequence(gathered->more);
    if (!sequence_add(run, more, value)) return false;
    args->item = more->item;
    args->count = more->count;
    return true;
}

// Until the statement ends; a dict has given them, so there are not more than it holds.
static void *bigger(Run *run, const void *items, int count, size_t size)
{
    void *grown = arena_array(&run->scratch, 2 * (size_t)count, size);
    memcpy(grown, items, (size_t)count * size);
    return grown;
}

static bool add_keyword(Run *run, Gathered *gathered, const char *keyword, Value value)
{
    Args *args = &gathered->args;
    if (args->keyword_count == gathered->keyword_room) {
        args->keyword = bigger(run, args->keyword, args->keyword_count, sizeof keyword);
        args->keyword_value = bigger(run, args->keyword_value, args->keyword_count, sizeof value);
        gathered->keyword_room *= 2;
    }
    args->keyword[args->keyword_count] = keyword;
    args->keyword_value[args->keyword_count++] = value;
    return true;
}

static bool add_starred(Run *run, Gathered *gathered, Value source)
{
    Value item;
    if (!source.type->next) {
        raise_error(run, "TypeError", "argument after * must be an iterable, not %s",
                    source.type->name);
        return false;
    }
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        hold(run, item);
        if (!add_positional(run, gathered, item)) return false;
    }
    return !has_failed(run);
}

static bool add_double_starred(Run *run, Gathered *gathered, Value source)
{
    if (!is_type(source, &type_dict)) {
        raise_error(run, "TypeError", "argument after ** must be a mapping, not %s",
                    source.type->name);
        return false;
    }
    const Dict *dict = (const Dict *)source.object;
    for (size_t i = 0; i < dict->used; i++) {
        Value key = dict->entry[i].key;
        if (!key.type) continue;
        if (key.type != &type_str) {
            raise_error(run, "TypeError", "keywords must be strings");
            return false;
        }
        const char *keyword = name_of(&run->names, value_text(key));
        hold(run, dict->entry[i].value);
        if (!add_keyword(run, gathered, keyword, dict->entry[i].value)) return false;
    }
    return true;
}

static bool gather(Run *run, const Expr *call, Gathered *gathered)
{
    for (int i = 0; i < call->argument_count; i++) {
        const Argument *argument = &call->arguments[i];
        Value value = eval(run, argument->value);
        if (!value.type) return false;
        bool ok = argument->keyword      ? add_keyword(run, gathered, argument->keyword, value)
                  : argument->stars == 0 ? add_positional(run, gathered, value)
                  : argument->stars == 1 ? add_starred(run, gathered, value)
                                         : add_double_starred(run, gathered, value);
        if (!ok) return false;
    }
    return true;
}

// ---- calls ---------------------------------------------------------------------------------

static Value call_value(Run *run, Value function, const Args *args)
{
    if (function.type->call) return function.type->call(run, function, args);
    return raise_error(run, "TypeError", "'%s' object is not callable", function.type->name);
}

Value call_with(Run *run, Value function, const Value *item, int count)
{
    Value copy[FEW_ARGUMENTS];
    for (int i = 0; i < count; i++) copy[i] = item[i];
    return call_value(run, function, &(Args){.item = copy, .count = count});
}

Value eval_call(Run *run, const Expr *expr)
{
    Value function = eval(run, expr->function);
    if (!function.type) return NOTHING;
    Gathered gathered = {.keyword_room = FEW_ARGUMENTS};
    gathered.args.item = gathered.item;
    gathered.args.keyword = gathered.keyword;
    gathered.args.keyword_value = gathered.keyword_value;
    if (!gather(run, expr, &gathered)) return NOTHING;
    run->here = expr->span;
    return call_value(run, function, &gathered.args);
}

// ---- functions of the program --------------------------------------------------------------

Value make_function(Run *run, const FunctionCode *code)
{
    Function *function = new_object(run, &type_function, sizeof *function);
    size_t count = (size_t)code->parameter_count;
    Value *defaults = function ? new_bytes(run, count + 1, sizeof *defaults) : NULL;
    if (!defaults) return NOTHING;
    function->code = code;
    function->defaults = defaults;
    for (size_t i = 0; i < count; i++) {
        if (!code->parameters[i].value) continue;
        defaults[i] = eval(run, code->parameters[i].value);
        if (!defaults[i].type) return NOTHING;
    }
    function->scope = run->scope;
    function->globals = run->globals;
    return from_object(function);
}

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
                    function->code->name, takes, takes == 1 ? "" : "s", given, were);
    } else {
        raise_error(run, "TypeError",
                    "%s() takes from %d to %d positional arguments but %d %s given",
                    function->code->name, needed, takes, given, were);
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
            new_sequence(run, &type_tuple, items_from(args->item, direct), args->count - direct);
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

static bool unexpected_keyword(Run *run, const FunctionCode *code, const char *keyword)
{
    raise_error(run, "TypeError", "%s() got an unexpected keyword argument '%s'", code->name,
                keyword);
    const char **names =
        arena_array(&run->scratch, (size_t)code->parameter_count + 1, sizeof *names);
    for (int i = 0; i < code->parameter_count; i++) names[i] = code->parameters[i].name;
    const char *nearest = str_nearest(str_from(keyword), names, code->parameter_count);
    return nearest ? error_hint(run->error, "%s=", nearest) : false;
}

static bool bind_keywords(Run *run, const Function *function, const Args *args, Value *variable)
{
    const FunctionCode *code = function->code;
    int rest = find_parameter(code, PARAMETER_KEYWORDS);
    if (rest >= 0) {
        variable[rest] = new_dict(run);
        if (!variable[rest].type) return false;
    }
    for (int i = 0; i < args->keyword_count; i++) {
        int at = keyword_parameter(code, args->keyword[i]);
        if (at >= 0 && variable[at].type) {
            raise_error(run, "TypeError", "%s() got multiple values for argument '%s'", code->name,
                        args->keyword[i]);
            return false;
        }
        if (at >= 0) {
            variable[at] = args->keyword_value[i];
            continue;
        }
        if (rest < 0) return unexpected_keyword(run, code, args->keyword[i]);
        Value key = from_text(run, args->keyword[i]);
        Dict *dict = (Dict *)variable[rest].object;
        if (!key.type || !dict_set(run, dict, key, args->keyword_value[i])) return false;
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

static bool bind_defaults(Run *run, const Function *function, Value *variable)
{
    const FunctionCode *code = function->code;
    for (int keyword_only = 0; keyword_only < 2; keyword_only++) {
        const char **missing =
            arena_array(&run->scratch, (size_t)code->parameter_count + 1, sizeof *missing);
        int count = 0;
        for (int i = 0; i < code->parameter_count; i++) {
            const Parameter *parameter = &code->parameters[i];
            if ((parameter->kind == PARAMETER_KEYWORD) != keyword_only) continue;
            if (!variable[i].type) variable[i] = function->defaults[i];
            if (!variable[i].type) missing[count++] = parameter->name;
        }
        if (!count) continue;
        Buf names = {.arena = &run->scratch};
        list_names(&names, missing, count);
        raise_error(run, "TypeError", "%s() missing %d required %s argument%s: %s", code->name,
                    count, keyword_only ? "keyword-only" : "positional", count == 1 ? "" : "s",
                    buf_text(&names));
        return false;
    }
    return true;
}

static bool bind_parameters(Run *run, const Function *function, const Args *args, Value *variable)
{
    return bind_positional(run, function, args, variable) &&
           bind_keywords(run, function, args, variable) && bind_defaults(run, function, variable);
}

static Value run_body(Run *run, const FunctionCode *code)
{
    if (code->value) return eval(run, code->value);
    Value result = NONE;
    Flow flow = run_block(run, &code->body, &result);
    return flow == FLOW_ERROR ? NOTHING : result;
}

// What a call returned, for the trace: a tensor, or the first of several values.
static const Tensor *first_tensor(Value result)
{
    bool several = result.type == &type_tuple && value_sequence(result)->count;
    if (several) result = value_sequence(result)->item[0];
    return result.type == &type_tensor ? result.tensor : NULL;
}

Value call_function(Run *run, const Function *function, const Args *args)
{
    const FunctionCode *code = function->code;
    if (run->calls >= MAX_CALLS) {
        return raise_error(run, "RecursionError", "maximum recursion depth exceeded");
    }
    size_t held = run->held.count;
    Scope *scope = new_scope(run, code->locals, code->local_count, code, function->scope);
    if (!scope || !bind_parameters(run, function, args, scope->value)) return NOTHING;
    Scope *caller = run->scope;
    Table *globals = run->globals;
    Span here = run->here;
    Call *entered = trace_enter(&run->trace, &(Call){.function = code->name,
                                                     .source = here,
                                                     .definition = code->span,
                                                     .is_library = is_library(code)});
    for (int i = 0; i < code->parameter_count; i++) {
        Value argument = scope->value[i];
        if (holds_tensor(argument)) trace_argument(&run->trace, entered, argument.tensor);
    }
    run->scope = scope;
    run->globals = function->globals;
    run->calls++;
    Value result = run_body(run, code);
    if (!result.type) error_called(run->error, here, code->name);
    run->calls--;
    run->scope = caller;
    run->globals = globals;
    run->here = here;
    release_held(run, held);
    hold(run, result);
    trace_leave(&run->trace, entered, first_tensor(result));
    return result;
}
