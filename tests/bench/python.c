#include "python.h"

#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *python(void)
{
    const char *named = getenv("PYTHON");
    return named && *named ? named : "python3";
}

bool python_has(const char *modules, const char *left_out)
{
    char statement[128];
    Process process;
    snprintf(statement, sizeof statement, "import %s", modules);
    const char *const arguments[] = {python(), "-c", statement, NULL};
    bool has = process_run(arguments, &process);
    if (!has) printf("  %s: left out, %s cannot import %s\n", left_out, python(), modules);
    return has;
}
