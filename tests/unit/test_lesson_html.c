// The text of a step as HTML: what may be seen of it, what is marked, and nothing raw from a file.
#include "support/opened.h"
#include "support/test.h"

#include "text/lesson_text.h"

#include <string.h>

static const char *const LESSON =
    "# Title\n"
    "\n"
    "Intro \\<script>alert(1)\\</script> & a [link](javascript:alert(2)), "
    "a [page](https://example.org/?a=\"b).\n"
    "\n"
    "## Step\n"
    "\n"
    "| head | \\<b> |\n"
    "|------|-----|\n"
    "| `<i>` | 2 |\n"
    "\n"
    "- one\n"
    "- two\n"
    "\n"
    "```python\n"
    "import torch\n"
    "query = torch.tensor([[1., 2.], [3., 4.]])  # <script>\n"
    "scores = query @ query.T\n"
    "```\n"
    "\n"
    "> **Predict** `scores[0, 1]`, which is `{python} scores[0, 1].item()`.\n"
    ">\n"
    "> - [ ] \\<script>3\\</script>\n"
    ">   - Too \\<small>.\n"
    "> - [x] 11\n"
    ">\n"
    "> Because \\<em> of `{python} 5 + 6`.\n"
    "\n"
    "![query]\n"
    "\n"
    "```python\n"
    "total = scores.sum()\n"
    "print('<script>', total.item())\n"
    "```\n"
    "\n"
    "Held back: `{python} '<script>'`.\n";

static Arena arena;
static Walk walk;

static int start(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    if (open_text_as(&walk, LESSON, ".md", &error)) return 0;
    print_error("%s\n", error.message);
    return 1;
}

static int finish(void **state)
{
    (void)state;
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}

static Question *asked(void)
{
    assert_true(walk.ran.question_count > 0);
    return &walk.ran.questions[0];
}

static const char *page(const Question *elsewhere)
{
    Buf out = {.arena = &arena};
    lesson_html(&walk, (LessonSight){.holds_back = true, .elsewhere = elsewhere}, &out);
    return buf_text(&out);
}

static void go_to(Question *question)
{
    for (int i = 0; i < 100 && walk_question_reached(&walk) != question; i++)
        assert_true(walk_next(&walk));
}

static void answer(Question *question)
{
    go_to(question);
    Str right = str_from(question->prediction->choices[0].right ? "a" : "b");
    assert_int_equal(question_answer(&walk, question, right), VERDICT_RIGHT);
}

static void expect(const char *html, const char *wanted)
{
    if (!strstr(html, wanted)) fail_msg("no %s in\n%s", wanted, html);
}

static void expect_not(const char *html, const char *wanted)
{
    if (strstr(html, wanted)) fail_msg("%s in\n%s", wanted, html);
}

// Elements are told from text by what the formats themselves never write.
static void expect_escaped(const char *html)
{
    static const char *const RAW[] = {"<script", "<small", "<i>", "<b>", "<em> of", "javascript:"};
    for (size_t i = 0; i < sizeof RAW / sizeof *RAW; i++) expect_not(html, RAW[i]);
}

static void prose_is_elements(void **state)
{
    (void)state;
    const char *html = page(NULL);
    expect(html, "<p>Intro &lt;script&gt;alert(1)&lt;/script&gt; &amp; a link, a "
                 "<a href=\"https://example.org/?a=&quot;b\">page</a>.</p>");
    expect(html, "<th scope=\"col\">&lt;b&gt;</th>");
    expect(html, "<td><code>&lt;i&gt;</code></td>");
    expect(html, "<ul>\n<li>one</li>\n<li>two</li></ul>");
    expect_escaped(html);
}

static void the_statement_at_hand_is_marked(void **state)
{
    (void)state;
    go_to(asked());
    const char *html = page(NULL);
    expect(html, "<span class=\"now\"><span class=\"ink-score\">scores</span> = "
                 "<span class=\"here\"><span class=\"ink-query\">query</span> @ "
                 "<span class=\"ink-query\">query</span>.T</span>\n</span></code></pre>");
    expect(html, "<span class=\"ink-quiet\"># &lt;script&gt;</span>\n");
    expect_escaped(html);
}

static void what_answers_a_question_is_not_there(void **state)
{
    (void)state;
    const char *html = page(NULL);
    expect(html, "which is <code>?</code>");
    expect(html, "<li>&lt;script&gt;3&lt;/script&gt;</li>");
    expect(html, "<p class=\"quiet\">(More follows your answer.)</p>");
    expect_not(html, "Held back");
    expect_not(html, "Because");
    expect_not(html, "class=\"printed\"");
    expect_not(html, "class=\"right\"");
    expect_not(page(asked()), "which is");
}

static void what_is_settled_is_told(void **state)
{
    (void)state;
    answer(asked());
    assert_true(walk_go_to_end(&walk));
    const char *html = page(NULL);
    expect(html, "<pre class=\"printed\"><code>&lt;script&gt; ");
    expect(html, "<section class=\"question\" id=\"asked-1\">\n<blockquote>\n<p><strong>Predict");
    expect(html, "<li class=\"right\">11</li>");
    expect(html, "Held back: <code>&lt;script&gt;</code>");
    expect(html, "Because &lt;em&gt; of <code>11</code>.");
    expect(html, "<button type=\"button\" class=\"picture\" data-keys=\"V\">");
    expect_escaped(html);
}

static void a_question_has_its_words_choices_and_reason(void **state)
{
    (void)state;
    const Prediction *prediction = asked()->prediction;
    int wrong = prediction->choices[0].right;
    Buf words = {.arena = &arena}, choice = {.arena = &arena}, reason = {.arena = &arena};
    lesson_asked_html(&walk, prediction, false, &words);
    lesson_choice_html(&walk, prediction, wrong, &choice);
    lesson_because_html(&walk, prediction, &reason);
    assert_string_equal(buf_text(&words), "<p><strong>Predict</strong> <code>scores[0, 1]</code>, "
                                          "which is <code>?</code>.</p>\n");
    assert_string_equal(buf_text(&choice), "&lt;script&gt;3&lt;/script&gt;");
    assert_string_equal(buf_text(&reason), "<p>Because &lt;em&gt; of <code>11</code>.</p>\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(prose_is_elements, start, finish),
        cmocka_unit_test_setup_teardown(the_statement_at_hand_is_marked, start, finish),
        cmocka_unit_test_setup_teardown(what_answers_a_question_is_not_there, start, finish),
        cmocka_unit_test_setup_teardown(what_is_settled_is_told, start, finish),
        cmocka_unit_test_setup_teardown(a_question_has_its_words_choices_and_reason, start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
