// qkv model: what a trained model in a folder does with a text. A listing that does the same is
// written by src/library/_model.py, and walked through like any other.
#include "base/text/utf8.h"
#include "command/export.h"
#include "command/open.h"
#include "terminal/watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- the listing ------------------------------------------------------------------------------

typedef struct ModelFolder {
    const char *parent, *name;
} ModelFolder;

// Links are followed here: what the user names may be read.
static bool find_folder(const char *word, ModelFolder *folder, Session *session)
{
    struct stat status;
    char *path = realpath(word, NULL);
    char *slash = path && stat(path, &status) == 0 ? strrchr(path, '/') : NULL;
    if (slash && slash[1] && S_ISDIR(status.st_mode)) {
        folder->name = str_copy(session->arena, str_from(slash + 1));
        slash[slash == path] = '\0';
        folder->parent = str_copy(session->arena, str_from(path));
        free(path);
        return true;
    }
    free(path);
    return error_fail(session->error, "the folder that has a model's config.json and its tensors",
                      "%s: no such folder", word);
}

static void add_python_text(Str text, Buf *out)
{
    buf_add_char(out, '"');
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if ((unsigned char)c < ' ')
            buf_printf(out, "\\x%02x", (unsigned)c);
        else
            buf_add_char(out, c);
    }
    buf_add_char(out, '"');
}

static const char *writing_program(const ModelFolder *folder, const char *text, int layer,
                                   Arena *arena)
{
    Buf program = {.arena = arena};
    Buf path = {.arena = arena};
    buf_printf(&path, "./%s", folder->name);
    buf_add(&program, STR("import _model\n_model.write("));
    add_python_text(buf_str(&path), &program);
    buf_add(&program, STR(", "));
    add_python_text(str_from(folder->name), &program);
    buf_add(&program, STR(", "));
    add_python_text(str_from(text), &program);
    buf_printf(&program, ", %d)\n", layer);
    return buf_text(&program);
}

// What it says of the model goes to the messages. NULL: the error is set.
static const char *write_listing(const ModelFolder *folder, const char *text, int layer,
                                 Session *session)
{
    Buf *listing = NEW(session->arena, Buf);
    listing->arena = session->arena;
    Str program = str_from(writing_program(folder, text, layer, session->arena));
    RunOptions options = {.out = listing,
                          .messages = session->messages,
                          .readable = {.folder = folder->parent},
                          .pulse = &session->watch->pulse,
                          .is_unrecorded = true};
    return command_python(program, &options, session->error) ? buf_text(listing) : NULL;
}

// ---- the walk ---------------------------------------------------------------------------------

// To the weights of that layer, all of them shown. Selected is what they are a part of: the weights
// of the other layers are like it, and known already.
static void go_to_attention(Walk *walk, int layer)
{
    const Trace *trace = walk->trace;
    const char *name = arena_printf(&walk->arena, "attention_%d", layer);
    for (int i = 0; i < trace->binding_count; i++) {
        if (strcmp(trace->bindings[i].name, name) != 0) continue;
        int entry = trace->bindings[i].entry;
        const Tensor *tensor = trace->entries[entry].call.output;
        if (trace->entries[entry].call.input_count == 0) return;
        walk_go_to_step(walk, trace->statements[trace->bindings[i].statement].step);
        while (walk_open_count(walk, entry) < tensor_count(tensor) && walk_next(walk)) {
        }
        walk_select(walk, (Cell){trace->entries[entry].call.input[0]->origin, {{0}}});
        return;
    }
}

static bool is_on_screen(const Arguments *arguments)
{
    static const OptionId prints[] = {OPTION_JSON, OPTION_PLAIN, OPTION_OUTLINE, OPTION_COST,
                                      OPTION_HEADS};
    for (size_t i = 0; i < sizeof prints / sizeof *prints; i++) {
        if (arguments->value[prints[i]].given) return false;
    }
    bool drawn = arguments->value[OPTION_SCREEN].given;
    return drawn || (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO));
}

static void walk_here(Walk *walk, Session *session, const Arguments *arguments)
{
    int step;
    if (!open_step(walk, arguments, &step, session->error)) return;
    if (step >= 0)
        walk_go_to_step(walk, step);
    else
        go_to_attention(walk, (int)arguments->value[OPTION_LAYER].integer);
    if (arguments->value[OPTION_LINEAR].given) {
        learn_by_lines(walk, (LinearOptions){0}, NULL, session);
        return;
    }
    TuiOptions options = learn_options(arguments);
    bool of_layer = arguments->value[OPTION_LAYER].given;
    options.start_on_heads = step < 0 && of_layer;
    options.start_on_contents = step < 0 && !of_layer;
    if (arguments->value[OPTION_SCREEN].given)
        show_screen(walk, options, arguments, session);
    else
        tui_run(walk, &options, session->error);
}

static ExitCode walk_through(const char *listing, const ModelFolder *folder, Session *session,
                             const Arguments *arguments)
{
    bool linear = arguments->value[OPTION_LINEAR].given, here = linear || is_on_screen(arguments);
    const char *name = arena_printf(session->arena, "%s.py", folder->name);
    Walk walk;
    if (linear) session->watch = watch_sentence();
    if (!open_text(&walk, name, listing, folder->parent, here, session, arguments))
        return EXIT_FAILED;
    if (here)
        walk_here(&walk, session, arguments);
    else
        show_walk(&walk, arguments, session);
    return open_finish(&walk, session);
}

static ExitCode run_model(Session *session, const Arguments *arguments)
{
    ModelFolder folder = {0};
    const char *text = arguments->words[1];
    if (!utf8_valid(str_from(text))) error_set(session->error, NULL, "the text is not UTF-8");
    if (session->error->set || !find_folder(arguments->words[0], &folder, session))
        return EXIT_FAILED;
    int layer = (int)arguments->value[OPTION_LAYER].integer;
    const char *listing = write_listing(&folder, text, layer, session);
    if (!listing || !command_flush(session)) return EXIT_FAILED; // said before it is spent
    if (!arguments->value[OPTION_OUTPUT].given)
        return walk_through(listing, &folder, session, arguments);
    const OptionValue *value = arguments->value;
    bool ok = command_write(value[OPTION_OUTPUT].text, str_from(listing), value[OPTION_FORCE].given,
                            session);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command command_model = {
    .name = "model",
    .words = "FOLDER TEXT",
    .least = 2,
    .most = 2,
    .summary = "follow a text through a trained model in a folder",
    .options =
        (const OptionId[]){
            OPTION_LAYER,        OPTION_STEP,    OPTION_DIGITS, OPTION_LINEAR, OPTION_JSON,
            OPTION_PLAIN,        OPTION_OUTLINE, OPTION_COST,   OPTION_HEADS,  OPTION_SCREEN,
            OPTION_SCREEN_SIZE,  OPTION_KEYS,    OPTION_OUTPUT, OPTION_FORCE,  OPTION_SET,
            OPTION_SCREEN_THEME, OPTION_COLOR,   OPTION_SIGNS,  OPTION_ASCII,  OPTION_NO_MOUSE,
            OPTION_NO_MOTION,    OPTION_PALETTE, OPTION_MEMORY, OPTION_NONE},
    .completes = "file",
    .rules = show_rules,
    .run = run_model,
};
