// Any bytes as the files of a model's folder: what is said of the model and the pieces of a text
// are there, or one message that points into the program.
//
// A line "=== NAME" begins a file. Those in NAMES are written; model.safetensors has no tensors,
// and is not there where there is an index of several files.
#include "fuzz/fuzz.h"

#include "base/text/utf8.h"
#include "modules/modules.h"

#include <string.h>
#include <unistd.h>

static const char INDEX[] = "model.safetensors.index.json";
static const char *const NAMES[] = {
    "config.json",           "vocab.json", "merges.txt", "tokenizer.json", "vocab.txt",
    "tokenizer_config.json", INDEX};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static const char PROGRAM[] = "import os\n"
                              "import torch\n"
                              "import _model\n"
                              "from transformers import AutoConfig, AutoTokenizer\n"
                              "from transformers.models._parts import RotaryEmbedding\n"
                              "if os.path.isfile('config.json'):\n"
                              "    config = AutoConfig.from_pretrained('.')\n"
                              "    if hasattr(config, 'layer_types'):\n"
                              "        rotations = RotaryEmbedding(config)\n"
                              "        rotations(torch.ones(1), torch.tensor([[0, 1, 9999]]))\n"
                              "TEXT = \"The cat's [MASK] 12 caf\\u00e9 \\u65e5<|endoftext|>\"\n"
                              "tokenizer = AutoTokenizer.from_pretrained('.')\n"
                              "for text in (TEXT, '', ' ', 'x' * 30):\n"
                              "    ids = tokenizer.encode(text)\n"
                              "    assert all(type(number) is int for number in ids)\n"
                              "    assert len(tokenizer.convert_ids_to_tokens(ids)) == len(ids)\n"
                              "    assert type(tokenizer.decode(ids)) is str\n"
                              "_model.write('.', 'name', TEXT, 0)\n";

static char folder[4096];

static const char *path_of(const char *name, Arena *arena)
{
    return arena_printf(arena, "%s/%s", folder, name);
}

static void remove_files(void)
{
    Arena arena = {0};
    for (int i = 0; i < NAME_COUNT; i++) unlink(path_of(NAMES[i], &arena));
    unlink(path_of("model.safetensors", &arena));
    arena_free(&arena);
}

static void remove_folder(void)
{
    remove_files();
    rmdir(folder);
}

static void make_folder(void)
{
    const char *in = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/qkv-fuzz-XXXXXX", in ? in : "/tmp");
    CHECK(length > 0 && (size_t)length < sizeof folder);
    CHECK(mkdtemp(folder));
    atexit(remove_folder);
}

static FILE *open_named(Str name, Arena *arena)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        if (str_is(name, NAMES[i])) return fopen(path_of(NAMES[i], arena), "w");
    }
    return NULL;
}

static void write_files(Str text, Arena *arena)
{
    static const char no_tensors[] = "\2\0\0\0\0\0\0\0{}";
    const char *tensors = path_of("model.safetensors", arena);
    FILE *file = fopen(tensors, "w");
    CHECK(file && fwrite(no_tensors, 1, sizeof no_tensors - 1, file) && fclose(file) == 0);
    file = NULL;
    for (Str line; str_next_line(&text, &line);) {
        if (str_starts(line, "=== ")) {
            Str name = str_slice(line, 4, line.n);
            if (file) fclose(file);
            if (str_is(name, INDEX)) unlink(tensors);
            file = open_named(name, arena);
        } else if (file) {
            fwrite(line.p, 1, (size_t)line.n, file);
            fputc('\n', file);
        }
    }
    if (file) fclose(file);
}

static void check_error(const Error *error, const Source *source, Arena *arena)
{
    CHECK(error->set && error->message && (*error->message || error->kind));
    CHECK(error->at.source == source && error->at.end <= source->text.n);
    CHECK(!error->kind || strcmp(error->kind, "AssertionError") != 0);
    Buf message = {.arena = arena};
    error_print(error, &message);
    CHECK(utf8_valid(buf_str(&message)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Source source = {.name = "fuzz.py", .text = str_from(PROGRAM)};
    Error error = {.arena = &arena};
    Buf printed = {.arena = &arena}, messages = {.arena = &arena};
    if (!*folder) make_folder();
    write_files((Str){(const char *)data, (int)size}, &arena);
    Run *run = run_new(&(RunOptions){.out = &printed,
                                     .messages = &messages,
                                     .memory_limit = 1 << 20,
                                     .object_limit = 16 << 20,
                                     .step_limit = 200000,
                                     .readable = {.folder = folder},
                                     .is_unrecorded = true});
    bool ok = run_source(run, &source, &error) && run_end(run, &error);
    CHECK(ok != error.set);
    if (!ok) check_error(&error, &source, &arena);
    run_free(run);
    remove_files();
    arena_free(&arena);
    return 0;
}
