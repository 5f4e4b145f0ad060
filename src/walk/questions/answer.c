// Compares a number that a reader typed with the true one. An answer may be rounded, so it counts
// as right if the true number rounds to it, provided that it has enough digits.
#include "walk/questions/question.h"

#include "base/text/ascii.h"
#include "base/text/typed_number.h"

#include <math.h>

// What float32 leaves uncertain.
static double slack(const TypedNumber *typed, double value)
{
    return 1e-6 * fabs(value) + 1e-12 * fabs(typed->value);
}

static bool is_exactly(const TypedNumber *typed, double value)
{
    return fabs(typed->value - value) <= slack(typed, value);
}

// What is written as a whole number, and is one but for what float32 lost.
static double as_shown(double value)
{
    double whole = round(value), off = fabs(value - whole);
    bool is_whole = whole != 0 ? off < 0.5e-4 : off < 1e-6;
    return is_whole ? whole : value;
}

static Rounding compare_exactly(const TypedNumber *typed, double value)
{
    return is_exactly(typed, value) || is_exactly(typed, as_shown(value)) ? EQUAL : NOT_EQUAL;
}

static bool is_within(const TypedNumber *typed, double value)
{
    double around = slack(typed, value);
    return value >= typed->low - around && value <= typed->high + around;
}

static Rounding compare(const TypedNumber *typed, double value)
{
    if (is_exactly(typed, value)) return EQUAL;
    if (!is_within(typed, value)) return NOT_EQUAL;
    bool nothing_left =
        typed->value == 0 && fabs(value) >= 0.0005 && typed->high - typed->low > 0.05;
    return nothing_left ? TOO_ROUGH : EQUAL;
}

// ---- answers -----------------------------------------------------------------------------------

// Fewer than two digits and no decimal.
static bool is_coarse(const TypedNumber *typed)
{
    double half = (typed->high - typed->low) / 2;
    return half > 0.05 * (1 + 1e-9) && half > fabs(typed->value) / 20 * (1 + 1e-9);
}

// Both whole numbers beside a fraction get the same answer, or it would tell which one is nearer.
static Rounding grade(const TypedNumber *typed, double value)
{
    double shown = as_shown(value), unit = typed->high - typed->low;
    if (compare_exactly(typed, value) == EQUAL) return EQUAL;
    if (is_coarse(typed)) return fabs(typed->value - shown) < unit ? TOO_ROUGH : NOT_EQUAL;
    if (!is_within(typed, value)) return NOT_EQUAL;
    bool is_fraction = shown != 0 && fabs(shown) < 1;
    bool is_end = typed->value == 0 || fabs(typed->value) == 1;
    return is_fraction && is_end ? TOO_ROUGH : EQUAL;
}

static Rounding compare_with(Str typed, double value,
                             Rounding (*finite)(const TypedNumber *typed, double value))
{
    TypedNumber number;
    if (!typed_number_read(typed, &number)) return NOT_A_NUMBER;
    if (isnan(number.value) || isnan(value))
        return isnan(number.value) && isnan(value) ? EQUAL : NOT_EQUAL;
    if (isinf(number.value) || isinf(value)) return number.value == value ? EQUAL : NOT_EQUAL;
    return finite(&number, value);
}

Rounding answer_compare(Str typed, double value)
{
    return compare_with(typed, value, compare);
}

Rounding answer_grade(Str typed, double value)
{
    return compare_with(typed, value, grade);
}

bool answer_is_exact(Str typed, double value)
{
    return compare_with(typed, value, compare_exactly) == EQUAL;
}

int answer_digits(Str typed)
{
    TypedNumber number;
    if (!typed_number_read(typed, &number) || number.value == 0) return 0;
    double unit = number.high - number.low;
    if (!(unit > 0) || !isfinite(number.value)) return 0;
    return (int)floor(log10(fabs(number.value) / unit) + 1e-9) + 1;
}

bool answer_is_same(Str typed, Str other)
{
    TypedNumber x, y;
    if (!typed_number_read(typed, &x) || !typed_number_read(other, &y)) return false;
    if (!isfinite(x.value) || !isfinite(y.value)) return x.value == y.value;
    double apart = fabs(x.value - y.value), unit = fmax(x.high - x.low, y.high - y.low);
    bool equal = x.value == y.value || apart <= 1e-6 * fabs(y.value);
    return equal || (unit < 0.5 && apart <= unit / 2 * (1 + 1e-9));
}

