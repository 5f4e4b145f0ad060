// qkv grades: sums up what a class has handed in.
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "command/open.h"
#include "command/school/results.h"
#include "lesson/library.h"
#include "text/json.h"
#include "text/prose.h"

#include <string.h>

// Files to tables. The version of a lesson that counts is the one that most files are about.

typedef struct GradedFile {
    const char *path;
    const char *lesson; // "several", where it is about more than one
    Results results;
    bool is_other; // it has questions of another version of a lesson than most files
} GradedFile;

typedef struct WrongAnswer {
    const char *answer, *says; // `says`: what went wrong, "" where nothing is known
    int count;
} WrongAnswer;

// A question of the version that most files are about.
typedef struct GradedQuestion {
    const char *lesson, *version, *question;
    int step;
    int right, wrong, unanswered;
    int second, hinted;         // of those right: not at the first try; at it, after a hint
    WrongAnswer *wrong_answers; // of the class, where the lesson is at hand
    int wrong_count;
} GradedQuestion;

typedef struct Grades {
    Arena *arena;
    Walk **lessons; // at hand, to mark the answers again
    int lesson_count;
    GradedFile *files;
    int count;
    GradedQuestion *questions; // in the order in which they occur
    int question_count;
} Grades;

static const char *lesson_of(const Results *results)
{
    const char *lesson = results->count ? results->answers[0].lesson : "";
    for (int i = 1; i < results->count; i++) {
        if (strcmp(results->answers[i].lesson, lesson) != 0) return "several";
    }
    return lesson;
}

// Reads a file. False: the error says what is wrong with it, and it is left out.
static bool grades_add(Grades *grades, const char *path, Error *error)
{
    Results results;
    if (!results_read(path, &results, grades->arena, error)) return false;
    *ARENA_ADD(grades->arena, grades->files, grades->count) =
        (GradedFile){path, lesson_of(&results), results, false};
    return true;
}

// ---- versions -----------------------------------------------------------------------------------

// The first answer of a lesson; NULL: any version, any question.
static const ResultAnswer *find_answer(const Results *results, const char *lesson,
                                       const char *version, const GradedQuestion *question)
{
    for (int i = 0; i < results->count; i++) {
        const ResultAnswer *one = &results->answers[i];
        bool is = strcmp(one->lesson, lesson) == 0 && (!version || !strcmp(one->version, version));
        if (is && question)
            is = one->step == question->step && strcmp(one->question, question->question) == 0;
        if (is) return one;
    }
    return NULL;
}

// How many files are about it.
static int count_files(const Grades *grades, const char *lesson, const char *version)
{
    int count = 0;
    for (int i = 0; i < grades->count; i++)
        count += find_answer(&grades->files[i].results, lesson, version, NULL) != NULL;
    return count;
}

// Of two that are as frequent the one handed in first.
static const char *usual_version(const Grades *grades, const char *lesson)
{
    const char *usual = NULL;
    int most = 0;
    for (int i = 0; i < grades->count; i++) {
        const Results *results = &grades->files[i].results;
        for (int k = 0; k < results->count; k++) {
            const ResultAnswer *answer = &results->answers[k];
            bool before = k && strcmp(results->answers[k - 1].lesson, answer->lesson) == 0;
            if (before || strcmp(answer->lesson, lesson) != 0) continue;
            int files = count_files(grades, lesson, answer->version);
            if (files <= most) continue;
            usual = answer->version;
            most = files;
        }
    }
    return usual;
}

static GradedQuestion *question_of(Grades *grades, const ResultAnswer *answer)
{
    for (int i = 0; i < grades->question_count; i++) {
        GradedQuestion *one = &grades->questions[i];
        if (one->step == answer->step && strcmp(one->lesson, answer->lesson) == 0 &&
            strcmp(one->question, answer->question) == 0)
            return one;
    }
    GradedQuestion *added = ARENA_ADD(grades->arena, grades->questions, grades->question_count);
    *added = (GradedQuestion){.lesson = answer->lesson,
                              .version = usual_version(grades, answer->lesson),
                              .question = answer->question,
                              .step = answer->step};
    return added;
}

static void count_answer(GradedQuestion *question, const ResultAnswer *answer)
{
    question->right += answer->right;
    question->second += answer->right && answer->tries > 1;
    question->hinted += answer->right && answer->tries <= 1 && answer->hinted;
    question->wrong += !answer->right && answer->tries > 0;
    question->unanswered += !answer->right && answer->tries == 0;
}

// ---- marking again ------------------------------------------------------------------------------

