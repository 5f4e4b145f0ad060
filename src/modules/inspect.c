// The module inspect: what only C knows of a function; the rest is src/library/inspect.py.
#include "lang/interp.h"
#include "modules/modules.h"

// As inspect.Parameter.kind numbers them.
static int64_t kind_number(ParameterKind kind)
{
    static const int64_t numbers[] = {
        [PARAMETER_POSITIONAL] = 0, [PARAMETER_NORMAL] = 1,   [PARAMETER_REST] = 2,
        [PARAMETER_KEYWORD] = 3,    [PARAMETER_KEYWORDS] = 4,
    };
    return numbers[kind];
}

// A list of (name, kind, whether there is a default, the default).
static Value parameters_of(Run *run, Value *arg)
{
    if (arg[0].type != &type_function) {
        return raise_error(run, "TypeError", "%s is not a Python function", arg[0].type->name);
    }
    const Function *function = (const Function *)arg[0].object;
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (int i = 0; list.type && i < function->code->parameter_count; i++) {
        const Parameter *parameter = &function->code->parameters[i];
        Value given = function->defaults[i];
        Value part[] = {value_from_text(run, parameter->name),
                        from_int(kind_number(parameter->kind)), from_bool(given.type != NULL),
                        given.type ? given : NONE};
        Value tuple = part[0].type ? sequence_new(run, &type_tuple, part, 4) : NOTHING;
        if (!tuple.type || !sequence_add(run, value_sequence(list), tuple)) return NOTHING;
    }
    return list;
}

const Native inspect_natives[] = {{"parameters_of", "function, /", parameters_of}, {0}};
