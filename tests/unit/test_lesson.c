#include "support/test.h"

#include "lesson/lesson.h"
#include "lesson/options.h"
#include "lesson/spell.h"

#include <string.h>

static Arena arena;
static Error error;
static Lesson lesson;

static int start(void **state)
{
    (void)state;
    error = (Error){.arena = &arena};
    lesson = (Lesson){0};
    return 0;
}

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static bool parse_text(Str text)
{
    Source *source = NEW(&arena, Source);
    *source = (Source){.name = "lessons/07-small.md", .text = text};
    return lesson_parse(source, &arena, &lesson, &error);
}

static bool parse(const char *text)
{
    return parse_text(str_from(text));
}

// The message as printed, after parsing a text that must be refused.
static const char *refusal(const char *text)
{
    assert_false(parse(text));
    assert_true(error.set);
    assert_non_null(error.hint);
    Buf out = {.arena = &arena};
    error_print(&error, &out);
    return buf_text(&out);
}

static const CodeBlock *code_at(int step, int nth)
{
    for (int i = 0; i < lesson.steps[step].count; i++) {
        const Block *block = &lesson.steps[step].blocks[i];
        if (block->kind == BLOCK_CODE && nth-- == 0) return &block->code;
    }
    return NULL;
}

static void assert_str(Str actual, const char *expected)
{
    assert_string_equal(str_copy(&arena, actual), expected);
}

// Everything that is prose, one paragraph a line, in a form that a person can read.
static void write_inline(const Inline *part, Buf *out)
{
    const char *around = part->style & STYLE_STRONG     ? "**"
                         : part->style & STYLE_EMPHASIS ? "_"
                         : part->style & STYLE_LINK     ? "^"
                                                        : "";
    if (part->kind == INLINE_BREAK) buf_add(out, STR("|"));
    if (part->kind == INLINE_TEXT) buf_printf(out, "%s%.*s%s", around, STR_ARG(part->text), around);
    if (part->kind == INLINE_CODE) buf_printf(out, "`%.*s`", STR_ARG(part->text));
    if (part->kind == INLINE_LIVE) buf_printf(out, "{%.*s}", STR_ARG(part->live->text));
}

static void write_paragraph(const Paragraph *paragraph, Buf *out)
{
    static const char *const KINDS[] = {
        [PARAGRAPH_TEXT] = "text",       [PARAGRAPH_ITEM] = "item",
        [PARAGRAPH_QUOTE] = "quote",     [PARAGRAPH_HEADING] = "heading",
        [PARAGRAPH_LITERAL] = "literal", [PARAGRAPH_TABLE] = "row",
        [PARAGRAPH_RULE] = "rule",       [PARAGRAPH_PICTURE] = "picture",
    };
    buf_printf(out, "%s%s%d", KINDS[paragraph->kind], paragraph->header ? " head " : " ",
               paragraph->depth);
    if (paragraph->marker) buf_printf(out, " %s", paragraph->marker);
    buf_add(out, STR(":"));
    for (int i = 0; i < paragraph->count; i++) {
        bool own_line = paragraph->kind == PARAGRAPH_LITERAL && i;
        buf_add(out, own_line ? STR("/") : i ? STR("") : STR(" "));
        write_inline(&paragraph->inlines[i], out);
    }
    buf_add_char(out, '\n');
}

static const char *prose_of(const Block *blocks, int count)
{
    Buf out = {.arena = &arena};
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind == BLOCK_PROSE) write_paragraph(&blocks[i].prose, &out);
        if (blocks[i].kind == BLOCK_CODE) buf_add(&out, STR("code\n"));
        if (blocks[i].kind == BLOCK_PREDICTION) buf_add(&out, STR("prediction\n"));
    }
    return buf_text(&out);
}

// The prose of a text, with the code that a lesson needs behind it.
static const char *prose(const char *text)
{
    assert_true(parse(arena_printf(&arena, "## Step\n\n%s\n\n```py\n```\n", text)));
    return prose_of(lesson.steps[0].blocks, lesson.steps[0].count - 1);
}

// Where the n-th code block's `part` stands: line * 100 + column.
static int place(const CodeBlock *code, const char *part)
{
    int offset = str_find(code->source->text, part);
    assert_true(offset >= 0);
    Place at = source_place(code->source, offset);
    return at.line * 100 + at.column;
}

