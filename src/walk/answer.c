// Typed numbers against true ones.
#include "walk/question.h"

#include "base/ascii.h"
#include "base/typed_number.h"

#include <math.h>

// Within what was typed, and what float32 leaves uncertain.
static Rounding compare(const TypedNumber *typed, double value)
{
    double slack = 1e-6 * fabs(value) + 1e-12 * fabs(typed->value);
    if (fabs(typed->value - value) <= slack) return EQUAL;
    if (value < typed->low - slack || value > typed->high + slack) return NOT_EQUAL;
    bool nothing_left =
        typed->value == 0 && fabs(value) >= 0.0005 && typed->high - typed->low > 0.05;
    return nothing_left ? TOO_ROUGH : EQUAL;
}

Rounding answer_compare(Str typed, double value)
{
    TypedNumber number;
    if (!typed_number_read(typed, &number)) return NOT_A_NUMBER;
    if (isnan(number.value) || isnan(value))
        return isnan(number.value) && isnan(value) ? EQUAL : NOT_EQUAL;
    if (isinf(number.value) || isinf(value)) return number.value == value ? EQUAL : NOT_EQUAL;
    return compare(&number, value);
}

// ---- numbers in the text of a choice -----------------------------------------------------------

static bool begins_number(Str text, int at)
{
    char before = at ? text.p[at - 1] : ' ';
    bool in_word = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z') ||
                   before == '_' || before == '[' || ascii_is_digit(before);
    return ascii_is_digit(text.p[at]) && !in_word;
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

// Takes the next number off `*rest`: digits that are no part of a name ("x0") or an index.
static bool next_number(Str *rest, Str *number)
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
    bool begins = next_number(&rest, &number) && number.p == text.p;
    return begins ? number : (Str){0};
}

// Is one of the numbers in the text a rounding of the value?
static bool text_states(Str text, double value)
{
    bool states = false;
    Str number;
    while (next_number(&text, &number)) states |= answer_compare(number, value) == EQUAL;
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
    while (next_number(&text, &number)) count++;
    return count;
}

bool choice_lists(const Choice *choice, Str text, bool *has_numbers)
{
    *has_numbers = false;
    if (choice->text.count == 0 || choice->text.inlines[0].kind != INLINE_TEXT) return false;
    Arena scratch = {0};
    Str values = without_brackets(text, &scratch), value, number;
    Str said = str_trim(without_brackets(choice->text.inlines[0].text, &scratch)), rest = said;
    bool begins = next_number(&rest, &number) && number.p == said.p;
    *has_numbers = begins && count_numbers(values) > 1;
    bool states = *has_numbers;
    while (states && next_number(&values, &value)) {
        TypedNumber expected;
        states = next_number(&said, &number) && typed_number_read(value, &expected) &&
                 answer_compare(number, expected.value) == EQUAL;
    }
    arena_free(&scratch);
    return states;
}
