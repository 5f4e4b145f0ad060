// Reads and writes results. Who hands in may have edited the file, so everything in it is doubted.
#include "command/school/results.h"

#include "base/files/file.h"
#include "base/text/json_record.h"
#include "check/seal.h"
#include "state/state.h"
#include "text/prose.h"

#include <inttypes.h>

enum { MOST_BYTES = 4 << 20 };

const char *results_version(const Lesson *lesson, Arena *arena)
{
    Str text = lesson->source->text;
    Span seal;
    Buf version = {.arena = arena};
    if (!seal_find(text, &seal)) return arena_printf(arena, "%016" PRIx64, hash_text(text));
    buf_add_one_line(&version, str_slice(text, seal.start, seal.end));
    return buf_text(&version);
}

const char *results_choice(const Walk *walk, const Choice *choice, Arena *arena)
{
    enum { WIDE = 1000000 };
    Buf text = {.arena = arena};
    prose_prefixed(&text, walk, &choice->text, "", "", WIDE);
    return str_copy(arena, str_trim(buf_str(&text)));
}

// A letter is that of this reader's order: what is handed in has the text of the choice.
static const char *text_of_try(const Walk *walk, const Question *question, const char *given,
                               Arena *arena)
{
    const Prediction *prediction = question->prediction;
    int choice = *given && !given[1] ? (*given | 0x20) - 'a' : -1;
    if (choice < 0 || !prediction || choice >= prediction->choice_count) return given;
    return results_choice(walk, &prediction->choices[choice], arena);
}

void results_add(Results *results, const Walk *walk, const Question *question, Arena *arena)
{
    const Answer *answer = &question->answer;
    ResultAnswer result = {.lesson = walk->lesson.name,
                           .version = results_version(&walk->lesson, arena),
                           .step = question->step + 1,
                           .question = question->name,
                           .given = "",
                           .right = answer->state == ANSWER_RIGHT,
                           .hinted = answer->hints > 0};
    bool is_remembered = result.right && !answer->tries; // from an earlier session
    result.tries = result.tried_count = answer->tries + is_remembered;
    result.tried = NEW_ARRAY(arena, const char *, result.tries + 1);
    for (int i = 0; i < result.tries; i++) {
        const char *given = is_remembered ? answer->given : answer->tried[i];
        result.given = result.tried[i] = text_of_try(walk, question, given, arena);
    }
    results->right += result.right;
    results->answers[results->count++] = result;
}

// ---- as JSON ------------------------------------------------------------------------------------

static const JsonRecord ANSWER = {
    sizeof(ResultAnswer),
    (const JsonField[]){JSON_FIELD("lesson", ResultAnswer, lesson, TEXT),
                        JSON_FIELD("version", ResultAnswer, version, TEXT),
                        JSON_FIELD("step", ResultAnswer, step, INT),
                        JSON_FIELD("question", ResultAnswer, question, TEXT),
                        JSON_FIELD("answer", ResultAnswer, given, TEXT),
                        JSON_FIELD("tries", ResultAnswer, tries, INT),
                        JSON_LIST("tried", ResultAnswer, tried, TEXTS, tried_count, NULL),
                        JSON_FIELD("right", ResultAnswer, right, BOOL),
                        JSON_FIELD("hinted", ResultAnswer, hinted, FLAG),
                        {0}}};

static const JsonRecord RESULTS = {
    sizeof(Results),
    (const JsonField[]){JSON_FIELD("name", Results, name, TEXT),
                        JSON_LIST("answers", Results, answers, RECORDS, count, &ANSWER),
                        {0}}};

void results_write(const Results *results, Buf *out)
{
    json_t *record = json_record(&RESULTS, results);
    json_t *json =
        json_tree_of("{s:s, s:O, s:i, s:i, s:O}", "qkv", "results", "name",
                     json_object_get(record, "name"), "right", results->right, "questions",
                     results->count, "answers", json_object_get(record, "answers"));
    json_decref(record);
    json_tree_print(json, JSON_INDENT(1), out);
    buf_add_char(out, '\n');
}

static bool read_results(const json_t *json, Results *results, Arena *arena)
{
    const char *what = json_string_value(json_object_get(json, "qkv"));
    *results = (Results){0};
    bool ok = json_record_read(&RESULTS, json, results, arena);
    for (int i = 0; i < results->count; i++) results->right += results->answers[i].right;
    return ok && what && str_is(str_from(what), "results");
}

bool results_read(const char *path, Results *results, Arena *arena, Error *error)
{
    Str text;
    if (!file_read(path, MOST_BYTES, arena, &text, error)) return false;
    json_error_t why;
    json_t *json = json_tree_read(text, JSON_REJECT_DUPLICATES, &why);
    if (!json)
        return error_fail(error, "ask for the file again, as qkv quiz --results wrote it",
                          "%s:%d:%d: broken: %s", path, why.line, why.column, why.text);
    bool ok = read_results(json, results, arena);
    json_decref(json);
    if (ok) return true;
    return error_fail(error, "a file that qkv quiz --results wrote",
                      "%s: these are no results of a quiz", path);
}
