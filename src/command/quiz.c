// qkv quiz: the predictions of lessons alone, one after another, line by line.
//
// Each is asked with the numbers that it takes; after a wrong answer it says what went wrong, and
// it may be given once more, then the solution and the reason follow. What is asked and said is the
// walk's (walk/questions/question.h).
#include "base/machine/clock.h"
#include "command/open.h"
#include "command/saved/saved.h"
#include "command/school/results.h"
#include "lesson/library.h"
#include "text/given.h"
#include "text/json.h"
#include "text/prose.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_QUESTIONS = 10, MOST_COLUMNS = 78, MOST_TRIES = 2 };

typedef struct QuizItem {
    Walk *walk;
    Progress *progress;
    Question *question;
    int64_t rank;              // lower ones are asked first
    const StateAnswer *before; // of an earlier session, or NULL
} QuizItem;

typedef struct Quiz {
    Session *session;
    Buf *talk;   // where questions and remarks go
    int columns; // that they may take
    Walk **walks;
    int walk_count;
    Error warning;
    QuizItem *items;
    int count;
    int most; // how many of them are asked
    int due;
    json_t *answers; // for --json: what became of those that were asked
    Score score;
} Quiz;

// Those of the terminal that is written to, if it is narrow.
static int columns_of(int file)
{
    struct winsize size;
    bool known = isatty(file) && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known && size.ws_col <= MOST_COLUMNS ? size.ws_col - 1 : MOST_COLUMNS;
}

// ---- what to ask -------------------------------------------------------------------------------

static bool can_be_asked(const Question *question)
{
    if (question->origin != ASKED_BY_LESSON || question->error.set) return false;
    return question->has_value || question->prediction->choice_count;
}

static void add_items(Quiz *quiz, Walk *walk, Progress *progress)
{
    int number = 0;
    for (int i = 0; i < walk->ran.question_count; i++) {
        Question *question = &walk->ran.questions[i];
        if (!can_be_asked(question)) continue;
        *ARENA_ADD(quiz->session->arena, quiz->items, quiz->count) = (QuizItem){
            walk, progress, question, number++, answers_find(&progress->state, question)};
    }
}

// What is due comes first, the longest overdue before the others, then what was missed; last what
// was right. Of all lessons, those take turns; one keeps its order.
static void mix(Quiz *quiz, bool is_one)
{
    for (int i = 0; i < quiz->count; i++) {
        QuizItem *item = &quiz->items[i];
        const StateAnswer *before = item->before;
        int overdue = before ? review_overdue(before, clock_today()) : -1;
        int later = !before ? 1 : before->right ? 2 : 0;
        if (overdue >= 0) later = -1 - overdue;
        item->rank += (int64_t)quiz->count * later;
        quiz->due += overdue >= 0;
    }
    // Answers in a file are for a fixed order.
    if (is_one && !isatty(STDIN_FILENO)) return;
    for (int i = 1; i < quiz->count; i++) { // insertion sort: stable
        QuizItem moving = quiz->items[i];
        int j = i;
        for (; j > 0 && quiz->items[j - 1].rank > moving.rank; j--)
            quiz->items[j] = quiz->items[j - 1];
        quiz->items[j] = moving;
    }
}

// ---- asking ------------------------------------------------------------------------------------

static void ask(Quiz *quiz, int number)
{
    const Walk *walk = quiz->items[number].walk;
    const Question *question = quiz->items[number].question;
    const Prediction *prediction = question->prediction;
    buf_printf(quiz->talk, "%s%d/%d  %s, step %d: %s\n\n", number ? "\n" : "", number + 1,
               quiz->most, walk->lesson.title, question->step + 1,
               walk->lesson.steps[question->step].title);
    given_print(quiz->talk, walk, question, quiz->columns);
    prose_question(quiz->talk, walk, prediction, quiz->columns);
}

// ---- answers -----------------------------------------------------------------------------------

static void say_hint(Quiz *quiz, const QuizItem *item)
{
    const char *hint = question_hint_text(item->walk, item->question, quiz->talk->arena);
    if (hint) prose_wrap(quiz->talk, str_from(hint), "", "", quiz->columns);
}

// False: the input has ended, or the learner asked to stop.
static bool take_answer(Quiz *quiz, QuizItem *item)
{
    const Answer *answer = &item->question->answer;
    for (;;) {
        buf_add(quiz->talk, STR("> "));
        Str given;
        if (!command_flush(quiz->session) || !command_read(quiz->talk, &given)) return false;
        if (str_is(given, "q") || str_is(given, "quit")) return false;
        if (given.n == 0 && question_hint(item->walk, item->question)) {
            say_hint(quiz, item);
            continue;
        }
        if (given.n == 0) {
            question_show(item->walk, item->question);
            return true;
        }
        Verdict verdict = question_answer(item->walk, item->question, given);
        if (verdict == VERDICT_RIGHT) return true;
        prose_wrap(quiz->talk, str_from(answer->says), "", "", quiz->columns);
        if (verdict == VERDICT_WRONG && answer->tries == MOST_TRIES) return true;
        if (verdict == VERDICT_WRONG) say_hint(quiz, item);
    }
}

