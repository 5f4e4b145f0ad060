// What is above a figure: the role's letter, the title, and below it how the tensor was made
// and its shape.
#pragma once

#include "figure/page/pen.h"
#include "study/axes/matrix.h"

// The smaller the figure, the less of it is the heading.
typedef enum HeadingForm { HEADING_USUAL, HEADING_SMALL, HEADING_LEAST, HEADING_NONE } HeadingForm;

typedef struct FigureHeading {
    HeadingForm form;
    bool beside;                 // the matrix: the subtitle is in lines, and there is no code
    const char *factor;          // "×10¹¹" of its numbers, or NULL
    const char *name;            // of the tensor
    FigureLines title;           // the same on one line, or what the user asked for
    const char *subtitle, *code; // the shape, and what made it, which is set as code
    RoleSign sign;
    FigureLines below;                               // the subtitle where it is beside
    double letter_width, subtitle_width, code_width; // in font sizes
} FigureHeading;

// Form, `beside` and factor are set before. `title` NULL: the tensor's name. It is broken to lines
// of at most `room` units, name and subtitle are shortened.
void heading_read(FigureHeading *heading, const Trace *trace, int entry, const Matrix *matrix,
                  const char *title, double room, const Pen *pen);

// "attention weights, batch 0, 4×4": of attention what it is, which of the tensor's matrices, and
// how large that is.
void heading_write_shape(const Trace *trace, const Matrix *matrix, Buf *out);

// The size of its smallest font; HUGE_VAL: it has no text.
double heading_smallest(const FigureHeading *heading, double unit);

double heading_width(const FigureHeading *heading, double unit);
// With the gap below it.
double heading_height(const FigureHeading *heading, double unit);
void heading_draw(const FigureHeading *heading, const Pen *pen, double x, double y);
