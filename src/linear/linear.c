// Moves are those of the walk (walk/walk.h), words are those of linear/narrate.h; who says what
// when is in linear/tell.h. Here is a turn: a line is taken, what it leads to is said, the next is
// asked for.
#include "linear/tell.h"

#include "base/bug.h"
#include "base/text/utf8.h"
#include "linear/narrate.h"
#include "terminal/signs.h"
#include "text/prose.h"
#include "walk/edits/edit.h"

#include <stdlib.h>

// ---- answers ------------------------------------------------------------------------------------

static bool has_digit(Str word)
{
    int i = 0;
    while (i < word.n && (word.p[i] < '0' || word.p[i] > '9')) i++;
    return i < word.n;
}

static bool is_answer(const Walk *walk, const Question *question, Str word)
{
    bool says = word.n && ((word.p[0] | 0x20) == 't' || (word.p[0] | 0x20) == 'f');
    if (question_is_bool(walk, question) && says) return true;
    if (question_choices(question)) return question_choice(walk, question, word) >= 0;
    bool is_word = !has_digit(word) && !str_is(word, "inf") && !str_is(word, "-inf") && // "e" edits
                   !str_is(word, "nan");
    return !is_word && answer_compare(word, question->value) != NOT_A_NUMBER;
}

static void take_answer(Linear *l, Question *question, Str word)
{
    Verdict verdict = question_answer(l->walk, question, word);
    prose_wrap(&l->out, str_from(question->answer.says), "", "", NARRATE_COLUMNS);
    if (verdict == VERDICT_RIGHT) tell_answered(l, question);
    if (verdict == VERDICT_WRONG) tell_hint(l, question);
}

static void take_line(Linear *l, Str line)
{
    Question *question = walk_question(l->walk);
    if (line.n == 0)
        tell_next(l);
    else if (question && is_answer(l->walk, question, line))
        take_answer(l, question, line);
    else
        linear_command(l, line);
}

// ---- a turn -------------------------------------------------------------------------------------

static void say_prompt(Linear *l)
{
    const Question *question = walk_question(l->walk);
    bool choices = question && question_choices(question);
    buf_add(&l->out, str_from(choices ? "Your letter? " : question ? "Your number? " : "Next? "));
    const char *enter = !question                              ? "Enter, b back, e edit, w why"
                        : question_has_hint(l->walk, question) ? "Enter gives a hint, back"
                                                               : "Enter shows the answer, back";
    if (!l->hinted) buf_printf(&l->out, "(%s, h help, q quit) ", enter);
    l->hinted = true;
}

// What was said, in `spoken`. The quotes of Markdown's code are for the eye.
static Str spoken(Linear *l)
{
    arena_free(&l->spoken);
    Buf words = {.arena = &l->spoken};
    Str rest = buf_str(&l->out);
    int length;
    for (; rest.n; rest = str_slice(rest, length, rest.n)) {
        uint32_t code = utf8_decode(rest, &length);
        bool mark = code >= 0x80 && utf8_char_width(code) == 0;
        if (code == '`' || (mark && l->options->ascii)) continue;
        if (code >= 0x80 && l->options->ascii)
            buf_add_char(&words, sign_ascii(code));
        else
            buf_add(&words, str_slice(rest, 0, length));
    }
    arena_free(&l->arena);
    l->out = (Buf){.arena = &l->arena};
    return buf_str(&words);
}

static void introduce(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    for (int i = 0, taken; i < lesson->intro_count; i += taken) {
        const Block *block = &lesson->intro[i];
        taken = 1;
        if (block->kind != BLOCK_PROSE) continue;
        buf_add_char(&l->out, '\n');
        taken = tell_prose(l, block, lesson->intro_count - i);
    }
}

Linear *linear_open(Walk *walk, const LinearOptions *options)
{
    Linear *l = calloc(1, sizeof *l);
    if (!l) bug_no_memory();
    *l = (Linear){.walk = walk, .options = options, .step = -1};
    l->out.arena = &l->arena;
    return l;
}

Str linear_begin(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    buf_printf(&l->out, "%s, %d step%s.\n", lesson->title, lesson->step_count,
               lesson->step_count == 1 ? "" : "s");
    if (l->options->note) buf_printf(&l->out, "%s\n", l->options->note);
    const char *notice = notice_text(l->walk, &l->arena);
    if (notice) prose_wrap(&l->out, str_from(notice), "", "", NARRATE_COLUMNS);
    if (l->walk->at.stage == 0 && l->walk->at.substep == 0) introduce(l);
    tell_place(l);
    say_prompt(l);
    return spoken(l);
}

Str linear_line(Linear *l, Str line)
{
    take_line(l, line);
    if (!l->quit) say_prompt(l);
    return spoken(l);
}

bool linear_has_quit(const Linear *l)
{
    return l->quit;
}

void linear_close(Linear *l)
{
    arena_free(&l->arena);
    arena_free(&l->spoken);
    arena_free(&l->kept);
    free(l);
}
