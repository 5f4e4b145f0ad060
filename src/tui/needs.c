// What size of screen the steps of a lesson need when they are presented.
#include "tui/parts/slide.h"
#include "tui/parts/views.h"
#include "tui/tui.h"
#include "walk/places/focus.h"

typedef struct Survey {
    App app;
    int columns, rows; // that were asked about
    Arena *arena;
    TuiNeed *needs;
} Survey;

enum { MOST_MORE = 100, STEP = 2, LEAST_COLUMNS = 60, LEAST_ROWS = 16 };

// A screen of the same proportions with smaller letters.
static bool is_cut(Survey *survey, int more)
{
    SCRATCH(scratch);
    App *app = &survey->app;
    app->columns = survey->columns + more;
    app->rows = survey->rows * app->columns / survey->columns;
    bool cut = slide_is_cut(app, &scratch);
    arena_free(app->scratch);
    return cut;
}

// The place at hand. What no screen shows whole is shown in part.
static void note(Survey *survey, int step)
{
    const Walk *walk = survey->app.walk;
    TuiNeed *need = &survey->needs[step];
    int more = need->columns ? need->columns - survey->columns : 0;
    if (need->is_part || !is_cut(survey, more)) return;
    while (more <= MOST_MORE && is_cut(survey, more)) more += STEP;
    need->is_part = more > MOST_MORE;
    need->columns = survey->app.columns;
    need->rows = survey->app.rows;
    if (walk->at.focus >= 0) need->what = view_entry_code(walk, walk->at.focus, survey->arena);
}

// The operations as they are seen once all questions are settled: an open one takes their place.
static void note_stages(Survey *survey, int steps)
{
    Walk *walk = survey->app.walk;
    int count = walk->ran.question_count;
    AnswerState *kept = NEW_ARRAY(survey->arena, AnswerState, count + 1);
    for (int i = 0; i < count; i++) {
        kept[i] = walk->ran.questions[i].answer.state;
        walk->ran.questions[i].answer.state = ANSWER_SHOWN;
    }
    for (int i = 0; i < walk->ran.stage_count; i++) {
        const Stage *stage = &walk->ran.stages[i];
        if (stage->step < 0 || stage->step >= steps) continue;
        walk_go_to(walk, i, stage->substeps);
        note(survey, stage->step);
    }
    for (int i = 0; i < count; i++) walk->ran.questions[i].answer.state = kept[i];
}

static void note_questions(Survey *survey)
{
    Walk *walk = survey->app.walk;
    for (int i = 0; i < walk->ran.question_count; i++) {
        int stage, substep;
        if (!question_place(walk, &walk->ran.questions[i], &stage, &substep)) continue;
        walk_go_to(walk, stage, substep);
        note(survey, walk->ran.stages[stage].step);
    }
}

void tui_needs(Walk *walk, int columns, int rows, const TuiOptions *options, Arena *arena,
               TuiNeed *needs)
{
    int wide = columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
    int tall = rows < LEAST_ROWS ? LEAST_ROWS : rows;
    Survey survey = {.columns = wide, .rows = tall, .arena = arena, .needs = needs};
    int steps = walk->lesson.step_count;
    app_init(&survey.app, walk, options, columns, rows);
    for (int i = 0; i < steps; i++) needs[i] = (TuiNeed){.columns = wide, .rows = tall};
    note_stages(&survey, steps);
    note_questions(&survey);
    for (int i = 0; i < steps; i++) {
        needs[i].fits = needs[i].columns <= columns && needs[i].rows <= rows && !needs[i].is_part;
    }
    if (walk->ran.stage_count) walk_go_to(walk, 0, 0);
    app_free(&survey.app);
}
