// Compares the numbers in the prose of a lesson with those of its program. All values that the
// program computed, printed or wrote are gathered in one sorted array and found there by binary
// search.
//
// A number in prose is usually rounded: "0.063" represents every value from 0.0625 to 0.0635. So
// it is read as an interval (base/text/typed_number.h), arithmetic on numbers gives intervals
// again, and "a = b" holds where the two sides meet. Tensors of more than 4096 cells are left out,
// since among so many values nearly any number would be found by chance.
#include "check/prose.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "check/written_sum.h"
#include "study/names/typed_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- words -------------------------------------------------------------------------------------

// The words of a paragraph in one piece, and what they are checked against.
typedef struct Words {
    Arena *arena;
    Str text; // "`" in place of code, which is no prose
    const ProseNumbers *known;
    const Source *source; // that the paragraph is in
    Error *error;
} Words;

enum { LONGEST_START = 40, SHORTEST_START = 8 };

static Words prose_words(const Paragraph *paragraph, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *inline_ = &paragraph->inlines[i];
        bool code = inline_->kind == INLINE_CODE || inline_->kind == INLINE_LIVE;
        Str written = inline_->tex ? str_from(inline_->tex) : inline_->text;
        if (inline_->kind == INLINE_TEXT) buf_add(&text, written);
        if (code) buf_add(&text, STR("`"));
        if (inline_->kind == INLINE_BREAK) buf_add(&text, STR(" "));
    }
    return (Words){.arena = arena, .text = buf_str(&text)};
}

// Where the paragraph is in the lesson: a paragraph keeps no places, and may be wrapped, quoted and
// emphasised there. Its first line is searched for, up to what is no plain text.
static int paragraph_start(const Words *words)
{
    for (int n = LONGEST_START; n >= SHORTEST_START; n--) {
        Str start = str_slice(words->text, 0, n);
        int at = str_find(words->source->text, str_copy(words->arena, start));
        if (at >= 0) return at;
    }
    return 0;
}

// The end of the next occurrence of `part` from `from` on, or -1.
static int end_of_next(Str text, int from, const char *part)
{
    int at = str_find(str_slice(text, from, text.n), part);
    return at < 0 ? -1 : from + at + (int)strlen(part);
}

// The place of a part of the words; of words that are wrapped there that of the first line.
static Span prose_place(const Words *words, Str said)
{
    int here = (int)(said.p - words->text.p), from = paragraph_start(words);
    for (; said.n; said.n--) {
        const char *part = str_copy(words->arena, said);
        int end = from;
        for (int at = 0; end >= 0 && at >= 0 && at <= here;) {
            end = end_of_next(words->source->text, end, part);
            at = end_of_next(words->text, at, part);
            if (at - said.n >= here) break;
        }
        if (end > from) return (Span){words->source, end - said.n, end};
    }
    return (Span){words->source, 0, 0};
}

// The place of code in the paragraph: of "`code`", its first.
static Span prose_code_place(const Words *words, Str code)
{
    const char *quoted = arena_printf(words->arena, "`%.*s`", STR_ARG(code));
    int end = end_of_next(words->source->text, paragraph_start(words), quoted);
    return end < 0 ? (Span){words->source, 0, 0} : (Span){words->source, end - 1 - code.n, end - 1};
}

// ---- what the program knows --------------------------------------------------------------------

// Only tensors that a reader can look over: among a million random cells any number is found.
enum { MOST_CELLS = 4096, FEWEST_DECIMALS = 2 };

struct ProseNumbers {
    Arena *arena;
    const Trace *trace;
    double *value; // sorted
    size_t count;
};

static void add_value(ProseNumbers *known, double value)
{
    if (!isfinite(value)) return;
    *ARENA_ADD(known->arena, known->value, known->count) = value;
}

static void add_tensor(ProseNumbers *known, const Tensor *tensor)
{
    if (tensor_count(tensor) > MOST_CELLS || tensor_count(tensor) == 0) return;
    Index at = {0};
    do add_value(known, tensor_get(tensor, at));
    while (index_next(&tensor->shape, &at));
}

static bool is_digit(Str text, int at)
{
    return at >= 0 && at < text.n && ascii_is_digit(text.p[at]);
}

// Is byte `at` where a number begins: no digit of another, no part of a name?
static bool begins_number(Str text, int at)
{
    if (!is_digit(text, at)) return false;
    char before = ' ';
    if (at) before = text.p[at - 1];
    return !ascii_is_word(before) && !(before == '.' && is_digit(text, at - 2));
}

