// qkv explain: where a number came from.
#include "trace/explain.h"

#include "command/open.h"
#include "command/text/json.h"

static int option_or(const OptionValue *value, int otherwise)
{
    return value->given ? (int)value->integer : otherwise;
}

static ExitCode run_explain(App *app, const Arguments *arguments)
{
    Walk walk;
    if (!open_walk(&walk, arguments->words[0], app, arguments)) return EXIT_FAILED;
    int depth = option_or(&arguments->value[OPTION_DEPTH], 1);
    Cell cell;
    if (cell_parse(walk.trace, str_from(arguments->words[1]), &cell, app->error)) {
        if (arguments->value[OPTION_JSON].given)
            json_cell(walk.trace, cell, depth, walk.digits, app->out, app->error);
        else
            explain_print(walk.trace, cell, depth, walk.digits, app->out);
    }
    return open_finish(&walk, app);
}

const Command command_explain = {
    .name = "explain",
    .words = "LESSON CELL",
    .least = 2,
    .most = 2,
    .summary = "say where a number came from",
    .examples = "qkv explain eight-steps 'scores[0,1]'\n"
                "qkv explain eight-steps 'scores[0,1]' --depth 3   # down to the inputs\n"
                "qkv explain eight-steps 'weights[0,1]' --json\n",
    .about = "CELL is a name of the lesson's code with one index for each dimension, counted from "
             "0, as in scores[0,1] or scores[0][1]. Numbers carry as many digits as it takes for "
             "the printed arithmetic to give the printed result; where none do, the sign is ~=.\n",
    .options = (const OptionId[]){OPTION_DEPTH, OPTION_SET, OPTION_DIGITS, OPTION_JSON,
                                  OPTION_MEMORY, OPTION_NONE},
    .completes = "lesson",
    .run = run_explain,
};
