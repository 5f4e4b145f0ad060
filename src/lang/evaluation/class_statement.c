// The statements class and def, with their decorators, and the annotated names of a class.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/evaluation/eval.h"
#include "lang/functions/function.h"

// ---- decorators --------------------------------------------------------------------------------

static bool eval_decorators(Run *run, const Stmt *stmt, Value *decorator)
{
    for (int i = 0; i < stmt->decorators.count; i++) {
        decorator[i] = eval(run, stmt->decorators.item[i]);
        if (!decorator[i].type) return false;
    }
    return true;
}

// From the bottom to the top, each with what the one below gave.
static Value decorate(Run *run, const Stmt *stmt, const Value *decorator, Value value)
{
    for (int i = stmt->decorators.count - 1; i >= 0 && value.type; i--) {
        run->frame.here = stmt->decorators.item[i]->span;
        value = call_with(run, decorator[i], &value, 1);
        if (!value.type) error_place(run->error, stmt->decorators.item[i]->span);
    }
    return value;
}

bool run_def(Run *run, const Stmt *stmt)
{
    Value *decorator = NEW_ARRAY(&run->scratch, Value, stmt->decorators.count + 1);
    if (!eval_decorators(run, stmt, decorator)) return false;
    Value function = eval_function(run, stmt->code);
    if (function.type) function = decorate(run, stmt, decorator, function);
    return function.type && scope_bind(run, stmt->bound, function);
}

// ---- the body of a class ------------------------------------------------------------------------

static Value module_name(Run *run)
{
    const char *name = run->dunder[DUNDER_NAME];
    const Value *own = table_find(run->frame.globals, name);
    if (!own) own = table_find(&run->builtins, name);
    return own ? *own : value_from_text(run, "__main__");
}

static Value members_of(Run *run, const FunctionCode *code, const Scope *body, Scope *cell)
{
    Value members = dict_new(run);
    if (!members.type) return NOTHING;
    int line = library_has_code(code) ? 1 : span_line(code->span); // which counts from the top
    bool ok = dict_set_text(run, members, "__module__", module_name(run)) &&
              dict_set_text(run, members, "__qualname__", value_from_text(run, code->qualname)) &&
              dict_set_text(run, members, "__firstlineno__", from_int(line));
    if (ok && code->doc) ok = dict_set_text(run, members, "__doc__", function_doc(run, code));
    for (int i = 0; ok && i < body->count; i++) {
        if (body->value[i].type) ok = dict_set_text(run, members, body->name[i], body->value[i]);
    }
    ok = ok && dict_set_text(run, members, "__static_attributes__",
                             sequence_new(run, &type_tuple, NULL, 0));
    return ok && dict_set_text(run, members, "__classcell__", value_from_object(cell)) ? members
                                                                                       : NOTHING;
}

// Runs the body; its functions see `cell`, which will hold the class, and not the body's names.
static Value run_body(Run *run, const FunctionCode *code)
{
    Scope *outer = scope_visible(run->frame.scope);
    Scope *cell = scope_new(run, &run->dunder[DUNDER_CLASS], 1, NULL, outer);
    Scope *body = cell ? scope_new(run, code->locals, code->local_count, code, cell) : NULL;
    if (!body) return NOTHING;
    Scope *around = run->frame.scope;
    Value result;
    run->frame.scope = body;
    Flow flow = run_block(run, &code->body, &result);
    run->frame.scope = around;
    return flow == FLOW_ERROR ? NOTHING : members_of(run, code, body, cell);
}

// ---- the class ---------------------------------------------------------------------------------

// The keyword metaclass, taken out of the others.
static const Type *take_meta(Args *args)
{
    const Type *meta = &type_type;
    int kept = 0;
    for (int i = 0; i < args->keyword_count; i++) {
        if (str_is(str_from(args->keyword[i]), "metaclass")) {
            if (value_is_class(args->keyword_value[i])) meta = args->keyword_value[i].of;
            continue;
        }
        args->keyword[kept] = args->keyword[i];
        args->keyword_value[kept++] = args->keyword_value[i];
    }
    args->keyword_count = kept;
    return meta;
}

