// The module collections.
#include "modules/collections.h"
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"

void make_collections(Run *run)
{
    static const struct {
        const char *name;
        const Type *type;
    } types[] = {
        {"OrderedDict", &type_ordered_dict},
        {"defaultdict", &type_defaultdict},
        {"Counter", &type_counter},
        {"deque", &type_deque},
    };
    Value module = new_module(run, "collections");
    for (size_t i = 0; module.type && i < sizeof types / sizeof *types; i++) {
        set_member(run, module, types[i].name, from_type(types[i].type));
    }
}