static void say_result(Quiz *quiz, QuizItem *item)
{
    Question *question = item->question;
    const Prediction *prediction = question->prediction;
    if (question->answer.state == ANSWER_WRONG) question_show(item->walk, question);
    prose_wrap(quiz->talk, str_from(question->answer.says), "", "", quiz->columns);
    prose_paragraphs(quiz->talk, item->walk, prediction->reason, prediction->reason_count,
                     quiz->columns);
}

static void add_answer(Quiz *quiz, const QuizItem *item)
{
    const Question *question = item->question;
    const Answer *answer = &question->answer;
    const char *solution =
        question_solution(question, item->walk->view.digits, quiz->session->arena);
    json_t *made =
        json_tree_of("{s:o, s:i, s:o, s:o, s:o, s:b, s:i, s:i, s:b, s:o}", "lesson",
                     json_tree_text(item->walk->lesson.name), "step", question->step + 1,
                     "question", json_tree_text(question->name), "answer",
                     json_tree_text(answer->given), "solution", json_tree_text(solution), "right",
                     answer->state == ANSWER_RIGHT, "tries", answer->tries, "hints", answer->hints,
                     "shown", answer->state == ANSWER_SHOWN, "says", json_tree_text(answer->says));
    json_tree_append(quiz->answers, made);
}

// Those that were not asked as well: of them nothing is known but that they were not answered.
static Results results_of(const Quiz *quiz, const char *name)
{
    Arena *arena = quiz->session->arena;
    Results results = {.name = name};
    results.answers = NEW_ARRAY(arena, ResultAnswer, quiz->count + 1);
    for (int i = 0; i < quiz->count; i++)
        results_add(&results, quiz->items[i].walk, quiz->items[i].question, arena);
    return results;
}

// Before the first question is asked.
static bool may_write_results(const Arguments *arguments, Error *error)
{
    const OptionValue *value = arguments->value, *file = &value[OPTION_RESULTS];
    if (!file->given || value[OPTION_FORCE].given || access(file->text, F_OK) != 0) return true;
    return error_fail(error, "--force replaces it", "%s: exists already", file->text);
}

static void write_results(Quiz *quiz, const Arguments *arguments)
{
    const OptionValue *file = &arguments->value[OPTION_RESULTS];
    if (!file->given) return;
    Session *session = quiz->session;
    Results results = results_of(quiz, arguments->value[OPTION_STUDENT].text);
    Buf text = {.arena = session->arena};
    results_write(&results, &text);
    if (command_write(file->text, buf_str(&text), true, session)) {
        buf_printf(quiz->talk, "wrote %s, to hand in\n", file->text);
        return;
    }
    buf_add(session->out, buf_str(&text)); // what was answered is not lost
}

static void say_keys(Quiz *quiz)
{
    const char *keys = "Type the number or the letter, then Enter. Enter alone gives a hint, then "
                       "the answer; q stops.";
    prose_wrap(quiz->talk, str_from(keys), "", "", quiz->columns);
    buf_add_char(quiz->talk, '\n');
}

