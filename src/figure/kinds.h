// What builds each kind, for the table in kind.c (FigureKind says what each of these is to do);
// heatmap.h has the first one. A misfit is why the matrix of the cell cannot be drawn so, or NULL.
// Each kind has a file: equation_kind.c, heads.c, flow.c, arrows.c, film.c, survey.c, poster.c,
// worksheet.c.
#pragma once

#include "figure/kind.h"

bool equation_move(Movement *movement, const FigureRequest *request, const Measure *measure,
                   Arena *arena, Error *error);
bool equation_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                    Error *error);

bool heads_about(const FigureRequest *request, Buf *out);
// False; the error says that some of what would be drawn may not be seen.
bool kind_not_seen(Error *error);

const char *heads_misfit(const Trace *trace, Cell cell);
bool heads_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                 Error *error);

const char *flow_misfit(const Trace *trace, Cell cell);
bool flow_build(Figure *figure, const FigureRequest *request, const Measure *measure, Error *error);

const char *arrows_misfit(const Trace *trace, Cell cell);
bool arrows_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);

const char *film_misfit(const Trace *trace, Cell cell);
bool film_move(Movement *movement, const FigureRequest *request, const Measure *measure,
               Arena *arena, Error *error);
bool film_build(Figure *figure, const FigureRequest *request, const Measure *measure, Error *error);

bool survey_about(const FigureRequest *request, Buf *out);
bool survey_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);

bool walk_move(Movement *movement, const FigureRequest *request, const Measure *measure,
               Arena *arena, Error *error); // walk_movement.c
bool poster_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);

bool worksheet_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                     Error *error);
