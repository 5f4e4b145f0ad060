// Calls: arguments are evaluated, then the type of what is called decides. Functions of the
// program bind them (functions/bind.c) and run in a scope of their own.
#include "lang/evaluation/flow.h"
#include "lang/functions/function.h"

#include <string.h>

// ---- arguments of a call -------------------------------------------------------------------

enum { FEW_ARGUMENTS = 8 };

// Room for a few arguments here; more are in a list, among the objects of the run. There is room
// for one before the first, so that a method can be called with its object.
typedef struct Gathered {
    Args args;
    Value item[1 + FEW_ARGUMENTS], keyword_value[FEW_ARGUMENTS];
    const char *keyword[FEW_ARGUMENTS];
    Value more;
    int keyword_room;
    Value function; // for messages
} Gathered;

static void gather_none(Gathered *gathered, Value function)
{
    gathered->function = function;
    gathered->args = (Args){.item = gathered->item + 1,
                            .keyword = gathered->keyword,
                            .keyword_value = gathered->keyword_value};
    gathered->more = NOTHING;
    gathered->keyword_room = FEW_ARGUMENTS;
}

static bool add_positional(Run *run, Gathered *gathered, Value value)
{
    Args *args = &gathered->args;
    if (args->count < FEW_ARGUMENTS) {
        args->item[args->count++] = value;
        return true;
    }
    if (!gathered->more.type) {
        gathered->item[0] = NONE; // the room before the first
        gathered->more = sequence_new(run, &type_list, gathered->item, 1 + args->count);
    }
    if (!gathered->more.type) return false;
    Sequence *more = value_sequence(gathered->more);
    if (!sequence_add(run, more, value)) return false;
    args->item = more->item + 1;
    args->count = more->count - 1;
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

// "__main__.attention()", "print()"
static const char *callee_name(Run *run, Value function)
{
    Value self = function;
    if (function.type == &type_bound_method) self = ((const Method *)function.object)->function;
    if (self.type == &type_native) return arena_printf(&run->scratch, "%s()", self.native->name);
    if (value_is_class(self)) {
        const char *module = class_module(self.of);
        return arena_printf(&run->scratch, "%s%s%s()", module ? module : "", module ? "." : "",
                            class_qualname(self.of));
    }
    if (self.type != &type_function) {
        return arena_printf(&run->scratch, "%s object", self.type->name);
    }
    const Function *code = (const Function *)self.object;
    const Value *module = table_find(code->globals, run->dunder[DUNDER_NAME]);
    bool named = module && value_has_type(*module, &type_str);
    Str name = named ? value_text(*module) : STR("__main__");
    return arena_printf(&run->scratch, "%.*s.%s()", STR_ARG(name), code->qualname);
}

static bool add_starred(Run *run, Gathered *gathered, Value source)
{
    Value item;
    if (!source.type->next && !source.type->iterate)
        return raise_false(run, "TypeError", "%s argument after * must be an iterable, not %s",
                           callee_name(run, gathered->function), source.type->name);
    if (!value_start_iteration(run, &source)) return false;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        hold(run, item);
        if (!add_positional(run, gathered, item)) return false;
    }
    return !run_has_failed(run);
}

static const char *keyword_name(Run *run, Value key)
{
    if (value_has_type(key, &type_str)) return name_of(&run->names, value_text(key));
    raise_error(run, "TypeError", "keywords must be strings");
    return NULL;
}

static bool add_entries(Run *run, Gathered *gathered, const Dict *dict)
{
    for (size_t i = dict->first; i < dict->end; i++) {
        if (!dict->entry[i].key.type) continue;
        const char *keyword = keyword_name(run, dict->entry[i].key);
        if (!keyword) return false;
        hold(run, dict->entry[i].value);
        if (!add_keyword(run, gathered, keyword, dict->entry[i].value)) return false;
    }
    return true;
}

static bool add_double_starred(Run *run, Gathered *gathered, Value source)
{
    if (value_has_type(source, &type_dict))
        return add_entries(run, gathered, (const Dict *)source.object);
    return raise_false(run, "TypeError", "%s argument after ** must be a mapping, not %s",
                       callee_name(run, gathered->function), source.type->name);
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
    Args *args = &gathered->args; // a later one may have changed the class of an earlier one
    value_renew_classes(run, args->item, args->count);
    value_renew_classes(run, args->keyword_value, args->keyword_count);
    return true;
}

bool eval_arguments(Run *run, const Expr *call, Args *args)
{
    Gathered *gathered = NEW(&run->scratch, Gathered);
    gather_none(gathered, NONE);
    bool ok = gather(run, call, gathered);
    *args = gathered->args;
    return ok;
}

