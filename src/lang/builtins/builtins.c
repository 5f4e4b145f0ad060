// Python's builtin functions that belong in no other file of this folder: print, len, exec, locals.
#include "lang/builtins/builtins.h"
#include "lang/class.h"
#include "lang/evaluation/flow.h"
#include "lang/imports/module.h"

// ---- print ---------------------------------------------------------------------------------

static bool separator(Run *run, const char *name, Value given, Str *text)
{
    if (!given.type || given.type == &type_none) return true;
    if (!value_has_type(given, &type_str))
        return raise_false(run, "TypeError", "%s must be None or a string, not %s", name,
                           given.type->name);
    *text = value_text(given);
    return true;
}

// Where print(file=…) goes; NULL: to the method write() of an object, as of io.StringIO.
static Buf *output_of(const Run *run, Value file)
{
    if (!file.type || file.type == &type_none) return run->out;
    if (file.type == &type_stream) return file.truth ? run->messages : run->out;
    return NULL;
}

static bool add_values(Run *run, const Sequence *values, Str between, Buf *line)
{
    for (int i = 0; i < values->count; i++) {
        if (i) buf_add(line, between);
        if (!run_text_fits(run, line)) return false;
        int before = line->n;
        value_str(run, values->item[i], line);
        if (!run_has_failed(run)) continue;
        line->n = before;
        return false;
    }
    return true;
}

static Value builtin_print(Run *run, Value *arg)
{
    Str between = STR(" "), end = STR("\n");
    if (!separator(run, "sep", arg[1], &between) || !separator(run, "end", arg[2], &end)) {
        return NOTHING;
    }
    Buf *out = output_of(run, arg[4]);
    const Sequence *values = value_sequence(arg[0]);
    if (!out) {
        Value parts[] = {arg[4], arg[0], value_from_str(run, between), value_from_str(run, end)};
        return call_with(run, library_function(run, "_methods", "print_to"), parts, 4);
    }
    Buf line = {.arena = &run->scratch};
    bool whole = add_values(run, values, between, &line);
    if (whole) buf_add(&line, end);
    if (out->n > MAX_OUTPUT_BYTES - line.n) {
        return raise_error(run, "RuntimeError", "more than %d MiB of printed text",
                           MAX_OUTPUT_BYTES >> 20);
    }
    buf_add(out, buf_str(&line)); // what was made before an error as well
    if (!run_take_bytes(run, line.n)) return NOTHING;
    return whole ? NONE : NOTHING;
}

// ---- about values ----------------------------------------------------------------------------

static Value builtin_len(Run *run, Value *arg)
{
    int64_t length = value_length(run, arg[0]);
    return length < 0 ? NOTHING : from_int(length);
}

// ---- code and variables ------------------------------------------------------------------------

// exec(text) at the top of a module, or exec(text, globals()): what it binds is bound there.
static Value builtin_exec(Run *run, Value *arg)
{
    enum { BYTES = 64 }; // of its tree, for each of its characters
    bool is_given = arg[1].type && arg[1].type != &type_none;
    bool is_here = is_given ? arg[1].object == run->variables.object && run->variables.type
                            : !run->frame.scope;
    if (!value_has_type(arg[0], &type_str) || !is_here)
        return raise_outside_subset(run, "the code itself", "running text as code here");
    Str text = value_text(arg[0]);
    size_t bytes = (size_t)text.n * BYTES;
    if (bytes > run->heap.limit - run->heap.bytes || !run_take_bytes(run, (int64_t)bytes))
        return raise_error(run, "MemoryError", "too much text is run as code");
    run->heap.bytes += bytes;
    const Source *source = readable_text(&run->readable, text, &run->arena);
    return source_run(run, is_given ? &run->program : run->frame.globals, source) ? NONE : NOTHING;
}

