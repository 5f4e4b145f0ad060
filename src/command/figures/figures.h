// `qkv export`: which figure, of what, how and where; slides, numbers, and other inputs.
#pragma once

#include "command/command.h"
#include "export/export.h"
#include "figure/kind.h"
#include "walk/figure_choice.h"
#include "walk/walk.h"

// ---- figure_order.c -----------------------------------------------------------------------------
// A figure that is to be written: of what, how and where.

typedef struct FigureOrder {
    const Walk *walk;
    const FigureKind *kind;
    FigureRequest request;
    ExportOptions file;
    bool moves;
    const char *ending; // of the file's name when none is given: ".png"
    const char *path;
} FigureOrder;

// What it shows in words, each followed by a comma: "wv, attention weights, head 1, 4×4, ".
void figure_order_about(const FigureOrder *order, Buf *out);

// The name of a file that was not given one: of the lesson, the tensor and the kind.
const char *figure_order_path(const FigureOrder *order, Arena *arena);

// "eight-steps-wv-head-1": letters, digits, - and _ only. As a slug it is short, in small letters
// of ASCII, "make-keys-and-values". It may be empty.
const char *figure_file_name(const char *text, bool is_slug, Arena *arena);

// The movement that was asked for, in `arena`; `measure` must live as long.
bool figure_order_move(const FigureOrder *order, Movement *movement, const Measure *measure,
                       Arena *arena, Error *error);

// Adds to `warnings` (NULL: nowhere) that text of `smallest` points, on the page or in the file
// `at` (NULL: there is one only), is too small to be read, if it is, and what to try: `way_out`, or
// NULL.
void figure_warn_small(double smallest, const char *at, const FigureLook *look, const char *way_out,
                       Buf *warnings);

// Says them all.
void figure_say_warnings(const Buf *warnings, Buf *messages);

// Draws a figure that does not move; text that is too small is warned of. Errors: those of
// figure_kind_build().
bool figure_order_build(const FigureOrder *order, Figure *figure, const Measure *measure,
                        Error *error);

// False: there is such a file already, and --force was not given.
bool figure_order_may_write(const FigureOrder *order, const char *path, Error *error);

// Errors: those of figure_kind_build() and export_figure().
bool figure_order_write(const FigureOrder *order, size_t *bytes, Error *error);

// ---- picks.c ------------------------------------------------------------------------------------
// --head, --layer and --rollout.

// Do they ask for a grid of several matrices?
bool picks_are_several(const OptionValue *value);
// The only head that is asked for, or -1.
int64_t picks_head(const OptionValue *value);
// What they leave of the tensor: an index of it, or another tensor. `*given`: its indices that were
// typed, and those that are left. Errors: it has no heads or layers; there is no such one.
bool picks_take(const Walk *walk, const OptionValue *value, Cell *cell, int *given, Error *error);

// ---- figure_options.c ---------------------------------------------------------------------------

// Is it to move: by --animate, or by a format in which nothing else is written?
bool figure_moves(const OptionValue *value);

// Sets the look, the file and the movement from the options. --for sets a size, a resolution, a
// theme and an ending; the options beside it win. Errors: --scale with --dpi, a family that is not
// installed, labels that cannot be read. Labels may be a list of the walk's program.
bool figure_options(FigureOrder *order, const Arguments *arguments, Arena *arena, Error *error);

// Nothing that was asked for is passed over in silence. Errors: an option, or a tensor, that means
// nothing to a figure of this kind; `kind` NULL: to numbers that are copied.
bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error);

// ---- figure_request.c ---------------------------------------------------------------------------
// A figure of any kind, as the command line asks for it.

// Fills what `request` does not have yet from the options --cell, --head, --query, --scale-each,
// and the parts of the walk. The tensor and its looks are the caller's. In `arena`.
bool figure_request_read(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                         Arena *arena, Error *error);

// The tensor that the second word names, or --cell, or else the attention of the program
// that suits the kind, as tensor_meant() finds it; `messages` gets what it chose from. Errors: as
// cell_parse(); an index too many; none that suits.
bool figure_request_tensor(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                           const Arguments *arguments, Buf *messages, Error *error);

// How the operation that made the chosen tensor opens, for a movement.
void figure_request_moments(FigureRequest *request, const Walk *walk, Arena *arena);

// The parts of a walk that figures show: an equation for each stage at the top level.
void figure_request_parts(FigureRequest *request, const Walk *walk, Arena *arena);

// What is drawn of a choice that was made on a screen that shows `cell`.
FigureRequest figure_request_chosen(const FigureKind *kind, const Walk *walk, Cell cell,
                                    FigureChoice choice, Arena *arena);

// The same as SVG, of what `sight` lets be seen; `said` (or NULL) gets it in words. In out->arena.
bool figure_chosen_svg(const Walk *walk, Cell cell, FigureChoice choice, Sight sight,
                       const Measure *measure, Buf *out, const char **said, Error *error);

