// Mistakes and the numbers that they give are those of study/arithmetic/mistake.h; which of them
// was made is decided here.
#include "walk/questions/diagnosis.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "study/arithmetic/mistake.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/record/loops.h"

#include <math.h>
#include <string.h>

// ---- what the lesson says ----------------------------------------------------------------------

const char *diagnosis_text(const Walk *walk, const Paragraph *says, Arena *arena)
{
    Buf words = {.arena = arena};
    for (int i = 0; i < says->count; i++) {
        const Inline *part = &says->inlines[i];
        bool live = part->kind == INLINE_LIVE;
        Str text = live ? str_from(walk_live_text(walk, part->live)) : part->text;
        buf_add(&words, part->kind == INLINE_BREAK ? STR(" ") : text);
    }
    return str_copy(arena, str_trim(buf_str(&words)));
}

static const Paragraph *foreseen_by(const Question *question, Str given)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; prediction && i < prediction->foreseen_count; i++) {
        const Foreseen *wrong = &prediction->foreseen[i];
        for (int k = 0; k < wrong->count; k++) {
            if (answer_is_same(given, wrong->numbers[k])) return &wrong->says;
        }
    }
    return NULL;
}

// ---- usual mistakes ----------------------------------------------------------------------------

enum { RANKS = 5, MOST_SAID = 2 };

// Those that can be made with what the question asks for.
static int mistakes_with(const Walk *walk, const Question *question, Arena *arena,
                         MistakeValue **values)
{
    *values = question->mistakes;
    if (question->cell.entry < 0) return question->mistake_count;
    return mistake_values(walk->trace, question->cell, 0, arena, values);
}

// Many small numbers are met by chance: of those an earlier statement is no likely source.
static bool is_telling(Str given)
{
    enum { TELLING_DIGITS = 3 };
    return answer_digits(given) >= TELLING_DIGITS;
}

// Was it made in a statement before the one asked for, or in an iteration before?
static bool is_earlier(const Walk *walk, const Question *question, const MistakeValue *mistake)
{
    const Trace *trace = walk->trace;
    int asked = question_shown_cell(walk, question).entry;
    const Loop *loop;
    return trace->entries[mistake->entry].statement != trace->entries[asked].statement ||
           loop_iteration_of(trace, mistake->entry, &loop) !=
               loop_iteration_of(trace, asked, &loop);
}

// Where numbers are only moved, and where the answer is a common one, nothing before the statement
// asked for can have gone wrong: what it gave is on the screen.
static bool is_possible(const Walk *walk, const Question *question, Str given,
                        const MistakeValue *mistake)
{
    if (question->cell.entry < 0 || !is_earlier(walk, question, mistake)) return true;
    const Entry *asked = &walk->trace->entries[question_shown_cell(walk, question).entry];
    return !asked->call.op->moves && is_telling(given);
}

// What is on the screen comes before what was computed, of that the simple before the rare, and an
// earlier statement last.
static int rank_of(const Walk *walk, const Question *question, const MistakeValue *mistake)
{
    if (question->cell.entry < 0) return 0;
    if (is_earlier(walk, question, mistake)) return RANKS - 1;
    bool is_seen = mistake->is_shown && walk_is_open(walk, mistake->from);
    return is_seen ? 0 : 1 + mistake->rarity;
}

// Of several mistakes that give the same, no more than these are said.
typedef struct Candidates {
    const char *words[MOST_SAID];
    int count; // of all
} Candidates;

static void keep_words(Candidates *found, const char *said)
{
    for (int i = 0; i < found->count && i < MOST_SAID; i++) {
        if (strcmp(found->words[i], said) == 0) return;
    }
    if (found->count < MOST_SAID) found->words[found->count] = said;
    found->count++;
}

static bool add_words(const Candidates *found, Buf *says)
{
    if (found->count == 0 || found->count > MOST_SAID) return false;
    buf_printf(says, ": %s.", found->words[0]);
    if (found->count > 1) buf_printf(says, " Or %s.", found->words[1]);
    return true;
}

