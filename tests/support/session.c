#include "support/session.h"

#include "command/export.h"
#include "command/saved/saved.h"

static void choose(void *session, const ListedLesson *lesson)
{
    ((TestSession *)session)->chosen = lesson->name;
}

static void leave(void *session, LeaveFor what, const char *lesson)
{
    (void)what, (void)lesson;
    ((TestSession *)session)->chosen = NULL;
    ((TestSession *)session)->has_left = true;
}

static void begin_walk(TestSession *session, const char *lesson)
{
    session->progress = (Progress){.arena = &session->arena, .warning = &session->warning};
    session->options.note = progress_open(&session->progress, &session->walk, lesson, false, -1);
    session->options.keep = progress_keep;
    session->options.keep_context = &session->progress;
    session->options.lessons = &session->list;
    session->options.known_as = session->progress.key;
    session->options.choose = choose;
    session->options.leave = leave;
    session->options.choose_context = session;
}

static void begin_presenting(TestSession *session, const char *lesson)
{
    bool notes = session->options.mode == MODE_NOTES;
    session->follow = (notes ? follow_notes : follow_presenter)(&session->walk, lesson,
                                                                &session->arena, &session->warning);
    session->options.attend = session->follow ? follow_attend : NULL;
    session->options.attend_context = session->follow;
}

bool session_open(TestSession *session, const char *lesson, TuiMode mode)
{
    *session =
        (TestSession){.error = {.arena = &session->arena}, .warning = {.arena = &session->arena}};
    Session its = {.arena = &session->arena, .error = &session->error};
    Arguments arguments = {0};
    session->list = catalog(&its, false);
    session->options = learn_options(&arguments);
    session->options.mode = mode;
    session->options.no_motion = true;
    if (!walk_open(&session->walk, lesson, &(WalkOptions){0}, &session->error)) return false;
    if (mode == MODE_WALK)
        begin_walk(session, lesson);
    else
        begin_presenting(session, lesson);
    if (session->warning.set) session->options.note = session->warning.message;
    return true;
}

void session_close(TestSession *session)
{
    if (session->options.keep) session->options.keep(session->options.keep_context, &session->walk);
    if (session->follow) follow_end(session->follow);
    walk_close(&session->walk);
    arena_free(&session->arena);
}