// Python calls the type of such a base, which says something else.
static bool no_class(Run *run, Value base)
{
    const char *name = base.type->name;
    if (base.type == &type_module) {
        raise_error(run, "TypeError", "module() takes at most 2 arguments (3 given)");
        return error_hint(run->error, "a class that is in it: torch.nn.Module in torch.nn");
    }
    raise_error(run, "TypeError", "%s() takes at most 2 arguments (3 given)", name);
    return error_hint(run->error, "a class between the parentheses: this is a '%s'", name);
}

static bool are_classes(Run *run, const Args *args)
{
    for (int i = 0; i < args->count; i++) {
        if (!value_is_class(args->item[i])) return no_class(run, args->item[i]);
    }
    return true;
}

static Value make_class(Run *run, const FunctionCode *code, Args *args)
{
    if (!are_classes(run, args)) return NOTHING;
    Value bases = sequence_new(run, &type_tuple, args->item, args->count);
    const Type *meta = bases.type ? class_winning_meta(run, take_meta(args), bases) : NULL;
    Value members = meta ? run_body(run, code) : NOTHING;
    Value name = members.type ? value_from_text(run, code->name) : NOTHING;
    if (!name.type) return NOTHING;
    Args call = *args;
    call.item = (Value[]){name, bases, members};
    call.count = 3;
    return call_value(run, from_type(meta), &call);
}

bool run_class(Run *run, const Stmt *stmt)
{
    Value *decorator = NEW_ARRAY(&run->scratch, Value, stmt->decorators.count + 1);
    if (!eval_decorators(run, stmt, decorator)) return false;
    Args args = {0};
    if (stmt->bases && !eval_arguments(run, stmt->bases, &args)) return false;
    run->frame.here = stmt->span;
    Value class = make_class(run, stmt->code, &args);
    if (!class.type && stmt->bases) error_place(run->error, stmt->bases->span);
    if (class.type) class = decorate(run, stmt, decorator, class);
    return class.type && scope_bind(run, stmt->bound, class);
}

// ---- name: annotation = value ------------------------------------------------------------------

// What an annotation says is for readers: one that cannot be evaluated is kept as its text.
static Value eval_annotation(Run *run, const Expr *annotation)
{
    Value value = eval(run, annotation);
    if (value.type || run->error->final) return value;
    error_forget(run);
    return value_from_str(run, span_text(annotation->span));
}

static bool note_annotation(Run *run, Value into, const char *name, const Expr *annotation)
{
    return dict_set_text(run, into, name, eval_annotation(run, annotation));
}

Value function_annotations(Run *run, const Function *function)
{
    const FunctionCode *code = function->code;
    Value dict = dict_new(run);
    const RunFrame before = run->frame;
    run->frame.scope = function->scope;
    run->frame.globals = function->globals;
    bool ok = dict.type;
    for (int i = 0; ok && i < code->parameter_count; i++) {
        const Parameter *parameter = &code->parameters[i];
        if (!parameter->annotation) continue;
        ok = note_annotation(run, dict, parameter->name, parameter->annotation);
    }
    if (ok && code->returns) ok = note_annotation(run, dict, "return", code->returns);
    run->frame = before;
    return ok ? dict : NOTHING;
}

bool run_annotated(Run *run, const Stmt *stmt)
{
    const Expr *target = stmt->targets.item[0];
    if (stmt->value) {
        Value value = eval(run, stmt->value);
        if (!value.type || !assign(run, target, value)) return false;
    }
    const char *name = run->dunder[DUNDER_ANNOTATIONS];
    Value annotations = scope_value(run->frame.scope, name);
    if (!annotations.type) {
        annotations = dict_new(run);
        if (!annotations.type || !scope_bind(run, name, annotations)) return false;
    }
    return note_annotation(run, annotations, target->name, stmt->annotation);
}
