// What size of screen the steps of a lesson need when they are presented.
#include "tui/parts/slide.h"
#include "tui/parts/views.h"
#include "tui/tui.h"
#include "walk/focus.h"

typedef struct Survey {
    App app;
    int columns, rows;
    Arena *arena;
    TuiNeed *needs;
} Survey;

// The place at hand.
static void note(Survey *survey, int step)
{
    Arena scratch = {0};
    const Walk *walk = survey->app.walk;
    TuiNeed *need = &survey->needs[step];
    PresentSize here = slide_need(&survey->app, survey->columns, survey->rows, &scratch);
    bool larger = here.columns * here.rows > need->columns * need->rows;
    if (larger && walk->focus >= 0) need->what = view_entry_code(walk, walk->focus, survey->arena);
    if (here.columns > need->columns) need->columns = here.columns;
    if (here.rows > need->rows) need->rows = here.rows;
    arena_free(&scratch);
}

static void note_questions(Survey *survey)
{
    Walk *walk = survey->app.walk;
    for (int i = 0; i < walk->question_count; i++) {
        int stage, substep;
        if (!question_place(walk, &walk->questions[i], &stage, &substep)) continue;
        walk_go_to(walk, stage, substep);
        note(survey, walk->stages[stage].step);
    }
}

void tui_needs(Walk *walk, int columns, int rows, const TuiOptions *options, Arena *arena,
               TuiNeed *needs)
{
    Survey survey = {.columns = columns, .rows = rows, .arena = arena, .needs = needs};
    int steps = walk->lesson.step_count;
    app_init(&survey.app, walk, options, columns, rows);
    for (int i = 0; i < steps; i++) needs[i] = (TuiNeed){0};
    for (int i = 0; i < walk->stage_count; i++) {
        if (walk->stages[i].step < 0 || walk->stages[i].step >= steps) continue;
        walk_go_to(walk, i, walk->stages[i].substeps);
        note(&survey, walk->stages[i].step);
    }
    note_questions(&survey);
    for (int i = 0; i < steps; i++) {
        needs[i].fits = needs[i].columns <= columns && needs[i].rows <= rows;
    }
    if (walk->stage_count) walk_go_to(walk, 0, 0);
    app_free(&survey.app);
}