// ---- numbers in the text of a choice -----------------------------------------------------------

static bool begins_number(Str text, int at)
{
    char before = at ? text.p[at - 1] : ' ';
    return ascii_is_digit(text.p[at]) && !ascii_is_word(before) && before != '[';
}

static int digits_end(Str text, int at)
{
    while (at < text.n && ascii_is_digit(text.p[at])) at++;
    return at;
}

// The end of "12.5e-3" that begins at `at`.
static int number_end(Str text, int at)
{
    int end = digits_end(text, at);
    if (end + 1 < text.n && text.p[end] == '.' && ascii_is_digit(text.p[end + 1]))
        end = digits_end(text, end + 1);
    if (end >= text.n || (text.p[end] | 0x20) != 'e') return end;
    int exponent = end + 1;
    if (exponent < text.n && (text.p[exponent] == '-' || text.p[exponent] == '+')) exponent++;
    int last = digits_end(text, exponent);
    return last > exponent ? last : end;
}

bool answer_next_number(Str *rest, Str *number)
{
    for (int start = 0; start < rest->n; start++) {
        if (!begins_number(*rest, start)) continue;
        int end = number_end(*rest, start);
        if (start && (rest->p[start - 1] == '-' || rest->p[start - 1] == '.')) start--;
        if (str_ends(str_slice(*rest, 0, start), "\xE2\x88\x92")) start -= 3;
        *number = str_slice(*rest, start, end);
        *rest = str_slice(*rest, end, rest->n);
        return true;
    }
    return false;
}

// "0.4: in proportion" states a number, "it comes from head 1" does not.
Str choice_number(const Choice *choice)
{
    if (choice->text.count == 0 || choice->text.inlines[0].kind == INLINE_LIVE) return (Str){0};
    Str text = str_trim(choice->text.inlines[0].text), rest = text, number;
    bool begins = answer_next_number(&rest, &number) && number.p == text.p;
    return begins ? number : (Str){0};
}

// Is one of the numbers in the text a rounding of the value?
static bool text_states(Str text, double value)
{
    bool states = false;
    Str number;
    while (answer_next_number(&text, &number)) states |= answer_compare(number, value) == EQUAL;
    return states;
}

bool choice_states(const Choice *choice, double value, bool *has_numbers)
{
    bool states = false;
    *has_numbers = choice_number(choice).n > 0;
    for (int i = 0; i < choice->text.count && *has_numbers; i++) {
        const Inline *part = &choice->text.inlines[i];
        states |= part->kind != INLINE_LIVE && text_states(part->text, value);
    }
    return states;
}

bool paragraph_states(const Paragraph *paragraph, double value)
{
    bool states = false;
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *part = &paragraph->inlines[i];
        states |= part->kind == INLINE_TEXT && text_states(part->text, value);
    }
    return states;
}

// ---- choices of several numbers ----------------------------------------------------------------

// In "[2, 3]" the numbers are no indices.
static Str without_brackets(Str text, Arena *arena)
{
    char *copy = str_copy(arena, text);
    for (int i = 0; i < text.n; i++) {
        if (copy[i] == '[' || copy[i] == ']' || copy[i] == '(' || copy[i] == ')') copy[i] = ' ';
    }
    return (Str){copy, text.n};
}

static int count_numbers(Str text)
{
    Str number;
    int count = 0;
    while (answer_next_number(&text, &number)) count++;
    return count;
}

bool choice_lists(const Choice *choice, Str text, bool *has_numbers)
{
    *has_numbers = false;
    if (choice->text.count == 0 || choice->text.inlines[0].kind != INLINE_TEXT) return false;
    SCRATCH(scratch);
    Str values = without_brackets(text, &scratch), value, number;
    Str said = str_trim(without_brackets(choice->text.inlines[0].text, &scratch)), rest = said;
    bool begins = answer_next_number(&rest, &number) && number.p == said.p;
    *has_numbers = begins && count_numbers(values) > 1;
    bool states = *has_numbers;
    while (states && answer_next_number(&values, &value)) {
        TypedNumber expected;
        states = answer_next_number(&said, &number) && typed_number_read(value, &expected) &&
                 answer_compare(number, expected.value) == EQUAL;
    }
    return states;
}
