// What heads do: scores against PyTorch (tests/golden/patterns.txt and tests/listings/induction.out
// have them, counted out pair by pair by the programs beside them), and what gets no name.
#include "support/program.h"
#include "support/test.h"

#include "base/files/file.h"
#include "study/attention/survey.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int begin(void **state)
{
    (void)state;
    program_open((RunOptions){.collections = INT64_MAX});
    return 0;
}

static const char *text_of(const char *path)
{
    Str text;
    Error error = {.arena = &arena};
    assert_true(file_read(path, 1 << 20, &arena, &text, &error));
    return str_copy(&arena, text);
}

static HeadSurvey survey_of(const char *text)
{
    HeadSurvey survey;
    Error error = {.arena = &arena};
    assert_string_equal(running(text), "");
    if (!survey_make(&survey, run_trace(program), (Sight){0}, -1, &arena, &error))
        fail_msg("%s", error.message);
    return survey;
}

static const Pattern *pattern_at(const HeadSurvey *survey, int layer, int head)
{
    assert_true(layer < survey->layer_count && head < survey->layers[layer].attention.slices.heads);
    return &survey_layer(survey, layer)[head].pattern;
}

static const char *name_at(const HeadSurvey *survey, int layer, int head)
{
    return pattern_name(pattern_at(survey, layer, head), &arena);
}

// ---- scores -------------------------------------------------------------------------------------

static void compare(const HeadSurvey *survey, const char *line)
{
    int layer, head, counted, measured = 0;
    char name[16];
    double score, chance;
    assert_int_equal(
        sscanf(line, "%d %d %15s %lf %lf %d", &layer, &head, name, &score, &chance, &counted), 6);
    PatternKind kind = PATTERN_FIRST_SCORED;
    while (kind < PATTERN_KINDS && strcmp(name, pattern_kind_name(kind)) != 0) kind++;
    assert_true(kind < PATTERN_KINDS);
    const Pattern *pattern = pattern_at(survey, layer, head);
    assert_true(pattern_is_measured(pattern, kind));
    assert_int_equal(pattern->of[kind].counted, counted);
    measured += fabs(pattern->of[kind].score - score) < 2e-5;
    measured += fabs(pattern->of[kind].chance - chance) < 2e-5;
    if (measured != 2)
        fail_msg("%s: %.5f, %.5f", line, pattern->of[kind].score, pattern->of[kind].chance);
}

static int count_measured(const HeadSurvey *survey)
{
    int count = 0;
    for (int i = 0; i < survey->count; i++) {
        for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_ONE; kind++)
            count += pattern_is_measured(&survey->head[i].pattern, (PatternKind)kind);
    }
    return count;
}

static void scores_and_chances_are_those_counted_out_in_pytorch(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(text_of("tests/golden/patterns.py"));
    Str text = str_from(text_of("tests/golden/patterns.txt"));
    int lines = 0;
    for (Str line; str_next_line(&text, &line); lines++) compare(&survey, str_copy(&arena, line));
    assert_int_equal(count_measured(&survey), lines); // and nothing else is
    assert_int_equal(lines, 44);
}

static void an_induction_head_is_found_and_the_head_that_it_needs(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(text_of("tests/listings/induction.py"));
    assert_string_equal(printed.p, text_of("tests/listings/induction.out"));
    assert_int_equal(survey.layer_count, 2);
    assert_string_equal(survey.layers[1].name, "model.layers[1]");
    assert_string_equal(name_at(&survey, 0, 0), "previous");
    assert_string_equal(name_at(&survey, 0, 1), "uniform");
    assert_string_equal(name_at(&survey, 1, 0), "induction");
    assert_string_equal(name_at(&survey, 1, 1), "first");
    const PatternScore *of = &pattern_at(&survey, 1, 0)->of[PATTERN_INDUCTION];
    assert_true(fabs(of->score - 0.9370) < 1e-4 && of->counted == 8);
    const SurveyHead **best;
    assert_int_equal(survey_best(&survey, PATTERN_INDUCTION, &arena, &best), 4);
    assert_true(best[0]->layer == 1 && best[0]->number == 0);
}

// ---- what they are measured in ------------------------------------------------------------------

static const char attend[] = "import torch\n"
                             "torch.manual_seed(0)\n"
                             "def attend(x, n):\n"
                             "    scores = x @ x.T\n"
                             "    weights = torch.softmax(scores, dim=-1)\n"
                             "    return weights @ x\n"
                             "x = torch.randn(7, 4)\n";

