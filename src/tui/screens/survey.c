// What every head of a run does: a row for each layer, a cell for each head. A pattern is chosen;
// each cell has its score of it, or, at first, what the head is named by. Below is what the
// pattern is, and what is known of the selected head.
#include "tui/core/screen.h"

#include "study/attention/survey.h"
#include "study/looks/number.h"
#include "tui/parts/heat.h"
#include "walk/heads.h"
#include "walk/places/go.h"

typedef struct SurveyView {
    HeadSurvey all;
    PatternKind kind; // MIXED: what each is named by
    int selected;     // of all heads
    Arena arena;
} SurveyView;

SCREEN_STATE(SurveyView, view_of, SCREEN_SURVEY)

static bool is_closed(const App *app, const SurveyHead *head)
{
    return view_of(app)->all.layers[head->layer].is_closed;
}

static const SurveyHead *selected_head(const App *app)
{
    return &view_of(app)->all.head[view_of(app)->selected];
}

// At the layer that is at hand.
static bool open(App *app, int by UNUSED)
{
    SurveyView *view = view_of(app);
    Error error = {.arena = &view->arena};
    Cell at = app_subject(app, app->scratch).cell;
    view->kind = PATTERN_MIXED;
    if (heads_survey(&view->all, app->walk, &view->arena, &error)) {
        const HeadSurvey *all = &view->all;
        view->selected = (int)(survey_layer(all, survey_layer_of(all, at.entry)) - all->head);
        return true;
    }
    app_say(app, true, "No heads to show: %s.", error.message);
    arena_free(&view->arena);
    *view = (SurveyView){0};
    return false;
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    return (Subject){.cell = selected_head(app)->cell, .whole = true, .figure = "survey"};
}

// ---- layout -------------------------------------------------------------------------------------

enum {
    SIDE = 1,
    RULE = 1,
    HEADER = 1, // the numbers of the heads
    KEYS = 1,
    NARROWEST = 4, // columns of a cell
    USUAL = 7,     // that are kept for it beside long names
    WIDEST = 12,
    HIGHEST = 4, // rows, one of which is between it and the next
    MOST_NAME = 30,
    FOOTER = 3, // rows: two of what the pattern means, one of what is known of the head
};

typedef struct SurveyLayout {
    int name, cell, height; // columns of a layer's name and of a cell, rows of a layer
    int first_layer, layers, first_head, heads; // that are shown
} SurveyLayout;

static int widest_name(const App *app)
{
    const HeadSurvey *survey = &view_of(app)->all;
    int widest = 0;
    for (int i = 0; i < survey->layer_count; i++)
        widest = at_least(frame_columns(survey_layer_title(survey, i, app->scratch)), widest);
    return widest;
}