// A dict as the keywords of `args`, in run->scratch.
static bool args_spread(Run *run, const Dict *dict, Args *args)
{
    Gathered *gathered = NEW(&run->scratch, Gathered);
    gather_none(gathered, NONE);
    bool ok = add_entries(run, gathered, dict);
    args->keyword = gathered->args.keyword;
    args->keyword_value = gathered->args.keyword_value;
    args->keyword_count = gathered->args.keyword_count;
    return ok;
}

bool args_of_rest(Run *run, const Value *arg, Args *args)
{
    const Sequence *items = value_sequence(arg[1]);
    *args = (Args){.item = items->item, .count = items->count};
    return args_spread(run, (const Dict *)arg[2].object, args);
}

// ---- calls ---------------------------------------------------------------------------------

Value call_value(Run *run, Value function, const Args *args)
{
    if (!function.type) return NOTHING; // looking it up has failed
    if (function.type->call) return function.type->call(run, function, args);
    return raise_error(run, "TypeError", "'%s' object is not callable", function.type->name);
}

Value call_with(Run *run, Value function, const Value *item, int count)
{
    Value copy[FEW_ARGUMENTS];
    for (int i = 0; i < count; i++) copy[i] = item[i];
    return call_value(run, function, &(Args){.item = copy, .count = count});
}

Value call_with_first(Run *run, Value function, Value first, const Args *args)
{
    Value few[1 + FEW_ARGUMENTS];
    bool fits = args->count <= FEW_ARGUMENTS;
    Value *item = fits ? few : NEW_ARRAY(&run->scratch, Value, args->count + 1);
    item[0] = first;
    for (int i = 0; i < args->count; i++) item[i + 1] = args->item[i];
    Args all = *args;
    all.item = item;
    all.count++;
    return call_value(run, function, &all);
}

// What is called; `*self`, where it is one, goes before the arguments.
static Value eval_callee(Run *run, const Expr *expr, Value *self)
{
    *self = NOTHING;
    if (expr->kind != EXPR_ATTRIBUTE) return eval(run, expr);
    Value object = eval(run, expr->object);
    if (!object.type) return NOTHING;
    run->frame.here = expr->span;
    const char *name = eval_callee_name(run, expr);
    Value callee = run_take_step(run) ? value_find_callee(run, object, name, self) : NOTHING;
    if (!callee.type) error_place(run->error, expr->span);
    hold(run, callee);
    return callee;
}

Value eval_call(Run *run, const Expr *expr)
{
    Value self;
    Value function = eval_callee(run, expr->function, &self);
    if (!function.type) return NOTHING;
    Gathered gathered;
    gather_none(&gathered, function);
    if (!gather(run, expr, &gathered)) return NOTHING;
    run->frame.here = expr->span;
    if (!self.type) return call_value(run, function, &gathered.args);
    if (gathered.more.type) return call_with_first(run, function, self, &gathered.args);
    gathered.args.item--;
    gathered.args.item[0] = self;
    gathered.args.count++;
    return call_function(run, (const Function *)function.object, &gathered.args);
}

// ---- functions of the program --------------------------------------------------------------

Value eval_function(Run *run, const FunctionCode *code)
{
    Function *function = object_make(run, &type_function, sizeof *function);
    size_t count = (size_t)code->parameter_count;
    Value *defaults = function ? run_alloc(run, count + 1, sizeof *defaults) : NULL;
    if (!defaults) return NOTHING;
    function->code = code;
    function->name = code->name;
    function->qualname = code->qualname;
    function->attributes.run = run;
    function->defaults = defaults;
    for (size_t i = 0; i < count; i++) {
        if (!code->parameters[i].value) continue;
        defaults[i] = eval(run, code->parameters[i].value);
        if (!defaults[i].type) return NOTHING;
    }
    function->scope = scope_visible(run->frame.scope);
    function->globals = run->frame.globals;
    return value_from_object(function);
}

Value call_body(Run *run, const FunctionCode *code)
{
    if (code->value) return eval(run, code->value);
    Value result = NONE;
    Flow flow = run_block(run, &code->body, &result);
    return flow == FLOW_RETURN ? result : flow == FLOW_ERROR ? NOTHING : NONE;
}

// What a call returned, for the trace: a tensor, or the first of several values.
static const Tensor *first_tensor(Value result)
{
    bool several = result.type == &type_tuple && value_sequence(result)->count;
    if (several) result = value_sequence(result)->item[0];
    return is_tensor(result) ? result.tensor : NULL;
}

static int count_tensors(Value result)
{
    if (is_tensor(result)) return 1;
    if (result.type != &type_tuple) return 0;
    const Sequence *items = value_sequence(result);
    int count = 0;
    for (int i = 0; i < (int)items->count; i++) count += is_tensor(items->item[i]);
    return count;
}

