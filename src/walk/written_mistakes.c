// The expression is altered as text and evaluated again by the program's own interpreter, while the
// names have the values that they had for the question.
#include "walk/written_mistakes.h"

#include "base/ascii.h"
#include "base/number.h"

#include <string.h>

enum { MOST_OPERANDS = 6 };

static bool is_name(Str text)
{
    return text.n > 0 && str_word(text, 0) == text.n && !ascii_is_digit(text.p[0]);
}

// What the last "name = …" up to the step assigned to the name; of anything else, itself.
static Str assigned(const Walk *walk, Str text, int step)
{
    if (!is_name(text)) return text;
    Arena scratch = {0};
    const char *begins = arena_printf(&scratch, "%.*s = ", STR_ARG(text));
    Str found = text;
    for (int i = 0; i < walk->trace->statement_count; i++) {
        const Statement *statement = &walk->trace->statements[i];
        Str line = span_text(statement->source);
        if (statement->step <= step && str_starts(line, begins))
            found = str_trim(str_slice(line, (int)strlen(begins), line.n));
    }
    arena_free(&scratch);
    return found;
}

static void try_instead(Walk *walk, Question *question, const char *text, const char *words)
{
    Arena *arena = &walk->run_arena;
    Error error = {.arena = arena};
    Source *altered = NEW(arena, Source);
    *altered = (Source){.name = "a mistake", .text = str_from(text)};
    Buf shown = {.arena = arena};
    WrittenMistake mistake = {.words = words};
    bool ok = run_show_expression(walk->run, altered, &shown, NULL, &error) &&
              number_parse_double(buf_str(&shown), &mistake.value);
    if (!ok) return;
    question->mistakes = arena_grow(arena, question->mistakes, (size_t)question->mistake_count,
                                    &question->mistake_capacity, sizeof(WrittenMistake));
    question->mistakes[question->mistake_count++] = mistake;
}

// ---- chains of one operator --------------------------------------------------------------------

typedef struct WrittenOperands {
    Str list[MOST_OPERANDS];
    int count;
    char sign;
} WrittenOperands;

// "n * n * d" or "a + b", of names and numbers alone.
static bool read_chain(Str text, WrittenOperands *operands)
{
    *operands = (WrittenOperands){0};
    for (int start = 0, at = 0; at <= text.n; at++) {
        char c = at < text.n ? text.p[at] : operands->sign;
        if (ascii_is_word(c) || c == '.' || c == ' ') continue;
        bool is_operator = (c == '*' || c == '+') && (!operands->sign || c == operands->sign);
        Str operand = str_trim(str_slice(text, start, at));
        if (!is_operator || !operand.n || operands->count == MOST_OPERANDS) return false;
        operands->sign = c;
        operands->list[operands->count++] = operand;
        start = at + 1;
    }
    return operands->count > 1;
}

static const char *joined(const WrittenOperands *operands, int left_out, char sign, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < operands->count; i++) {
        if (i == left_out) continue;
        if (text.n) buf_printf(&text, " %c ", sign);
        buf_add(&text, operands->list[i]);
    }
    return buf_text(&text);
}

static void try_chain(Walk *walk, Question *question, const WrittenOperands *operands)
{
    Arena *arena = &walk->run_arena;
    for (int i = 0; i < operands->count; i++) {
        const char *left = joined(operands, i, operands->sign, arena);
        try_instead(walk, question, left,
                    arena_printf(arena, "that is %s, without %s%.*s", left,
                                 operands->sign == '*' ? "times " : "",
                                 STR_ARG(operands->list[i])));
    }
    bool product = operands->sign == '*';
    try_instead(walk, question, joined(operands, -1, product ? '+' : '*', arena),
                product ? "the numbers were added, not multiplied"
                        : "the numbers were multiplied, not added");
}

// ---- counts ------------------------------------------------------------------------------------

// Are .sum() and .item() all that is called?
static bool only_sums(Str text)
{
    for (int i = 1; i < text.n; i++) {
        Str head = str_slice(text, 0, i);
        bool calls = text.p[i] == '(' && ascii_is_word(text.p[i - 1]);
        if (calls && !str_ends(head, ".sum") && !str_ends(head, ".item")) return false;
    }
    return true;
}

static const char *replaced(Str text, const char *what, const char *by, Arena *arena)
{
    int at = str_find(text, what), end = at + (int)strlen(what);
    return at < 0 ? NULL
                  : arena_printf(arena, "%.*s%s%.*s", at, text.p, by, text.n - end, text.p + end);
}

static void try_count(Walk *walk, Question *question, Str text)
{
    static const struct {
        const char *sign, *other;
    } SIGNS[] = {{" == ", " != "}, {" != ", " == "}, {" <= ", " > "},
                 {" >= ", " < "},  {" < ", " >= "},  {" > ", " <= "}};
    Arena *arena = &walk->run_arena;
    if (!only_sums(text)) return;
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        const char *other = replaced(text, SIGNS[i].sign, SIGNS[i].other, arena);
        if (!other) continue;
        try_instead(walk, question, other, arena_printf(arena, "that is %s", other));
        const char *all = replaced(text, ").sum()", ").numel()", arena);
        if (all) try_instead(walk, question, all, "that is how many there are in all");
        return;
    }
}

void written_mistakes(Walk *walk, Question *question, const Source *expression)
{
    WrittenOperands operands;
    Str text = assigned(walk, str_trim(expression->text), question->step);
    if (read_chain(text, &operands))
        try_chain(walk, question, &operands);
    else
        try_count(walk, question, text);
}
