// qkv model: what a trained model in a folder does with a text. A listing that does the same is
// written by src/library/_model.py, and walked through like any other.
#include "base/text/utf8.h"
#include "command/circuits.h"
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

static const char *model_program(const char *path, const char *name, const Arguments *arguments,
                                 Arena *arena)
{
    bool next = arguments->value[OPTION_NEXT].given;
    const char *module = next ? "_next" : "_model";
    Buf program = {.arena = arena};
    const char *texts[] = {path, name, arguments->words[1]};
    buf_printf(&program, "import %s\n%s.write(", module, module);
    for (int i = 0; i < 3; i++) {
        python_text_add(str_from(texts[i]), &program);
        buf_add(&program, STR(", "));
    }
    if (!next) buf_printf(&program, "%d", (int)arguments->value[OPTION_LAYER].integer);
    buf_add(&program, STR(")\n"));
    return buf_text(&program);
}

// What a program prints into `out`; what it says besides goes to the messages.
static bool print_program(const char *program, const ModelFolder *folder, Buf *out,
                          Session *session)
{
    RunOptions options = {.out = out,
                          .messages = session->messages,
                          .readable = {.folder = folder->parent},
                          .pulse = &session->watch->pulse,
                          .is_unrecorded = true};
    session->watch->begin(session->watch, false);
    bool ok = command_python(str_from(program), &options, session->error);
    session->watch->end(session->watch);
    return ok;
}

// `printed`: to be run for what it prints. NULL: the error is set.
static const char *write_listing(const ModelFolder *folder, bool printed,
                                 const Arguments *arguments, Session *session)
{
    Buf *listing = NEW(session->arena, Buf);
    listing->arena = session->arena;
    const char *path = arena_printf(session->arena, "./%s", folder->name);
    const char *program = circuits_asked(arguments)
                              ? circuits_program(path, folder->name, arguments, printed, session)
                              : model_program(path, folder->name, arguments, session->arena);
    if (!program || !print_program(program, folder, listing, session)) return NULL;
    return buf_text(listing);
}

// ---- the walk ---------------------------------------------------------------------------------

// To the tensor of that name, all of it shown. Selected is what it is a part of: of the weights of
// a layer, those of other layers are like it, and known already.
static void go_to_result(Walk *walk, const char *name)
{
    const Trace *trace = walk->trace;
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

// To the end of the step that has the chances of the next token.
static void go_to_next(Walk *walk)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->binding_count; i++)
        if (strcmp(trace->bindings[i].name, "next_token") == 0)
            walk_go_to_step(walk, trace->statements[trace->bindings[i].statement].step);
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

static const char *result_name(const Arguments *arguments, Arena *arena)
{
    if (circuits_asked(arguments)) return circuits_result(arguments);
    return arena_printf(arena, "attention_%d", (int)arguments->value[OPTION_LAYER].integer);
}

static void walk_here(Walk *walk, Session *session, const Arguments *arguments)
{
    int step;
    if (!open_step(walk, arguments, &step, session->error)) return;
    if (step >= 0)
        walk_go_to_step(walk, step);
    else if (arguments->value[OPTION_NEXT].given)
        go_to_next(walk);
    else
        go_to_result(walk, result_name(arguments, &walk->arena));
    if (arguments->value[OPTION_LINEAR].given) {
        learn_by_lines(walk, (LinearOptions){0}, NULL, session);
        return;
    }
    TuiOptions options = learn_options(arguments);
    bool of_layer = arguments->value[OPTION_LAYER].given;
    options.start_on_next = step < 0 && arguments->value[OPTION_NEXT].given;
    options.start_on_heads = step < 0 && of_layer;
    options.start_on_contents =
        step < 0 && !of_layer && !options.start_on_next && !circuits_asked(arguments);
    if (arguments->value[OPTION_SCREEN].given)
        show_screen(walk, options, arguments, session);
    else
        tui_run(walk, &options, session->error);
}

// What heads write is drawn where the file is no listing.
static bool is_figure(const Arguments *arguments)
{
    const OptionValue *output = &arguments->value[OPTION_OUTPUT];
    return circuits_asked(arguments) && output->given && !str_ends(str_from(output->text), ".py");
}

static void draw_result(const Walk *walk, Session *session, const Arguments *arguments)
{
    Arguments figure = *arguments;
    const char *words[] = {arguments->words[0], circuits_result(arguments)};
    figure.words = words;
    if (!walk->ran.error.set) export_figure_of(walk, &figure, session);
}

