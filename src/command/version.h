// qkv --version.
#pragma once

#include "base/buf.h"

// "qkv VERSION", then what is in: lessons, programs, numbers, files, libraries.
void version_print(Buf *out);
