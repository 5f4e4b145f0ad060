// Moves are those of the walk (walk/walk.h), words are those of command/linear/narrate.h; who says
// what when is in command/linear/tell.h. Here is the loop: say, ask, read.
#include "command/linear/tell.h"

#include "base/utf8.h"
#include "command/linear/narrate.h"
#include "command/text/prose.h"
#include "terminal/signs.h"
#include "walk/notice.h"

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
    int choices = question->prediction ? question->prediction->choice_count : 0;
    if (choices) {
        int letter = word.n == 1 ? (word.p[0] | 0x20) - 'a' : -1;
        return letter >= 0 && letter < choices;
    }
    bool is_word = !has_digit(word) && !str_is(word, "inf") && !str_is(word, "-inf") && // "e" edits
                   !str_is(word, "nan");
    return !is_word && answer_compare(word, question->value) != NOT_A_NUMBER;
}

static void take_answer(Linear *l, Question *question, Str word)
{
    Verdict verdict = question_answer(l->walk, question, word);
    prose_wrap(&l->out, str_from(question->answer.says), "", "", NARRATE_COLUMNS);
    if (verdict == VERDICT_RIGHT) tell_answered(l, question);
}

void linear_take(Linear *l, Str line)
{
    Question *question = walk_question(l->walk);
    if (line.n == 0)
        tell_next(l);
    else if (question && is_answer(l->walk, question, line))
        take_answer(l, question, line);
    else
        linear_command(l, line);
}

// ---- the loop -----------------------------------------------------------------------------------

static void say_prompt(Linear *l)
{
    const Question *question = walk_question(l->walk);
    bool choices = question && question->prediction && question->prediction->choice_count;
    const char *prompt = choices     ? "Your letter? "
                         : question  ? "Your number? "
                         : l->hinted ? "Next? "
                                     : "Next? (Enter, b back, e edit, w why, h help, q quit) ";
    if (question && !l->hinted)
        prompt = choices ? "Your letter? (Enter shows the answer, back, q quit) "
                         : "Your number? (Enter shows the answer, b back, h help, q quit) ";
    l->hinted = true;
    buf_add(&l->out, str_from(prompt));
}

// Writes what was said. False: nobody is there any more.
// The quotes of Markdown's code are for the eye.
static bool speak(Linear *l)
{
    Str rest = buf_str(&l->out);
    int length;
    for (; rest.n; rest = str_slice(rest, length, rest.n)) {
        uint32_t code = utf8_decode(rest, &length);
        bool mark = code >= 0x80 && utf8_char_width(code) == 0;
        if (code == '`' || (mark && l->options->ascii)) continue;
        if (code >= 0x80 && l->options->ascii)
            buf_add_char(l->session->out, sign_ascii(code));
        else
            buf_add(l->session->out, str_slice(rest, 0, length));
    }
    bool ok = command_flush(l->session);
    arena_free(&l->arena);
    l->out = (Buf){.arena = &l->arena};
    return ok;
}

static bool take_turn(Linear *l)
{
    say_prompt(l);
    if (!speak(l)) return false;
    Str typed;
    bool more = command_read(&l->out, &typed);
    if (more)
        linear_take(l, typed);
    else
        buf_add_char(&l->out, '\n');
    return more && !l->quit;
}

void linear_begin(Linear *l)
{
    const Lesson *lesson = &l->walk->lesson;
    buf_printf(&l->out, "%s, %d step%s.\n", lesson->title, lesson->step_count,
               lesson->step_count == 1 ? "" : "s");
    if (l->options->note) buf_printf(&l->out, "%s\n", l->options->note);
    const char *notice = notice_text(l->walk, &l->arena);
    if (notice) prose_wrap(&l->out, str_from(notice), "", "", NARRATE_COLUMNS);
    bool at_start = l->walk->stage == 0 && l->walk->substep == 0;
    for (int i = 0, taken; at_start && i < lesson->intro_count; i += taken) {
        const Block *block = &lesson->intro[i];
        taken = 1;
        if (block->kind != BLOCK_PROSE) continue;
        buf_add_char(&l->out, '\n');
        taken = tell_prose(l, block, lesson->intro_count - i);
    }
    tell_place(l);
}

void linear_run(Walk *walk, const LinearOptions *options, Session *session)
{
    Linear l = {.walk = walk, .session = session, .options = options, .step = -1};
    l.out.arena = &l.arena;
    linear_begin(&l);
    while (take_turn(&l)) continue;
    speak(&l);
    if (options->keep) options->keep(options->keep_context, walk);
    arena_free(&l.arena);
}