// Of the lesson at hand, if it is the version that was asked from.
static Question *question_at_hand(const Grades *grades, const ResultAnswer *answer, Walk **walk)
{
    for (int i = 0; i < grades->lesson_count; i++) {
        *walk = grades->lessons[i];
        bool is = strcmp((*walk)->lesson.name, answer->lesson) == 0 &&
                  strcmp(results_version(&(*walk)->lesson, grades->arena), answer->version) == 0;
        for (int q = 0; is && q < (*walk)->ran.question_count; q++) {
            Question *question = &(*walk)->ran.questions[q];
            bool asked = question->prediction && question->step + 1 == answer->step;
            if (asked && strcmp(question->name, answer->question) == 0) return question;
        }
    }
    return NULL;
}

// A choice is handed in as its text.
static const char *as_typed(const Walk *walk, const Question *question, const char *text,
                            Arena *arena)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; i < prediction->choice_count; i++) {
        if (strcmp(results_choice(walk, &prediction->choices[i], arena), text) == 0)
            return arena_printf(arena, "%c", 'a' + i);
    }
    return prediction->choice_count && strlen(text) == 1 ? "" : text; // no letter of another order
}

static void count_wrong(Grades *grades, GradedQuestion *graded, const char *text, const char *says)
{
    int i = 0;
    while (i < graded->wrong_count && strcmp(graded->wrong_answers[i].answer, text) != 0) i++;
    if (i == graded->wrong_count)
        *ARENA_ADD(grades->arena, graded->wrong_answers, graded->wrong_count) =
            (WrongAnswer){text, says, 0};
    graded->wrong_answers[i].count++;
}

// What was said to a wrong answer, behind "Not b."
static const char *why_wrong(const Question *question)
{
    const char *says = question->answer.says;
    size_t not = strlen("Not ") + strlen(question->answer.given) + 1;
    while (not < strlen(says) && says[not ] == ' ') not ++;
    return not < strlen(says) ? says + not : "";
}

// False: it has not all that was tried.
static bool mark(Grades *grades, ResultAnswer *answer)
{
    Walk *walk;
    Question *question = question_at_hand(grades, answer, &walk);
    if (!question) return true;
    if (answer->tried_count < answer->tries) return false;
    GradedQuestion *graded = question_of(grades, answer);
    question->answer = (Answer){0};
    answer->right = false;
    for (answer->tries = 0; answer->tries < answer->tried_count && !answer->right;) {
        const char *text = answer->tried[answer->tries++];
        const char *typed = as_typed(walk, question, text, grades->arena);
        answer->right = question_answer(walk, question, str_from(typed)) == VERDICT_RIGHT;
        if (!answer->right) count_wrong(grades, graded, text, why_wrong(question));
    }
    return true;
}

// What the file claims of itself counts as little as it is worth.
static void mark_file(Grades *grades, GradedFile *file, Buf *messages)
{
    int claimed = file->results.right;
    bool has_all = true;
    file->results.right = 0;
    for (int k = 0; k < file->results.count; k++) {
        ResultAnswer *answer = &file->results.answers[k];
        if (strcmp(answer->version, usual_version(grades, answer->lesson)) == 0)
            has_all &= mark(grades, answer);
        file->results.right += answer->right;
    }
    if (!has_all)
        buf_printf(messages, "qkv: %s: has not every try, and is not marked again\n", file->path);
    if (file->results.right != claimed)
        buf_printf(messages, "qkv: %s: claims %d right; marked again it has %d\n", file->path,
                   claimed, file->results.right);
}

// After the last file: which version of each lesson counts, and how each question went, marked
// again where the lesson is at hand. Says which files are about another version, or claim more.
static void grades_settle(Grades *grades, Buf *messages)
{
    for (int i = 0; i < grades->count; i++) mark_file(grades, &grades->files[i], messages);
    for (int i = 0; i < grades->count; i++) {
        GradedFile *file = &grades->files[i];
        for (int k = 0; k < file->results.count; k++) {
            const ResultAnswer *answer = &file->results.answers[k];
            if (strcmp(answer->version, usual_version(grades, answer->lesson)) == 0) {
                count_answer(question_of(grades, answer), answer);
                continue;
            }
            if (!file->is_other)
                buf_printf(messages,
                           "qkv: %s: is about another version of %s than most of the files; its "
                           "questions are not counted\n",
                           file->path, answer->lesson);
            file->is_other = true;
        }
    }
}

// ---- for people ---------------------------------------------------------------------------------

static int percent(int right, int count)
{
    return count ? (int)(100.0 * right / count + 0.5) : 0;
}

// Who hands in may have written anything: it stays on its line, and no row is wider for it.
static const char *shown(const char *text, int most, Arena *arena)
{
    Buf line = {.arena = arena};
    buf_add_one_line(&line, str_from(text));
    if (utf8_width(buf_str(&line)) <= most) return buf_text(&line);
    Str start = utf8_fit(buf_str(&line), most - 1);
    return arena_printf(arena, "%.*s…", STR_ARG(start));
}

