// The presenter's screen: one equation at a time, plain and large; votes on the questions; and the
// same screen blank. The walk is the learner's own.
#include "tui/core/screen.h"
#include "tui/parts/poll.h"
#include "tui/parts/slide.h"
#include "tui/parts/typing.h"
#include "tui/parts/views.h"
#include "tui/screens/shared.h"

#include "base/text/utf8.h"
#include "walk/places/focus.h"

// ---- walking ------------------------------------------------------------------------------------

static bool next(App *app, int by UNUSED)
{
    if (!present_reads(app) && slide_reads_on(app)) {
        presentation(app)->reading = 1 + app->walk->at.settled;
        return true;
    }
    presentation(app)->reading = 0;
    if (walk_next(app->walk)) return true;
    if (walk_at_failure(app->walk))
        app_say(app, true, "The program stops here: %s", app->walk->ran.error.message);
    return false;
}

static bool back(App *app, int by UNUSED)
{
    bool was_reading = present_reads(app);
    presentation(app)->reading = 0;
    return was_reading || walk_back(app->walk);
}

// A clicker's other keys: that they do nothing is not said on the wall.
static bool ignore(App *app UNUSED, int by UNUSED)
{
    return false;
}

static bool toggle_timer(App *app, int by UNUSED)
{
    app->timer = !app->timer;
    return true;
}

// ---- votes --------------------------------------------------------------------------------------

static Poll *poll_for(App *app, const Question *question)
{
    Presentation *present = presentation(app);
    const Poll *known = present_poll(app, question);
    if (known) return &present->polls[known - present->polls];
    Poll *poll = ARENA_ADD(&present->arena, present->polls, present->poll_count);
    *poll = (Poll){.question = (int)(question - app->walk->ran.questions)};
    return poll;
}

// The first round that is not taken yet; the last one can be typed again.
static int round_of(const Poll *poll)
{
    int round = 0;
    while (poll && round + 1 < POLL_ROUNDS && poll->round[round].count) round++;
    return round;
}

static void commit(App *app)
{
    const Question *question = present_question(app);
    PollRound round;
    Str typed = typing_text(app);
    if (question && typed.n) {
        const char *wrong =
            poll_read(typed, question_choices(question), &presentation(app)->arena, &round);
        if (wrong) {
            app_say(app, true, "%s", wrong);
            return;
        }
        Poll *poll = poll_for(app, question);
        poll->round[round_of(poll)] = round;
    }
    typing_leave(app);
}

// As much of what was typed as there is room for: its end is being typed on.
static const char *end_of(Str typed, int columns, Arena *arena)
{
    if (utf8_width(typed) <= columns) return str_copy(arena, typed);
    while (typed.n && (utf8_width(typed) >= columns || utf8_continues(*typed.p)))
        typed = str_slice(typed, 1, typed.n);
    return arena_printf(arena, "…%.*s", STR_ARG(typed));
}

static TypingAsks asks(const App *app, Arena *arena)
{
    static const char *const WHEN[POLL_ROUNDS] = {"before the talk", "after it"};
    const Question *question = present_question(app);
    const Poll *poll = question ? present_poll(app, question) : NULL;
    const char *before = arena_printf(arena, "Votes %s (%s): ", WHEN[round_of(poll)],
                                      poll_example(question ? question_choices(question) : 0));
    return (TypingAsks){before, .verb = "take"};
}

// "Votes before the talk (a 12 b 7): a 12_"
static const char *prompt(const App *app, int columns, Arena *arena)
{
    static const char KEYS[] = "_   Enter takes them, Esc leaves";
    Str typed = typing_text(app);
    const char *before = asks(app, arena).before;
    int room = columns - frame_columns(before);
    bool tells = utf8_width(typed) + frame_columns(KEYS) <= room;
    return arena_printf(arena, "%s%s%s", before, end_of(typed, room - 1, arena),
                        tells ? KEYS : "_");
}

static const TypingKind voting = {
    .asks = asks,
    .prompt = prompt,
    .commit = commit,
    .most = 200,
    .only_leaves = true,
    .words = "votes are being typed",
};

// A question further on in the equation at hand, whose cell is "?" already: where it is asked.
static bool waits_here(const App *app, int *substep)
{
    const Walk *walk = app->walk;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        int stage;
        if (walk_awaits(walk, question) && question_place(walk, question, &stage, substep) &&
            stage == walk->at.stage)
            return true;
    }
    return false;
}

static bool vote(App *app, int by UNUSED)
{
    int substep;
    if (!present_question(app) && waits_here(app, &substep))
        walk_go_to(app->walk, app->walk->at.stage, substep);
    if (!present_question(app)) return false;
    typing_begin(app, &voting);
    return true;
}

