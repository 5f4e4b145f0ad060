// The list of the modules that are written in C; making a run makes all of them.
#include "modules/modules.h"

#include "lang/imports/module.h"
#include "numpy/numpy.h"
#include "torch/torch.h"

// ---- sys: what its file in Python cannot know of the run ---------------------------------------

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

static void sys_add(Run *run, Value module)
{
    module_set(run, module, "stdout", (Value){.type = &type_stream, .truth = false});
    module_set(run, module, "stderr", (Value){.type = &type_stream, .truth = true});
    module_set(run, module, "argv", words_of_the_command(run));
    Value folder = value_from_text(run, beside_folder(run) ? beside_folder(run) : "");
    module_set(run, module, "path", sequence_new(run, &type_list, &folder, 1));
    module_set(run, module, "modules", dict_new(run));
    module_set(run, module, "_most_calls", from_int(MAX_CALLS));
}

// ---- all of them -------------------------------------------------------------------------------

static const struct {
    const char *name;
    const Native *natives;
    void (*add)(Run *run, Value module);
} modules[] = {
    {"math", math_natives, NULL},  {"random", NULL, random_add},
    {"sys", NULL, sys_add},        {"unicodedata", unicodedata_natives, NULL},
    {"_qkv", qkv_natives, NULL},   {"_re", re_natives, re_add},
    {"ast", ast_natives, NULL},    {"_files", files_natives, files_add},
    {"_json", json_natives, NULL},
};

Run *run_new(const RunOptions *options)
{
    Run *run = run_begin(options);
    torch_make(run);
    numpy_make(run);
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        Value module = module_new(run, modules[i].name);
        if (!module.type) continue;
        if (modules[i].natives)
            module_add_natives(run, &((Module *)module.object)->table, modules[i].natives);
        if (modules[i].add) modules[i].add(run, module);
    }
    run_settle(run);
    return run;
}

bool run_lend_tensor(Run *run, Str name, Tensor *tensor)
{
    return table_set(&run->program, name_of(&run->names, name), from_tensor(tensor));
}

bool run_read_as(Run *run, Str name, bool as_array)
{
    Value *value = table_find(&run->program, name_of(&run->names, name));
    if (!value || value->type != (as_array ? &type_tensor : &type_ndarray)) return false;
    value->type = as_array ? &type_ndarray : &type_tensor;
    return true;
}