// --- structure

static void test_headings_make_title_and_steps(void **state)
{
    (void)state;
    assert_true(parse("# A *fine* title\n\nSummary.\n\n## One\n\nText.\n\n```python\nx = 1\n```\n\n"
                      "### Below\n\n## Two `x`\n"));
    assert_string_equal(lesson.name, "small");
    assert_string_equal(lesson.title, "A fine title");
    assert_string_equal(prose_of(lesson.intro, lesson.intro_count), "text 0: Summary.\n");
    assert_int_equal(lesson.step_count, 2);
    assert_string_equal(lesson.steps[0].title, "One");
    assert_str(span_text(lesson.steps[0].at), "One");
    assert_string_equal(lesson.steps[1].title, "Two x");
    assert_string_equal(prose_of(lesson.steps[0].blocks, lesson.steps[0].count),
                        "text 0: Text.\ncode\nheading 0: Below\n");
}

static void test_code_without_headings_is_one_step_with_the_lessons_title(void **state)
{
    (void)state;
    assert_true(parse("# T\n\nSummary.\n\nAbout the code.\n\n```py\nx\n```\n"));
    assert_int_equal(lesson.step_count, 1);
    assert_string_equal(lesson.steps[0].title, "T");
    assert_string_equal(prose_of(lesson.intro, lesson.intro_count), "text 0: Summary.\n");
    assert_string_equal(prose_of(lesson.steps[0].blocks, lesson.steps[0].count),
                        "text 0: About the code.\ncode\n");
}

static void test_a_lesson_without_title_has_its_files_name(void **state)
{
    (void)state;
    assert_true(parse("```py\nx\n```\n"));
    assert_string_equal(lesson.title, "small");
    assert_string_equal(lesson.steps[0].title, "small");
}

static void test_a_picture_is_a_paragraph_by_itself(void **state)
{
    (void)state;
    assert_string_equal(prose("![weights]"), "picture 0: `weights`\n");
    assert_string_equal(prose("![w_0[1]]"), "picture 0: `w_0[1]`\n");
    assert_string_equal(prose("![w: heads]"), "picture 0: `w`\n");
    assert_true(lesson.steps[0].blocks[0].prose.heads);
    Span at = {lesson.steps[0].blocks[0].prose.inlines[0].live, 0, 0};
    assert_int_equal(span_line(at), 3);
    assert_string_equal(prose("See ![w]."), "text 0: See ![w].\n");
    assert_string_equal(prose("- ![w]"), "item 0 -: ![w]\n");
    assert_string_equal(prose("![w]\n\n[w]: w.png"), "text 0: w\n");
    assert_non_null(strstr(refusal("## A\n\n![w: lines]\n\n```py\n```\n"), ":3:6: "));
}

static void test_an_empty_heading_is_numbered(void **state)
{
    (void)state;
    assert_true(parse("##\n\n```py\nx\n```\n"));
    assert_string_equal(lesson.steps[0].title, "Step 1");
}

static void test_front_matter_is_skipped_and_lines_still_count(void **state)
{
    (void)state;
    assert_true(parse("\xEF\xBB\xBF---\ntitle: \"From YAML\"\nfade: 2\n---\n\n```py\nx\n```\n"));
    assert_string_equal(lesson.title, "From YAML");
    assert_int_equal(place(code_at(0, 0), "x"), 701);
    assert_true(parse("---\n\ntitle: no\n\n---\n\n```py\nx\n```\n")); // two rules
    assert_string_equal(lesson.title, "small");
}

// --- prose

static void test_prose_keeps_emphasis_links_code_and_math(void **state)
{
    (void)state;
    assert_string_equal(
        prose("A **b** *c* [d](http://e) `f  g` <b>h</b> &times;&#215;&zzz; $a_b*c*$\n"
              "next  \nline <!-- gone -->"),
        "text 0: A **b** _c_ ^d^ `f  g` h \xC3\x97\xC3\x97&zzz; a_b*c* next|line \n");
}