static void add_text(ProseNumbers *known, Str text)
{
    for (int at = 0; at < text.n; at++) {
        if (!begins_number(text, at)) continue;
        char *end, *copy = str_copy(known->arena, str_slice(text, at, at + 64));
        double value = strtod(copy, &end);
        add_value(known, value);
        add_value(known, -value);
        at += (int)(end - copy);
    }
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

ProseNumbers *prose_numbers_read(const Walk *walk, Arena *arena)
{
    ProseNumbers *known = arena_alloc(arena, sizeof *known);
    *known = (ProseNumbers){.arena = arena, .trace = walk->trace};
    for (int i = 0; i < walk->trace->entry_count; i++) {
        add_tensor(known, trace_output(walk->trace, i));
    }
    for (int i = 0; i < walk->ran.printed_count; i++) {
        add_text(known, str_from(walk->ran.printed[i].text));
        add_text(known, walk->ran.printed[i].code->source->text);
    }
    for (int i = 0; i < walk->ran.live_count; i++)
        add_text(known, str_from(walk->ran.live[i].text));
    add_value(known, exp(1));
    add_value(known, acos(-1));
    qsort(known->value, known->count, sizeof *known->value, by_size);
    return known;
}

static int by_place(const void *number_, const void *value_)
{
    const TypedNumber *number = number_;
    double value = *(const double *)value_;
    if (sum_meets(*number, (TypedNumber){.low = value, .high = value})) return 0;
    return number->low > value ? 1 : -1;
}

static bool has_number(const ProseNumbers *known, TypedNumber number)
{
    return known->count &&
           bsearch(&number, known->value, known->count, sizeof *known->value, by_place);
}

// Sizes count: prose says "0.23 lower" of what is -0.23.
static bool is_known(const ProseNumbers *known, TypedNumber number)
{
    return has_number(known, number) ||
           has_number(known, (TypedNumber){.low = -number.high, .high = -number.low});
}

// ---- sums --------------------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

// Where the first operand may be a word or code, what follows is only a part of the sum.
static bool is_cut_before(Str text, int at)
{
    while (at > 0 && is_blank(text.p[at - 1])) at--;
    if (at == 0) return false;
    static const char *const operators[] = {"+", "*", "/", "-", "^", "(",
                                            "×", "·", "÷", "−", "√", "`"};
    Str before = str_slice(text, 0, at);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (str_ends(before, operators[i])) return true;
    }
    return false;
}

static bool is_cut_behind(Str text, int at)
{
    if (at < text.n && (ascii_is_letter(text.p[at]) || text.p[at] == '^')) return true;
    while (at < text.n && is_blank(text.p[at])) at++;
    Str behind = str_slice(text, at, text.n);
    bool is_e = str_starts(behind, "e") && (behind.n == 1 || !ascii_is_letter(behind.p[1]));
    return is_e || str_starts(behind, "- ") || str_begins(behind, "+ * / × · ÷ − `");
}

// The sign between two sides, "=" or "≈", with the blanks around it.
static bool equals_at(Str text, int *at, bool *nearly)
{
    int now = *at;
    while (now < text.n && is_blank(text.p[now])) now++;
    Str rest = str_slice(text, now, text.n);
    int length = str_starts(rest, "≈") ? (int)strlen("≈") : str_starts(rest, "=") ? 1 : 0;
    if (!length || str_starts(rest, "==")) return false;
    *nearly = length > 1;
    for (now += length; now < text.n && is_blank(text.p[now]);) now++;
    *at = now;
    return true;
}

typedef struct Side {
    int at;
    Sum sum;
} Side;

static bool begins_sum(Str text, int at)
{
    Str rest = str_slice(text, at, text.n);
    bool sign = str_starts(rest, "(") || str_starts(rest, "√") || str_starts(rest, "-") ||
                str_starts(rest, "−");
    return sign || begins_number(text, at);
}

// With a pencil: "=" is between what the digits give and a number of so many decimals. Where both
// sides are sums, or with "≈", their numbers may have been rounded before.
static bool sides_agree(const Sum *left, const Sum *right, bool nearly)
{
    if (nearly || (left->operations && right->operations))
        return sum_meets(left->value, right->value);
    return left->operations ? sum_gives(left, right) : sum_gives(right, left);
}

static bool wrong(const Words *words, Str said, const char *what, const char *hint)
{
    error_set_at(words->error, prose_place(words, said), NULL, "%s", what);
    return error_hint(words->error, "%s", hint);
}

