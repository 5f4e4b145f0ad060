// The looks of papers as HTML: on a light and on a dark screen, and on paper.
#pragma once

extern const char paper_style[];