static void test_formulas_are_read_unless_a_command_is_not_known(void **state)
{
    (void)state;
    assert_string_equal(prose("$\\sqrt{d_k}$, $$ K^\\top\n$$ and $\\odd{x}$ for $5 to $6 or $7-$8"),
                        "text 0: √dₖ, Kᵀ and $\\odd{x}$ for $5 to $6 or $7-$8\n");
    assert_string_equal(lesson.steps[0].blocks[0].prose.inlines[0].tex, "$\\sqrt{d_k}$");
}

static void test_links_know_where_they_lead_and_columns_their_side(void **state)
{
    (void)state;
    prose("[a **b**](c&amp;d) e\n");
    const Paragraph *text = &lesson.steps[0].blocks[0].prose;
    assert_string_equal(text->inlines[0].link, "c&d");
    assert_ptr_equal(text->inlines[0].link, text->inlines[1].link);
    assert_null(text->inlines[2].link);
    prose("| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n");
    assert_string_equal(lesson.steps[0].blocks[1].prose.align, "lcr ");
}

static void test_html_comments_vanish(void **state)
{
    (void)state;
    assert_string_equal(prose("<!-- a\n\nb -->\n\ntext"), "text 0: text\n");
}

static void test_lists_keep_markers_and_depth(void **state)
{
    (void)state;
    assert_string_equal(prose("- a\n  1. b\n  2. c\n\n     more\n- [x] d\n"),
                        "item 0 -: a\nitem 1 1.: b\nitem 1 2.: c\nitem 1: more\nitem 0 [x]: d\n");
    assert_string_equal(prose("> a\n> - b\n>\n> > c\n"), "quote 0: a\nitem 1 -: b\nquote 1: c\n");
}

static void test_tables_are_rows(void **state)
{
    (void)state;
    assert_string_equal(prose("| a | **b** |\n|---|---|\n| 1 | |\n"),
                        "row head 0: a|**b**\nrow 0: 1|\n");
}

static void test_other_languages_and_indented_code_are_shown_not_run(void **state)
{
    (void)state;
    assert_string_equal(
        prose("```c\nint a;\n\n  b;\n```\n\n    indented\n\n~~~\nplain\n~~~\n\n---\n"),
        "literal 0: int a;//  b;\nliteral 0: indented\nliteral 0: plain\nrule 0:\n");
}

// --- code and its places

static void test_code_at_the_margin_is_a_slice_of_the_file(void **state)
{
    (void)state;
    const char *text = "## S\n\n```python\nif x:\n\ty = 1\n\n\tz = 2\n```\n";
    assert_true(parse(text));
    const Source *code = code_at(0, 0)->source;
    assert_str(code->text, "if x:\n\ty = 1\n\n\tz = 2\n");
    assert_true(code->text.p == strstr(text, "if x"));
    assert_int_equal(place(code_at(0, 0), "if"), 401);
    assert_int_equal(place(code_at(0, 0), "z"), 702);
}

static void test_code_in_a_list_is_dedented_and_columns_stay_the_files(void **state)
{
    (void)state;
    assert_true(parse("- item\n\n  ```python\n\n  if x:\n      y = 1\n  ```\n"));
    assert_str(code_at(0, 0)->source->text, "\nif x:\n    y = 1\n");
    assert_int_equal(place(code_at(0, 0), "if"), 503);
    assert_int_equal(place(code_at(0, 0), "y"), 607);
}

static void test_code_right_behind_a_list_marker_works(void **state)
{
    (void)state;
    assert_true(parse("10. ```py\n    x = 1\n    ```\n"));
    assert_str(code_at(0, 0)->source->text, "x = 1\n");
    assert_int_equal(place(code_at(0, 0), "x"), 205);
}

static void test_code_in_a_quote_is_dedented(void **state)
{
    (void)state;
    assert_true(parse("> ~~~~ python title=\"a & b\"\n> x = 1\n>\n>   ~~~\n> ~~~~\n"));
    assert_str(code_at(0, 0)->source->text, "x = 1\n\n  ~~~\n");
    assert_int_equal(place(code_at(0, 0), "x"), 203);
    assert_int_equal(place(code_at(0, 0), "~"), 405);
}

static void test_an_indented_fence_takes_its_indentation_from_each_line(void **state)
{
    (void)state;
    assert_true(parse("  ```py\n  x\n y\n    z\n  ```\n"));
    assert_str(code_at(0, 0)->source->text, "x\ny\n  z\n");
}