static const char *with(const char *text)
{
    return arena_printf(&arena, "%s%s", attend, text);
}

static void nothing_is_said_of_fewer_than_six_tokens(void **state)
{
    (void)state;
    HeadSurvey five = survey_of(with("y = attend(100 * torch.eye(5), 5)\n"));
    assert_int_equal(five.count, 1);
    assert_string_equal(name_at(&five, 0, 0), "");
    assert_false(survey_measures(&five, PATTERN_SELF));
    assert_string_equal(survey_why_not(&five, PATTERN_SELF), "there are fewer than 6 tokens");
}

static void six_tokens_are_enough(void **state)
{
    (void)state;
    HeadSurvey six = survey_of(with("y = attend(3 * torch.eye(6), 6)\n"));
    assert_string_equal(name_at(&six, 0, 0), "self");
}

static void probabilities_that_average_nothing_are_no_attention(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(with("y = attend(x, 7)\n"
                                       "words = torch.softmax(y @ torch.randn(4, 7), dim=-1)\n"
                                       "likely = words.argmax(dim=-1)\n"));
    assert_int_equal(survey.layer_count, 1);
    assert_string_equal(survey.layers[0].name, "weights");
}

static void of_a_module_that_is_called_again_the_last_call_counts(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(with("class A(torch.nn.Module):\n"
                                       "    def forward(self, x):\n"
                                       "        return attend(attend(x, 0), 0)\n"
                                       "a = A()\n"
                                       "for n in range(3, 8):\n"
                                       "    y = a(x[:n])\n"));
    assert_int_equal(survey.layer_count, 2);
    assert_int_equal(survey.layers[0].calls, 5);
    assert_int_equal(survey.layers[0].attention.sequence.length, 7);
}

static void without_ids_or_repeats_induction_is_not_measured(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(with("y = attend(x, 7)\n"));
    assert_string_equal(survey_why_not(&survey, PATTERN_INDUCTION),
                        "its tokens have no labels, and no ids were found");
    assert_string_equal(survey_why_not(&survey, PATTERN_ALIGNED),
                        "no tensor called alignment fits");
    assert_null(survey_why_not(&survey, PATTERN_PREVIOUS));
}

static void several_tensors_of_integers_are_not_taken_for_ids(void **state)
{
    (void)state;
    HeadSurvey survey =
        survey_of(with("ids = torch.tensor([1, 2, 1, 2, 1, 2, 1])\n"
                       "kind = torch.tensor([0, 0, 0, 1, 1, 1, 1])\n"
                       "y = attend(torch.randn(3, 4)[ids] + torch.randn(2, 4)[kind], 7)\n"));
    assert_string_equal(survey_why_not(&survey, PATTERN_INDUCTION),
                        "its tokens have no labels, and several tensors could be their ids");
}

static void two_sentences_of_one_length_are_not_one(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(with("other = torch.randn(7, 4)\n"
                                       "y = torch.softmax(x @ other.T, dim=-1) @ other\n"));
    assert_string_equal(survey_why_not(&survey, PATTERN_PREVIOUS),
                        "rows and columns are not known to be the same tokens");
    assert_null(survey_why_not(&survey, PATTERN_SHARP));
}

static void heads_of_nn_multihead_attention_are_told_from_items(void **state)
{
    (void)state;
    HeadSurvey survey = survey_of(
        with("mha = torch.nn.MultiheadAttention(4, 2, batch_first=True)\n"
             "y, w = mha(torch.randn(3, 6, 4), torch.randn(3, 6, 4), torch.randn(3, 6, 4))\n"));
    assert_int_equal(survey.layer_count, 1);
    assert_int_equal(survey.layers[0].attention.slices.heads, 2);
    assert_int_equal(survey.layers[0].attention.slices.items, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, program_close)
        CASE(scores_and_chances_are_those_counted_out_in_pytorch),
        CASE(an_induction_head_is_found_and_the_head_that_it_needs),
        CASE(nothing_is_said_of_fewer_than_six_tokens),
        CASE(six_tokens_are_enough),
        CASE(probabilities_that_average_nothing_are_no_attention),
        CASE(of_a_module_that_is_called_again_the_last_call_counts),
        CASE(without_ids_or_repeats_induction_is_not_measured),
        CASE(several_tensors_of_integers_are_not_taken_for_ids),
        CASE(two_sentences_of_one_length_are_not_one),
        CASE(heads_of_nn_multihead_attention_are_told_from_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
