// Why? What the operation of the selected cell does, and the usual mistakes with it.
#pragma once

#include "tui/app.h"

bool why_scroll(App *app, int by); // lines
