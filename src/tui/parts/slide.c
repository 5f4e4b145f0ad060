// An equation is shown whole where it can be: beside each other, else with the result below.
#include "tui/parts/slide.h"

#include "study/axes/role.h"
#include "tensor/op.h"
#include "terminal/text.h"
#include "text/lesson_text.h"
#include "trace/explain/explain.h"
#include "tui/parts/arithmetic.h"
#include "tui/parts/equation.h"
#include "tui/parts/poll.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"

typedef struct Slide {
    Equation *bands;  // parts of the equation, one below the other: the last has the result
    int band_count;   // 0: there is no equation
    int gap;          // blank rows between
    bool is_cut;      // not all of it has room
    const char *code; // the code that the equation is about, or NULL
    int arithmetic;   // rows that the arithmetic takes, 0: there is none
    Text text;        // caption, question or prose
    PresentWish wish;
} Slide;

enum { EVERYTHING = 100000, WIDEST_TEXT = 90 };

// ---- the words ----------------------------------------------------------------------------------

// A question with its votes and, once settled, its answer; else one sentence about the operation;
// else the code and output of a statement; else the first paragraph of the step. A slide shows
// little on purpose: the rest is in the notes.
typedef enum SlideWords {
    WORDS_ALL,
    WORDS_SHORT,     // the votes of two rounds in one line
    WORDS_OF_ANSWER, // and, of a question that is settled, without what was asked
} SlideWords;

static bool has_two_rounds(const Poll *poll)
{
    return poll->round[0].count && poll->round[1].count;
}

static void add_votes(Text *text, const Poll *poll, SlideWords words)
{
    static const char *const NAMES[POLL_ROUNDS] = {"before", "after "};
    if (words != WORDS_ALL && has_two_rounds(poll)) {
        Buf line = {.arena = text->arena};
        buf_add(&line, STR("before "));
        poll_write_shares(&poll->round[0], &line);
        buf_add(&line, STR("; after "));
        poll_write_shares(&poll->round[1], &line);
        text_words(text, BOLD, "", buf_text(&line));
        return;
    }
    for (int i = 0; i < POLL_ROUNDS; i++) {
        Buf line = {.arena = text->arena};
        if (poll->round[i].count == 0) continue;
        poll_write(&poll->round[i], NAMES[i], &line);
        text_words(text, BOLD, "", buf_text(&line));
    }
}

static void add_asked(Text *text, const App *app, const Question *question, bool settled)
{
    if (question->prediction)
        lesson_question(app->walk, question->prediction, settled, text);
    else
        text_words(text, PLAIN, "", arena_printf(text->arena, "%s = ?", question->name));
}

// What is asked, the votes, and when it is settled the answer and its reason.
static void add_question(Text *text, const App *app, const Question *question, SlideWords words)
{
    bool settled = question_is_settled(question);
    if (!settled || words != WORDS_OF_ANSWER) add_asked(text, app, question, settled);
    const char *hint = settled ? NULL : question_hint_text(app->walk, question, text->arena);
    if (hint) text_words(text, BOLD, "", app_typeset(app, hint, text->arena));
    const char *says = question_says(app, question, text->arena);
    if (settled && says) {
        text_blank(text);
        text_words(text, BOLD, "", says);
    }
    const Poll *poll = present_poll(app, question);
    bool is_close = poll && settled && words != WORDS_ALL && has_two_rounds(poll);
    if (poll && !is_close) text_blank(text);
    if (poll) add_votes(text, poll, words);
    if (settled && question->prediction) lesson_reason(app->walk, question->prediction, text);
}

// Rows of what is asked here with its votes, or of its answer and the reason; 0: nothing is asked.
static int asked_rows(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Question *question = present_question(app);
    if (question) add_question(&text, app, question, WORDS_OF_ANSWER);
    return text.count;
}

static void add_caption(Text *text, const App *app)
{
    const Op *op = app->walk->trace->entries[app->walk->at.focus].call.op;
    if (walk_call(app->walk) || !op->doc || !op->sources) return;
    char *caption = arena_printf(text->arena, "%s.", op->doc);
    if (caption[0] >= 'a' && caption[0] <= 'z') caption[0] = (char)(caption[0] - 32);
    text_words(text, PLAIN, "", caption);
}

static const CodeBlock *code_at(const App *app, const Stage *stage)
{
    const Step *step = &app->walk->lesson.steps[stage->step];
    const Source *source = app->walk->trace->statements[stage->statement].source.source;
    for (int i = 0; i < step->count; i++) {
        if (step->blocks[i].kind == BLOCK_CODE && step->blocks[i].code.source == source)
            return &step->blocks[i].code;
    }
    return NULL;
}

