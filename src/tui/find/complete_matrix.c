// Places on the screens of matrices: a row and a column of the large view, a query of the attention
// lines, a head of the grid. Each is typed by its number or by its label.
#include "tui/find/completions.h"

#include "base/text/number.h"
#include "tui/screens/shared.h"

enum { MOST_LABELS = 1000 };

// What positions are counted along: the rows of a matrix, its columns.
typedef struct PlaceAxis {
    const char *what;
    DimLabels labels;
    int64_t size, at; // `at`: where it is now
} PlaceAxis;

// A label, else a number; -1: neither.
static int64_t position_of(const PlaceAxis *axis, Str word)
{
    int64_t at = dim_find(&axis->labels, axis->size, word);
    if (at >= 0) return at;
    return number_parse_int(word, &at) && at >= 0 && at < axis->size ? at : -1;
}

static const char *position_name(const PlaceAxis *axis, int64_t at, Arena *arena)
{
    return arena_printf(arena, "%s %s", axis->what, dim_position(&axis->labels, at, arena));
}

// A number or a pair, and no name of a tensor or a step: it is a place here, or nowhere.
static bool is_place(Str typed)
{
    bool digits = typed.n > 0;
    for (int i = 0; i < typed.n && digits; i++) {
        char c = typed.p[i];
        digits = (c >= '0' && c <= '9') || c == ' ' || c == '-' || c == ',';
    }
    return digits || (str_find(typed, ",") >= 0 && str_find(typed, "[") < 0);
}

static void no_such_place(Maker *maker, const PlaceAxis *axis, Str word)
{
    maker->completions.problem =
        arena_printf(maker->arena, "There is no %s %.*s: they go from 0 to %lld.", axis->what,
                     STR_ARG(word), (long long)axis->size - 1);
}

// The labels that fit what is typed; `before` and the typed text make what Tab types.
static void add_labels(Maker *maker, const PlaceAxis *axis, Str before, Completion completion)
{
    if (!axis->labels.axis) return;
    Str typed = maker->typed;
    maker->typed = str_trim(str_slice(typed, before.n, typed.n));
    int64_t most = axis->size < MOST_LABELS ? axis->size : MOST_LABELS;
    for (int64_t at = 0; at < most; at++) {
        const char *label = dim_label(&axis->labels, at, maker->arena);
        if (!*label) continue;
        completion.text = label;
        completion.right = arena_printf(maker->arena, "%s %lld", axis->what, (long long)at);
        completion.completes =
            arena_printf(maker->arena, "%.*s%s%s", STR_ARG(before), before.n ? " " : "", label);
        *(before.n ? &completion.column : &completion.row) = at;
        maker_add_fitting(maker, completion);
    }
    maker->typed = typed;
}

// ---- a row, or a row and a column ---------------------------------------------------------------

// A place that was typed, whole.
static void add_place(Maker *maker, const PlaceAxis *axes, int count, Completion at)
{
    Arena *arena = maker->arena;
    at.text = position_name(&axes[0], at.row, arena);
    if (count > 1)
        at.text = arena_printf(arena, "%s, %s", at.text, position_name(&axes[1], at.column, arena));
    at.right = "in this matrix";
    at.score = COMPLETION_EXACT + 1;
    at.completes = str_copy(arena, maker->typed);
    maker_add(maker, at);
}

// Labels may have commas and blanks in them, so each is tried as what is between the two.
static bool find_pair(const Maker *maker, const PlaceAxis axes[2], Completion *at)
{
    Str typed = maker->typed;
    for (int i = 0; i < typed.n; i++) {
        if (typed.p[i] != ',' && typed.p[i] != ' ') continue;
        Str row_word = str_trim(str_slice(typed, 0, i));
        at->row = row_word.n ? position_of(&axes[0], row_word) : axes[0].at;
        at->column = position_of(&axes[1], str_trim(str_slice(typed, i + 1, typed.n)));
        if (at->row >= 0 && at->column >= 0) return true;
    }
    return false;
}

// Which of two numbers there is none of.
static void tell_what_is_not_there(Maker *maker, const PlaceAxis axes[2])
{
    int comma = str_find(maker->typed, ","), blank = str_find(maker->typed, " ");
    int end = comma >= 0 ? comma : blank >= 0 ? blank : maker->typed.n;
    Str row = str_trim(str_slice(maker->typed, 0, end));
    Str column = str_trim(str_slice(maker->typed, end + 1, maker->typed.n));
    if (row.n && position_of(&axes[0], row) < 0)
        no_such_place(maker, &axes[0], row);
    else if (column.n)
        no_such_place(maker, &axes[1], column);
}