// Exactly: as the screen would show it.
static bool gives(const Walk *walk, Str given, double value, bool exactly)
{
    if (exactly)
        return answer_is_exact(given, value) ||
               answer_is_exact(given, number_rounded(value, walk->view.digits));
    return answer_digits(given) > 1 && answer_grade(given, value) == EQUAL;
}

// Those of the likeliest rank that gives the answer, exactly or rounded; where they are too many,
// those of them that come of computing something else.
static bool add_mistake(const Walk *walk, const Question *question, Str given, Buf *says)
{
    MistakeValue *values;
    int count = mistakes_with(walk, question, says->arena, &values);
    for (int rank = 0; rank < 2 * RANKS; rank++) {
        Candidates all = {0}, of_method = {0};
        for (int i = 0; i < count; i++) {
            if (!gives(walk, given, values[i].value, rank < RANKS)) continue;
            if (!is_possible(walk, question, given, &values[i])) continue;
            if (rank_of(walk, question, &values[i]) != rank % RANKS) continue;
            keep_words(&all, values[i].words);
            if (values[i].mistake) keep_words(&of_method, values[i].words);
        }
        if (all.count) return add_words(&all, says) || add_words(&of_method, says);
    }
    return false;
}

// Is it the value with its sign turned, to the digits typed? What is counted has none.
static bool is_negated(const Walk *walk, const Question *question, Str given)
{
    int entry = question->cell.entry;
    double value = question->value;
    if (entry < 0 || !isfinite(value) || value == 0) return false;
    bool counts = value > 0 && dtype_is_integer(trace_output(walk->trace, entry)->dtype);
    return !counts && answer_grade(given, -value) == EQUAL;
}

bool diagnosis_add(const Walk *walk, const Question *question, Str given, Buf *says)
{
    const Paragraph *foreseen = foreseen_by(question, given);
    if (foreseen) {
        buf_printf(says, ". %s", diagnosis_text(walk, foreseen, says->arena));
        return true;
    }
    if (add_mistake(walk, question, given, says)) return true;
    bool negated = is_negated(walk, question, given);
    if (negated) buf_add(says, STR(": the sign is the other way round."));
    return negated;
}

bool diagnosis_doubts(const Walk *walk, const Question *question, Str given)
{
    SCRATCH(scratch);
    MistakeValue *values;
    bool is_cell = question->cell.entry >= 0, doubts = false;
    double shown = number_rounded(question->value, walk->view.digits);
    int count = mistakes_with(walk, question, &scratch, &values);
    for (int i = 0; i < count && !doubts; i++) {
        bool differs = is_cell ? number_rounded(values[i].value, walk->view.digits) != shown
                               : values[i].value != question->value;
        doubts = differs && answer_compare(given, values[i].value) != NOT_EQUAL;
    }
    return doubts;
}

// ---- mistakes of what is no cell ----------------------------------------------------------------

// The expression is altered as text and evaluated again by the program's own interpreter, while the
// names have the values that they had for the question.

enum { MOST_OPERANDS = 6 };

// What the last "name = …" up to the step assigned to the name; of anything else, itself.
static Str assigned(const Walk *walk, Str text, int step)
{
    bool is_name = text.n > 0 && str_word(text, 0) == text.n && !ascii_is_digit(text.p[0]);
    if (!is_name) return text;
    SCRATCH(scratch);
    const char *begins = arena_printf(&scratch, "%.*s = ", STR_ARG(text));
    Str found = text;
    for (int i = 0; i < walk->trace->statement_count; i++) {
        const Statement *statement = &walk->trace->statements[i];
        Str line = span_text(statement->source);
        if (statement->step <= step && str_starts(line, begins))
            found = str_trim(str_slice(line, (int)strlen(begins), line.n));
    }
    return found;
}

