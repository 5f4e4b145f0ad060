// Bytes as text (RFC 4648, with padding).
#pragma once

#include "base/buf.h"

void base64_add(Buf *out, Str bytes);
