// All figures are laid out twice: first at their natural size, to know the largest; then each on a
// page of that size.
#include "command/figures/deck.h"

#include "base/ascii.h"
#include "figure/poster.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SLUG = 40 };
static const double a_moment = 0.4; // seconds

typedef struct DeckSlide {
    FigureRequest request; // with the parts of one step
    const char *path;
} DeckSlide;

typedef struct Deck {
    Session *session;
    const FigureOptions *options;
    DeckSlide *slide;
    int count;
    double width, height; // of the largest figure, at natural size
    size_t bytes;
} Deck;

// ---- which files ------------------------------------------------------------------------------

// "make-keys-queries-and-values"
static const char *slug(const char *title, Arena *arena)
{
    Buf text = {.arena = arena};
    for (const char *p = title; *p && text.n < MOST_SLUG; p++) {
        if (ascii_is_alnum(*p))
            buf_add_char(&text, ascii_lower(*p));
        else if (text.n && text.p[text.n - 1] != '-')
            buf_add_char(&text, '-');
    }
    while (text.n && text.p[text.n - 1] == '-') text.p[--text.n] = '\0';
    return text.n ? buf_text(&text) : "step";
}

static bool has_tensor(const WalkPart *parts, int count)
{
    for (int i = 0; i < count; i++) {
        if (parts[i].entry >= 0) return true;
    }
    return false;
}

static int end_of_step(const FigureRequest *request, int first)
{
    int end = first;
    while (end < request->part_count && request->parts[end].step == request->parts[first].step)
        end++;
    return end;
}

static void list_slides(Deck *deck, const FigureRequest *request, const char *folder)
{
    Arena *arena = deck->session->arena;
    deck->slide = NEW_ARRAY(arena, DeckSlide, request->part_count);
    for (int first = 0, end; first < request->part_count; first = end) {
        end = end_of_step(request, first);
        if (!has_tensor(request->parts + first, end - first)) continue;
        const WalkPart *part = &request->parts[first];
        DeckSlide *slide = &deck->slide[deck->count++];
        slide->request = *request;
        slide->request.parts = part;
        slide->request.part_count = end - first;
        slide->path = arena_printf(arena, "%s/%02d-%s%s", folder, part->step + 1,
                                   slug(part->title, arena), deck->options->ending);
    }
}

static bool check_files(const Deck *deck, Error *error)
{
    for (int i = 0; i < deck->count && !deck->options->file.force; i++) {
        if (access(deck->slide[i].path, F_OK) != 0) continue;
        error_set(error, NULL, "%s: exists already", deck->slide[i].path);
        return error_hint(error, "--force replaces it; nothing was written");
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

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool shows_progress(double begun)
{
    return isatty(STDERR_FILENO) && now() - begun >= a_moment;
}

static void show_progress(const Deck *deck, int done, double begun)
{
    if (!shows_progress(begun)) return;
    fprintf(stderr, "\rqkv: %d of %d figures", done, deck->count);
    fflush(stderr);
}

static void clear_progress(double begun)
{
    if (!shows_progress(begun)) return;
    fprintf(stderr, "\r                              \r");
    fflush(stderr);
}

// ---- writing ----------------------------------------------------------------------------------

static bool measure_slides(Deck *deck, const Measure *measure, Error *error)
{
    for (int i = 0; i < deck->count && !interrupted; i++) {
        Arena arena = {0};
        Figure figure = {.arena = &arena};
        FigureRequest request = deck->slide[i].request;
        request.look.width = request.look.height = 0;
        bool ok = poster_draw(&figure, &request, (PosterPage){.columns = 1}, measure, error);
        deck->width = fmax(deck->width, figure.width);
        deck->height = fmax(deck->height, figure.height);
        arena_free(&arena);
        if (!ok) return false;
    }
    return true;
}

static double scale_for(const Deck *deck, FigureLook *look)
{
    double across = look->width > 0 ? look->width / deck->width : HUGE_VAL;
    double down = look->height > 0 ? look->height / deck->height : HUGE_VAL;
    double scale = fmin(across, down);
    if (isinf(scale)) scale = 1;
    if (look->width <= 0) look->width = ceil(deck->width * scale);
    if (look->height <= 0) look->height = ceil(deck->height * scale);
    return scale;
}

static bool write_slide(Deck *deck, const DeckSlide *slide, const Measure *measure, Error *error)
{
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    FigureRequest request = slide->request;
    PosterPage page = {.columns = 1, .scale = scale_for(deck, &request.look)};
    size_t bytes = 0;
    bool ok = poster_draw(&figure, &request, page, measure, error) &&
              export_figure(&figure, slide->path, &deck->options->file, &arena, &bytes, error);
    deck->bytes += bytes;
    arena_free(&arena);
    return ok;
}

static bool write_slides(Deck *deck, const Measure *measure, double begun, Error *error)
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

static bool make_slides(Deck *deck, Error *error)
{
    double begun = now();
    Measure measure = export_measure(deck->options->look.font);
    bool ok = measure_slides(deck, &measure, error) && write_slides(deck, &measure, begun, error);
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

void deck_export(const FigureRequest *request, const FigureOptions *options, const char *folder,
                 const Arguments *arguments, Session *session)
{
    Deck deck = {.session = session, .options = options};
    list_slides(&deck, request, folder);
    if (!deck.count) {
        error_set(session->error, NULL, "there is no tensor in %s to draw", request->lesson);
        return;
    }
    if (!check_files(&deck, session->error) || !make_folder(folder, session->error)) return;
    Buf warnings = {.arena = session->arena};
    FigureOptions quiet = *options;
    quiet.file.warnings = &warnings;
    deck.options = &quiet;
    if (!write_interruptibly(&deck, session->error)) return;
    if (warnings.n) buf_printf(session->messages, "qkv: %s", buf_text(&warnings));
    if (arguments->value[OPTION_QUIET].given) return;
    buf_printf(session->out, "wrote %d figures to %s, %zu bytes\n", deck.count, folder, deck.bytes);
}