static SurveyLayout layout_of(const App *app)
{
    const HeadSurvey *survey = &view_of(app)->all;
    const SurveyHead *head = selected_head(app);
    SurveyLayout made = {0};
    int columns = app->columns - 2 * SIDE, widest = (int)survey->widest;
    int rows = app->rows - RULE - HEADER - FOOTER - KEYS;
    int beside = columns - widest * (USUAL - 1) - 1, most = at_most(MOST_NAME, columns / 3);
    made.name = at_most(widest_name(app), beside > most ? beside : most) + 1;
    made.cell = at_most((columns - made.name) / widest, WIDEST);
    if (made.cell < NARROWEST) made.cell = NARROWEST;
    made.heads = at_most((columns - made.name) / made.cell, widest);
    made.height = within(rows / survey->layer_count, 1, HIGHEST);
    made.layers = at_most(rows / made.height, survey->layer_count);
    made.first_layer = canvas_first_line(head->layer, survey->layer_count, made.layers);
    made.first_head = canvas_first_line((int)head->number, widest, made.heads);
    return made;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool select_head(App *app, int to)
{
    return action_select(&view_of(app)->selected, to, view_of(app)->all.count);
}

static bool move_layer(App *app, int by)
{
    const HeadSurvey *survey = &view_of(app)->all;
    const SurveyHead *head = selected_head(app);
    int layer = head->layer + by;
    if (layer < 0 || layer >= survey->layer_count) return false;
    int number = at_most((int)head->number, survey_heads(survey, layer) - 1);
    return select_head(app, (int)(survey_layer(survey, layer) - survey->head) + number);
}

static bool move(App *app, int by)
{
    const SurveyView *view = view_of(app);
    if (by == MOVE_UP || by == MOVE_DOWN) return move_layer(app, by == MOVE_UP ? -1 : 1);
    return select_head(app, move_tiles((Move)by, view->selected, 1, view->all.count));
}

// What each is named by, then each pattern.
static bool next_pattern(App *app, int by)
{
    SurveyView *view = view_of(app);
    int kind = (int)view->kind + by;
    if (kind < PATTERN_MIXED) kind = PATTERN_KINDS - 1;
    if (kind >= PATTERN_KINDS) kind = PATTERN_MIXED;
    view->kind = (PatternKind)kind;
    return true;
}

// In the order of the score: by `by` places further down, or (FAR) to the highest.
static bool move_by_score(App *app, int by)
{
    SurveyView *view = view_of(app);
    const SurveyHead **best, *head = selected_head(app);
    PatternKind kind = view->kind == PATTERN_MIXED ? head->pattern.kind : view->kind;
    bool scored = kind >= PATTERN_FIRST_SCORED;
    int count = scored ? survey_best(&view->all, kind, app->scratch, &best) : 0, at = 0;
    while (at < count && best[at] != head) at++;
    at = by == FAR || at == count ? 0 : at + by;
    int to = at >= 0 && at < count ? (int)(best[at] - view->all.head) : -1;
    return select_head(app, to);
}

static bool go(App *app, int by UNUSED)
{
    Cell cell = selected_head(app)->cell;
    bool is_computed_there = walk_is_listing(app->walk);
    if (is_closed(app, selected_head(app)) && !is_computed_there)
        return app_say(app, false,
                       "Not computed yet, or yours to predict: q goes back, Space there goes on.");
    app_go_home(app);
    if (is_computed_there) walk_compute(app->walk, cell);
    ScreenId screen = heads_are_several(app->walk, cell.entry) ? SCREEN_HEADS : SCREEN_FLOW;
    return walk_visit_cell(app->walk, cell) && app_open(app, screen, 0);
}

static bool is_among_heads(const App *app)
{
    return app_top(app) == SCREEN_HEADS;
}

static const Action actions[] = {
    {"D", "what every head does, in all layers", .screens = ON_WALK | ON_HEADS,
     .opens = SCREEN_SURVEY, .hint = "D:all layers", .rank = 5, .when = is_among_heads},
    {"Tab", "the next pattern", .run = next_pattern, .by = 1, .hint = "Tab:pattern", .rank = 1},
    {"Shift-Tab", "the pattern before", .run = next_pattern, .by = -1},
    {"b", "the head with the highest score for this pattern", "No other head has a higher score.",
     .run = move_by_score, .by = FAR, .hint = "b:best", .rank = 4},
    {"n", "the head with the next lower score", "No head has a lower score.", .run = move_by_score,
     .by = 1, .hint = "n:next best", .rank = 5},
    {"N", "the head with the next higher score", "No head has a higher score.",
     .run = move_by_score, .by = -1},
    {"Enter", "show this head with those of its layer", .run = go, .hint = "Enter:go there",
     .rank = 2},
};

// ---- drawing ------------------------------------------------------------------------------------

// What is in the cell of a head: ".94", the name of its pattern, or why there is nothing.
static const char *cell_text(const App *app, const SurveyHead *head, int columns, Arena *arena)
{
    const SurveyView *view = view_of(app);
    const Pattern *pattern = &head->pattern;
    if (is_closed(app, head)) return ".";
    if (view->kind != PATTERN_MIXED)
        return pattern_is_measured(pattern, view->kind)
                   ? number_hundredths(pattern->of[view->kind].score, arena)
                   : "-";
    if (pattern->kind < PATTERN_MIXED) return "-";
    const char *name = pattern_short_name(pattern->kind);
    if (pattern->kind == PATTERN_MIXED) return "-";
    return frame_columns(name) <= columns
               ? name
               : arena_printf(arena, "%c", pattern_letter(pattern->kind));
}

// Heat is behind numbers only: behind names nothing else would say what it says.
static Style cell_style(const App *app, const SurveyHead *head)
{
    PatternKind kind = view_of(app)->kind;
    bool has_heat = kind >= PATTERN_FIRST_SCORED && pattern_is_measured(&head->pattern, kind);
    Style style = {.ink = INK_QUIET};
    if (has_heat) style = style_of_heat(head->pattern.of[kind].score, 0, 1);
    if (has_heat && head->pattern.kind == kind) style.attributes |= ATTR_BOLD;
    return style;
}

// "[.94]" is the selected one, " .94*" is named by the pattern.
static void draw_cell(Canvas *canvas, const SurveyLayout *layout, int i, Rect area)
{
    const SurveyView *view = view_of(canvas->app);
    const SurveyHead *head = &view->all.head[i];
    bool selected = i == view->selected, is_wide = layout->cell > NARROWEST;
    int room = is_wide ? layout->cell - 2 : 1; // of a name
    const char *text = cell_text(canvas->app, head, room, canvas->arena);
    bool named = is_wide && view->kind != PATTERN_MIXED && head->pattern.kind == view->kind;
    const char *before = !is_wide ? "" : selected ? "[" : " ";
    const char *after = !is_wide ? "" : selected ? "]" : named ? "*" : " ";
    text = arena_printf(canvas->arena, "%s%s%s", before, text, after);
    Style style = cell_style(canvas->app, head);
    int blanks = layout->cell - frame_columns(text), left = blanks / 2;
    for (int row = area.row; row < area.row + area.rows; row++)
        frame_printf(canvas->frame, area, area.column, row, style, "%*s", layout->cell - 1, "");
    if (selected) style.attributes |= ATTR_BOLD | ATTR_UNDERLINE;
    int row = area.row + (area.rows - 1) / 2;
    frame_text(canvas->frame, area, area.column + left, row, style, str_from(text));
    canvas_select(canvas, area, select_head, i);
    if (selected) canvas_cursor(canvas, area.column + left, row);
}

static void draw_layer(Canvas *canvas, const SurveyLayout *layout, int layer, Rect part, int row)
{
    const HeadSurvey *survey = &view_of(canvas->app)->all;
    bool is_at = selected_head(canvas->app)->layer == layer;
    const char *name = survey_layer_title(survey, layer, canvas->arena);
    int rows = at_least(layout->height - 1, 1), middle = row + (rows - 1) / 2;
    if (is_at) frame_text(canvas->frame, part, 0, middle, (Style){.ink = INK_ACCENT}, STR(">"));
    Style style = {.ink = is_at ? INK_ACCENT : INK_QUIET, .attributes = is_at ? ATTR_BOLD : 0};
    canvas_put(canvas, (Rect){SIDE, middle, layout->name - 1, 1}, style, name);
    int first = (int)(survey_layer(survey, layer) - survey->head);
    for (int i = 0; i < layout->heads; i++) {
        int head = layout->first_head + i;
        Rect area = {SIDE + layout->name + i * layout->cell, row, layout->cell, rows};
        if (head < survey_heads(survey, layer)) draw_cell(canvas, layout, first + head, area);
    }
}

static void draw_header(Canvas *canvas, const SurveyLayout *layout, Rect part)
{
    for (int i = 0; i < layout->heads; i++) {
        int head = layout->first_head + i;
        bool is_at = selected_head(canvas->app)->number == head;
        const char *text = arena_printf(canvas->arena, is_at ? "[%d]" : "%d", head);
        int blanks = layout->cell - frame_columns(text);
        frame_text(canvas->frame, part, SIDE + layout->name + i * layout->cell + blanks / 2, RULE,
                   (Style){.ink = is_at ? INK_ACCENT : INK_QUIET,
                           .attributes = is_at ? ATTR_BOLD | ATTR_UNDERLINE : 0},
                   str_from(text));
    }
}

// Which letters of names there are, "p previous, i induction".
static const char *letters_text(const HeadSurvey *survey, Arena *arena)
{
    bool is_there[PATTERN_KINDS] = {false};
    Buf text = {.arena = arena};
    for (int i = 0; i < survey->count; i++) is_there[survey->head[i].pattern.kind] = true;
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (is_there[kind])
            buf_printf(&text, "%s%c %s", text.n ? ", " : "", pattern_letter((PatternKind)kind),
                       pattern_kind_name((PatternKind)kind));
    }
    buf_printf(&text, "%s- none: no score reaches halfway from chance to 1", text.n ? ", " : "");
    return buf_text(&text);
}