static void run_items(Quiz *quiz)
{
    quiz->answers = json_tree_have(json_array());
    const char *due = due_text(quiz->due, quiz->session->arena);
    if (due) buf_printf(quiz->talk, "%s.\n\n", due);
    if (isatty(STDIN_FILENO)) say_keys(quiz);
    for (int i = 0; i < quiz->most; i++) {
        QuizItem *item = &quiz->items[i];
        ask(quiz, i);
        bool goes_on = take_answer(quiz, item);
        if (!goes_on) buf_add_char(quiz->talk, '\n');
        if (!goes_on && item->question->answer.tries == 0) return;
        add_answer(quiz, item);
        say_result(quiz, item);
        score_add(&quiz->score, &item->question->answer);
        progress_answers(item->progress, item->walk); // Ctrl-C may end the quiz at the next one
        if (!goes_on) return;
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static bool open_lesson(Quiz *quiz, const char *lesson, const Arguments *arguments)
{
    Walk *walk = NEW(quiz->session->arena, Walk); // stays where it is: its error points into it
    if (!open_walk(walk, lesson, quiz->session, arguments)) return false;
    open_shuffle(walk, quiz->session);
    Progress *progress = NEW(quiz->session->arena, Progress);
    *progress = (Progress){.arena = quiz->session->arena, .warning = &quiz->warning};
    progress_begin(progress, walk, lesson, false);
    quiz->walks[quiz->walk_count++] = walk;
    add_items(quiz, walk, progress);
    return true;
}

// Of all lessons one that cannot be opened is said, and the others are asked.
static bool open_lessons(Quiz *quiz, const Arguments *arguments)
{
    Session *session = quiz->session;
    Library library = {.count = 1};
    bool is_one = arguments->count > 0;
    if (!is_one) library_scan(&library, session->arena);
    quiz->walks = NEW_ARRAY(session->arena, Walk *, library.count + 1);
    quiz->warning = (Error){.arena = session->arena};
    for (int i = 0; i < library.count; i++) {
        const char *name = is_one ? arguments->words[0] : library.lessons[i].name;
        if (!open_lesson(quiz, name, arguments) && is_one) return false;
        command_report(session, session->error);
    }
    mix(quiz, is_one);
    return true;
}

static int percent(const Score *score)
{
    return score->asked ? (int)(100.0 * score->right / score->asked + 0.5) : 0;
}

static ExitCode finish(Quiz *quiz, const Arguments *arguments)
{
    Session *session = quiz->session;
    const OptionValue *least = &arguments->value[OPTION_MIN];
    const Score *score = &quiz->score;
    buf_add_char(quiz->talk, '\n');
    score_write(score, quiz->talk);
    if (score->asked < quiz->most)
        buf_printf(quiz->talk, ", %d not asked", quiz->most - score->asked);
    buf_add_char(quiz->talk, '\n');
    if (quiz->most < quiz->count)
        buf_printf(quiz->talk, "There are %d more. What was missed is due again tomorrow.\n",
                   quiz->count - quiz->most);
    json_t *result = json_tree_of("{s:o, s:i, s:i, s:i}", "questions", quiz->answers, "asked",
                                  score->asked, "right", score->right, "percent", percent(score));
    if (arguments->value[OPTION_JSON].given)
        json_print(result, session->out);
    else
        json_decref(result);
    write_results(quiz, arguments);
    bool enough = score->asked ? 100.0 * score->right >= (double)least->integer * score->asked
                               : least->integer == 0;
    return !least->given || enough ? EXIT_DONE : EXIT_FAILED;
}

static ExitCode run_quiz(Session *session, const Arguments *arguments)
{
    Quiz quiz = {.session = session};
    bool json = arguments->value[OPTION_JSON].given;
    if (!may_write_results(arguments, session->error)) return EXIT_FAILED;
    quiz.talk = json ? session->messages : session->out;
    quiz.columns = columns_of(json ? STDERR_FILENO : STDOUT_FILENO);
    if (!open_lessons(&quiz, arguments)) return EXIT_FAILED;
    const OptionValue *value = arguments->value; // what is handed in has all
    bool all = value[OPTION_ALL_QUESTIONS].given || value[OPTION_RESULTS].given;
    all |= quiz.count < MOST_QUESTIONS;
    quiz.most = all ? quiz.count : MOST_QUESTIONS;
    ExitCode code = EXIT_FAILED;
    if (quiz.count) {
        run_items(&quiz);
        code = finish(&quiz, arguments);
    } else {
        error_fail(session->error,
                   "a prediction in a lesson is a quote: > **Predict** `scores[0, 1]`",
                   "there is nothing to predict here");
    }
    for (int i = 0; i < quiz.walk_count; i++)
        if (open_finish(quiz.walks[i], session) != EXIT_DONE) code = EXIT_FAILED;
    command_report(session, &quiz.warning); // no failure: the quiz was one
    return code;
}

#define EXAMPLE "qkv quiz LESSON --results ann.json --name 'Ann'"

const Command command_quiz = {
    .name = "quiz",
    .words = "[LESSON]",
    .most = 1,
    .summary = "answer the questions of one lesson or of all",
    .options =
        (const OptionId[]){OPTION_CONVENTION, OPTION_ALL_QUESTIONS, OPTION_RESULTS, OPTION_STUDENT,
                           OPTION_FORCE, OPTION_JSON, OPTION_MIN, OPTION_DIGITS, OPTION_MEMORY,
                           OPTION_FILES, OPTION_AS, OPTION_NONE},
    .rules = (const OptionRule[]){{"results", .needs = "name", .hint = EXAMPLE},
                                  {"name", .needs = "results", .hint = EXAMPLE},
                                  {"force", .needs = "results", .hint = EXAMPLE},
                                  {0}},
    .completes = "lesson",
    .run = run_quiz,
};