static bool differs(const Words *words, Side left, Side right)
{
    Str said = str_slice(words->text, left.at, right.at + right.sum.length);
    return wrong(words, said, arena_printf(words->arena, "%.*s does not hold", STR_ARG(said)),
                 arena_printf(words->arena, "the left side is %.*g", 6, left.sum.value.value));
}

// 0×4 is 0 as well as 0×5: which number is meant, only the rows that are multiplied can tell.
static bool products_hold(const Words *words, Side side)
{
    Tuple left, right;
    const Trace *trace = words->known->trace;
    Str said = str_slice(words->text, side.at, side.at + side.sum.length);
    if (!tuples_of_products(said, &left, &right)) return true;
    bool left_known = tuple_is_known(trace, &left);
    if (left_known && tuple_is_known(trace, &right)) return true;
    return wrong(words, said,
                 arena_printf(words->arena,
                              "no tensor of the program has the %s factors of %.*s side by side",
                              left_known ? "second" : "first", STR_ARG(said)),
                 "correct it, or leave out the products by 0");
}

// The sum at `*at`, and what it equals; `*at` goes behind what was read.
static bool side_holds(const Words *words, int *at, int *sums)
{
    Str text = words->text;
    Side left = {.at = *at}, right;
    if (!sum_read(str_slice(text, *at, text.n), &left.sum)) {
        ++*at;
        return true;
    }
    bool whole = !is_cut_before(text, left.at);
    *at += left.sum.length;
    for (right = left; whole; left = right) {
        int next = *at;
        bool nearly;
        if (!equals_at(text, &next, &nearly) ||
            !sum_read(str_slice(text, next, text.n), &right.sum))
            break;
        right.at = next;
        *at = next + right.sum.length;
        if (is_cut_behind(text, *at)) break;
        if (!left.sum.operations && !right.sum.operations) continue;
        if (!sides_agree(&left.sum, &right.sum, nearly)) return differs(words, left, right);
        if (!products_hold(words, left)) return false;
        ++*sums;
    }
    return true;
}

static bool number_is_known(const Words *words, int at, int end)
{
    Sum number;
    Str text = str_slice(words->text, 0, end);
    for (; at < end; at++) {
        if (!begins_number(text, at)) continue;
        int stop = at;
        while (stop < end &&
               (is_digit(text, stop) || (text.p[stop] == '.' && is_digit(text, stop + 1))))
            stop++;
        Str digits = str_slice(text, at, stop);
        if (sum_read(digits, &number) && number.decimals >= FEWEST_DECIMALS &&
            number.length == digits.n && !is_known(words->known, number.value))
            return wrong(
                words, digits,
                arena_printf(words->arena, "the program has no number %.*s", STR_ARG(digits)),
                "correct it, or write out the sum that it comes from: 0.5×0.25 = 0.125");
        at = stop;
    }
    return true;
}

// The number in "query 0 is " or "is row 0, " that ends at `at`; -1: none.
static int64_t line_before(Str text, int at)
{
    Str before = str_slice(text, 0, at);
    int sign = str_ends(before, " is ") ? 4 : str_ends(before, ", ") ? 2 : 0;
    int end = at - sign, start = end;
    while (is_digit(text, start - 1)) start--;
    bool whole = sign && start < end && start > 1 && text.p[start - 1] == ' ';
    bool named = whole && ascii_is_letter(text.p[start - 2]);
    if (!named || (sign == 2 && !str_ends(str_slice(text, 0, start), " is row "))) return -1;
    int64_t number;
    return number_parse_int(str_slice(text, start, end), &number) ? number : -1;
}

// "1×(0, 0, 2) + 2×(1, 0, 0) = (2, 0, 2)" and "f(1, 2)" are more than a row of numbers.
static bool tuple_holds(const Words *words, int at)
{
    Tuple tuple;
    const Trace *trace = words->known->trace;
    Str rest = str_slice(words->text, at, words->text.n);
    bool bare = at == 0 || is_blank(words->text.p[at - 1]);
    if (!bare || is_cut_before(words->text, at) || !tuple_read(rest, &tuple)) return true;
    Str said = str_slice(rest, 0, tuple.length);
    int64_t line = line_before(words->text, at);
    if (!tuple_is_known(trace, &tuple))
        return wrong(words, said,
                     arena_printf(words->arena, "no tensor of the program has %.*s side by side",
                                  STR_ARG(said)),
                     "correct it, or write the numbers without brackets");
    bool counted = line < 0 || tuple_is_line(trace, &tuple, line) ||
                   tuple_is_line(trace, &tuple, line - 1); // counted from 1
    return counted ||
           wrong(words, said,
                 arena_printf(words->arena, "no tensor of the program has %.*s as row or column %d",
                              STR_ARG(said), (int)line),
                 "correct its numbers, or say which row it is");
}

