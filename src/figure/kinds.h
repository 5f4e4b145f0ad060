// What builds each kind, for the table in kind.c; heatmap.h has the first one.
#pragma once

#include "figure/kind.h"

bool equation_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                    Error *error);

const char *heads_misfit(const Trace *trace, Cell cell);
bool heads_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                 Error *error);

const char *flow_misfit(const Trace *trace, Cell cell);
bool flow_build(Figure *figure, const FigureRequest *request, const Measure *measure, Error *error);

bool poster_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);

bool worksheet_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                     Error *error);
