// The formats in which numbers are copied (csv, json, npy, latex ...), one row of a table each.
#include "command/figures/copy_parts.h"

#include <string.h>
#include <unistd.h>

static const CopyWords plain = {
    .nan = "nan", .inf = "inf", .minus_inf = "-inf", .yes = "True", .no = "False"};
static const CopyWords in_numpy = {
    .nan = "np.nan", .inf = "np.inf", .minus_inf = "-np.inf", .yes = "True", .no = "False"};
static const CopyWords in_json = {.nan = "\"NaN\"",
                                  .inf = "\"Infinity\"",
                                  .minus_inf = "\"-Infinity\"",
                                  .yes = "true",
                                  .no = "false"};
static const CopyWords in_latex = {.nan = "\\mathrm{nan}",
                                   .inf = "\\infty",
                                   .minus_inf = "-\\infty",
                                   .yes = "\\mathrm{True}",
                                   .no = "\\mathrm{False}"};

// clang-format off
static const CopyFormat formats[] = {
    {.name = "csv", .ending = ".csv", .write = copy_write_table, .words = &plain, .between = ","},
    {.name = "tsv", .ending = ".tsv", .write = copy_write_table, .words = &plain, .between = "\t"},
    {.name = "json", .ending = ".json", .write = copy_write_json, .words = &in_json},
    {.name = "npy", .ending = ".npy", .write = copy_write_npy, .binary = true},
    {.name = "latex", .ending = ".tex", .write = copy_write_latex, .words = &in_latex,
     .between = " & ", .for_people = true},
    {.name = "markdown", .ending = ".md", .write = copy_write_markdown, .words = &plain,
     .between = " | ", .for_people = true},
    {.name = "numpy", .ending = ".py", .write = copy_write_numpy, .words = &in_numpy},
};
// clang-format on

const CopyFormat *copy_format(const char *name, const char *path)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (name ? strcmp(name, formats[i].name) == 0
                 : path && str_ends(str_from(path), formats[i].ending)) {
            return &formats[i];
        }
    }
    return NULL;
}

// The coordinates given are taken, the dimensions behind them stay.
static Tensor part_of(const CopySource *source)
{
    const Tensor *whole = source->trace->entries[source->entry].call.output;
    Tensor part = *whole;
    Index corner = {0};
    for (int i = 0; i < source->given; i++) corner.at[i] = source->at.at[i];
    part.offset = shape_count(&whole->shape) ? tensor_offset(whole, corner) : 0;
    part.shape.ndim = whole->shape.ndim - source->given;
    for (int i = 0; i < part.shape.ndim; i++) {
        part.shape.dim[i] = whole->shape.dim[i + source->given];
        part.stride[i] = whole->stride[i + source->given];
    }
    return part;
}

bool copy_tensor(const CopySource *source, const CopyFormat *format, const char *path, bool force,
                 Arena *arena, size_t *bytes, Error *error)
{
    Copy copy = {.source = source, .format = format, .part = part_of(source), .error = error};
    bool terminal = strcmp(path, "-") == 0 && isatty(STDOUT_FILENO);
    if (format->binary && terminal) {
        error_set(error, NULL, "%s is not written to a terminal", format->name);
        return error_hint(error, "name a file: -o %s%s", source->name, format->ending);
    }
    if (!sink_open(&copy.sink, path, force, arena, error)) return false;
    if (!format->write(&copy) || !sink_close(&copy.sink, error)) return false;
    *bytes = copy.sink.written;
    return true;
}
