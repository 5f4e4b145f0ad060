// Texts are compared as tokens: numbers, words, and each other sign; blanks and line ends, which
// move with the widths of numbers, are none.
#include "check/chance.h"

#include "base/text/ascii.h"
#include "check/outputs.h"
#include "walk/runs/rerun.h"

#include <string.h>

// ---- tokens -------------------------------------------------------------------------------------

typedef struct WrittenToken {
    Str text;
    bool is_number;
    int group; // the token that opens the innermost NAME(...) around it; else its own number
} WrittenToken;

typedef struct WrittenTokens {
    WrittenToken *item;
    int count;
} WrittenTokens;

static bool in_number(Str text, int at)
{
    char c = text.p[at];
    bool after_e = at && (text.p[at - 1] == 'e' || text.p[at - 1] == 'E');
    return ascii_is_word(c) || c == '.' || (after_e && (c == '-' || c == '+'));
}

static bool begins_number(Str text, int at)
{
    char c = text.p[at];
    if (at + 1 < text.n && (c == '-' || c == '+' || c == '.')) c = text.p[at + 1];
    return ascii_is_digit(c) || (c == '.' && at + 2 < text.n && ascii_is_digit(text.p[at + 2]));
}

static WrittenToken take_piece(Str text, int at)
{
    int end = at + 1;
    bool number = begins_number(text, at), sign = text.p[at] == '-' && !number;
    bool word = ascii_is_letter(text.p[at]) || text.p[at] == '_' ||
                (sign && end < text.n && ascii_is_letter(text.p[end]));
    while ((number || word) && end < text.n && in_number(text, end)) end++;
    Str taken = str_slice(text, at, end);
    return (WrittenToken){taken, number || str_has_word("nan inf -nan -inf True False", taken), 0};
}

enum { MOST_GROUPS = 64 }; // within each other; what is nested deeper belongs to the last

static WrittenTokens pieces_of(Str text, Arena *arena)
{
    WrittenTokens tokens = {.item = NEW_ARRAY(arena, WrittenToken, text.n + 1)};
    int around[MOST_GROUPS] = {-1}, depth = 0;
    for (int at = 0; at < text.n;) {
        if (strchr(" \t\r\n", text.p[at]) && ++at) continue;
        WrittenToken *token = &tokens.item[tokens.count];
        *token = take_piece(text, at);
        char c = token->text.p[0];
        if (c == ')' && depth) depth--;
        token->group = around[depth] >= 0 ? around[depth] : tokens.count;
        bool named = c == '(' && at && (ascii_is_alnum(text.p[at - 1]) || text.p[at - 1] == '_');
        if (c == '(' && depth + 1 < MOST_GROUPS) {
            around[depth + 1] = named ? tokens.count : around[depth];
            depth++;
        }
        at += token->text.n;
        tokens.count++;
    }
    return tokens;
}

// ---- the runs -----------------------------------------------------------------------------------

Chance chance_new(const Walk *walk)
{
    return (Chance){.is_needed = !walk->original && !walk->ran.error.set};
}

void chance_free(Chance *chance)
{
    for (int i = 0; i < chance->count; i++) walk_beside_free(&chance->runs[i]);
}

static bool prints_the_same(const Walk *a, const Walk *b)
{
    bool same = a->ran.printed_count == b->ran.printed_count;
    for (int i = 0; i < a->ran.printed_count && same; i++)
        same = strcmp(a->ran.printed[i].text, b->ran.printed[i].text) == 0;
    return same;
}

static void run_again(Chance *chance, const Walk *walk)
{
    Walk *run = &chance->runs[chance->count++];
    *run = walk_unrun(walk);
    walk_run(run, (OtherNumbers){.chance = (uint64_t)chance->count}, walk_bytes(walk));
    chance->is_needed = chance->count < CHANCE_RUNS && !prints_the_same(walk, run);
}

// ---- comparing ----------------------------------------------------------------------------------

// Marks the groups of `tokens` that the run prints otherwise. False: its text has another form.
static bool mark_differing(const WrittenTokens *tokens, const WrittenTokens *run, bool *differs)
{
    if (tokens->count != run->count) return false;
    for (int i = 0; i < tokens->count; i++) {
        if (str_equal(tokens->item[i].text, run->item[i].text)) continue;
        differs[i] = true;
        if (tokens->item[i].is_number) differs[tokens->item[i].group] = true;
    }
    return true;
}

static bool agrees(const WrittenTokens *got, const WrittenTokens *said, const bool *differs)
{
    if (got->count != said->count) return false;
    for (int i = 0; i < got->count; i++) {
        const WrittenToken *a = &got->item[i], *b = &said->item[i];
        bool free = a->is_number ? b->is_number && differs[a->group] : differs[i];
        if (!free && !str_equal(a->text, b->text)) return false;
    }
    return true;
}

static WrittenTokens printed_pieces(const Walk *walk, const CodeBlock *code, Arena *arena)
{
    const Printed *printed = walk_printed(walk, code);
    Str text = printed ? output_compared(code, output_printed(code, printed), arena) : STR("");
    return pieces_of(text, arena);
}

ByChance chance_explains(Chance *chance, const Walk *walk, const CodeBlock *code, Arena *arena)
{
    WrittenTokens got = printed_pieces(walk, code, arena);
    WrittenTokens said = pieces_of(output_compared(code, code->output, arena), arena);
    bool *differs = NEW_ARRAY(arena, bool, got.count + 1);
    for (int i = 0; i < CHANCE_RUNS; i++) {
        if (i == chance->count && chance->is_needed) run_again(chance, walk);
        if (i >= chance->count) break;
        WrittenTokens run = printed_pieces(&chance->runs[i], code, arena);
        if (!mark_differing(&got, &run, differs)) return CHANCE_ALL;
        if (agrees(&got, &said, differs)) return CHANCE_SHAPES;
    }
    return CHANCE_NONE;
}