static void add_lines(Text *text, Str lines, bool are_code)
{
    CodeState state = {0};
    for (Str line; str_next_line(&lines, &line);) {
        TextRun runs[] = {{PLAIN, STR("")}, {{.ink = are_code ? INK_CODE : INK_PLAIN}, line}};
        if (are_code)
            text_code(text, runs, 2, &state);
        else
            text_line(text, runs + 1, 1);
    }
}

// A statement that computes nothing: its code, and what was printed once it may be seen.
static void add_statement(Text *text, const App *app, const Stage *stage)
{
    const CodeBlock *code = code_at(app, stage);
    add_lines(text, span_text(app->walk->trace->statements[stage->statement].source), true);
    const Printed *printed = code ? walk_printed(app->walk, code) : NULL;
    if (!printed || !lesson_shows_printed(app->walk, code)) return;
    text_blank(text);
    add_lines(text, str_from(printed->text), false);
}

// What the step begins with; the rest is for the notes.
static void add_prose(Text *text, const App *app, int step)
{
    const Lesson *lesson = &app->walk->lesson;
    bool known = step >= 0 && step < lesson->step_count;
    const Block *blocks = known ? lesson->steps[step].blocks : lesson->intro;
    int count = known ? lesson->steps[step].count : lesson->intro_count;
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind != BLOCK_PROSE) continue;
        lesson_paragraph(app->walk, &blocks[i].prose, text);
        return;
    }
}

static Text words_of(const App *app, bool has_equation, SlideWords words, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Question *question = present_question(app);
    Stage stage = walk_stage(app->walk);
    if (question)
        add_question(&text, app, question, words);
    else if (has_equation)
        add_caption(&text, app);
    else if (stage.statement >= 0)
        add_statement(&text, app, &stage);
    else
        add_prose(&text, app, stage.step);
    return text;
}

// ---- the equation -------------------------------------------------------------------------------

// The part of an equation that is made of some of its blocks.
static Equation part_of(const Equation *whole, int first, int count)
{
    Equation part = *whole;
    part.blocks += first;
    part.count = count;
    part.is_part = first + count < whole->count;
    return part;
}

static int band_rows(const Equation *band)
{
    return 1 + equation_body_rows(band) + band->note_lines;
}

static PresentSize size_of(const Slide *slide)
{
    PresentSize size = {.rows = (slide->band_count - 1) * slide->gap};
    for (int i = 0; i < slide->band_count; i++) {
        int wide = slide->bands[i].columns;
        if (wide > size.columns) size.columns = wide;
        size.rows += band_rows(&slide->bands[i]);
    }
    return size;
}

static bool fits(PresentSize size, PresentSize room)
{
    return size.columns <= room.columns && size.rows <= room.rows;
}

// In how many bands an equation is written, and what may be taken from its numbers.
typedef struct SlideWay {
    bool beside; // all in one
    bool rounds; // fewer decimals, shorter labels
    bool coarse; // even to a single decimal
    bool bare;   // no labels of columns
} SlideWay;

static Equation band_of(const Equation *whole, const Walk *walk, int first, int count,
                        PresentSize room, SlideWay way, Arena *arena)
{
    Equation part = part_of(whole, first, count);
    int columns = way.rounds ? room.columns : EVERYTHING;
    part = equation_fit(&part, walk, columns, way.rounds ? room.rows : EVERYTHING, arena);
    if (way.bare) part.labels = false;
    return part;
}

static bool has_room(const Equation *band, PresentSize room, SlideWay way)
{
    return equation_is_whole(band) && (way.coarse || !equation_is_coarse(band)) &&
           band->columns <= room.columns;
}

// Operands side by side as long as they fit; the result has a band of its own.
static void break_into_bands(Slide *slide, const Equation *whole, const Walk *walk,
                             PresentSize room, SlideWay way, Arena *arena)
{
    room.rows = EVERYTHING;
    slide->bands = NEW_ARRAY(arena, Equation, whole->count + 1);
    slide->band_count = 0;
    for (int first = 0, end; first < whole->count; first = end) {
        int most = way.beside || first == whole->count - 1 ? whole->count : whole->count - 1;
        end = way.beside ? most : first + 1;
        Equation *band = &slide->bands[slide->band_count++];
        *band = band_of(whole, walk, first, end - first, room, way, arena);
        for (; end < most; end++) {
            Equation more = band_of(whole, walk, first, end + 1 - first, room, way, arena);
            if (!has_room(&more, room, way)) break;
            *band = more;
        }
    }
}

