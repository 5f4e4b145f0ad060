// What a call gives the page: text, valid until the next call begins one (web.c).
#pragma once

#include "base/buf.h"

Buf *result_begin(void); // empty, in an arena of its own
