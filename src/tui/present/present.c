// What the presenter's keys do. The walk is the learner's own.
#include "tui/present/present.h"

#include "base/utf8.h"
#include "tui/app.h"
#include "tui/present/slide.h"

// ---- walking ----------------------------------------------------------------------------------

bool present_reads(const App *app)
{
    return app->walk->settled >= 0 && app->walk->settled == app->present.reading;
}

bool present_next(App *app)
{
    if (!present_reads(app) && slide_reads_on(app)) {
        app->present.reading = app->walk->settled;
        return true;
    }
    app->present.reading = -1;
    if (walk_next(app->walk)) return true;
    if (walk_at_failure(app->walk))
        app_say(app, true, "The program stops here: %s", app->walk->error.message);
    return false;
}

bool present_back(App *app)
{
    bool was_reading = present_reads(app);
    app->present.reading = -1;
    if (was_reading) return true;
    return walk_back(app->walk);
}

bool present_blank(App *app)
{
    app->present.blank = true;
    return true;
}

// A clicker's other keys: nobody wants to read on the wall that they do nothing.
bool present_ignore(App *app)
{
    (void)app;
    return false;
}

bool present_timer(App *app)
{
    app->present.timer = !app->present.timer;
    return true;
}

const char *present_time(const App *app, Arena *arena)
{
    int seconds = app->present.seconds, hours = seconds / 3600, minutes = seconds / 60 % 60;
    if (!app->present.timer) return "";
    if (hours) return text_printf(arena, "%d:%02d:%02d", hours, minutes, seconds % 60);
    return text_printf(arena, "%d:%02d", minutes, seconds % 60);
}

// ---- the list of steps ------------------------------------------------------------------------

bool present_steps(App *app)
{
    bool leave = app->screen == ON_STEPS;
    app->screen = leave ? app->home : ON_STEPS;
    int step = walk_stage(app->walk).step;
    app->present.steps_at = step < 0 ? 0 : step;
    return true;
}

bool present_steps_move(App *app, int by)
{
    int to = app->present.steps_at + by;
    if (to < 0 || to >= app->walk->lesson.step_count) return false;
    app->present.steps_at = to;
    return true;
}

bool present_steps_go(App *app)
{
    app->screen = app->home;
    walk_go_to_step(app->walk, app->present.steps_at);
    return true;
}

// ---- votes --------------------------------------------------------------------------------------

enum { MOST_TYPED = 200 };

const Question *present_question(const App *app)
{
    const Walk *walk = app->walk;
    const Question *question = walk_question(walk);
    if (question || walk->settled < 0) return question;
    return &walk->questions[walk->settled];
}

static int poll_at(const App *app, const Question *question)
{
    int i = app->present.poll_count - 1, wanted = (int)(question - app->walk->questions);
    while (i >= 0 && app->present.polls[i].question != wanted) i--;
    return i;
}

const Poll *present_poll(const App *app, const Question *question)
{
    int at = poll_at(app, question);
    return at < 0 ? NULL : &app->present.polls[at];
}

static Poll *poll_for(App *app, const Question *question)
{
    Presentation *present = &app->present;
    int at = poll_at(app, question);
    if (at >= 0) return &present->polls[at];
    present->polls = arena_grow(&present->arena, present->polls, (size_t)present->poll_count,
                                &present->poll_capacity, sizeof(Poll));
    Poll *poll = &present->polls[present->poll_count++];
    *poll = (Poll){.question = (int)(question - app->walk->questions)};
    return poll;
}

bool present_vote(App *app)
{
    if (!present_question(app)) return false;
    app->present.voting = true;
    app->present.typed = (Buf){.arena = &app->present.arena};
    return true;
}

// The first round that is not taken yet; the last one can be typed again.
static int round_of(const Poll *poll)
{
    int round = 0;
    while (poll && round + 1 < POLL_ROUNDS && poll->round[round].count) round++;
    return round;
}

static int choices_of(const Question *question)
{
    return question && question->prediction ? question->prediction->choice_count : 0;
}

static void commit(App *app)
{
    const Question *question = present_question(app);
    PollRound round;
    int choices = choices_of(question);
    const char *wrong =
        poll_read(buf_str(&app->present.typed), choices, &app->present.arena, &round);
    if (!question || app->present.typed.n == 0) {
        app->present.voting = false;
    } else if (wrong) {
        app_say(app, true, "%s", wrong);
    } else {
        Poll *poll = poll_for(app, question);
        poll->round[round_of(poll)] = round;
        app->present.voting = false;
    }
}