static bool try_way(Slide *slide, const Equation *whole, const Walk *walk, PresentSize room,
                    SlideWay way, Arena *arena)
{
    break_into_bands(slide, whole, walk, room, way, arena);
    for (int i = 0; i < slide->band_count; i++) {
        if (!has_room(&slide->bands[i], room, way)) return false;
    }
    slide->gap = 1;
    if (!fits(size_of(slide), room)) slide->gap = 0;
    return fits(size_of(slide), room);
}

// How much of an equation is seen; the result counts for two.
static double share_shown(const Equation *bands, int count)
{
    double share = 0;
    for (int b = 0; b < count; b++) {
        for (int i = 0; i < bands[b].count; i++) {
            const Grid *grid = &bands[b].blocks[i].grid;
            double all = (double)grid->matrix.rows * (double)grid->matrix.columns;
            double shown = (double)grid->rows.count * (double)grid->columns.count;
            bool is_result = b + 1 == count && i + 1 == bands[b].count;
            if (!bands[b].blocks[i].hidden && all > 0) share += (1 + is_result) * shown / all;
        }
    }
    return share;
}

// The result below its operands or beside them, whichever shows more.
static void cut(Slide *slide, const Equation *whole, const Walk *walk, PresentSize room,
                Arena *arena)
{
    slide->is_cut = true;
    slide->gap = 0;
    slide->bands = NEW_ARRAY(arena, Equation, 1);
    *slide->bands = equation_fit(whole, walk, room.columns, room.rows, arena);
    slide->band_count = 1;
    if (whole->count < 2) return;
    Equation *bands = NEW_ARRAY(arena, Equation, 2);
    Equation operands = part_of(whole, 0, whole->count - 1),
             result = part_of(whole, whole->count - 1, 1);
    Equation all = equation_fit(&result, walk, room.columns, EVERYTHING, arena);
    int below = band_rows(&all) < room.rows / 2 ? band_rows(&all) : room.rows / 2;
    bands[0] = equation_fit(&operands, walk, room.columns, room.rows - below, arena);
    bands[1] = equation_fit(&result, walk, room.columns, room.rows - band_rows(&bands[0]), arena);
    if (share_shown(bands, 2) <= share_shown(slide->bands, 1)) return;
    slide->bands = bands;
    slide->band_count = 2;
}

// Whole if it can be, with all slices of what has several, beside each other, else with the result
// below; then with fewer decimals, and at last without the labels of columns.
static void choose_bands(Slide *slide, const Equation *measured, const Walk *walk, PresentSize room,
                         Arena *arena)
{
    static const SlideWay STACKED[] = {{.beside = true}, {0}};
    static const SlideWay WAYS[] = {{.beside = true},
                                    {0},
                                    {.beside = true, .rounds = true},
                                    {.rounds = true},
                                    {.bare = true},
                                    {.rounds = true, .bare = true},
                                    {.rounds = true, .coarse = true},
                                    {.rounds = true, .coarse = true, .bare = true}};
    Equation single = equation_without_stacks(measured, arena);
    for (size_t i = 0; i < sizeof STACKED / sizeof *STACKED; i++) {
        if (try_way(slide, measured, walk, room, STACKED[i], arena)) return;
    }
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        if (try_way(slide, &single, walk, room, WAYS[i], arena)) return;
    }
    cut(slide, &single, walk, room, arena);
}

static void spread(Slide *slide, int air, Arena *arena)
{
    static const Air AIRS[PRESENT_AIRS] = {{0, 0}, {1, 0}, {1, 1}, {2, 2}, {4, 3}};
    Equation *bands = NEW_ARRAY(arena, Equation, slide->band_count);
    if (air == 0) return;
    for (int i = 0; i < slide->band_count; i++)
        bands[i] = equation_spread(&slide->bands[i], AIRS[air], arena);
    slide->bands = bands;
}

// What it takes with more and more air.
static void wish_for_air(Slide *slide, Arena *arena)
{
    for (int air = 0; air < PRESENT_AIRS && (air == 0 || !slide->is_cut); air++) {
        Slide wide = *slide;
        spread(&wide, air, arena);
        slide->wish.equation[air] = size_of(&wide);
    }
}

// Rows that stay for the equation beside title, keys, arithmetic and what is asked and answered.
static int room_for_equation(const Slide *slide, const App *app, int rows, Arena *arena)
{
    enum { LEAST_EQUATION = 5 };
    int room = rows - present_rows_for(0, slide->arithmetic > 0);
    int asked = asked_rows(app, slide->text.columns, arena);
    return room - asked > LEAST_EQUATION || asked == 0 ? room - asked : LEAST_EQUATION;
}