typedef struct GradeRow {
    const char *name, *lesson;
    bool is_twice; // another row has the same name
} GradeRow;

static GradeRow *rows_of(const Grades *grades)
{
    enum { MOST_NAME = 32, MOST_LESSON = 24 };
    GradeRow *rows = NEW_ARRAY(grades->arena, GradeRow, grades->count + 1);
    for (int i = 0; i < grades->count; i++) {
        const Results *results = &grades->files[i].results;
        rows[i].name = shown(results->name, MOST_NAME, grades->arena);
        rows[i].lesson = shown(grades->files[i].lesson, MOST_LESSON, grades->arena);
        for (int k = 0; k < i; k++) {
            if (strcmp(rows[k].name, rows[i].name) == 0) rows[k].is_twice = rows[i].is_twice = true;
        }
    }
    return rows;
}

static void print_files(const Grades *grades, Buf *out)
{
    int name = 4, lesson = 6;
    const GradeRow *rows = rows_of(grades);
    for (int i = 0; i < grades->count; i++) {
        name = prose_wider(name, rows[i].name);
        lesson = prose_wider(lesson, rows[i].lesson);
    }
    prose_left(out, "name", name + 2);
    prose_left(out, "lesson", lesson + 2);
    buf_add(out, STR("right     of  percent\n"));
    for (int i = 0; i < grades->count; i++) {
        const GradedFile *file = &grades->files[i];
        const Results *results = &file->results;
        prose_left(out, rows[i].name, name + 2);
        prose_left(out, rows[i].lesson, lesson + 2);
        buf_printf(out, "%5d  %5d  %7d%s", results->right, results->count,
                   percent(results->right, results->count),
                   file->is_other ? "  another version" : "");
        if (rows[i].is_twice) buf_printf(out, "  %s", file->path);
        buf_add_char(out, '\n');
    }
}

static int missed(const GradedQuestion *question)
{
    return question->wrong + question->unanswered;
}