static void test_a_tab_shared_with_a_list_becomes_blanks(void **state)
{
    (void)state;
    assert_true(parse("- ```py\n\tx\n  if y:\n  \tz\ta\n  ```\n"));
    assert_str(code_at(0, 0)->source->text, "  x\nif y:\n\tz\ta\n");
}

static void test_windows_line_ends_are_not_part_of_the_code(void **state)
{
    (void)state;
    assert_true(parse("# T\r\n\r\n```python\r\n#| axes: x = a\r\nx = [\r\n\t1]\r\n\r\ny\r\n```\r\n"
                      "```output\r\n1\r\n```\r\n"));
    const CodeBlock *code = code_at(0, 0);
    assert_str(code->source->text, "#| axes: x = a\nx = [\n\t1]\n\ny\n");
    assert_str(code->options[0].value, "x = a");
    assert_str(code->output, "1\n");
    assert_int_equal(place(code, "y"), 801);
}

static void test_code_may_be_empty_and_languages_ignore_case(void **state)
{
    (void)state;
    assert_true(parse("```Python\n```\n\n```{python}\nx\n```\n"));
    assert_int_equal(code_at(0, 0)->source->text.n, 0);
    assert_str(code_at(0, 1)->source->text, "x\n");
}

static void test_a_longer_fence_may_contain_a_shorter_one(void **state)
{
    (void)state;
    assert_true(parse("````py\ns = '''\n```python\n'''\n````\n"));
    assert_str(code_at(0, 0)->source->text, "s = '''\n```python\n'''\n");
}

static void test_output_belongs_to_the_code_before_it(void **state)
{
    (void)state;
    assert_true(
        parse("```py\nx\n```\n<!-- still directly -->\n```output\n\n a\n```\n```py\ny\n```\n"));
    assert_true(code_at(0, 0)->has_output);
    assert_str(code_at(0, 0)->output, "\n a\n");
    assert_str(span_text(code_at(0, 0)->output_at), "\n a\n");
    assert_false(code_at(0, 1)->has_output);
}

static void test_output_in_a_list_is_dedented(void **state)
{
    (void)state;
    assert_true(parse("- ```py\n  x\n  ```\n  ```output\n  a\n    b\n  ```\n"));
    assert_str(code_at(0, 0)->output, "a\n  b\n");
}

// --- options

static void test_options_are_read_from_the_top_of_a_block(void **state)
{
    (void)state;
    assert_true(parse("\n```py\n#| axes: x = tokens, features; k = k, d ;\n#|role:y=output\nx = 1\n"
                      "#| later: a comment\n```\n"));
    const CodeBlock *code = code_at(0, 0);
    assert_int_equal(code->option_count, 3);
    assert_str(code->options[0].key, "axes");
    assert_str(code->options[0].value, "x = tokens, features");
    assert_str(code->options[1].value, "k = k, d");
    assert_str(code->options[2].key, "role");
    assert_str(code->options[2].value, "y=output");
    Place at = source_place(code->options[1].at.source, code->options[1].at.start);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 32);
}

static void test_known_options_are_read_beside_the_code_too(void **state)
{
    (void)state;
    assert_true(parse("\n```py\nwords = ['a']\n#| axes: x = words\n#| a comment\nx = 1\n```\n"));
    const CodeBlock *code = code_at(0, 0);
    assert_int_equal(code->option_count, 1);
    assert_str(code->options[0].value, "x = words");
    assert_false(options_line(STR("#| a comment"), false));
    assert_true(options_line(STR("#| axes: x = words"), false));
}

static void test_a_mistyped_option_is_refused_with_the_nearest(void **state)
{
    (void)state;
    assert_string_equal(refusal("- ```py\n  #| axis: x = a\n  ```\n"),
                        "qkv: lessons/07-small.md:2:6: unknown option \"axis\"\n"
                        "  #| axis: x = a\n     ^~~~\n  try: did you mean axes?\n");
}

static void test_an_unknown_option_lists_those_there_are(void **state)
{
    (void)state;
    assert_non_null(
        strstr(refusal("```py\n#| wobble: 3\n```\n"), "try: the options are axes, role"));
}

static void test_an_option_without_a_name_shows_the_form(void **state)
{
    (void)state;
    assert_non_null(
        strstr(refusal("```py\n#| role: input\n```\n"), ":2:10: this option lacks a name and =\n"));
}

