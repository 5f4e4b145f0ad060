// Where names live: calls have scopes, the top level has the run's globals. Which names belong to
// a function is known from its text (Binder in parse.h), as in Python.
#include "lang/class.h"
#include "lang/functions/function.h"
#include "lang/interp.h"

#include <string.h>

static void scope_visit(Run *run, Object *object)
{
    const Scope *scope = (const Scope *)object;
    value_mark_all(run, scope->value, (size_t)scope->count);
    object_mark(run, scope->outer);
}

const Type type_scope = {.name = "scope", .visit = scope_visit};

Scope *scope_new(Run *run, const char **names, int count, const FunctionCode *code, Scope *outer)
{
    Scope *scope = object_make(run, &type_scope, sizeof *scope + (size_t)count * sizeof(Value));
    if (!scope) return NULL;
    scope->value = (Value *)(scope + 1);
    scope->name = names;
    scope->count = count;
    scope->code = code;
    scope->outer = outer;
    return scope;
}

Scope *scope_visible(Scope *scope)
{
    return scope && scope->code && scope->code->is_class ? scope->outer : scope;
}

static Value *find_local(const Scope *scope, const char *name)
{
    for (int i = 0; i < scope->count; i++) {
        if (scope->name[i] == name) return &scope->value[i];
    }
    return NULL;
}

static bool declares_global(const Scope *scope, const char *name)
{
    for (int i = 0; scope->code && i < scope->code->global_count; i++) {
        if (scope->code->globals[i] == name) return true;
    }
    return false;
}

// The variable `name` of the innermost scope that has it; NULL: it is global.
static Value *find_variable(const Run *run, const char *name, const Scope **where)
{
    for (const Scope *scope = run->frame.scope; scope; scope = scope->outer) {
        Value *value = find_local(scope, name);
        *where = scope;
        if (value) return value;
        if (declares_global(scope, name)) return NULL;
    }
    return NULL;
}

// ---- names that are not there --------------------------------------------------------------

static void hint_name(Run *run, const char *name)
{
    Guess guess = {.name = str_from(name)};
    for (const Scope *scope = run->frame.scope; scope; scope = scope->outer) {
        for (int i = 0; i < scope->count; i++) {
            if (scope->value[i].type) guess_try(&guess, str_from(scope->name[i]));
        }
    }
    guess_names(&guess, run->frame.globals, "");
    guess_names(&guess, &run->builtins, "");
    if (!guess.best.n) return;
    error_hint(run->error, "%.*s, the nearest name that is defined", STR_ARG(guess.best));
}

static Value not_defined(Run *run, const char *name)
{
    raise_error(run, "NameError", "name '%s' is not defined", name);
    const char *const modules[] = {"torch", "math"};
    for (int i = 0; i < 2; i++) {
        if (strcmp(name, modules[i]) == 0) error_hint(run->error, "import %s", name);
    }
    if (strcmp(name, "F") == 0) error_hint(run->error, "import torch.nn.functional as F");
    if (strcmp(name, "nn") == 0) error_hint(run->error, "from torch import nn");
    hint_name(run, name);
    return NOTHING;
}

// ---- use -----------------------------------------------------------------------------------

Value scope_find(Run *run, const char *name)
{
    const Scope *where = NULL;
    Value *value = find_variable(run, name, &where);
    if (value && value->type) return *value;
    // A name that the body of a class binds later is global until then.
    if (value && where->code && where->code->is_class) value = NULL;
    if (value && where == run->frame.scope) {
        return raise_error(run, "UnboundLocalError",
                           "cannot access local variable '%s' where it is not associated with a "
                           "value",
                           name);
    }
    if (value) {
        return raise_error(run, "NameError",
                           "cannot access free variable '%s' where it is not associated with a "
                           "value in enclosing scope",
                           name);
    }
    value = table_find(run->frame.globals, name);
    if (!value) value = table_find(&run->builtins, name);
    const Value *found = value ? value : library_find_builtin(run, name);
    if (found || run_has_failed(run)) return found ? *found : NOTHING;
    return not_defined(run, name);
}

Value scope_value(const Scope *scope, const char *name)
{
    const Value *value = scope ? find_local(scope, name) : NULL;
    return value ? *value : NOTHING;
}

bool scope_bind(Run *run, const char *name, Value value)
{
    const Scope *where;
    Value *variable = find_variable(run, name, &where);
    bool traced = holds_tensor(value);
    if (run->routines.cleanups) {
        const Value *before = variable ? variable : table_find(run->frame.globals, name);
        if (before) value_leave(run, *before);
    }
    if (variable) {
        *variable = value;
        bool told = traced && where->code && !run->frame.plumbing.source;
        if (told) trace_bind_local(&run->trace, name, value.tensor);
        return true;
    }
    table_set(run->frame.globals, name, value);
    if (run->frame.globals == &run->program) variables_note(run, name, value);
    if (!traced || run->frame.scope) return true;
    if (run->frame.globals == &run->program)
        trace_bind(&run->trace, name, value.tensor);
    else if (run->frame.here.source &&
             !run->frame.here.source->is_library) // a module beside the program
        trace_bind_local(&run->trace, name, value.tensor);
    return true;
}

bool scope_unbind(Run *run, const char *name)
{
    const Scope *where;
    Value *found = find_variable(run, name, &where);
    Value *variable = found ? found : table_find(run->frame.globals, name);
    if (!variable || !variable->type) {
        not_defined(run, name);
        return false;
    }
    value_leave(run, *variable);
    *variable = NOTHING;
    if (!found && run->frame.globals == &run->program) variables_note(run, name, NOTHING);
    return true;
}
