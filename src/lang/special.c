// Calling what a class defines under a special name.
#include "lang/class.h"

enum { FEW_ARGUMENTS = 4 };

Value call_member(Run *run, Value member, Value self, const Value *item, int count)
{
    if (member.type == &type_function && count < FEW_ARGUMENTS) {
        Value all[FEW_ARGUMENTS] = {self};
        for (int i = 0; i < count; i++) all[i + 1] = item[i];
        return call_function(run, (const Function *)member.object,
                             &(Args){.item = all, .count = count + 1});
    }
    Value bound = bind_member(run, member, self, self.type);
    return bound.type ? call_with(run, bound, item, count) : NOTHING;
}

const Value *find_special(Run *run, const Type *type, Dunder dunder)
{
    return find_defined(type, run->dunder[dunder]);
}

Value call_special(Run *run, Dunder dunder, Value self, const Value *item, int count)
{
    const Value *member = find_special(run, self.type, dunder);
    if (!member || member->type == &type_none) return NOTHING;
    return call_member(run, *member, self, item, count);
}