static Value builtin_globals(Run *run, Value *arg UNUSED)
{
    if (run->frame.globals == &run->program) return variables_dict(run);
    return raise_outside_subset(run, "a dict of your own", "asking for the dict of all variables");
}

// Would the names of a function around this one be among the variables of this one?
static bool is_nested(const Scope *scope)
{
    while ((scope = scope->outer)) {
        if (scope->code && !scope->code->is_class) return true;
    }
    return false;
}

// super() has the class in a variable of the call.
static bool has_class(const FunctionCode *code)
{
    Str text = span_text(code->span);
    return str_find(text, "super(") >= 0 || str_find(text, "__class__") >= 0;
}

static bool add_variable(Run *run, const Scope *scope, int i, Value dict)
{
    Value value = scope->value[i];
    return !value.type || dict_set_text(run, dict, scope->name[i], value);
}

// Parameters first, *args and **keywords behind the others.
static bool add_variables(Run *run, const Scope *scope, Value dict)
{
    const FunctionCode *code = scope->code;
    bool ok = true;
    for (int rest = 0; rest < 2; rest++) {
        for (int i = 0; i < code->parameter_count && ok; i++) {
            ParameterKind kind = code->parameters[i].kind;
            if ((kind == PARAMETER_REST || kind == PARAMETER_KEYWORDS) == rest)
                ok = add_variable(run, scope, i, dict);
        }
    }
    for (int i = code->parameter_count; i < scope->count && ok; i++)
        ok = add_variable(run, scope, i, dict);
    return ok;
}

// The variables of a call as they are now; at the top level globals().
static Value builtin_locals(Run *run, Value *arg)
{
    const Scope *scope = run->frame.scope;
    if (!scope) return builtin_globals(run, arg);
    if (!scope->code || scope->code->is_class || is_nested(scope)) {
        return raise_outside_subset(run, "a dict of your own",
                                    "asking for the dict of all variables here");
    }
    Value dict = dict_new(run);
    bool added = dict.type && add_variables(run, scope, dict);
    if (added && scope->outer && has_class(scope->code))
        added = add_variable(run, scope->outer, 0, dict);
    return added ? dict : NOTHING;
}

static const Native natives[] = {
    {"print", "*values, sep=, end=, flush=, file=", builtin_print},
    {"len", "obj, /", builtin_len},
    {"exec", "source, /, globals=, locals=", builtin_exec},
    {"globals", "", builtin_globals},
    {"locals", "", builtin_locals},
    {0},
};

static void add(Run *run, const char *name, Value value)
{
    table_set(&run->builtins, name_of(&run->names, str_from(name)), value);
}

void builtins_add(Run *run)
{
    static const Type *const types[] = {
        &type_bool,         &type_int,        &type_float,  &type_str,      &type_list,
        &type_tuple,        &type_dict,       &type_range,  &type_set,      &type_frozenset,
        &type_slice,        &type_type,       &type_object, &type_property, &type_super,
        &type_staticmethod, &type_classmethod};
    static const Native *const tables[] = {natives,        number_builtins, text_builtins,
                                           class_builtins, file_builtins,   iterator_builtins};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        module_add_natives(run, &run->builtins, tables[i]);
    for (int i = 0; iterator_types[i]; i++)
        add(run, iterator_types[i]->name, from_type(iterator_types[i]));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        add(run, types[i]->name, from_type(types[i]));
    add(run, "NotImplemented", NOT_IMPLEMENTED);
    add(run, "Ellipsis", (Value){.type = &type_ellipsis});
    add(run, "__name__", value_from_text(run, "__main__"));
    add(run, "__package__", NONE);
    const Checkout *checkout = run->readable.checkout; // lessons and notebooks have no __file__
    if (!checkout || !checkout->file || !str_ends(str_from(checkout->file), ".py")) return;
    const char *file = arena_printf(&run->scratch, "%s/%s", beside_folder(run), checkout->file);
    add(run, "__file__", value_from_text(run, file));
}
