// Settings of the program that could be others, as the library notes them (trace_note_setting).
#pragma once

#include "lang/interp.h"

// `now` is the seed that the call of the program gives which is made now.
void setting_note_seed(Run *run, int64_t now);

extern const Native setting_functions[]; // of torch._C