// Where nothing else helps the arithmetic gives way.
static void add_equation(Slide *slide, const App *app, int columns, int rows, Arena *arena)
{
    Equation measured = equation_measure(app, arena);
    PresentSize room = {columns - 2 * PRESENT_MARGIN, room_for_equation(slide, app, rows, arena)};
    choose_bands(slide, &measured, app->walk, room, arena);
    if (slide->is_cut && slide->arithmetic) {
        Slide bare = *slide;
        bare.arithmetic = 0;
        bare.is_cut = false;
        room.rows = room_for_equation(&bare, app, rows, arena);
        choose_bands(&bare, &measured, app->walk, room, arena);
        if (!bare.is_cut) *slide = bare;
    }
    wish_for_air(slide, arena);
}

// ---- the whole ----------------------------------------------------------------------------------

// The rows that the arithmetic of the selected cell takes, 0: it has none.
static int arithmetic_wish(const App *app, int columns, Arena *arena)
{
    Cell cell = app->walk->at.selected;
    if (cell.entry < 0) return 0;
    Arithmetic arithmetic;
    Canvas canvas = {.app = app, .walk = app->walk, .arena = arena};
    bool few = explain_if_few(app->walk->trace, cell, app->walk->view.digits, arena, &arithmetic);
    if (!few || arithmetic.kind == TERMS_CONSTANT) return 0;
    const char *name = cell_name(app->walk->trace, cell, arena);
    return arithmetic_rows(&canvas, columns, name, &arithmetic);
}

// A question that hides no cell is asked without any equation, and a reason is read without.
static bool shows_equation(const App *app)
{
    const Question *question = present_question(app);
    bool is_away = question && (question->cell.entry < 0 || present_reads(app));
    return app->walk->at.focus >= 0 && !is_away;
}

static int text_left_out(const Slide *slide, int columns, int rows)
{
    return slide->text.count - present_layout(columns, rows, slide->wish).part[PRESENT_TEXT].rows;
}

// Where there is no room for all, votes are written in short, and what was asked gives way to the
// answer.
static void add_text(Slide *slide, const App *app, int columns, int rows, Arena *arena)
{
    const Question *question = present_question(app);
    bool has_equation = slide->band_count > 0;
    slide->wish.text_matters = question != NULL;
    for (SlideWords words = WORDS_ALL; words <= WORDS_OF_ANSWER; words++) {
        slide->text = words_of(app, has_equation, words, slide->text.columns, arena);
        slide->wish.text = slide->text.count;
        bool other = question && question_is_settled(question) && has_equation;
        bool is_last = words == WORDS_SHORT && !other;
        if (!question || is_last || text_left_out(slide, columns, rows) <= 0) return;
    }
}

// Of what the program gives its name: its numbers are on the wall once.
static const char *code_of(const Walk *walk, int columns, Arena *arena)
{
    const Entry *entry = &walk->trace->entries[walk->at.focus];
    bool is_given = walk->at.focus_call < 0 && !entry->call.op->sources;
    if (!is_given || !entry->name) return view_entry_title(walk, walk->at.focus, columns, arena);
    return arena_printf(arena, "%s: given",
                        role_mark(walk->trace, walk->at.focus, entry->name, arena));
}

// For a screen of columns x rows.
static Slide slide_of(const App *app, int columns, int rows, Arena *arena)
{
    int width = present_page_columns(columns);
    Slide slide = {.text = {.columns = width < WIDEST_TEXT ? width : WIDEST_TEXT}};
    if (shows_equation(app)) {
        slide.arithmetic = present_question(app) ? 0 : arithmetic_wish(app, width, arena);
        slide.code = code_of(app->walk, width, arena);
        add_equation(&slide, app, columns, rows, arena);
    }
    slide.wish.arithmetic = slide.arithmetic;
    slide.wish.code = slide.code != NULL;
    add_text(&slide, app, columns, rows, arena);
    return slide;
}

bool slide_reads_on(const App *app)
{
    const Question *question = present_question(app);
    if (!question || !question_is_settled(question) || !shows_equation(app)) return false;
    Slide slide = slide_of(app, app->columns, app->rows, app->scratch);
    return text_left_out(&slide, app->columns, app->rows) > 0;
}

bool slide_is_cut(const App *app, Arena *arena)
{
    Slide slide = slide_of(app, app->columns, app->rows, arena);
    bool has_words = slide.wish.text_matters && !slide_reads_on(app);
    return slide.is_cut || (has_words && text_left_out(&slide, app->columns, app->rows) > 0);
}

// ---- drawing ------------------------------------------------------------------------------------

