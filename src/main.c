// qkv: walks through self-attention in a terminal, one tensor operation at a time.
#include "command/command.h"

#include <stddef.h>

static const Command *const commands[] = {
    &command_learn, &command_lessons, &command_show,       &command_explain, &command_run,
    &command_model, &command_export,  &command_check,      &command_quiz,    &command_present,
    &command_new,   &command_grades,  &command_completion, &command_help,    NULL,
};

int main(int argc, char **argv)
{
    return command_main(commands, argc, argv);
}
