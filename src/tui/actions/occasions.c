// Predicates for the table of actions: may this key do something now? The line of keys at the
// bottom, the help and the palette show only what may. They are asked with each frame, so those
// that would have to search are bounded.
#include "tui/actions/occasions.h"

#include "trace/feeds.h"
#include "trace/given.h"
#include "trace/roles.h"
#include "tui/edit/changes.h"
#include "tui/edit/whatif.h"
#include "tui/find/offers.h"
#include "tui/pages/help_text.h"
#include "tui/pages/scroll.h"

// ---- on the walk --------------------------------------------------------------------------------

bool is_begun(const App *app)
{
    return app->walk->stage > 0 || app->walk->substep > 0;
}

// Space then shows the answer.
bool is_asking(const App *app)
{
    return walk_shows_next(app->walk);
}

// At the end Space leads to the lessons, where there are any.
bool goes_on(const App *app)
{
    const Walk *walk = app->walk;
    bool at_end =
        walk->stage == walk->stage_count - 1 && walk->substep == walk->stages[walk->stage].substeps;
    return !at_end || app->options->lessons || lesson_goes_on(app);
}

bool has_steps(const App *app)
{
    return app->walk->lesson.step_count > 1;
}

bool is_call(const App *app)
{
    return walk_call(app->walk) != NULL;
}

bool is_inside(const App *app)
{
    return walk_inside(app->walk) != NULL;
}

bool has_calls(const App *app)
{
    return app->walk->trace->call_count > 0;
}

bool may_move(const App *app)
{
    return !app->options->no_motion && (app->screen == ON_WALK || app->screen == ON_PRESENT);
}

bool is_playing(const App *app)
{
    return app->playing;
}

// The lesson does, so that there are no numbers to be seen.
bool fills_the_screen(const App *app)
{
    return app->screen == ON_WALK && app->lesson == LESSON_WHOLE;
}

bool scrolls_lesson(const App *app)
{
    return fills_the_screen(app) && lesson_is_more(app);
}

// And one that is to be seen.
bool has_matrix(const App *app)
{
    return app->walk->selected.entry >= 0 && !fills_the_screen(app);
}

static const OpCall *selected_call(const App *app)
{
    return &app->walk->trace->entries[app->walk->selected.entry].call;
}

bool has_cells(const App *app)
{
    return has_matrix(app) && shape_count(&selected_call(app)->output->shape) > 1;
}

bool has_matrices(const App *app)
{
    const int *entries;
    int count = walk_equation(app->walk, &entries);
    for (int i = 1; i < count && has_matrix(app); i++) {
        if (entries[i] != entries[0]) return true;
    }
    return false;
}

bool has_slices(const App *app)
{
    int64_t at;
    return has_matrix(app) && walk_slices(app->walk, &at) > 1;
}

bool has_source(const App *app)
{
    if (is_call(app)) return true;
    if (!has_matrix(app)) return false;
    const OpCall *call = selected_call(app);
    if (app->walk->selected.entry != app->walk->focus) return !call->output->is_number;
    for (int i = 0; call->op->sources && i < call->input_count; i++) {
        if (!call->input[i]->is_number) return true;
    }
    return false;
}

bool is_fed_on(const App *app)
{
    if (!has_matrix(app)) return false;
    Arena scratch = {0};
    const FeedLimit limit = {1, FEED_TERMS_AT_ONCE};
    Feeds feeds = feeds_of(app->walk->trace, app->walk->selected, limit, &scratch);
    arena_free(&scratch);
    return feeds.count > 0 || feeds.more;
}

bool is_predictable(const App *app)
{
    if (!has_matrix(app)) return false;
    const OpCall *call = selected_call(app);
    return call->op->sources && !call->output->is_number &&
           !walk_hides(app->walk, app->walk->selected);
}

// The palette works everywhere; where there are only a few keys they need no finding.
bool has_many_keys(const App *app)
{
    return app->screen & (ON_WALK | ON_PRESENT);
}

bool may_export(const App *app)
{
    return has_matrix(app) && app->options->export_figure;
}

bool has_input(const App *app)
{
    Cell input;
    return has_matrix(app) && given_cell(app->walk->trace, app->walk->selected, &input);
}

bool has_edits(const App *app)
{
    return app->walk->original != NULL;
}

bool offers_switches(const App *app)
{
    return whatif_is_hinted(app);
}

// Of scores, those of several heads.
bool has_heads(const App *app)
{
    int entry = app->walk->selected.entry;
    if (!has_matrix(app)) return false;
    const Shape *shape = &app->walk->trace->entries[entry].call.output->shape;
    return shape->ndim > 2 && shape->dim[shape->ndim - 3] > 1 && shape_count(shape) > 0 &&
           role_of(app->walk->trace, entry) == ROLE_SCORE;
}

// More rows or columns than the equation shows side by side.
bool is_large(const App *app)
{
    Cell cell = app->walk->selected;
    if (!has_matrix(app)) return false;
    Matrix matrix = matrix_through(app->walk->trace, cell.entry, cell.at);
    return matrix.rows > app->rows / 2 - 2 || matrix.columns > app->columns / 10;
}

bool has_searched(const App *app)
{
    return app->wanted != NULL;
}

bool has_found(const App *app)
{
    return app->wanted && app->found_stage == app->walk->stage;
}

// ---- on other screens ---------------------------------------------------------------------------

bool has_question(const App *app)
{
    return present_question(app) != NULL;
}

bool scrolls_changes(const App *app)
{
    return changes_are_more(app);
}

bool scrolls_cost(const App *app)
{
    return cost_is_more(app);
}

bool has_levels(const App *app)
{
    return app->reach.levels < app->reach.most;
}

// To an operation that is computed already.
bool leads_somewhere(const App *app)
{
    const Reach *reach = &app->reach;
    return app->reach_at < reach->count &&
           walk_is_open(app->walk, reach->groups[app->reach_at].cells[0]);
}

bool has_temperature(const App *app)
{
    return !app->what_if.switches[app->what_if.at].slip;
}

bool differs_in_more(const App *app)
{
    Arena scratch = {0};
    int *entries, count = whatif_entries(&app->what_if, &scratch, &entries);
    arena_free(&scratch);
    return count > 1;
}

bool slices_large(const App *app)
{
    return !app->large.is_average && app->large.matrix.tensor->shape.ndim > 2;
}

bool has_peaks(const App *app)
{
    return large_peak(app, 1) >= 0 || large_peak(app, -1) >= 0;
}

bool is_no_average(const App *app)
{
    return !app->large.is_average;
}

bool has_lines(const App *app)
{
    if (app->screen != ON_HEADS) return false;
    const Head *head = &app->heads.all.head[app->heads.selected];
    return head->number >= 0 && head->is_open && head->pattern.kind != PATTERN_NONE;
}

bool has_layers(const App *app)
{
    return heads_groups(&app->heads.all) > 1;
}

bool has_tiles(const App *app)
{
    return app->heads.all.count > 1;
}

bool flow_has_heads(const App *app)
{
    return app->walk->trace->entries[app->flow.at.entry].call.output->shape.ndim > 2;
}

bool offers_lines(const App *app)
{
    Arena scratch = {0};
    int count = offers_of(app, &scratch).count;
    arena_free(&scratch);
    return count > 1;
}

bool has_typed_before(const App *app)
{
    return app->typed_in[app->prompt].history_count > 0;
}

bool help_entry_acts(const App *app)
{
    return help_is_runnable(app);
}

bool is_typing(const App *app)
{
    return app->editing || app->answering || app->present.voting;
}