static void try_instead(Walk *walk, Question *question, const char *text, const char *words)
{
    Arena *arena = &walk->ran.arena;
    Error error = {.arena = arena};
    Source *altered = NEW(arena, Source);
    *altered = (Source){.name = "a mistake", .text = str_from(text)};
    Buf shown = {.arena = arena};
    MistakeValue mistake = {.words = words};
    bool ok = run_show_expression(walk->ran.run, altered, &shown, NULL, &error) &&
              number_parse_double(buf_str(&shown), &mistake.value);
    if (!ok) return;
    *ARENA_ADD(arena, question->mistakes, question->mistake_count) = mistake;
}

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
    Arena *arena = &walk->ran.arena;
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
    Arena *arena = &walk->ran.arena;
    if (str_ends(text, ".argmax()"))
        try_instead(walk, question, arena_printf(arena, "%.*s + 1", STR_ARG(text)), COUNTED_FROM_1);
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

// What the expression is now, on one line; NULL: it has no value, or a long one.
static const char *value_of(Walk *walk, Str text)
{
    enum { MOST_BYTES = 240 };
    Arena *arena = &walk->ran.arena;
    Buf shown = {.arena = arena}, line = {.arena = arena};
    Error error = {.arena = arena};
    Source *asked = NEW(arena, Source);
    *asked = (Source){.name = "a part", .text = text};
    if (!run_show_expression(walk->ran.run, asked, &shown, NULL, &error)) return NULL;
    buf_add_one_line(&line, buf_str(&shown));
    return line.n && line.n <= MOST_BYTES && *buf_text(&line) != '<' ? buf_text(&line) : NULL;
}

// The end of a name and the brackets behind it: "rows[1, 0]"; `at` where none begins.
static int operand_end(Str text, int at)
{
    int end = str_word(text, at), close = end;
    bool is_name = end > at && !ascii_is_digit(text.p[at]) && (!at || text.p[at - 1] != '.');
    if (!is_name) return at;
    if (end < text.n && text.p[end] == '[') {
        while (close < text.n && text.p[close] != ']') close++;
        end = close < text.n ? close + 1 : end;
    }
    return end;
}

// "4 * 8" for "n * d"; NULL: nothing of it is a number that has a name.
static const char *in_numbers(Walk *walk, Str text)
{
    enum { MOST_DIGITS = 12 };
    Buf numbers = {.arena = &walk->ran.arena};
    double number;
    bool found = false;
    for (int at = 0, end; at < text.n; at = end) {
        end = operand_end(text, at);
        bool is_whole = end == text.n || !memchr("(.[=", text.p[end], 4);
        const char *value = end > at && is_whole ? value_of(walk, str_slice(text, at, end)) : NULL;
        bool is_number = value && number_parse_double(str_from(value), &number);
        if (end == at) end = str_word(text, at) > at ? str_word(text, at) : at + 1;
        bool is_long = is_number && strlen(value) > MOST_DIGITS;
        if (is_long) number_trimmed(&numbers, number, walk->view.digits);
        if (!is_long) buf_add(&numbers, is_number ? str_from(value) : str_slice(text, at, end));
        found |= is_number && end - at < text.n;
    }
    return found ? buf_text(&numbers) : NULL;
}

static void add_known(Walk *walk, Str text, Buf *out)
{
    const char *value = value_of(walk, text);
    if (value) buf_printf(out, "%s%.*s is %s", out->n ? "; " : "", STR_ARG(text), value);
}

