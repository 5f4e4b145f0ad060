// The module sys, as far as it can be had without the world outside: versions, limits, streams.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"

static Value getrecursionlimit(Run *run UNUSED, Value *arg UNUSED)
{
    return from_int(MAX_CALLS);
}

static Value setrecursionlimit(Run *run, Value *arg)
{
    int64_t limit;
    if (!value_index(run, arg[0], &limit)) return NOTHING;
    if (limit <= MAX_CALLS) return NONE;
    return raise_outside_subset(run, "a loop, or at most 1000", "a recursion of more than %d calls",
                                MAX_CALLS);
}

const Native sys_natives[] = {
    {"getrecursionlimit", "", getrecursionlimit},
    {"setrecursionlimit", "limit, /", setrecursionlimit},
    {0},
};

static Value words_of_the_command(Run *run)
{
    static const char *const none[] = {"", NULL};
    const char *const *word = run->argv ? run->argv : none;
    Value words = sequence_new(run, &type_list, NULL, 0);
    for (; words.type && *word; word++) {
        Value text = value_from_text(run, *word);
        if (!text.type || !sequence_add(run, value_sequence(words), text)) return NOTHING;
    }
    return words;
}

void sys_add(Run *run, Value module)
{
    module_set(run, module, "stdout", (Value){.type = &type_stream, .truth = false});
    module_set(run, module, "stderr", (Value){.type = &type_stream, .truth = true});
    module_set(run, module, "argv", words_of_the_command(run));
    Value folder = value_from_text(run, beside_folder(run) ? beside_folder(run) : "");
    module_set(run, module, "path", sequence_new(run, &type_list, &folder, 1));
    module_set(run, module, "modules", dict_new(run));
    module_set(run, module, "maxsize", from_int(INT64_MAX));
    module_set(run, module, "platform", value_from_text(run, "linux"));
    module_set(run, module, "byteorder", value_from_text(run, "little"));
}
