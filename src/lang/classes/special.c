// Calls the special methods that a class of the program defines, such as __len__ or __call__, for
// the interpreter.
#include "lang/class.h"

enum { FEW_ARGUMENTS = 4 };

Value class_call_member(Run *run, Value member, Value self, const Value *item, int count)
{
    if (!run_take_step(run)) return NOTHING;
    if (member.type == &type_function && count < FEW_ARGUMENTS) {
        Value all[FEW_ARGUMENTS] = {self};
        for (int i = 0; i < count; i++) all[i + 1] = item[i];
        return call_value(run, member, &(Args){.item = all, .count = count + 1});
    }
    Value bound = class_bind_member(run, member, self, self.type);
    return bound.type ? call_with(run, bound, item, count) : NOTHING;
}

const Value *type_find_special(Run *run, const Type *type, Dunder dunder)
{
    return type_find_defined(type, run->dunder[dunder]);
}

Value class_call_special(Run *run, Dunder dunder, Value self, const Value *item, int count)
{
    const Value *member = type_find_special(run, self.type, dunder);
    if (!member || member->type == &type_none) return NOTHING;
    return class_call_member(run, *member, self, item, count);
}

Value class_call_named(Run *run, Dunder dunder, Value self, const char *name)
{
    Value text = value_from_text(run, name);
    return text.type ? class_call_special(run, dunder, self, &text, 1) : NOTHING;
}

static bool convert(Run *run, Dunder dunder, const Type *type, Value *value)
{
    Value number = class_call_special(run, dunder, *value, NULL, 0);
    if (!number.type) return false;
    bool fits = type == &type_int ? value_is_integer(number) : number.type == type;
    const char *class = value->type->name;
    *value = number;
    if (fits) return true;
    if (type == &type_float) {
        raise_error(run, "TypeError", "%s.__float__ returned non-float (type %s)", class,
                    number.type->name);
    } else {
        raise_error(run, "TypeError", "%s returned non-int (type %s)", dunder_text[dunder],
                    number.type->name);
    }
    return false;
}

// A tensor's only cell where that is no float; of an array's only where it has no dimensions.
static bool is_index_cell(Value value)
{
    if (!holds_tensor(value) || dtype_is_float(value.tensor->dtype)) return false;
    return value.type->holds == HOLDS_ARRAY ? !value.tensor->shape.ndim
                                            : tensor_count(value.tensor) == 1;
}

bool value_as_index(Run *run, Value *value)
{
    if (is_index_cell(*value)) *value = value_from_cell(value->tensor, (Index){0});
    if (!value->type->class || value_is_integer(*value)) return true;
    if (!type_find_special(run, value->type, DUNDER_INDEX)) return true;
    return convert(run, DUNDER_INDEX, &type_int, value);
}

bool value_double(Run *run, Value value, double *number)
{
    if (!instance_convert(run, DUNDER_FLOAT, &value)) return false;
    if (!value_is_number(value) && !holds_tensor(value))
        return raise_false(run, "TypeError", "must be real number, not %s", value.type->name);
    if (holds_tensor(value) || value_is_large(value))
        value = call_with(run, from_type(&type_float), &value, 1);
    if (value.type) *number = value_number(value);
    return value.type != NULL;
}

bool instance_convert(Run *run, Dunder dunder, Value *value)
{
    if (!value->type->class) return true;
    if (!type_find_special(run, value->type, dunder)) return value_as_index(run, value);
    return convert(run, dunder, dunder == DUNDER_FLOAT ? &type_float : &type_int, value);
}