// "tokens is ['th', 'at']": what is before the last ".method()", else the names in the expression
// whose values are short.
static const char *known_of(Walk *walk, Str text)
{
    Buf known = {.arena = &walk->ran.arena};
    int dot = text.n;
    while (dot > 0 && text.p[dot - 1] != '.') dot--;
    if (dot > 1) add_known(walk, str_slice(text, 0, dot - 1), &known);
    if (known.n) return buf_text(&known);
    for (int at = 0, end; at < text.n; at = end) {
        end = str_word(text, at);
        bool is_name = end > at && !ascii_is_digit(text.p[at]) && (!at || text.p[at - 1] != '.');
        if (is_name) add_known(walk, str_slice(text, at, end), &known);
        if (end == at) end++;
    }
    return known.n ? buf_text(&known) : NULL;
}

static Str next_part(Str *rest)
{
    int comma = str_find(*rest, ","), end = comma < 0 ? rest->n : comma;
    Str part = str_trim(str_slice(*rest, 0, end));
    *rest = str_slice(*rest, comma < 0 ? end : end + 1, rest->n);
    return part;
}

// What is given for the name among "a, b" by "4, b=2"; itself where nothing is.
static Str argument_of(Str name, Str names, Str given)
{
    while (names.n && given.n) {
        Str one = next_part(&names), value = next_part(&given);
        int equals = str_find(value, "=");
        if (equals >= 0) one = str_slice(value, 0, equals);
        if (str_equal(one, name)) return str_slice(value, equals + 1, value.n);
    }
    return name;
}

// "sum(range(1, 4 + 1))" for "f(4)", where all that f does is to return it; else NULL.
static const char *returned(Walk *walk, Str text)
{
    static const char RETURN[] = "):\n    return ";
    int open = str_find(text, "(");
    bool is_call = open > 0 && str_word(text, 0) == open && str_find(text, ")") == text.n - 1;
    if (!is_call) return NULL;
    Arena *arena = &walk->ran.arena;
    Buf body = {.arena = arena};
    const char *begins = arena_printf(arena, "def %.*s(", STR_ARG(str_slice(text, 0, open)));
    Str given = str_slice(text, open + 1, text.n - 1);
    for (int i = 0; i < walk->trace->statement_count; i++) {
        Str def = str_trim(span_text(walk->trace->statements[i].source));
        int names = (int)strlen(begins), end = str_find(def, RETURN);
        if (!str_starts(def, begins) || end < 0) continue;
        Str does = str_slice(def, end + (int)strlen(RETURN), def.n);
        if (str_find(does, "\n") >= 0) continue;
        for (int at = 0, word; at < does.n; at = word) {
            word = str_word(does, at);
            if (word == at) word++;
            buf_add(&body,
                    argument_of(str_slice(does, at, word), str_slice(def, names, end), given));
        }
        return buf_text(&body);
    }
    return NULL;
}

void written_mistakes(Walk *walk, Question *question, const Source *expression)
{
    WrittenOperands operands;
    Str asked = str_trim(expression->text), text = assigned(walk, asked, question->step), of = text;
    Buf hint = {.arena = &walk->ran.arena};
    const char *body = returned(walk, text);
    if (body) of = text = str_from(body);
    if (body || !str_equal(asked, text)) buf_printf(&hint, "%.*s = ", STR_ARG(text));
    if (read_chain(text, &operands))
        try_chain(walk, question, &operands);
    else
        try_count(walk, question, text);
    bool is_element = operand_end(text, 0) == text.n; // what it is an element of has the answer
    if (is_element) of = assigned(walk, str_slice(text, 0, str_word(text, 0)), question->step);
    const char *numbers = in_numbers(walk, text), *known = numbers ? NULL : known_of(walk, of);
    if (numbers) buf_printf(&hint, "%s = ", numbers);
    if (hint.n) buf_printf(&hint, known ? "?; " : "?");
    if (known) buf_printf(&hint, "%s", known);
    question->numbers = hint.n ? buf_text(&hint) : NULL;
}

void written_given(Walk *walk, Question *question)
{
    Entry *entry = &walk->trace->entries[question->source.entry];
    if (call_kind(&entry->call) == TERMS_CONSTANT)
        question->numbers = known_of(walk, span_text(entry->source));
}
