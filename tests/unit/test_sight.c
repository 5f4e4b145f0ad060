// Nothing shows what a question hides. Proved without looking for numbers: the number is changed
// behind the back of the walk, and what is drawn, told and exported has the same numbers as before.
#include "support/figure.h"
#include "support/lessons.h"
#include "support/test.h"
#include "tensor/op.h"

#include "base/text/ascii.h"
#include "command/figures/figures.h"
#include "linear/linear.h"
#include "study/attention/attention.h"
#include "tensor/dtype.h"
#include "text/lesson_text.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/core/screen.h"
#include "tui/described/described.h"
#include "walk/places/focus.h"
#include "walk/places/stages.h"
#include "walk/walk.h"

#include <string.h>

enum { NEAR = 20 };

static Arena arena;

static int finish(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// ---- media --------------------------------------------------------------------------------------

static void go_to_question(Walk *walk, const Question *question)
{
    int stage, substep;
    assert_true(question_place(walk, question, &stage, &substep));
    walk_go_to(walk, stage, substep);
    walk_select_question(walk);
}

// What the page gets of the same screen, and the figure that it shows.
static void add_described(const App *app, const char *keys, Buf *out)
{
    Subject subject;
    Error error = {.arena = out->arena};
    const char *kind = described_figure(app, &subject, out->arena), *said = NULL;
    bool walks = !screen_of(app_subject_screen(app))->subject;
    FigureChoice choice = {
        .kind = kind, .theme = "light", .head = -1, .query = -1, .here = walks, .bare = true};
    buf_printf(out, "described %s\n", keys);
    json_tree_print(described(app, 120), JSON_INDENT(1), out);
    Buf svg = {.arena = out->arena};
    if (kind && figure_chosen_svg(app->walk, subject.cell, choice, walk_sight(app->walk),
                                  &fake_measure, &svg, &said, &error))
        buf_printf(out, "\ndescribed figure %s\n%s\n%s", keys, said, buf_text(&svg));
    buf_add_char(out, '\n');
}

static void add_screen(Walk *walk, const Question *question, const char *keys, Buf *out)
{
    App app;
    Key key;
    Error error = {.arena = out->arena};
    go_to_question(walk, question);
    app_init(&app, walk, &(TuiOptions){0}, 120, 40);
    for (Str rest = str_from(keys); rest.n && key_parse(&rest, &key, &error);) app_key(&app, key);
    Frame frame = draw(&app, out->arena);
    buf_printf(out, "screen %s\n", keys);
    frame_print(&frame, out);
    add_described(&app, keys, out);
    app_free(&app);
}

static void add_told(Walk *walk, const Question *question, const char *what, const char *of,
                     Buf *out)
{
    Str line = str_from(arena_printf(out->arena, "%s %s", what, of));
    go_to_question(walk, question);
    Linear *linear = linear_open(walk, &(LinearOptions){0});
    linear_begin(linear);
    Str said = linear_line(linear, line);
    buf_printf(out, "told %.*s\n%.*s\n", STR_ARG(line), STR_ARG(said));
    linear_close(linear);
}

static void add_page(Walk *walk, const Question *question, Buf *out)
{
    go_to_question(walk, question);
    buf_add(out, STR("page \n"));
    lesson_html(walk, (LessonSight){.holds_back = true}, out);
    if (question->prediction) lesson_asked_html(walk, question->prediction, false, out);
    buf_add_char(out, '\n');
}

// `here`: the equation that the walk's screen shows, as it shows it.
static void add_figure(const Walk *walk, int entry, const FigureKind *kind, bool here, Buf *out)
{
    Error error = {.arena = out->arena};
    Figure figure = {.arena = out->arena};
    FigureChoice choice = {.kind = kind->name,
                           .format = "svg",
                           .theme = "light",
                           .head = -1,
                           .query = -1,
                           .here = here};
    FigureRequest request =
        figure_request_chosen(kind, walk, (Cell){.entry = entry}, choice, out->arena);
    buf_printf(out, "figure %s of entry %d\n", here ? "here" : kind->name, entry);
    if (!figure_kind_build(kind, &figure, &request, &fake_measure, &error)) return;
    buf_printf(out, "%s\n", figure.description ? figure.description : "");
    for (int i = 0; i < figure.count; i++) {
        const FigureShape *shape = &figure.shapes[i];
        int pixels = shape->pixels ? shape->pixel_rows * shape->pixel_columns : 1;
        int marks = shape->mark ? pixels : 0;
        for (int k = 0; k < pixels; k++) {
            Color color = shape->pixels ? shape->pixels[k] : shape->color;
            buf_printf(out, "%.1f %.1f %.1f %.1f colour %d.%03d%03d%03d\n", shape->x, shape->y,
                       shape->width, shape->height, color.a, color.r, color.g, color.b);
        }
        if (shape->kind == SHAPE_TEXT) buf_printf(out, "%s\n", shape->text);
        for (int k = 0; k < marks; k++)
            if (shape->mark[k].title) buf_printf(out, "%s\n", shape->mark[k].title);
    }
}

// What is made of it, directly or of what that makes.
static bool is_near(const Walk *walk, int from, int entry)
{
    const OpCall *call = &walk->trace->entries[entry].call;
    bool near = entry == from;
    for (int i = 0; i < call->input_count && !near; i++) near = call->input[i]->origin == from;
    return near;
}

static Str shown(Walk *walk, const Question *question, Arena *scratch)
{
    static const char *const KEYS[] = {
        "",       "H",  "z", "f", "F", "D", "A", "T", "t", "c",
        "z<Tab>", "CA", "i", "i", "i", "i", "v", "v", "v"}; // the last ones turn once around
    static const char *const OF_CELL[] = {"why", "from", "feeds"};
    static const char *const OF_TENSOR[] = {"read", "look", "heads", "arrows"};
    Buf out = {.arena = scratch};
    const Trace *trace = walk->trace;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        add_screen(walk, question, KEYS[i], &out);
    add_page(walk, question, &out);
    const char *name = cell_name(trace, question->cell, scratch);
    for (size_t i = 0; i < sizeof OF_CELL / sizeof *OF_CELL; i++)
        add_told(walk, question, OF_CELL[i], name, &out);
    int from = question->cell.entry;
    go_to_question(walk, question);
    if (walk->at.focus >= 0) add_figure(walk, from, figure_kind_find("equation"), true, &out);
    // A mask says which of two numbers a cell is, and so whether it is a dot product.
    bool is_mask = trace->entries[from].call.output->dtype == DTYPE_BOOL;
    size_t of_tensor = sizeof OF_TENSOR / sizeof *OF_TENSOR - is_mask;
    for (int entry = from; entry < trace->entry_count && entry < from + NEAR; entry++) {
        const char *tensor = trace->entries[entry].name;
        for (size_t i = 0; i < of_tensor && tensor; i++)
            add_told(walk, question, OF_TENSOR[i], tensor, &out);
        go_to_question(walk, question);
        for (int i = 0; i < figure_kind_count && is_near(walk, from, entry); i++)
            if (!figure_kinds[i]->whole || entry == from)
                add_figure(walk, entry, figure_kinds[i], false, &out);
    }
    return buf_str(&out);
}

// ---- the number ---------------------------------------------------------------------------------

// The cell changes places with one of its row that is not seen either, so that weights remain
// weights; where there is none, it gets another number.
static void change(const Walk *walk, Cell cell)
{
    Tensor *tensor = walk->trace->entries[cell.entry].call.output;
    double value = tensor_get(tensor, cell.at), other = value == 9 ? 8 : value + 1;
    bool moves = walk->trace->entries[cell.entry].call.op->moves; // then a key may open the others
    int last = moves ? -1 : tensor->shape.ndim - 1;
    Cell beside = cell;
    for (int64_t i = 0; last >= 0 && i < tensor->shape.dim[last]; i++) {
        beside.at.at[last] = i;
        double one = tensor_get(tensor, beside.at);
        if (one == value || walk_is_open(walk, beside)) continue;
        tensor_set(tensor, beside.at, value);
        tensor_set(tensor, cell.at, one);
        return;
    }
    tensor_set(tensor, cell.at, tensor->dtype == DTYPE_BOOL ? value == 0 : other);
}

// Is it a number that is there to answer from, under another name?
static bool is_given(const Walk *walk, const Question *question)
{
    const Trace *trace = walk->trace;
    const Tensor *tensor = trace->entries[question->cell.entry].call.output;
    int first = questions_first_entry(walk, question->step);
    bool given = false;
    for (int i = 0; i < trace->entry_count && !given; i++) {
        const OpCall *call = &trace->entries[i].call;
        given = (i < first || !call->op->sources) && call->output->storage == tensor->storage;
    }
    return given;
}

static Str next_number(Str *line)
{
    int start = 0;
    while (start < line->n && !ascii_is_digit(line->p[start])) start++;
    int end = start;
    while (end < line->n && (ascii_is_digit(line->p[end]) || line->p[end] == '.')) end++;
    Str number = str_slice(*line, start, end);
    *line = str_slice(*line, end, line->n);
    return number;
}

static bool have_same_numbers(Str a, Str b)
{
    for (;;) {
        Str one = next_number(&a), other = next_number(&b);
        if (!one.n || !other.n) return one.n == other.n;
        if (!str_equal(one, other) && !answer_is_same(one, other)) return false;
    }
}

static bool begins_part(Str line)
{
    return str_starts(line, "screen ") || str_starts(line, "told ") || str_starts(line, "page ") ||
           str_starts(line, "described ") || str_starts(line, "figure ");
}

static int compared, unlike; // questions

// Up to where the next part begins.
static Str next_part(Str *rest)
{
    Str left = *rest, line;
    int end = 0;
    while (str_next_line(&left, &line) && !(end && begins_part(line))) end = rest->n - left.n;
    Str part = str_slice(*rest, 0, end);
    *rest = str_slice(*rest, end, rest->n);
    return part;
}

static int compare(const char *lesson, const Question *question, Str before, Str after)
{
    enum { MOST_PRINTED = 400 };
    while (before.n || after.n) {
        Str a = next_part(&before), b = next_part(&after);
        if (have_same_numbers(a, b)) continue;
        Str first = str_slice(a, 0, a.n < MOST_PRINTED ? a.n : MOST_PRINTED);
        Str second = str_slice(b, 0, b.n < MOST_PRINTED ? b.n : MOST_PRINTED);
        print_error("%s, %s:\n%.*s\n", lesson, question->name, STR_ARG(first));
        print_error("not seen, changed:\n%.*s\n", STR_ARG(second));
        return 1;
    }
    return 0;
}

// What attends: of the tensor, and of what is made of it.
static unsigned meaning(const Walk *walk, Cell cell)
{
    unsigned meant = 0;
    for (int i = 0; i < NEAR && cell.entry + i < walk->trace->entry_count; i++) {
        Matrix matrix = matrix_through(walk->trace, cell.entry + i, (Index){0});
        meant = meant << 1 | matrix_may_attend(walk->trace, &matrix);
    }
    return meant;
}

// The walk is not what it was after this. What other numbers would make something else of the
// tensor is left out.
static int check_question(const char *lesson, Walk *walk, const Question *question)
{
    int stage, substep;
    Arena scratch = {0};
    if (question->cell.entry < 0 || is_given(walk, question)) return 0;
    if (!question_place(walk, question, &stage, &substep)) return 0;
    Str before = shown(walk, question, &scratch);
    go_to_question(walk, question);
    unsigned meant = meaning(walk, question->cell);
    change(walk, question->cell);
    bool is_alike = meaning(walk, question->cell) == meant;
    int told = is_alike && compare(lesson, question, before, shown(walk, question, &scratch));
    unlike += !is_alike;
    compared += is_alike;
    arena_free(&scratch);
    return told;
}

static void nothing_tells_what_a_question_hides(void **state)
{
    (void)state;
    int told = 0;
    for (EachLesson each = {0}; lesson_next_open(&each);) {
        for (int q = 0; q < each.walk.ran.question_count; q++)
            told += check_question(each.name, &each.walk, &each.walk.ran.questions[q]);
    }
    assert_int_equal(told, 0);
    assert_true(unlike * 10 < compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_tells_what_a_question_hides, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