// What the pattern means, or why it is not measured.
static const char *meaning_text(const SurveyView *view, Arena *arena)
{
    const char *name = pattern_kind_name(view->kind);
    if (view->kind == PATTERN_MIXED) return letters_text(&view->all, arena);
    const char *why = survey_why_not(&view->all, view->kind);
    if (!why) return arena_printf(arena, "%s: %s", name, pattern_meaning(view->kind));
    bool repeats = view->kind == PATTERN_DUPLICATE || view->kind == PATTERN_INDUCTION;
    return arena_printf(
        arena, "%s is not measured: %s%s", name, why,
        repeats && survey_lacks_repeats(&view->all) ? "; it needs a text that repeats itself" : "");
}

// "previous 0.25 (chance 0.08)   mixed   entropy 1.61 bits"
static const char *facts_text(const App *app, Arena *arena)
{
    const SurveyView *view = view_of(app);
    const SurveyHead *head = selected_head(app);
    const AttentionLayer *layer = &view->all.layers[head->layer];
    const PatternScore *of = &head->pattern.of[view->kind];
    Buf text = {.arena = arena};
    if (is_closed(app, head))
        return walk_is_listing(app->walk) ? "not computed yet: Enter computes it"
                                          : "not computed yet, or yours to predict";
    bool other = view->kind != head->pattern.kind && view->kind >= PATTERN_FIRST_SCORED &&
                 pattern_is_measured(&head->pattern, view->kind);
    if (other)
        buf_printf(&text, "%s %.2f (chance %.2f)   ", pattern_kind_name(view->kind), of->score,
                   of->chance);
    Head told = {.pattern = head->pattern, .held = survey_held(&view->all, head)};
    head_facts(&told, "   ", &text);
    const char *calls = attention_calls(layer, arena);
    if (calls) buf_printf(&text, "   %s", calls);
    if (layer->attention.slices.items > 1)
        buf_printf(&text, "   %lld items together", (long long)layer->attention.slices.items);
    return buf_text(&text);
}

