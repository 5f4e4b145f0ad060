// What a call gives the page: text, valid until the next call begins one. A call that may run a
// program cannot return it, since a fiber that unwinds loses what a function returns.
#pragma once

#include "base/buf.h"
#include "base/error.h"

Buf result_begin(void); // empty, in an arena of the result's own
void result_set(Str text);
void result_error(const Error *error); // where and why, as a command prints it
