// A slide for each step: in a file each, or all of them as the pages of one PDF. A step whose
// equations could not be read on one page takes several there.
#include "command/figures/figures.h"

#include "base/machine/clock.h"
#include "figure/kinds/poster.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { A_MOMENT = 400 /* ms */ };

typedef struct DeckSlide {
    FigureRequest request; // with the parts of one step
    int number;            // from 1
    const char *path;      // of a file for it alone
} DeckSlide;

typedef struct Deck {
    Session *session;
    const FigureOrder *order;
    DeckSlide *slide;
    int count;
    const char *pages; // the file that all are pages of, or NULL
    int page_count;
    double smallest;         // text of all; 0: none yet
    const char *smallest_at; // the page or the file that has it
    size_t bytes;
} Deck;

// ---- which files ------------------------------------------------------------------------------

static bool shows_any(const FigureRequest *request, int first, int end)
{
    for (int i = first; i < end; i++) {
        if (poster_shows(request, &request->walk.parts[i])) return true;
    }
    return false;
}

static int end_of_step(const FigureRequest *request, int first)
{
    int end = first;
    while (end < request->walk.part_count &&
           request->walk.parts[end].step == request->walk.parts[first].step)
        end++;
    return end;
}

static void list_slides(Deck *deck, const FigureRequest *request, const char *folder)
{
    Arena *arena = deck->session->arena;
    deck->slide = NEW_ARRAY(arena, DeckSlide, request->walk.part_count);
    for (int first = 0, end; first < request->walk.part_count; first = end) {
        end = end_of_step(request, first);
        if (!shows_any(request, first, end)) continue;
        const WalkPart *part = &request->walk.parts[first];
        DeckSlide *slide = &deck->slide[deck->count++];
        slide->number = deck->count;
        slide->request = *request;
        slide->request.walk.parts = part;
        slide->request.walk.part_count = end - first;
        const char *slug = figure_file_name(part->title, true, arena);
        slide->path =
            arena_printf(arena, "%s%s%02d-%s%s", folder, str_ends(str_from(folder), "/") ? "" : "/",
                         slide->number, *slug ? slug : "step", deck->order->ending);
    }
}

static bool check_pages(const Deck *deck, Error *error)
{
    ExportFormat format = deck->order->file.format;
    if (!deck->pages || format == EXPORT_BY_NAME || format == EXPORT_PDF) return true;
    int stem = (int)strlen(deck->pages) - (int)strlen(".pdf");
    error_set(error, NULL, "%s is to have a page for each step, and %s has none", deck->pages,
              deck->order->ending + 1);
    return error_hint(error, "--all %.*s/ for a file of each", stem, deck->pages);
}

static bool is_folder(const char *path)
{
    struct stat there;
    return str_ends(str_from(path), "/") || (stat(path, &there) == 0 && S_ISDIR(there.st_mode));
}

// "deck.pptx" is meant as a file; a new folder of such a name is written "deck.pptx/".
static bool check_folder(const char *folder, Error *error)
{
    const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    const char *ending = strrchr(name, '.');
    if (!ending || ending == name || is_folder(folder)) return true;
    error_set(error, NULL, "%s: --all writes a .pdf or a folder of figures, no '%s'", folder,
              ending);
    int stem = (int)(ending - folder);
    return error_hint(error, "--all %.*s.pdf has a page for each step, --all %.*s/ a file", stem,
                      folder, stem, folder);
}

static bool check_files(const Deck *deck, Error *error)
{
    if (deck->pages) return figure_order_may_write(deck->order, deck->pages, error);
    for (int i = 0; i < deck->count; i++) {
        if (!figure_order_may_write(deck->order, deck->slide[i].path, error)) return false;
    }
    return true;
}

static bool make_folder(const char *folder, Error *error)
{
    struct stat there;
    if (mkdir(folder, 0777) == 0) return true;
    int why = errno;
    if (why == EEXIST && stat(folder, &there) == 0 && S_ISDIR(there.st_mode)) return true;
    if (why == EEXIST) return error_set(error, NULL, "%s: is a file, not a folder", folder);
    return error_set(error, NULL, "%s: %s", folder, strerror(why));
}

// ---- interrupts and progress ------------------------------------------------------------------

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number UNUSED)
{
    interrupted = 1;
}

static bool shows_progress(int64_t begun)
{
    return isatty(STDERR_FILENO) && clock_ms() - begun >= A_MOMENT;
}

static void show_progress(const Deck *deck, int done, int64_t begun)
{
    if (!shows_progress(begun)) return;
    fprintf(stderr, "\rqkv: %d of %d figures", done, deck->count);
    fflush(stderr);
}

static void clear_progress(int64_t begun)
{
    if (!shows_progress(begun)) return;
    fprintf(stderr, "\r                              \r");
    fflush(stderr);
}

// ---- writing ----------------------------------------------------------------------------------

static void note_smallest(Deck *deck, double text, const char *at)
{
    if (text <= 0 || (deck->smallest > 0 && text >= deck->smallest)) return;
    deck->smallest = text;
    deck->smallest_at = at;
}

static bool write_slide(Deck *deck, const DeckSlide *slide, const Measure *measure, Error *error)
{
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    size_t bytes = 0;
    double smallest = 0;
    bool ok = poster_draw_slide(&figure, &slide->request, slide->number, false, measure, &smallest,
                                error) &&
              export_figure(&figure, slide->path, &deck->order->file, &arena, &bytes, error);
    note_smallest(deck, smallest, slide->path);
    deck->bytes += bytes;
    return ok;
}