static void draw_footer(Canvas *canvas, Rect part)
{
    const SurveyHead *head = selected_head(canvas->app);
    Rect line = {0, part.rows - KEYS - FOOTER, part.columns, 1};
    frame_fill(canvas->frame, (Rect){0, line.row, part.columns, FOOTER}, GROUND_PANEL);
    Text text = {.arena = canvas->arena, .columns = line.columns - 2 * SIDE};
    text_words(&text, PLAIN, "", meaning_text(view_of(canvas->app), canvas->arena));
    text_draw(&text, canvas->frame, (Rect){SIDE, line.row, text.columns, FOOTER - 1}, 0);
    line.row += FOOTER - 1;
    Style bold = {.ink = INK_ACCENT, .attributes = ATTR_BOLD};
    const char *layer = survey_layer_name(&view_of(canvas->app)->all, head->layer, canvas->arena);
    bool fits = frame_columns(layer) <= MOST_NAME; // it is in its row as well
    int column =
        frame_printf(canvas->frame, line, SIDE, line.row, bold, "%s%shead %lld:", fits ? layer : "",
                     fits ? ", " : "", (long long)head->number);
    const char *facts = facts_text(canvas->app, canvas->arena);
    facts = canvas_fit_facts(canvas->arena, str_from(facts), line.columns - SIDE - column - 1);
    frame_text(canvas->frame, line, column + 1, line.row, PLAIN, str_from(facts));
}

static void draw_title(Canvas *canvas, Rect part)
{
    static const HeatScale shares = {0, 1};
    const SurveyView *view = view_of(canvas->app);
    const char *what = view->kind == PATTERN_MIXED ? "names" : pattern_kind_name(view->kind);
    const char *place =
        arena_printf(canvas->arena, "%s, %d of %d", what, (int)view->kind - PATTERN_MIXED + 1,
                     (int)PATTERN_KINDS - PATTERN_MIXED);
    const HeadSurvey *all = &view->all;
    const char *layers = !all->are_layers
                             ? ""
                             : arena_printf(canvas->arena, " in %d layer%s", all->layer_count,
                                            all->layer_count == 1 ? "" : "s");
    const char *titles[] = {arena_printf(canvas->arena, "what %d head%s%s do%s", all->count,
                                         all->count == 1 ? "" : "s", layers,
                                         all->count == 1 ? "es" : ""),
                            "what heads do", NULL};
    legend_rule(canvas, part, titles, place, shares, LEGEND_COLORS);
}

static void draw(Canvas *canvas, Rect part)
{
    SurveyLayout layout = layout_of(canvas->app);
    draw_title(canvas, part);
    draw_header(canvas, &layout, part);
    for (int i = 0; i < layout.layers; i++)
        draw_layer(canvas, &layout, layout.first_layer + i, part,
                   RULE + HEADER + i * layout.height);
    draw_footer(canvas, part);
    canvas_last_row(canvas);
}

const Screen survey_screen = {
    .keys = {"What heads do", ACTION_ROWS(actions)},
    .size = sizeof(SurveyView),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:head", .rank = 3},
    .arena = offsetof(SurveyView, arena),
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .words = "what all heads do",
};
