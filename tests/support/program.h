// One run at a time, of programs that stand in the test: what they print, and what goes wrong.
#pragma once

#include "lang/run.h"

extern Arena arena; // as long as the run
extern Buf printed; // on standard output, by all pieces
extern Run *program;

void program_open(RunOptions options);
int program_close(void **state); // a teardown of cmocka

const Source *program_source(const char *text); // under the name "t.py"

// Runs one more piece: the message that it ended with, or "".
const char *running(const char *text);