static void test_an_option_without_a_value_is_refused(void **state)
{
    (void)state;
    assert_non_null(strstr(refusal("```py\n#| axes\n```\n"), "try: write it like #| axes: x ="));
}

// --- live values

static void test_live_values_know_their_place(void **state)
{
    (void)state;
    assert_string_equal(prose("- \xC3\xA9 is `{python} keys[0, 1] ` and ``{python} a `b` ``, not "
                              "`python x`"),
                        "item 0 -: \xC3\xA9 is {keys[0, 1]} and {a `b`}, not `python x`\n");
    const Inline *live = &lesson.steps[0].blocks[0].prose.inlines[1];
    Place at = source_place(live->live, 5);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 23);
}

// --- predictions

static const Prediction *only_prediction(const char *text)
{
    assert_string_equal(prose(text), "prediction\n");
    return &lesson.steps[0].blocks[0].prediction;
}

static const char *paragraphs(const Paragraph *list, int count)
{
    Buf out = {.arena = &arena};
    for (int i = 0; i < count; i++) write_paragraph(&list[i], &out);
    return buf_text(&out);
}

static void test_a_prediction_asks_for_a_cell_and_gives_a_reason(void **state)
{
    (void)state;
    const Prediction *prediction = only_prediction(
        "> **Predict** `scores[0, 1]`. Which\n> `key`?\n>\n> Because.\n>\n> - so\n");
    assert_str(prediction->cell->text, "scores[0, 1]");
    Place at = source_place(prediction->cell, 0);
    assert_int_equal(at.line * 100 + at.column, 316);
    assert_string_equal(paragraphs(prediction->question, prediction->question_count),
                        "quote 0: **Predict** `scores[0, 1]`. Which `key`?\n");
    assert_string_equal(paragraphs(prediction->reason, prediction->reason_count),
                        "quote 0: Because.\nitem 1 -: so\n");
    assert_int_equal(prediction->choice_count, 0);
    assert_int_equal(source_place(prediction->at.source, prediction->at.start).line, 3);
}

static void test_a_prediction_may_have_choices(void **state)
{
    (void)state;
    const Prediction *prediction = only_prediction(
        "> **Predict** which row of `w` wins:\n> - [ ] row 0\n> - [x] row `1`\n>\n> It is so.\n");
    assert_null(prediction->cell);
    assert_int_equal(prediction->choice_count, 2);
    assert_false(prediction->choices[0].right);
    assert_true(prediction->choices[1].right);
    assert_string_equal(paragraphs(&prediction->choices[1].text, 1), "item 1: row `1`\n");
    assert_int_equal(prediction->reason_count, 1);
}

static void test_a_wrong_choice_has_a_sentence_of_its_own(void **state)
{
    (void)state;
    const Prediction *prediction =
        only_prediction("> **Predict** it:\n>\n> - [ ] `x`\n>   - Not\n>     `y`.\n> - [x] z\n"
                        "> - [ ] v\n>\n>   - Nor {v}.\n>\n> So.\n>\n> - one\n>   - two\n");
    assert_int_equal(prediction->choice_count, 3);
    assert_string_equal(paragraphs(&prediction->choices[0].text, 1), "item 1: `x`\n");
    assert_string_equal(paragraphs(&prediction->choices[0].says, 1), "item 2: Not `y`.\n");
    assert_int_equal(prediction->choices[1].says.count, 0);
    assert_string_equal(paragraphs(&prediction->choices[2].says, 1), "item 2: Nor {v}.\n");
    assert_string_equal(paragraphs(prediction->reason, prediction->reason_count),
                        "quote 0: So.\nitem 1 -: one\nitem 2 -: two\n");
}

