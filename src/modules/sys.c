// The module sys, as far as it can be had without the world outside: versions, limits, streams.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"

static Value getrecursionlimit(Run *run, Value *arg)
{
    (void)run;
    (void)arg;
    return from_int(MAX_CALLS);
}

static Value setrecursionlimit(Run *run, Value *arg)
{
    int64_t limit;
    if (!index_of(run, arg[0], &limit)) return NOTHING;
    if (limit <= MAX_CALLS) return NONE;
    return outside_subset(run, "a loop, or at most 1000", "a recursion of more than %d calls",
                          MAX_CALLS);
}

static const Native natives[] = {
    {"getrecursionlimit", "", getrecursionlimit},
    {"setrecursionlimit", "limit, /", setrecursionlimit},
    {0},
};

void make_sys(Run *run)
{
    Value module = new_module(run, "sys");
    if (!module.type) return;
    add_natives(run, &((Module *)module.object)->table, natives);
    Value program = from_text(run, ""), none[] = {program};
    set_member(run, module, "stdout", (Value){.type = &type_stream, .truth = false});
    set_member(run, module, "stderr", (Value){.type = &type_stream, .truth = true});
    set_member(run, module, "argv", new_sequence(run, &type_list, none, 1));
    set_member(run, module, "path", new_sequence(run, &type_list, NULL, 0));
    set_member(run, module, "modules", new_dict(run));
    set_member(run, module, "maxsize", from_int(INT64_MAX));
    set_member(run, module, "platform", from_text(run, "linux"));
    set_member(run, module, "byteorder", from_text(run, "little"));
}