const char *slide_time(const App *app, Arena *arena)
{
    int seconds = app->seconds, hours = seconds / 3600, minutes = seconds / 60 % 60;
    if (!app->timer) return "";
    if (hours) return arena_printf(arena, "%d:%02d:%02d", hours, minutes, seconds % 60);
    return arena_printf(arena, "%d:%02d", minutes, seconds % 60);
}

// "4/8  Score every key against one query", and on the right the time.
static void draw_title(Canvas *canvas, Rect area)
{
    const App *app = canvas->app;
    const Lesson *lesson = &canvas->walk->lesson;
    int step = walk_stage(app->walk).step;
    const char *title =
        step < 0 || step >= lesson->step_count ? lesson->title : lesson->steps[step].title;
    const char *time = slide_time(app, canvas->arena);
    int room = area.columns - 2 - frame_columns(time);
    const char *text =
        step < 0 ? title
                 : arena_printf(canvas->arena, "%d/%d  %s", step + 1, lesson->step_count, title);
    canvas_put(canvas, (Rect){area.column, area.row, room, 1}, BOLD, text);
    int right = area.column + area.columns - frame_columns(time);
    frame_text(canvas->frame, area, right, area.row, BOLD, str_from(time));
}

static void draw_equation(Canvas *canvas, const Slide *slide, Rect area)
{
    Arrival arrival = motion_arrival(canvas->app);
    Marks marks = marks_of(canvas->walk, &arrival, canvas->arena);
    for (int i = 0; i < slide->band_count; i++) {
        equation_show(canvas, &slide->bands[i], area, &marks);
        rect_take(&area, band_rows(&slide->bands[i]) + slide->gap);
    }
}

static void draw_arithmetic(Canvas *canvas, Rect area)
{
    const Walk *walk = canvas->walk;
    Arithmetic arithmetic;
    explain_cell(walk->trace, walk->at.selected, walk->view.digits, canvas->arena, &arithmetic);
    if (arithmetic.kind == TERMS_CONSTANT) return;
    const char *name = cell_name(walk->trace, walk->at.selected, canvas->arena);
    name = role_mark(walk->trace, walk->at.selected.entry, name, canvas->arena);
    arithmetic_look(&arithmetic, walk_sight(walk));
    arithmetic_mark(&arithmetic, role_mark_operand);
    arithmetic_draw_row(canvas, area, name, &arithmetic);
}

static void draw_text(Canvas *canvas, const Slide *slide, Rect area)
{
    int left = slide->text.count - area.rows;
    bool alone = area.rows == 1; // then what there is more is said behind it
    if (left > 0 && !alone) area.rows--;
    text_draw(&slide->text, canvas->frame, area, 0);
    if (left <= 0) return;
    const char *how = slide_reads_on(canvas->app) ? "Space" : "a larger screen, or --notes";
    const char *says = arena_printf(canvas->arena, "(%d more line%s: %s)", left + !alone,
                                    left + !alone == 1 ? "" : "s", how);
    Rect last = {area.column, area.row + area.rows - alone, area.columns, 1};
    int column = alone ? area.column + area.columns - frame_columns(says) : area.column;
    frame_text(canvas->frame, last, column, last.row, QUIET, str_from(says));
}

static bool is_shown(const PresentLayout *made, PresentPart part)
{
    return made->part[part].rows > 0 && made->part[part].columns > 0;
}

PresentLayout slide_draw(Canvas *canvas, Rect area)
{
    Slide slide = slide_of(canvas->app, area.columns, area.rows, canvas->arena);
    PresentLayout made = present_layout(area.columns, area.rows, slide.wish);
    spread(&slide, made.air, canvas->arena);
    for (int i = 0; i < PRESENT_PARTS; i++) {
        made.part[i].column += area.column;
        made.part[i].row += area.row;
    }
    draw_title(canvas, made.part[PRESENT_TITLE]);
    if (is_shown(&made, PRESENT_CODE))
        canvas_put(canvas, made.part[PRESENT_CODE], PLAIN, slide.code);
    canvas_cursor(canvas, made.part[PRESENT_TEXT].column, made.part[PRESENT_TEXT].row);
    if (is_shown(&made, PRESENT_EQUATION))
        draw_equation(canvas, &slide, made.part[PRESENT_EQUATION]);
    if (is_shown(&made, PRESENT_ARITHMETIC)) draw_arithmetic(canvas, made.part[PRESENT_ARITHMETIC]);
    if (is_shown(&made, PRESENT_TEXT)) draw_text(canvas, &slide, made.part[PRESENT_TEXT]);
    return made;
}