static void test_wrong_numbers_may_be_foreseen(void **state)
{
    (void)state;
    const Prediction *prediction =
        only_prediction("> **Predict** `x`.\n>\n> Because.\n>\n> - `3`: You forgot\n>   `it`.\n"
                        "> - `-2`, `.5`:Two.\n> - `x`: no number\n> - `4` is no answer\n");
    assert_int_equal(prediction->foreseen_count, 2);
    const Foreseen *foreseen = prediction->foreseen;
    assert_int_equal(foreseen[0].count, 1);
    assert_str(foreseen[0].numbers[0], "3");
    assert_string_equal(paragraphs(&foreseen[0].says, 1), "item 1: You forgot `it`.\n");
    assert_int_equal(foreseen[1].count, 2);
    assert_str(foreseen[1].numbers[0], "-2");
    assert_str(foreseen[1].numbers[1], ".5");
    assert_string_equal(paragraphs(&foreseen[1].says, 1), "item 1: Two.\n");
    assert_string_equal(paragraphs(prediction->reason, prediction->reason_count),
                        "quote 0: Because.\nitem 1 -: `x`: no number\n"
                        "item 1 -: `4` is no answer\n");
}

static void test_a_quote_that_only_speaks_of_predicting_stays_prose(void **state)
{
    (void)state;
    assert_true(parse(">\n\n```py\n```\n")); // nothing in it at all
    assert_string_equal(prose("> Predict `a`\n\n- > **Predict** `b`\n"),
                        "quote 0: Predict `a`\nquote 1: **Predict** `b`\n");
}

static void test_malformed_predictions_are_refused(void **state)
{
    (void)state;
    assert_non_null(strstr(refusal("```py\n```\n> **Predict** the weather\n"),
                           ":3:5: this prediction asks for nothing\n"));
    start(state);
    refusal("```py\n```\n> **Predict** it\n> - [ ] a\n> - [ ] b\n");
    assert_string_equal(error.message, "no choice of this prediction is marked as right");
    start(state);
    assert_non_null(strstr(refusal("## S\n> **Predict** `x`\n>\n> ```py\n> y\n> ```\n"),
                           ":5:3: code inside a prediction\n"));
}

// --- what is refused

static void test_an_unclosed_fence_is_named_at_its_line(void **state)
{
    (void)state;
    assert_string_equal(refusal("# T\n\n```python\nx = 1\n"),
                        "qkv: lessons/07-small.md:3:1: this block is never closed\n"
                        "  ```python\n  ^~~\n"
                        "  try: end it with a line ```, indented like its first line\n");
}

static void test_an_unclosed_fence_is_found_wherever_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } CASES[] = {
        {"```py\nx\n\n## Two\n\n```py\ny\n```\n", 1, 1},      // swallows the next block
        {"```py\nx\n```\n\ntext\n\n~~~\nplain\n", 7, 1},      // no language
        {"```py\nx\n```\n```\nplain\n", 4, 1},                // right behind another
        {"- a\n  ```py\n  x\n\nb\n", 2, 3},                   // its list ends first
        {"> ```py\n> x\n\nb\n", 1, 3},                        // its quote ends first
        {"````py\nx\n```\n", 1, 1},                           // closed by too short a fence
        {"```py\nx\n``` not closed\n", 1, 1},                 // text behind the fence
        {"```a&amp;b\nx\n", 1, 1},                            // a language that is not plain text
        {"```", 1, 1},                                        // nothing else at all
        {"```py\n```\n\n``` a ```\n\n```\nx\n", 6, 1},        // behind a code span like a fence
        {"[ref]: http://a\n\n<!-- c -->\n\n~~~ \nx\n", 5, 1}, // behind things without text
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        start(state);
        refusal(CASES[i].text);
        assert_string_equal(error.message, "this block is never closed");
        Place at = source_place(error.at.source, error.at.start);
        assert_int_equal(at.line * 100 + at.column, CASES[i].line * 100 + CASES[i].column);
    }
}

static void test_output_without_code_is_refused(void **state)
{
    (void)state;
    assert_non_null(strstr(refusal("```py\n```\n\ntext\n\n```output\n1\n```\n"),
                           ":6:1: this output block does not follow any code\n"));
    start(state);
    assert_non_null(strstr(refusal("```py\n```\n```output\n```\n```output\n```\n"),
                           ":5:1: the code has an output block already\n"));
}

static void test_a_file_without_code_is_refused(void **state)
{
    (void)state;
    assert_string_equal(refusal("# T\n\n## S\n\ntext\n"),
                        "qkv: lessons/07-small.md:1:1: no code to run in this lesson\n"
                        "  # T\n  ^\n  try: code stands between ```python and ```\n");
}