static bool numbers_hold(const Words *words, int *sums)
{
    for (int at = 0, end; at < words->text.n; at = end) {
        end = at;
        int before = *sums;
        if (!tuple_holds(words, at)) return false;
        if (!begins_sum(words->text, at)) {
            end++;
            continue;
        }
        if (!side_holds(words, &end, sums)) return false;
        if (*sums == before && !number_is_known(words, at, end)) return false;
    }
    return true;
}

// ---- the reason of a prediction ----------------------------------------------------------------

static bool states(const Words *words, double value, bool *has_numbers)
{
    Str rest = words->text, number;
    while (answer_next_number(&rest, &number)) {
        *has_numbers = true;
        if (answer_compare(number, value) != NOT_EQUAL) return true;
    }
    return false;
}

bool prose_states(const ProseNumbers *known, const Prediction *prediction, double value)
{
    bool has_numbers = false;
    for (int i = 0; i < prediction->reason_count; i++) {
        Words words = prose_words(&prediction->reason[i], known->arena);
        if (states(&words, value, &has_numbers)) return true;
    }
    return !has_numbers;
}

// ---- cells --------------------------------------------------------------------------------------

// Only "name[1, 2]" with whole numbers, of a name that the program gave to a tensor: any other code
// in prose may speak of another program.
// The name in front of "[0, 2]"; empty when the text is something else.
static Str cell_tensor_name(Str text)
{
    int n = str_word(text, 0);
    Str name = str_slice(text, 0, n), brackets = str_slice(text, n, text.n);
    if (brackets.n < 3 || brackets.p[0] != '[' || !str_ends(brackets, "]")) return (Str){0};
    for (int i = 1; i < brackets.n - 1; i++) {
        char c = brackets.p[i];
        if (!ascii_is_digit(c) && c != ',' && c != ' ' && c != '-') return (Str){0};
    }
    return name;
}

static bool is_tensor(const Trace *trace, Str name)
{
    for (int i = 0; i < trace->binding_count; i++) {
        if (str_is(name, trace->bindings[i].name)) return true;
    }
    return false;
}

// The number in " is 0.1410." or " = 4", at the start of what follows the code.
static bool said_number(Str text, Str *number)
{
    text = str_trim(text);
    int sign = str_starts(text, "is ") ? 3 : str_starts(text, "= ") ? 2 : 0;
    if (!sign) return false;
    text = str_trim(str_slice(text, sign, text.n));
    Str behind = text;
    if (!answer_next_number(&behind, number) || number->p != text.p) return false;
    behind = str_trim(behind);
    return !behind.n || (behind.p[0] && strchr(".,;:)", behind.p[0]));
}

// A slice, "scores[0]", has no number of its own.
static bool cell_holds(const Words *words, const Inline *code, const Inline *behind)
{
    Cell cell;
    int indices;
    Span at = prose_code_place(words, code->text);
    const Trace *trace = words->known->trace;
    if (!trace_parse_tensor(trace, code->text, &cell, &indices, words->error)) {
        error_place(words->error, at);
        return false;
    }
    Str said;
    bool has_number = indices == trace_shape(trace, cell.entry)->ndim && behind &&
                      behind->kind == INLINE_TEXT && said_number(behind->text, &said);
    if (!has_number || answer_compare(said, cell_value(trace, cell)) != NOT_EQUAL) return true;
    Buf text = {.arena = words->arena};
    number_human(&text, cell_value(trace, cell), 4);
    error_set_at(words->error, at, NULL, "%.*s is %s, not %.*s", STR_ARG(code->text),
                 buf_text(&text), STR_ARG(said));
    return error_hint(words->error, "correct the number, or name another cell");
}

static bool cells_hold(const Words *words, const Paragraph *paragraph, Str asked)
{
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *code = &paragraph->inlines[i];
        if (code->kind != INLINE_CODE || str_equal(code->text, asked)) continue;
        Str name = cell_tensor_name(code->text);
        if (!name.n || !is_tensor(words->known->trace, name)) continue;
        if (!cell_holds(words, code, i + 1 < paragraph->count ? code + 1 : NULL)) return false;
    }
    return true;
}

bool prose_holds(const ProseNumbers *known, const Paragraph *paragraph, Str asked,
                 const Source *source, int *sums, Error *error)
{
    Words words = prose_words(paragraph, known->arena);
    words.known = known;
    words.source = source;
    words.error = error;
    return numbers_hold(&words, sums) && cells_hold(&words, paragraph, asked);
}
