// The command line in wasm, for node and for pages, and what takes the place of a terminal, of
// cairo and of giflib there.
#include "command/command.h"
#include "export/writers.h"
#include "terminal/capabilities.h"
#include "terminal/pixels.h"
#include "tui/tui.h"
#include "web/job.h"

#include <emscripten.h>
#include <sys/stat.h>

int command_line(int count, char **words); // main() of main.c

static int status;

// Each word is ended by code 1.
static void run_command(const Job *job)
{
    Arena arena = {0};
    Str rest = str_from(job->text);
    int count = 0;
    char **words = NEW_ARRAY(&arena, char *, rest.n + 1);
    while (rest.n) words[count++] = str_copy(&arena, str_take(&rest, "\1"));
    umask(022); // else what is written could not be read
    status = command_line(count, words);
    arena_free(&arena);
}

// Runs `qkv` with these words, of which the first is its own name, once in the life of an instance.
// It reads and writes the instance's standard streams.
EMSCRIPTEN_KEEPALIVE void web_command(const char *words)
{
    status = EXIT_FAILED; // until it has ended
    job_do(run_command, (Job){.text = words});
}

EMSCRIPTEN_KEEPALIVE int web_status(void)
{
    return status;
}

// ---- no terminal --------------------------------------------------------------------------------

Watch *watch_line(void)
{
    return job_watch();
}

Watch *watch_line_stops(void)
{
    return job_watch();
}

Watch *watch_sentence(void)
{
    return job_watch();
}

bool tui_run(Walk *walk UNUSED, const TuiOptions *options UNUSED, Error *error)
{
    return error_fail(error, "--linear, or the page: npx qkv", "there is no terminal here");
}

void capabilities_library(Buf *out)
{
    buf_printf(out, "emscripten %d.%d.%d", __EMSCRIPTEN_major__, __EMSCRIPTEN_minor__,
               __EMSCRIPTEN_tiny__);
}

void sixel_library(Buf *out)
{
    buf_add(out, STR("no libsixel"));
}

// ---- no cairo, no giflib ------------------------------------------------------------------------

static bool only_text(const char *what, Error *error)
{
    return error_fail(error, "a name that ends in .svg or .tikz, or the program from a package",
                      "qkv from npm writes no %s: figures are SVG and TikZ here", what);
}

bool figure_rasterize(const Figure *figure UNUSED, double scale UNUSED, Raster *raster,
                      int *missing UNUSED, Error *error)
{
    *raster = (Raster){0};
    return only_text("PNG", error);
}

void raster_free(Raster *raster UNUSED)
{
}

bool figure_pdf(const Figure *figure UNUSED, const ExportOptions *options UNUSED,
                Output *output UNUSED, Error *error)
{
    return only_text("PDF", error);
}

bool movement_gif(const Movement *movement UNUSED, const ExportOptions *options UNUSED,
                  Output *output UNUSED, Error *error)
{
    return only_text("GIF", error);
}

bool movement_apng(const Movement *movement UNUSED, const ExportOptions *options UNUSED,
                   Output *output UNUSED, Error *error)
{
    return only_text("APNG", error);
}

bool export_read_photo(const char *path UNUSED, FigurePhoto *photo UNUSED, Arena *arena UNUSED,
                       Error *error)
{
    return error_fail(error, "the program from a package, or a build of its source",
                      "qkv from npm reads no pictures");
}

// Its widths are known, its outlines are not.
int text_outline(const TextLook *look UNUSED, const char *content UNUSED, double align UNUSED,
                 Buf *path UNUSED)
{
    return 0;
}

void text_libraries(Buf *out)
{
    buf_add(out, STR("no cairo"));
}

void gif_library(Buf *out)
{
    buf_add(out, STR("no giflib"));
}
