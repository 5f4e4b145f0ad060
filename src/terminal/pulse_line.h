// How far a program has come, in words.
#pragma once

#include "base/buf.h"
#include "base/pulse.h"

// "running lesson.md:12, 3456 operations, 7 MiB; Ctrl-C stops"; stops: the last words of it.
void pulse_write(const Pulse *pulse, const char *stops, int columns, Buf *line);
void pulse_write_name(const char *name, int columns, Buf *line); // of a long one the end