// The most missed first; of as many, in the order of the lesson.
static int *by_missed(const Grades *grades)
{
    int *order = NEW_ARRAY(grades->arena, int, grades->question_count + 1);
    for (int i = 0; i < grades->question_count; i++) {
        int j = i;
        for (; j > 0 && missed(&grades->questions[order[j - 1]]) < missed(&grades->questions[i]);
             j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    return order;
}

static void grades_print(const Grades *grades, Buf *out)
{
    if (!grades->count) return;
    enum { MOST_QUESTION = 80 };
    print_files(grades, out);
    buf_add(out, STR("\nright  second try  hint  wrong  no answer  question\n"));
    const int *order = by_missed(grades);
    for (int i = 0; i < grades->question_count; i++) {
        const GradedQuestion *question = &grades->questions[order[i]];
        buf_printf(out, "%5d  %10d  %4d  %5d  %9d  %s, step %d: %s\n", question->right,
                   question->second, question->hinted, question->wrong, question->unanswered,
                   shown(question->lesson, MOST_QUESTION, grades->arena), question->step,
                   shown(question->question, MOST_QUESTION, grades->arena));
        for (int k = 0; k < question->wrong_count; k++) {
            const WrongAnswer *wrong = &question->wrong_answers[k];
            buf_printf(out, "%30d  %9s  %s%s%s\n", wrong->count, "",
                       shown(wrong->answer, MOST_QUESTION, grades->arena), *wrong->says ? ": " : "",
                       wrong->says);
        }
    }
}

// ---- for programs -------------------------------------------------------------------------------

static void grades_csv(const Grades *grades, Buf *out)
{
    buf_add(out, STR("\"name\",\"file\",\"lesson\",\"right\",\"of\",\"percent\""));
    for (int i = 0; i < grades->question_count; i++) {
        const GradedQuestion *question = &grades->questions[i];
        buf_add_char(out, ',');
        escape_csv(out, str_from(arena_printf(grades->arena, "%s %d %s", question->lesson,
                                              question->step, question->question)));
    }
    buf_add_char(out, '\n');
    for (int i = 0; i < grades->count; i++) {
        const GradedFile *file = &grades->files[i];
        const Results *results = &file->results;
        escape_csv(out, str_from(results->name));
        buf_add_char(out, ',');
        escape_csv(out, str_from(file->path));
        buf_add_char(out, ',');
        escape_csv(out, str_from(file->lesson));
        buf_printf(out, ",%d,%d,%d", results->right, results->count,
                   percent(results->right, results->count));
        for (int q = 0; q < grades->question_count; q++) {
            const GradedQuestion *of = &grades->questions[q];
            const ResultAnswer *answer = find_answer(results, of->lesson, of->version, of);
            buf_add(out, !answer ? STR(",") : answer->right ? STR(",1") : STR(",0"));
        }
        buf_add_char(out, '\n');
    }
}

static const JsonRecord FILES = {
    sizeof(GradedFile), (const JsonField[]){JSON_FIELD("name", GradedFile, results.name, TEXT),
                                            JSON_FIELD("file", GradedFile, path, TEXT),
                                            JSON_FIELD("lesson", GradedFile, lesson, TEXT),
                                            JSON_FIELD("right", GradedFile, results.right, INT),
                                            JSON_FIELD("of", GradedFile, results.count, INT),
                                            JSON_FIELD("other_version", GradedFile, is_other, BOOL),
                                            {0}}};

static const JsonRecord WRONG = {
    sizeof(WrongAnswer), (const JsonField[]){JSON_FIELD("answer", WrongAnswer, answer, TEXT),
                                             JSON_FIELD("says", WrongAnswer, says, TEXT),
                                             JSON_FIELD("count", WrongAnswer, count, INT),
                                             {0}}};

static const JsonRecord QUESTIONS = {
    sizeof(GradedQuestion),
    (const JsonField[]){
        JSON_FIELD("lesson", GradedQuestion, lesson, TEXT),
        JSON_FIELD("step", GradedQuestion, step, INT),
        JSON_FIELD("question", GradedQuestion, question, TEXT),
        JSON_FIELD("right", GradedQuestion, right, INT),
        JSON_FIELD("second_try", GradedQuestion, second, INT),
        JSON_FIELD("hint", GradedQuestion, hinted, INT),
        JSON_FIELD("wrong", GradedQuestion, wrong, INT),
        JSON_FIELD("no_answer", GradedQuestion, unanswered, INT),
        JSON_LIST("wrong_answers", GradedQuestion, wrong_answers, RECORDS, wrong_count, &WRONG),
        {0}}};

static void grades_json(const Grades *grades, Buf *out)
{
    json_print(json_tree_of("{s:o, s:o}", "students",
                            json_records(&FILES, grades->files, grades->count), "questions",
                            json_records(&QUESTIONS, grades->questions, grades->question_count)),
               out);
}

static bool is_file_twice(const Arguments *arguments, int at)
{
    for (int i = 0; i < at; i++) {
        if (str_is(str_from(arguments->words[i]), arguments->words[at])) return true;
    }
    return false;
}

static bool is_lesson(const char *word)
{
    return str_ends(str_from(word), ".md") || str_ends(str_from(word), ".ipynb");
}

static void add_lesson(Grades *grades, const char *lesson, Session *session,
                       const Arguments *arguments)
{
    Walk *walk = NEW(session->arena, Walk); // stays where it is: its error points into it
    if (open_walk(walk, lesson, session, arguments)) grades->lessons[grades->lesson_count++] = walk;
}

// Those that are named, and of the library those that were asked from.
static void add_lessons(Grades *grades, Session *session, const Arguments *arguments)
{
    Library library;
    library_scan(&library, session->arena);
    grades->lessons = NEW_ARRAY(session->arena, Walk *, library.count + arguments->count + 1);
    for (int i = 0; i < arguments->count; i++) {
        if (is_lesson(arguments->words[i]))
            add_lesson(grades, arguments->words[i], session, arguments);
    }
    for (int i = 0; i < library.count; i++) {
        const char *name = library.lessons[i].name;
        if (count_files(grades, name, NULL)) add_lesson(grades, name, session, arguments);
    }
}

static ExitCode run_grades(Session *session, const Arguments *arguments)
{
    const OptionValue *value = arguments->value;
    Grades grades = {.arena = session->arena};
    ExitCode code = EXIT_DONE;
    for (int i = 0; i < arguments->count; i++) {
        if (is_file_twice(arguments, i) || is_lesson(arguments->words[i])) continue;
        if (!grades_add(&grades, arguments->words[i], session->error)) code = EXIT_FAILED;
        command_report(session, session->error);
    }
    add_lessons(&grades, session, arguments);
    grades_settle(&grades, session->messages);
    if (value[OPTION_JSON].given)
        grades_json(&grades, session->out);
    else if (value[OPTION_CSV].given)
        grades_csv(&grades, session->out);
    else
        grades_print(&grades, session->out);
    for (int i = 0; i < grades.lesson_count; i++) open_finish(grades.lessons[i], session);
    return code;
}

const Command command_grades = {
    .name = "grades",
    .words = "[LESSON.md] FILE...",
    .least = 1,
    .most = 10000,
    .summary = "sum up the results that students hand in",
    .options = (const OptionId[]){OPTION_CSV, OPTION_JSON, OPTION_NONE},
    .completes = "file",
    .rules = (const OptionRule[]){{"json", .excludes = "csv"}, {0}},
    .run = run_grades,
};
