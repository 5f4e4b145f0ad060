// The first screen of the page: attention of a sentence, drawn as it is typed; the film of a head
// that learns; the course. None of them touches the lesson that is open.
#include "command/figures/figures.h"
#include "command/saved/saved.h"
#include "export/text.h"
#include "export/writers.h"
#include "study/names/typed_name.h"
#include "text/json.h"
#include "web/job.h"
#include "web/result.h"

#include <emscripten.h>
#include <stdlib.h>

#define EXPORTED EMSCRIPTEN_KEEPALIVE

static const Measure measure = {.text_width = text_width};

typedef struct Picture { // of the attention weights of a program, which are called `weights`
    const char *kind;
    bool is_bare, moves, has_printed; // has_printed: what the program has printed comes first
} Picture;

static bool draw_still(const FigureKind *kind, const FigureRequest *request, Buf *out, Error *error)
{
    Figure figure = {.arena = out->arena};
    int missing;
    return figure_kind_build(kind, &figure, request, &measure, error) &&
           svg_write(&figure, NULL, out, &missing, error);
}

static bool draw_moving(const FigureKind *kind, const FigureRequest *request, Buf *out,
                        Error *error)
{
    Movement movement;
    Output output = {0};
    bool drawn = figure_kind_move(kind, &movement, request, &measure, out->arena, error) &&
                 movement_svg(&movement, &(ExportOptions){.speed = 1}, &output, error);
    if (drawn) buf_add(out, (Str){(const char *)output.file.data, (int)output.file.size});
    free(output.file.data);
    return drawn;
}

static bool draw(const Walk *walk, const Picture *picture, bool dark, Buf *out, Error *error)
{
    Cell cell;
    int indices;
    if (walk->ran.error.set) *error = walk->ran.error;
    if (error->set || !trace_parse_tensor(walk->trace, STR("weights"), &cell, &indices, error))
        return false;
    const FigureKind *kind = figure_kind_find(picture->kind);
    FigureChoice choice = {
        .theme = dark ? "transparent-dark" : "transparent", .head = -1, .query = -1};
    FigureRequest request = figure_request_chosen(kind, walk, cell, choice, out->arena);
    request.look.sight = (Sight){0};
    request.look.bare = picture->is_bare;
    request.pick.least_weight = picture->is_bare ? 0.01 : 0;
    if (picture->has_printed) buf_add(out, str_from(walk->ran.printed[0].text));
    return (picture->moves ? draw_moving : draw_still)(kind, &request, out, error);
}

// The result is what was drawn, or what is wrong, which never has a "<svg".
static void draw_program(const char *name, const char *text, const Picture *picture, bool dark)
{
    Buf *out = result_begin();
    Error error = {.arena = out->arena};
    Walk walk;
    WalkOptions options = {.text = text, .watch = job_watch()};
    bool drawn =
        walk_open(&walk, name, &options, &error) && draw(&walk, picture, dark, out, &error);
    if (!drawn) {
        out->n = 0;
        error_print(&error, out);
    }
    walk_close(&walk);
}

static void draw_hero(const Job *job)
{
    static const Picture RIBBONS = {.kind = "flow", .is_bare = true, .has_printed = true};
    draw_program("hero", job->text, &RIBBONS, job->number[0]);
}

// Runs a lesson that is given as text; the result is what its first block prints, and its `weights`
// as ribbons.
EXPORTED void web_hero(const char *lesson, bool dark)
{
    job_do(draw_hero, (Job){.text = lesson, .number = {dark}});
}

static void draw_film(const Job *job)
{
    Picture film = {.kind = "film", .moves = job->number[1]};
    draw_program(job->text, NULL, &film, job->number[0]);
}

// The `weights` of a lesson's loop from its first iteration to its last, as frames side by side or
// as a picture that moves.
EXPORTED void web_film(const char *lesson, bool dark, bool moves)
{
    job_do(draw_film, (Job){.text = lesson, .number = {dark, moves}});
}

// The lessons, with what is remembered of each (json_lessons()).
EXPORTED void web_course(void)
{
    Buf *out = result_begin();
    LessonList list = catalog(&(Session){.arena = out->arena}, false);
    json_lessons(&list, out);
}