// Sets the panels of the request, in `arena`: the tensors that the words from the second on name,
// if there is more than one, and with --compare the two to compare. Without either there are none.
// request->cell is the tensor already chosen. Errors: no such tensor, too many, nothing to compare
// with.
bool panel_options(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                   Arena *arena, Error *error);

// ---- derived.c ----------------------------------------------------------------------------------

// With --merge-words: draws its words instead of the tensor; labels are words then. With --over:
// a map of its patches, if it has such, on a picture. Errors: none of its labels are pieces of
// words; those of export_read_photo(). `messages` get which of all layers was chosen.
bool figure_derive(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                   const Arguments *arguments, Arena *arena, Buf *messages, Error *error);

// ---- focus_options.c ----------------------------------------------------------------------------
// What a command line points at in a figure: --cell, --row, --highlight, --annotate and --arrow.

// Sets request->look.focus, in `arena`, for the tensors of the request; NULL where nothing is
// pointed at. A cell is "0,1", "cat,sat" (words where rows and columns have labels) or, with its
// tensor, "weights[0,1]". Errors: no such row, column or tensor; a text without a cell; an arrow
// between two tensors. For a kind that works a
// cell out, request->marked is set instead.
bool focus_options(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                   const Arguments *arguments, Arena *arena, Error *error);

// As trace_parse_tensor(), where indices may be words: "weights[cat,sat]". The labels are those of
// the request's look, if it has any. Without a name, "0,1", the entry is -1: it is for
// focus_options().
bool focus_cell(const FigureRequest *request, const Walk *walk, Str text, Cell *cell, int *indices,
                Error *error);

// ---- copy.c -------------------------------------------------------------------------------------
// The numbers of a tensor in a form that other programs read.

typedef struct CopyFormat CopyFormat;

// By the name that --format takes, else by the ending of a file's name; NULL: no such format.
const CopyFormat *copy_format(const char *name, const char *path);

// What is copied: an entry's output, or the part of it that its first `given` coordinates name.
typedef struct CopySource {
    const Trace *trace;
    int entry;
    Index at;
    int given;
    const char *name; // "wv[0]"
    int digits;       // the most decimals; -1: as many as it takes to read back the same
} CopySource;

// Writes to `path`, or to standard output where it is "-". `*bytes` gets how many. Errors: those of
// file_create() and file_write(); binary bytes to a terminal; a shape that the format cannot say.
bool copy_tensor(const CopySource *source, const CopyFormat *format, const char *path, bool force,
                 Arena *arena, size_t *bytes, Error *error);

// ---- deck.c -------------------------------------------------------------------------------------
// A slide for each step of a lesson, in one folder or in one file.

// Writes 01-TITLE.png, 02-TITLE.png … into the folder `path`, which is made if it is not there; or,
// where `path` ends in .pdf, a page for each step into that file, and more for a step that could
// not be read on one. All are of one size, that of a slide if none is asked for. A step without
// tensors has none, and no number. On a terminal it says how far it is when it takes longer than a
// moment; an interrupt stops between two files, of which none is half. Errors: existing files
// without
// --force (nothing is written then), those of export_figure().
void deck_export(const FigureOrder *order, const char *path, const Arguments *arguments,
                 Session *session);

// ---- reseed.c -----------------------------------------------------------------------------------
// Other inputs for a lesson: small integers, so that each sheet of a class can be worked by hand.
// Of many draws the first is taken that teaches something, or that is bad for the fewest steps.

typedef struct Reseed Reseed;

// For a walk that has run with the lesson's own numbers, in session->arena; `tasks` says which
// steps are on the sheet. NULL: the error is set. Errors: a lesson that gives no matrix as numbers,
// or is read from standard input; what the program does wrong by itself is in walk->error.
Reseed *reseed_new(Walk *walk, const FigureTasks *tasks, const Arguments *arguments,
                   Session *session);

// Runs the lesson of the walk again, its matrices of inputs and of the weights for keys, queries
// and values replaced by small integers (where there are none of these: all matrices that are
// written out), the same for the same seed. False: the error is set, and the walk is still to be
// closed. Errors: no draw that teaches anything.
bool reseed_walk(Reseed *reseed, int64_t seed);

// Why the numbers drawn last teach nothing in a step (from 0) of the sheet, "values has a row of
// zeros", or NULL.
const char *reseed_spoilt(const Reseed *reseed, int step);

// ---- worksheets.c -------------------------------------------------------------------------------

// Writes a worksheet, or one for each seed of --seed 1-30 into one file, one after the other; with
// --answers FILE the same sheets filled in into that file, too. A step that no inputs suit is left
// out, and session->messages names it. Errors: those of reseed_new(), reseed_walk() and
// figure_kind_build(); files that exist without --force (nothing is written then).
void worksheets_export(Walk *walk, const Arguments *arguments, Session *session);