static void test_an_empty_file_is_refused(void **state)
{
    (void)state;
    refusal("");
    assert_string_equal(error.message, "the file is empty");
    start(state);
    refusal(" \n\n\t\n");
    assert_string_equal(error.message, "the file is empty");
}

static void test_a_binary_file_is_refused(void **state)
{
    (void)state;
    assert_string_equal(
        refusal("# T\n\xFF\xFE\n"),
        "qkv: lessons/07-small.md:2:1: not a text file (the byte 0xff is not UTF-8)\n"
        "  try: a lesson is Markdown, saved as UTF-8\n");
    start(state);
    assert_false(parse_text(STR("# T\na\0b\n")));
    Buf out = {.arena = &arena};
    error_print(&error, &out);
    assert_string_equal(buf_text(&out),
                        "qkv: lessons/07-small.md:2:2: not a text file (a NUL byte)\n"
                        "  try: a lesson is Markdown, saved as UTF-8\n");
}

static void test_a_file_that_is_too_large_is_refused(void **state)
{
    (void)state;
    Buf text = {.arena = &arena};
    buf_add_repeat(&text, 'a', LESSON_BYTES + 1);
    refusal(buf_text(&text));
    assert_non_null(strstr(error.message, "larger than 4 MiB"));
}

// --- what somebody may try

static const char *repeated(const char *before, const char *part, int times, const char *after)
{
    Buf text = {.arena = &arena};
    buf_add(&text, str_from(before));
    for (int i = 0; i < times; i++) buf_add(&text, str_from(part));
    buf_add(&text, str_from(after));
    return buf_text(&text);
}

static void test_deep_nesting_is_flattened_not_followed(void **state)
{
    (void)state;
    assert_true(parse(repeated("", "> ", 10000, "deep\n\n```py\nx\n```\n")));
    assert_int_equal(lesson.intro[0].prose.depth, LESSON_DEPTH - 1);
    assert_true(parse(repeated("", "- ", 10000, "deep\n\n```py\nx\n```\n")));
    assert_true(parse(repeated("", "[", 50000, "\n\n```py\nx\n```\n")));
    assert_true(parse(repeated("", "*a _b ", 20000, "\n\n```py\nx\n```\n")));
    assert_true(parse(repeated("", "`{python} x` ", 50000, "\n\n```py\nx\n```\n")));
}

// Markdown fills each row up to the columns of the head. md4c itself takes it for text since 0.5.
static void test_a_table_that_multiplies_is_refused_or_no_table(void **state)
{
    (void)state;
    const char *head = repeated("", "|a", 1000, "|\n");
    const char *rule = repeated(head, "|---", 1000, "|\n");
    if (!parse(repeated(rule, "|\n", 100, "\n```py\nx\n```\n")))
        assert_string_equal(error.message, "a table with more than 128 columns");
    for (int i = 0; i < lesson.intro_count; i++) {
        assert_int_not_equal(lesson.intro[i].prose.kind, PARAGRAPH_TABLE);
    }
}

static void test_more_parts_than_the_limit_are_refused(void **state)
{
    (void)state;
    refusal(repeated("", "*a* ", LESSON_PARTS / 2, "\n"));
    assert_string_equal(error.message, "more than a lesson can hold");
}

static void check_spelled(const char *text, const char *spelled)
{
    Str found = spell_text(str_from(text), &arena);
    assert_string_equal(str_copy(&arena, found), spelled);
}

static void test_signs_are_spelled_for_ascii(void **state)
{
    (void)state;
    check_spelled("divided by √d", "divided by sqrt d");
    check_spelled("n²·d, 10⁶ and 10⁻¹²", "n^2·d, 10^6 and 10^-12"); // · has a likeness
    check_spelled("x₀ and x₁₂, Q Kᵀ", "x_0 and x_12, Q K^T");
    check_spelled("dₖ, xᵢ₊₁ and 2ᵝ", "d_k, x_i+1 and 2^beta");
    check_spelled("α → ∞, Σ ≤ ½", "alpha -> inf, Sigma <= 1/2");
    check_spelled("as it is, über 猫", "as it is, über 猫");
}

