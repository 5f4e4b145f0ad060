// Reads and writes results. Who hands in may have edited the file, so everything in it is doubted.
#include "command/school/results.h"

#include "base/file.h"
#include "base/json_tree.h"
#include "check/seal.h"
#include "state/state.h"
#include "text/prose.h"

#include <inttypes.h>

enum { MOST_BYTES = 4 << 20, MOST_STEP = 1000000 };

const char *results_version(const Lesson *lesson, Arena *arena)
{
    Str text = lesson->source->text;
    Span seal;
    Buf version = {.arena = arena};
    if (!seal_find(text, &seal)) return arena_printf(arena, "%016" PRIx64, state_hash(text));
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
                           .right = answer->state == ANSWER_RIGHT};
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

// ---- writing ------------------------------------------------------------------------------------

static json_t *answer_json(const ResultAnswer *answer)
{
    json_t *tried = json_tree_have(json_array());
    for (int i = 0; i < answer->tried_count; i++)
        json_tree_append(tried, json_tree_text(answer->tried[i]));
    return json_tree_of("{s:o, s:o, s:i, s:o, s:o, s:i, s:o, s:b}", "lesson",
                        json_tree_text(answer->lesson), "version", json_tree_text(answer->version),
                        "step", answer->step, "question", json_tree_text(answer->question),
                        "answer", json_tree_text(answer->given), "tries", answer->tries, "tried",
                        tried, "right", answer->right);
}

void results_write(const Results *results, Buf *out)
{
    json_t *answers = json_tree_have(json_array());
    for (int i = 0; i < results->count; i++)
        json_tree_append(answers, answer_json(&results->answers[i]));
    json_t *json = json_tree_of("{s:s, s:o, s:i, s:i, s:o}", "qkv", "results", "name",
                                json_tree_text(results->name), "right", results->right, "questions",
                                results->count, "answers", answers);
    json_tree_print(json, JSON_INDENT(1), out);
    buf_add_char(out, '\n');
}

// ---- reading ------------------------------------------------------------------------------------

static const char *text_of(const json_t *object, const char *key, Arena *arena)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? str_copy(arena, str_from(json_string_value(value))) : NULL;
}

static bool number_of(const json_t *object, const char *key, int *number)
{
    const json_t *value = json_object_get(object, key);
    json_int_t read = json_integer_value(value);
    *number = (int)read;
    return json_is_integer(value) && read >= 0 && read <= MOST_STEP;
}

static void read_tried(const json_t *tried, ResultAnswer *answer, Arena *arena)
{
    int count = (int)json_array_size(tried);
    answer->tried = NEW_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(tried, (size_t)i));
        answer->tried[answer->tried_count++] = text ? str_copy(arena, str_from(text)) : "";
    }
}

static bool read_answer(const json_t *json, ResultAnswer *answer, Arena *arena)
{
    const json_t *right = json_object_get(json, "right");
    *answer = (ResultAnswer){.lesson = text_of(json, "lesson", arena),
                             .version = text_of(json, "version", arena),
                             .question = text_of(json, "question", arena),
                             .given = text_of(json, "answer", arena),
                             .right = json_is_true(right)};
    read_tried(json_object_get(json, "tried"), answer, arena);
    bool texts = answer->lesson && answer->version && answer->question && answer->given;
    return texts && json_is_boolean(right) && number_of(json, "step", &answer->step) &&
           number_of(json, "tries", &answer->tries);
}

static bool read_results(const json_t *json, Results *results, Arena *arena)
{
    const char *what = text_of(json, "qkv", arena);
    const json_t *answers = json_object_get(json, "answers");
    *results = (Results){.name = text_of(json, "name", arena)};
    if (!what || !str_is(str_from(what), "results") || !results->name) return false;
    if (!json_is_array(answers)) return false;
    int count = (int)json_array_size(answers);
    results->answers = NEW_ARRAY(arena, ResultAnswer, count + 1);
    for (int i = 0; i < count; i++) {
        ResultAnswer *answer = &results->answers[results->count++];
        if (!read_answer(json_array_get(answers, (size_t)i), answer, arena)) return false;
        results->right += answer->right;
    }
    return true;
}

bool results_read(const char *path, Results *results, Arena *arena, Error *error)
{
    Str text;
    if (!file_read(path, MOST_BYTES, arena, &text, error)) return false;
    json_error_t why;
    json_t *json = json_tree_read(text, JSON_REJECT_DUPLICATES, &why);
    if (!json) {
        error_set(error, NULL, "%s:%d:%d: broken: %s", path, why.line, why.column, why.text);
        return error_hint(error, "ask for the file again, as qkv quiz --results wrote it");
    }
    bool ok = read_results(json, results, arena);
    json_decref(json);
    if (ok) return true;
    error_set(error, NULL, "%s: these are no results of a quiz", path);
    return error_hint(error, "a file that qkv quiz --results wrote");
}