// Is a call of it recorded as one? Not where it is plumbing of the library.
static bool is_told(const FunctionCode *code)
{
    return !library_has_code(code) || code->name[0] != '_';
}

// What was called through plumbing was called by what called that.
static Span told_source(const Run *run)
{
    return run->frame.plumbing.source ? run->frame.plumbing : run->frame.here;
}

Span call_source(const Run *run, const FunctionCode *code)
{
    return is_told(code) ? (Span){0} : told_source(run);
}

Call *call_enter(Run *run, const FunctionCode *code, const char *qualname, const char *path,
                 const Scope *scope)
{
    if (!is_told(code) || code->is_rule) return NULL;
    Call *entered = trace_enter(&run->trace, &(Call){.function = qualname,
                                                     .path = path,
                                                     .source = told_source(run),
                                                     .definition = code->span,
                                                     .is_library = library_has_code(code)});
    for (int i = 0; i < code->parameter_count; i++) {
        Value argument = scope->value[i];
        if (is_tensor(argument)) trace_argument(&run->trace, entered, argument.tensor);
    }
    return entered;
}

static const char *class_name_of(Run *run, Value self)
{
    const char *name = value_type_name(self), *dot = strrchr(name, '.');
    return str_copy(&run->trace.arena, str_from(dot ? dot + 1 : name));
}

// The function itself may be gone at the end: the body can give its name to another.
static Value run_in_scope(Run *run, const Function *function, Scope *scope)
{
    const FunctionCode *code = function->code;
    const char *qualname = function->qualname;
    const RunFrame caller = run->frame;
    if (!caller.here.source || !caller.here.source->is_library) run->frame.user_call = caller.here;
    Owner owner = {.outer = caller.owner};
    const Value *first = code->parameter_count ? scope->value : NULL;
    if (first && trace_follows_calls(&run->trace) && function_is_method_of(function, *first)) {
        owner.self = *first;
        owner.path = path_of(run, *first);
        run->frame.owner = &owner;
    }
    bool is_builtin = function->object.type == &type_builtin;
    Call *entered = is_builtin ? NULL : call_enter(run, code, qualname, owner.path, scope);
    run->frame.plumbing = is_builtin ? told_source(run) : call_source(run, code);
    run->frame.builtin = is_builtin ? recorded_at(run) : is_told(code) ? (Span){0} : caller.builtin;
    run->frame.scope = scope;
    run->frame.globals = function->globals;
    // Much of the library is C in CPython, where only the stack bounds how deep it goes.
    int counted = !library_has_code(code);
    run->calls += counted;
    Value result = call_body(run, code);
    if (!result.type && !library_has_code(code))
        error_called(run->error, run->frame.user_call, qualname);
    run->calls -= counted;
    if (run->routines.cleanups) scope_leave(run, scope);
    run->frame = caller;
    if (entered) entered->result_count = count_tensors(result);
    if (entered && owner.path) entered->class = class_name_of(run, owner.self);
    trace_leave(&run->trace, entered, first_tensor(result));
    return result;
}

static bool too_deep(Run *run)
{
    if (run->calls < MAX_CALLS) return false;
    raise_error(run, "RecursionError", "maximum recursion depth exceeded");
    return true;
}

bool function_read(Run *run, const FunctionCode *code)
{
    return !code->later ||
           parse_body_of((FunctionCode *)(uintptr_t)code, &run->arena, &run->names, run->error);
}

static Scope *scope_of_call(Run *run, const Function *function)
{
    const FunctionCode *code = function->code;
    if (!function_read(run, code)) return NULL;
    return scope_new(run, code->locals, code->local_count, code, function->scope);
}

static Value run_held(Run *run, const Function *function, Scope *scope, size_t held)
{
    Value result = run_in_scope(run, function, scope);
    release_held(run, held);
    hold(run, result);
    bool drops = run->routines.cleanups && run->collector.more && result.type;
    return !drops || generator_close_at_return(run) ? result : NOTHING;
}

Value call_function(Run *run, const Function *function, const Args *args)
{
    if (too_deep(run)) return NOTHING;
    size_t held = run->held.count;
    Scope *scope = scope_of_call(run, function);
    if (!scope || !bind_parameters(run, function, args, scope->value)) return NOTHING;
    if (function->code->is_generator) return generator_new(run, function, scope);
    return run_held(run, function, scope, held);
}

Value call_bound(Run *run, const Function *function, const Value *parameter)
{
    if (too_deep(run)) return NOTHING;
    size_t held = run->held.count;
    Scope *scope = scope_of_call(run, function);
    if (!scope) return NOTHING;
    for (int i = 0; i < function->code->parameter_count; i++) {
        scope->value[i] = parameter[i].type ? parameter[i] : function->defaults[i];
    }
    return run_held(run, function, scope, held);
}