// The last round comes first: where the row ends, the one before has been seen.
static const char *votes_shown(const App *app, Arena *arena)
{
    static const char *const NAMES[POLL_ROUNDS] = {"before", "after"};
    const Question *question = present_question(app);
    const Poll *poll = question ? present_poll(app, question) : NULL;
    Buf votes = {.arena = arena};
    for (int i = POLL_ROUNDS - 1; poll && i >= 0; i--) {
        if (!poll->round[i].count) continue;
        buf_printf(&votes, votes.n ? "; %s: " : "votes %s: ", NAMES[i]);
        poll_write_shares(&poll->round[i], &votes);
    }
    return votes.n ? buf_text(&votes) : NULL;
}

static bool has_question(const App *app)
{
    return present_question(app) || waits_here(app, &(int){0});
}

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";

static const Action actions[] = {
    {"Space Right PgDn Enter", "go on; at a question, a hint, then the answer",
     "This is the end of the lesson.", .run = next, .hint = "Space:next", .rank = 1,
     .other = &space_asked},
    {"Backspace Left PgUp", "go back", "This is the beginning of the lesson.", .run = back,
     .hint = "Bksp:back", .rank = 2, .when = is_begun},
    {". b", "nothing on the screen; any key brings it back", .opens = SCREEN_BLANK,
     .hint = ".:blank", .rank = 4},
    {"t", "the time since the start, on and off", .screens = ON_PRESENT | ON_NOTES,
     .run = toggle_timer, .hint = "t:timer", .rank = 5},
    {"g", "the list of steps", .opens = SCREEN_STEPS, .hint = "g:steps", .rank = 6},
    {"F5 Esc", "nothing: clickers send them at the start and the end", .run = ignore},
    {"v", "type the votes on a question, as: a 12 b 7", "There is no question here to vote on.",
     .run = vote, .hint = "v:votes", .rank = 1, .when = has_question},
    {"h", "select the cell to the left", at_an_edge, .run = walk_move_selection, .by = MOVE_LEFT},
    {"l", "select the cell to the right", at_an_edge, .run = walk_move_selection, .by = MOVE_RIGHT},
    {"k", "select the cell above", at_an_edge, .run = walk_move_selection, .by = MOVE_UP},
    {"j", "select the cell below", at_an_edge, .run = walk_move_selection, .by = MOVE_DOWN},
    {"Tab", "next matrix of the equation", "There is only one matrix here.",
     .walk_by = walk_next_matrix, .by = 1},
};

// ---- drawing ------------------------------------------------------------------------------------

// On the way how far it is, and which key names the others; those themselves before the first one
// is pressed. In their place what there is to say or to type.
static void draw_foot(Canvas *canvas, Rect area)
{
    static const char HELP[] = "?:help";
    enum { HELP_COLUMNS = sizeof HELP - 1 };
    const App *app = canvas->app;
    const char *says =
        app->message ? app->message : typing_prompt(app, area.columns - 2, canvas->arena);
    if (!says && !is_begun(app)) {
        view_keys(canvas, area);
        return;
    }
    if (!says) {
        area.columns -= HELP_COLUMNS + 2;
        view_progress(canvas, area);
        area = (Rect){area.columns, area.row, HELP_COLUMNS, 1};
        canvas_hint(canvas, area, area.column, HELP);
        return;
    }
    Style style = {.ink = app->message && app->message_is_error ? INK_ERROR : INK_PLAIN,
                   .attributes = ATTR_BOLD};
    canvas_put(canvas, (Rect){1, area.row, area.columns - 2, 1}, style, says);
}

static void draw(Canvas *canvas, Rect whole)
{
    PresentLayout made = slide_draw(canvas, whole);
    draw_foot(canvas, made.part[PRESENT_FOOT]);
}

const Screen present_screen = {
    .keys = {"Presenting", ACTION_ROWS(actions)},
    .size = sizeof(Presentation),
    .keeps = true,
    .arena = offsetof(Presentation, arena),
    .draw = draw,
    .shows_equation = true,
    .pick_cell = walk_pick_cell,
    .words_now = votes_shown,
};

// ---- blank --------------------------------------------------------------------------------------

static void draw_nothing(Canvas *canvas UNUSED, Rect whole UNUSED)
{
}

// Whatever comes, the first key only brings the screen back.
static bool take_any_key(App *app, Key key)
{
    app_leave(app);
    return key.code != 'q';
}

const Screen blank_screen = {
    .draw = draw_nothing,
    .key = take_any_key,
    .words = "the screen is blank",
};
