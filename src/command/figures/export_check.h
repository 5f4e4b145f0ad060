// Which options of qkv export go together.
#pragma once

#include "command/options.h"
#include "figure/kind.h"

// Nothing that was asked for is passed over in silence. Errors: an option, or a tensor, that means
// nothing to a figure of this kind; `kind` NULL: to numbers that are copied.
bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error);
