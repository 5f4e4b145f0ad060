// Looks at the file four times a second, and opens it when it has not been written to for a moment:
// an editor may write it in place, in parts, or put another file under its name. Both runs
// exist for that long; the new walk is put where the old one was, since its run points to it.
#include "command/reopen.h"

#include "base/files/file.h"
#include "command/open.h"
#include "lesson/kind.h"
#include "walk/places/spot.h"

#include <stdlib.h>

enum { LOOK_MS = 250, STILL_MS = 200 };

static bool look(const Walk *walk, struct stat *info)
{
    return stat(walk->lesson.source->name, info) == 0;
}

Reopen *reopen_begin(const Walk *walk, const char *lesson, Progress *progress, Session *session,
                     const Arguments *arguments)
{
    if (!arguments->value[OPTION_WATCH].given) return NULL;
    Reopen *reopen = NEW(session->arena, Reopen);
    *reopen = (Reopen){
        .session = session, .arguments = arguments, .lesson = lesson, .progress = progress};
    if (!kind_is_stream(lesson) && look(walk, &reopen->shown)) return reopen;
    error_fail(session->error, "name a file", "--watch follows a file, and %s is none", lesson);
    return NULL;
}

// ---- the place ----------------------------------------------------------------------------------

static bool is_like(const Walk *a, const Stage *s, const Walk *b, const Stage *t)
{
    return (s->entry < 0) == (t->entry < 0) && (s->call < 0) == (t->call < 0) &&
           str_equal(span_text(walk_stage_source(a, s)), span_text(walk_stage_source(b, t)));
}

// Of the lines with the same code the one that is as far from the first of them, or the last one.
static const Stage *find_like(const Walk *before, const Stage *old, int at, const Walk *walk,
                              const Stage *lines, int count)
{
    const Stage *found = NULL;
    int nth = 0;
    for (int i = 0; i < at; i++) nth += is_like(before, &old[i], before, &old[at]);
    for (int i = 0; i < count && nth >= 0; i++) {
        if (!is_like(before, &old[at], walk, &lines[i])) continue;
        found = &lines[i];
        nth--;
    }
    return found;
}

// To the operation with the code of the one at hand; where that is gone, to the one before it.
static void go_where_it_was(Walk *walk, const Walk *before)
{
    SCRATCH(scratch);
    Stage *old, *lines, now = walk_stage(before);
    Spot spot = spot_here(before);
    int at = walk_outline(before, &scratch, &old) - 1;
    int count = walk_outline(walk, &scratch, &lines);
    while (at > 0 && (old[at].entry != now.entry || old[at].call != now.call ||
                      old[at].statement != now.statement || old[at].step != now.step))
        at--;
    const Stage *found = NULL;
    for (; at >= 0 && !found; at--) found = find_like(before, old, at, walk, lines, count);
    if (!found) return;
    bool is_of_result = spot.selected.entry == now.entry;
    spot.stage = *found;
    spot.focus = -1;
    spot.selected.entry = is_of_result ? found->entry : -1;
    spot.result_at = spot.selected.at;
    spot_go(walk, &spot);
}

// ---- the run ------------------------------------------------------------------------------------

// Takes what else would be reported when the session is over.
static void take_error(void *reopen_, const Error *error)
{
    Reopen *reopen = reopen_;
    SourceExtent at = span_extent(error->at);
    if (reopen->error) return;
    const char *place = at.file ? arena_printf(reopen->session->arena, "line %d: ", at.line) : "";
    const char *kind = error->kind ? error->kind : "",
               *between = *kind && *error->message ? ": " : "";
    reopen->error =
        arena_printf(reopen->session->arena, "%s%s%s%s", place, kind, between, error->message);
}

// Returns whether the walk is another one now.
static bool open_again(Reopen *reopen, Walk *walk)
{
    Session *session = reopen->session;
    Walk before = *walk;
    Watch *watch = session->watch;
    reopen->error = NULL;
    progress_keep(reopen->progress, walk);
    session->report = take_error;
    session->report_context = reopen;
    session->watch = before.program.watch;
    bool is_open = open_walk_here(walk, reopen->lesson, session, reopen->arguments);
    if (is_open && walk->ran.error.set) take_error(reopen, &walk->ran.error);
    session->watch = watch;
    session->report = NULL;
    if (is_open && walk->ran.error.set && !before.ran.error.set) {
        walk_close(walk);
        is_open = false;
    }
    if (!is_open) *walk = before;
    if (!is_open) return false;
    open_shuffle(walk, session);
    progress_open(reopen->progress, walk, reopen->lesson, false, -1);
    edits_restore(&reopen->progress->state, walk);
    walk->view = before.view;
    go_where_it_was(walk, &before);
    walk_close(&before);
    return true;
}

TuiWatch reopen_attend(void *reopen_, Walk *walk, const char *shows UNUSED)
{
    Reopen *reopen = reopen_;
    struct stat now;
    TuiWatch watch = {.every_ms = LOOK_MS, .says = reopen->error};
    if (!look(walk, &now)) { // another one may be being put in its place
        watch.says = "The file is not there; this is what it computed.";
        return watch;
    }
    if (file_is_as(&now, &reopen->shown) || llabs(file_age_ms(&now)) < STILL_MS) return watch;
    reopen->shown = now;
    watch.ran = open_again(reopen, walk);
    watch.says = reopen->error ? reopen->error : "The file was written; this is what it computes.";
    return watch;
}