// With what is there already filled in, and what takes it.
static bool complete_axes(Maker *maker, const PlaceAxis *axes, int count, Completion at)
{
    Completion found = at;
    found.row = maker->typed.n ? position_of(&axes[0], maker->typed) : -1;
    if (found.row >= 0 || (count > 1 && find_pair(maker, axes, &found))) {
        add_place(maker, axes, count, found);
        return false;
    }
    if (count > 1)
        tell_what_is_not_there(maker, axes);
    else if (is_place(maker->typed))
        no_such_place(maker, &axes[0], maker->typed);
    int comma = count > 1 ? str_find(maker->typed, ",") : -1;
    if (comma < 0) {
        add_labels(maker, &axes[0], (Str){0}, at);
    } else {
        at.row = position_of(&axes[0], str_trim(str_slice(maker->typed, 0, comma)));
        if (at.row >= 0) add_labels(maker, &axes[1], str_slice(maker->typed, 0, comma + 1), at);
    }
    return !is_place(maker->typed);
}

static void take_large(App *app, const Completion *completion)
{
    large_jump_to(app, completion->row, completion->column);
}

static bool complete_large(Maker *maker)
{
    LargePlace view = large_place(maker->app);
    const PlaceAxis axes[] = {{"row", view.row_labels, view.matrix.rows, view.row},
                              {"column", view.column_labels, view.matrix.columns, view.column}};
    return complete_axes(maker, axes, 2,
                         (Completion){.take = take_large, .row = view.row, .column = view.column});
}

static void take_query(App *app, const Completion *completion)
{
    flow_select(app, (int)completion->row);
}

static bool complete_query(Maker *maker)
{
    PlaceAxis axis = {.what = "query"};
    flow_queries(maker->app, &axis.labels, &axis.size);
    return complete_axes(maker, &axis, 1, (Completion){.take = take_query});
}

// ---- the heads ----------------------------------------------------------------------------------

static void take_head(App *app, const Completion *completion)
{
    heads_select(app, completion->number);
}

// By number, or by pattern: "3", "previous".
static bool complete_head(Maker *maker)
{
    const Heads *heads = heads_shown(maker->app);
    Arena *arena = maker->arena;
    int64_t wanted;
    bool numbers = number_parse_int(maker->typed, &wanted);
    for (int i = 0; i < heads->count; i++) {
        const Head *head = &heads->head[i];
        const char *pattern = pattern_name(&head->pattern, arena);
        const char *name = head_short_name(heads, head, true, arena);
        Completion completion = {
            .text = arena_printf(arena, "%s %s", name, pattern),
            .right = head->seen == SEEN && *pattern
                         ? arena_printf(arena, "entropy %.2f bits", head->pattern.entropy)
                         : "",
            .score = COMPLETION_EXACT + 1,
            .take = take_head,
            .completes = name,
            .number = i};
        if (numbers && head->number == wanted) maker_add(maker, completion);
        if (!numbers) maker_add_fitting(maker, completion);
    }
    if (numbers) {
        const char *several = heads->of_one_model ? "layer" : "matrix";
        PlaceAxis axis = {.what = heads->are_layers ? several : "head", .size = heads->of_layer};
        no_such_place(maker, &axis, maker->typed);
    }
    return !numbers;
}

// ---- all of them --------------------------------------------------------------------------------

static const struct {
    ScreenId screen;
    bool (*complete)(Maker *maker);
    const char *title;
} PLACES[] = {
    {SCREEN_LARGE, complete_large, "go to row, column: 537,12 or labels; g: first cell"},
    {SCREEN_FLOW, complete_query, "go to a query: its number or label; g: the first"},
    {SCREEN_HEADS, complete_head, "go to a head: its number or pattern; g: the first"},
};
enum { PLACES_COUNT = sizeof PLACES / sizeof *PLACES };

bool complete_matrix_places(Maker *maker)
{
    for (int i = 0; i < PLACES_COUNT; i++) {
        if (PLACES[i].screen == app_subject_screen(maker->app)) return PLACES[i].complete(maker);
    }
    return true;
}

const char *matrix_places_title(const App *app)
{
    for (int i = 0; i < PLACES_COUNT; i++) {
        if (PLACES[i].screen == app_subject_screen(app)) return PLACES[i].title;
    }
    return NULL;
}