static void test_titles_and_prose_are_spelled_and_code_is_not(void **state)
{
    (void)state;
    assert_true(parse("# √d\n\n## 2²\n\nIt is `√2`, or √2.\n\n```python\nx = 1 # √2\n```\n"));
    spell_lesson(&lesson, &arena);
    assert_string_equal(lesson.title, "sqrt d");
    assert_string_equal(lesson.steps[0].title, "2^2");
    const Paragraph *prose = &lesson.steps[0].blocks[0].prose;
    assert_true(str_is(prose->inlines[1].text, "√2"));
    assert_true(str_is(prose->inlines[2].text, ", or sqrt 2."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_headings_make_title_and_steps, start, forget),
        cmocka_unit_test_setup_teardown(
            test_code_without_headings_is_one_step_with_the_lessons_title, start, forget),
        cmocka_unit_test_setup_teardown(test_a_lesson_without_title_has_its_files_name, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_a_picture_is_a_paragraph_by_itself, start, forget),
        cmocka_unit_test_setup_teardown(test_an_empty_heading_is_numbered, start, forget),
        cmocka_unit_test_setup_teardown(test_front_matter_is_skipped_and_lines_still_count, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_prose_keeps_emphasis_links_code_and_math, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_formulas_are_read_unless_a_command_is_not_known, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_links_know_where_they_lead_and_columns_their_side,
                                        start, forget),
        cmocka_unit_test_setup_teardown(test_html_comments_vanish, start, forget),
        cmocka_unit_test_setup_teardown(test_lists_keep_markers_and_depth, start, forget),
        cmocka_unit_test_setup_teardown(test_tables_are_rows, start, forget),
        cmocka_unit_test_setup_teardown(test_other_languages_and_indented_code_are_shown_not_run,
                                        start, forget),
        cmocka_unit_test_setup_teardown(test_code_at_the_margin_is_a_slice_of_the_file, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_code_in_a_list_is_dedented_and_columns_stay_the_files,
                                        start, forget),
        cmocka_unit_test_setup_teardown(test_code_right_behind_a_list_marker_works, start, forget),
        cmocka_unit_test_setup_teardown(test_code_in_a_quote_is_dedented, start, forget),
        cmocka_unit_test_setup_teardown(test_an_indented_fence_takes_its_indentation_from_each_line,
                                        start, forget),
        cmocka_unit_test_setup_teardown(test_a_tab_shared_with_a_list_becomes_blanks, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_windows_line_ends_are_not_part_of_the_code, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_code_may_be_empty_and_languages_ignore_case, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_a_longer_fence_may_contain_a_shorter_one, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_output_belongs_to_the_code_before_it, start, forget),
        cmocka_unit_test_setup_teardown(test_output_in_a_list_is_dedented, start, forget),
        cmocka_unit_test_setup_teardown(test_known_options_are_read_beside_the_code_too, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_options_are_read_from_the_top_of_a_block, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_a_mistyped_option_is_refused_with_the_nearest, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_an_unknown_option_lists_those_there_are, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_an_option_without_a_name_shows_the_form, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_an_option_without_a_value_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_live_values_know_their_place, start, forget),
        cmocka_unit_test_setup_teardown(test_a_prediction_asks_for_a_cell_and_gives_a_reason, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_a_prediction_may_have_choices, start, forget),
        cmocka_unit_test_setup_teardown(test_a_wrong_choice_has_a_sentence_of_its_own, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_wrong_numbers_may_be_foreseen, start, forget),
        cmocka_unit_test_setup_teardown(test_a_quote_that_only_speaks_of_predicting_stays_prose,
                                        start, forget),
        cmocka_unit_test_setup_teardown(test_malformed_predictions_are_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_an_unclosed_fence_is_named_at_its_line, start, forget),
        cmocka_unit_test_setup_teardown(test_an_unclosed_fence_is_found_wherever_it_is, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_output_without_code_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_a_file_without_code_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_an_empty_file_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_a_binary_file_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_a_file_that_is_too_large_is_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_deep_nesting_is_flattened_not_followed, start, forget),
        cmocka_unit_test_setup_teardown(test_a_table_that_multiplies_is_refused_or_no_table, start,
                                        forget),
        cmocka_unit_test_setup_teardown(test_more_parts_than_the_limit_are_refused, start, forget),
        cmocka_unit_test_setup_teardown(test_signs_are_spelled_for_ascii, start, forget),
        cmocka_unit_test_setup_teardown(test_titles_and_prose_are_spelled_and_code_is_not, start,
                                        forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