static ExitCode walk_through(const char *listing, const ModelFolder *folder, Session *session,
                             const Arguments *arguments)
{
    bool linear = arguments->value[OPTION_LINEAR].given;
    bool here = !is_figure(arguments) && (linear || is_on_screen(arguments));
    const char *name = arena_printf(session->arena, "%s.py", folder->name);
    Walk walk;
    if (linear) session->watch = watch_sentence();
    if (!open_text(&walk, name, listing, folder->parent, here, session, arguments))
        return EXIT_FAILED;
    if (is_figure(arguments))
        draw_result(&walk, session, arguments);
    else if (here)
        walk_here(&walk, session, arguments);
    else
        show_walk(&walk, arguments, session);
    return open_finish(&walk, session);
}

// Else what the listing prints is all that is asked for.
static bool shows_walk(const Arguments *arguments)
{
    static const OptionId others[] = {OPTION_JSON, OPTION_PLAIN,  OPTION_OUTLINE, OPTION_COST,
                                      OPTION_STEP, OPTION_LINEAR, OPTION_OUTPUT};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (arguments->value[others[i]].given) return true;
    }
    if (arguments->value[OPTION_CIRCUIT].given) return true; // which prints nothing
    return is_on_screen(arguments);
}

// ---- a picture --------------------------------------------------------------------------------

static bool is_picture(const char *path)
{
    unsigned char head[3] = {0};
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) fclose(file);
    return n == sizeof head &&
           (memcmp(head, "\x89PN", 3) == 0 || memcmp(head, "\xff\xd8\xff", 3) == 0);
}

// Instead of a text a picture can be named. The program may then read below the folder that has
// both the model and the picture, and they are called as they are from there.
static void find_picture(ModelFolder *folder, Arguments *arguments, Session *session)
{
    char *path = realpath(arguments->words[1], NULL);
    if (path && is_picture(path)) {
        const char *parent = strcmp(folder->parent, "/") == 0 ? "" : folder->parent;
        const char *model = arena_printf(session->arena, "%s/%s", parent, folder->name);
        int common = 0;
        for (int i = 0; path[i] && path[i] == model[i]; i++) common = path[i] == '/' ? i : common;
        const char **words = NEW_ARRAY(session->arena, const char *, 2);
        words[0] = arguments->words[0];
        words[1] = arena_printf(session->arena, "./%s", path + common + 1);
        arguments->words = words;
        folder->name = model + common + 1;
        folder->parent = common ? str_copy(session->arena, (Str){path, common}) : "/";
    }
    free(path);
}

static ExitCode run_model(Session *session, const Arguments *given)
{
    Arguments own = *given;
    const Arguments *arguments = &own;
    ModelFolder folder = {0};
    if (!circuits_check(arguments, session->error)) return EXIT_USAGE;
    if (!utf8_valid(str_from(own.words[1])))
        error_set(session->error, NULL, "the text is not UTF-8");
    if (session->error->set || !find_folder(arguments->words[0], &folder, session))
        return EXIT_FAILED;
    find_picture(&folder, &own, session);
    const OptionValue *value = arguments->value;
    bool printed = circuits_asked(arguments) && !shows_walk(arguments);
    const char *listing = write_listing(&folder, printed, arguments, session);
    if (!listing || !command_flush(session)) return EXIT_FAILED; // said before it is spent
    if (printed)
        return print_program(listing, &folder, session->out, session) ? EXIT_DONE : EXIT_FAILED;
    if (!value[OPTION_OUTPUT].given || is_figure(arguments))
        return walk_through(listing, &folder, session, arguments);
    bool ok = command_write(value[OPTION_OUTPUT].text, str_from(listing), value[OPTION_FORCE].given,
                            session);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command command_model = {
    .name = "model",
    .words = "FOLDER TEXT",
    .least = 2,
    .most = 2,
    .summary = "follow a text or a picture through a trained model",
    .options =
        (const OptionId[]){
            OPTION_NEXT,   OPTION_WRITES,  OPTION_CIRCUIT,     OPTION_PATCH,        OPTION_ABLATE,
            OPTION_TOKEN,  OPTION_AGAINST, OPTION_LAYER,       OPTION_STEP,         OPTION_DIGITS,
            OPTION_LINEAR, OPTION_JSON,    OPTION_PLAIN,       OPTION_OUTLINE,      OPTION_COST,
            OPTION_HEADS,  OPTION_SCREEN,  OPTION_SCREEN_SIZE, OPTION_KEYS,         OPTION_OUTPUT,
            OPTION_FORCE,  OPTION_SET,     OPTION_HOLD,        OPTION_SCREEN_THEME, OPTION_COLOR,
            OPTION_SIGNS,  OPTION_ASCII,   OPTION_NO_MOUSE,    OPTION_NO_MOTION,    OPTION_PALETTE,
            OPTION_MEMORY, OPTION_NONE},
    .completes = "file",
    .rules = show_rules,
    .run = run_model,
};
