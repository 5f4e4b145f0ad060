// The list of the modules that are written in C; making a run makes all of them.
#include "modules/modules.h"

#include "lang/imports/module.h"
#include "numpy/numpy.h"
#include "torch/torch.h"

static const struct {
    const char *name;
    const Native *natives;
    void (*add)(Run *run, Value module);
} modules[] = {
    {"math", math_natives, math_add},
    {"random", NULL, random_add},
    {"inspect", inspect_natives, NULL},
    {"sys", sys_natives, sys_add},
    {"unicodedata", unicodedata_natives, NULL},
    {"collections", collections_natives, NULL},
    {"_qkv", qkv_natives, NULL},
    {"_re", re_natives, re_add},
    {"ast", ast_natives, NULL},
    {"_files", files_natives, files_add},
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
