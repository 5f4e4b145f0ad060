// Names of tensors in the colour of their role, wherever a view has written them.
#pragma once

#include "tui/core/canvas.h"

// In the rows of `area`: each name that the lesson binds to a tensor with a role, with its indices.
// Letters that have a colour already keep it, but for quiet ones.
void name_ink(Canvas *canvas, Rect area);