static void delete_character(Buf *typed)
{
    int n = typed->n - 1;
    while (n > 0 && ((unsigned char)typed->p[n] & 0xC0) == 0x80) n--;
    typed->n = n > 0 ? n : 0;
    if (typed->p) typed->p[typed->n] = '\0';
}

static void add_character(App *app, int code)
{
    char text[4];
    if (app->present.typed.n < MOST_TYPED)
        buf_add(&app->present.typed, (Str){text, utf8_encode((uint32_t)code, text)});
}

static void type_vote(App *app, Key key)
{
    if (key.code == KEYCODE_ENTER)
        commit(app);
    else if (key.code == KEYCODE_BACKSPACE)
        delete_character(&app->present.typed);
    else if (key.code == KEYCODE_ESCAPE)
        app->present.voting = false;
    else if (key.code >= ' ' && key.code != 0x7F && key.code < KEYCODE_ENTER)
        add_character(app, key.code);
}

// As much of what was typed as there is room for: its end is being typed on.
static const char *end_of(Str typed, int columns, Arena *arena)
{
    if (utf8_width(typed) <= columns) return str_copy(arena, typed);
    while (typed.n && (utf8_width(typed) >= columns || ((unsigned char)*typed.p & 0xC0) == 0x80))
        typed = str_slice(typed, 1, typed.n);
    return text_printf(arena, "…%.*s", STR_ARG(typed));
}

const char *present_prompt(const App *app, int columns, Arena *arena)
{
    static const char *const WHEN[POLL_ROUNDS] = {"before the talk", "after it"};
    const Question *question = present_question(app);
    const Poll *poll = question ? present_poll(app, question) : NULL;
    static const char KEYS[] = "_   Enter takes them, Esc leaves";
    Str typed = buf_str(&app->present.typed);
    const char *before = text_printf(arena, "Votes %s (%s): ", WHEN[round_of(poll)],
                                     poll_example(choices_of(question)));
    int room = columns - utf8_width(str_from(before));
    bool tells = utf8_width(typed) + utf8_width(str_from(KEYS)) <= room;
    return text_printf(arena, "%s%s%s", before, end_of(typed, room - 1, arena), tells ? KEYS : "_");
}

// ---- for the notes ------------------------------------------------------------------------------

static const struct {
    Screen screen;
    const char *words;
} PAGES[] = {
    {ON_HELP, "the keys"},
    {ON_OUTLINE, "the outline"},
    {ON_COST, "what the step costs"},
    {ON_FIGURE, "a figure being chosen"},
    {ON_CHANGES, "what the edits changed"},
    {ON_REACH, "what a number feeds or is made from"},
    {ON_STEPS, "the list of steps"},
    {ON_LARGE, "a whole matrix"},
    {ON_HEADS, "all heads"},
    {ON_FLOW, "attention as lines"},
    {ON_WHY, "why"},
    {ON_PROMPT, "a line being typed"},
};

static const char *page_shown(const App *app, Arena *arena)
{
    const WhatIf *what_if = &app->what_if;
    if (app->screen == ON_WHATIF && what_if->at < what_if->count) {
        const Switch *now = &what_if->switches[what_if->at];
        return now->slip ? text_printf(arena, "what if: %s, %s", now->name, now->words)
                         : text_printf(arena, "what if: %s %g", now->name, what_if->temperature);
    }
    for (size_t i = 0; i < sizeof PAGES / sizeof *PAGES; i++) {
        if (PAGES[i].screen == app->screen) return PAGES[i].words;
    }
    return NULL;
}

static const char *votes_shown(const App *app, Arena *arena)
{
    static const char *const NAMES[POLL_ROUNDS] = {"votes before:", "after:"};
    const Question *question = present_question(app);
    const Poll *poll = question ? present_poll(app, question) : NULL;
    Buf votes = {.arena = arena};
    for (int i = 0; poll && i < POLL_ROUNDS; i++) {
        if (poll->round[i].count) poll_write(&poll->round[i], NAMES[i], &votes);
    }
    return votes.n ? buf_text(&votes) : NULL;
}

const char *present_shows(const App *app, Arena *arena)
{
    if (app->options->mode != MODE_PRESENT) return NULL;
    if (app->present.blank) return "the screen is blank";
    if (app->screen != ON_PRESENT) return page_shown(app, arena);
    if (app->present.voting) return "votes are being typed";
    return votes_shown(app, arena);
}

// ---- keys ---------------------------------------------------------------------------------------

bool present_key(App *app, Key key)
{
    if (app->screen != ON_PRESENT) return false;
    if (app->present.blank) { // whatever comes, the first key only brings the screen back
        app->present.blank = false;
        return key.code != 'q';
    }
    if (!app->present.voting) return false;
    type_vote(app, key);
    return true;
}