static bool write_slides(Deck *deck, const Measure *measure, int64_t begun, Error *error)
{
    for (int i = 0; i < deck->count; i++) {
        if (interrupted) {
            return error_set(error, NULL, "interrupted: %d of %d figures are written", i,
                             deck->count);
        }
        if (!write_slide(deck, &deck->slide[i], measure, error))
            return error_hint(error, "%d of %d figures are written", i, deck->count);
        show_progress(deck, i + 1, begun);
    }
    return true;
}

// ---- pages of one file -------------------------------------------------------------------------

// Draws parts of a step as a page; where they could not be read, half of them, and then the rest.
static bool draw_pages(Deck *deck, Figure *figure, const DeckSlide *slide, FigureRequest request,
                       const Measure *measure, Error *error)
{
    int before = figure->count, parts = request.walk.part_count;
    double smallest = 0;
    bool continued = request.walk.parts != slide->request.walk.parts;
    if (!shows_any(&request, 0, parts)) return true;
    if (deck->page_count) figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
    if (!poster_draw_slide(figure, &request, slide->number, continued, measure, &smallest, error))
        return false;
    if (parts == 1 || smallest >= request.look.least_text) {
        const char *page = arena_printf(deck->session->arena, "page %d", ++deck->page_count);
        note_smallest(deck, smallest, page);
        return true;
    }
    figure->count = before;
    request.walk.part_count = (parts + 1) / 2;
    if (!draw_pages(deck, figure, slide, request, measure, error)) return false;
    request.walk.parts += request.walk.part_count;
    request.walk.part_count = parts - request.walk.part_count;
    return draw_pages(deck, figure, slide, request, measure, error);
}

static bool write_pages(Deck *deck, const Measure *measure, Error *error)
{
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    bool ok = true;
    for (int i = 0; i < deck->count && ok && !interrupted; i++)
        ok = draw_pages(deck, &figure, &deck->slide[i], deck->slide[i].request, measure, error);
    const FigureRequest *request = &deck->slide[0].request;
    const char *title = request->look.title;
    figure.title = title && title[0] ? title : request->walk.lesson;
    figure.description =
        arena_printf(&arena, "The equations of %s, step by step.", request->walk.lesson);
    if (interrupted) ok = error_set(error, NULL, "interrupted: nothing is written");
    ok = ok && export_figure(&figure, deck->pages, &deck->order->file, &arena, &deck->bytes, error);
    return ok;
}

static bool make_slides(Deck *deck, Error *error)
{
    int64_t begun = clock_ms();
    Measure measure = export_measure(deck->order->request.look.font);
    bool ok = deck->pages ? write_pages(deck, &measure, error)
                          : write_slides(deck, &measure, begun, error);
    clear_progress(begun);
    return ok;
}

static bool write_interruptibly(Deck *deck, Error *error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    enum { SIGNALS = sizeof signals / sizeof signals[0] };
    struct sigaction before[SIGNALS], stop = {.sa_handler = on_interrupt};
    sigemptyset(&stop.sa_mask);
    stop.sa_flags = SA_RESTART;
    interrupted = 0;
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &stop, &before[i]);
        if (before[i].sa_handler == SIG_IGN) sigaction(signals[i], &before[i], NULL); // nohup
    }
    bool ok = make_slides(deck, error);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &before[i], NULL);
    return ok;
}

static bool is_pdf(const char *path)
{
    return str_ends(str_from(path), ".pdf");
}

// A deck without a size has that of slides.
static FigureRequest on_slides(const FigureRequest *request)
{
    FigureRequest sized = *request;
    FigureLook *look = &sized.look;
    if (look->width <= 0) {
        look->width = 960;
        look->height = 540;
    }
    if (look->height <= 0) look->height = look->width * 9 / 16;
    if (look->least_text <= 0) look->least_text = fmin(0.025 * look->height, 7);
    return sized;
}

// On pages of one file each equation that is too much is alone on its page already.
static const char *way_out(const Deck *deck)
{
    if (!deck->pages) return "--all deck.pdf, which has a page for what is too much";
    return deck->order->request.look.no_values
               ? "smaller matrices in what that page shows"
               : "--no-values, which draws smaller matrices, of colours";
}

void deck_export(const FigureOrder *order, const char *path, const Arguments *arguments,
                 Session *session)
{
    const FigureRequest *request = &order->request;
    FigureRequest sized = on_slides(request);
    sized.look.scale = poster_scale(&sized, session->arena);
    Deck deck = {.session = session, .order = order, .pages = is_pdf(path) ? path : NULL};
    list_slides(&deck, &sized, path);
    if (!deck.count) {
        error_set(session->error, NULL, "there is no tensor in %s to draw", request->walk.lesson);
        return;
    }
    if (!check_pages(&deck, session->error) || !check_files(&deck, session->error)) return;
    if (!deck.pages && (!check_folder(path, session->error) || !make_folder(path, session->error)))
        return;
    Buf warnings = {.arena = session->arena};
    FigureOrder quiet = *order;
    quiet.file.warnings = &warnings;
    if (deck.pages) quiet.file.format = EXPORT_PDF;
    deck.order = &quiet;
    if (!write_interruptibly(&deck, session->error)) return;
    figure_warn_small(deck.smallest, deck.smallest_at, &sized.look, way_out(&deck), &warnings);
    figure_say_warnings(&warnings, session->messages);
    if (arguments->value[OPTION_QUIET].given) return;
    if (deck.pages)
        buf_printf(session->out, "wrote %s: %d pages, %zu bytes\n", path, deck.page_count,
                   deck.bytes);
    else
        buf_printf(session->out, "wrote %d figures to %s, %zu bytes\n", deck.count, path,
                   deck.bytes);
}
