// Mathematics of titles: TeX in, Unicode out, and back for a TikZ picture.
#include "support/test.h"

#include "base/text/formula.h"
#include "export/tex.h"

#include <string.h>

static Arena arena;

static int free_arena(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const char *in_unicode(const char *text)
{
    FormulaText read;
    Error error = {.arena = &arena};
    bool ok = formula_read(text, "--title", FORMULA_READ, &read, &arena, &error);
    if (!ok) print_error("%s: %s\n", text, error.message);
    assert_true(ok);
    return read.text;
}

static Error refused(const char *text)
{
    FormulaText read;
    Error error = {.arena = &arena};
    assert_false(formula_read(text, "--title", FORMULA_READ, &read, &arena, &error));
    assert_true(error.set);
    return error;
}

static void formulas_become_unicode(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"$\\mathrm{softmax}(QK^\\top/\\sqrt{d_k})$", "softmax(QKᵀ/√dₖ)"},
        {"Weights $A = \\text{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V$",
         "Weights A = softmax(QKᵀ/√dₖ)V"},
        {"$\\alpha_{ij} \\geq 0$, $\\sum_j \\alpha_{ij} = 1$", "αᵢⱼ ≥ 0, ∑ⱼ αᵢⱼ = 1"},
        {"$d_{model}$", "d_model"},
        {"$d_{\\mathrm{model}}$", "d_model"},
        {"$x^{n+1} - x_{-1}$", "xⁿ⁺¹ − x₋₁"},
        {"$\\sqrt{x + y}$", "√(x + y)"},
        {"$\\sqrt{64}$", "√64"},
        {"$\\sqrt[3]x$", "∛x"},
        {"$\\frac{a + b}{2c}$", "(a + b)/(2c)"},
        {"$\\frac12$", "1/2"},
        {"$W_Q$ and $W^{(h)}$", "W_Q and W⁽ʰ⁾"},
        {"$\\exp x_i \\cdot y \\times z \\le \\infty$", "exp xᵢ · y × z ≤ ∞"},
        {"$\\Delta\\theta = -\\eta\\nabla L$", "Δθ = −η∇L"},
        {"$\\mathbb{R}^{n \\times d}$", "R^(n × d)"},
        {"$\\{1,\\,2\\}$", "{1, 2}"},
        {"$f'$", "f′"},
        {"$Q$", "Q"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(in_unicode(cases[i][0]), cases[i][1]);
}

static void dollars_that_are_money_stay(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"costs $5", "costs $5"},
        {"from $5 to $6", "from $5 to $6"},
        {"$ x $", "$ x $"},
        {"\\$x\\$", "$x$"},
        {"a $$ b", "a $$ b"},
        {"C:\\temp", "C:\\temp"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(in_unicode(cases[i][0]), cases[i][1]);
}

static void what_is_not_known_is_named(void **state)
{
    (void)state;
    Error error = refused("$\\mathfrak{g}$");
    assert_string_equal(error.message,
                        "--title: \\mathfrak in a formula: only a TikZ picture can have it");
    assert_non_null(strstr(error.hint, "-o FILE.tikz"));
    assert_non_null(strstr(refused("${x$").message, "braces that do not match"));
    assert_non_null(strstr(refused("$x}$").message, "braces that do not match"));
    assert_non_null(strstr(refused("$x_$").message, "something is missing"));
    assert_non_null(strstr(refused("$\\frac{a}$").message, "something is missing"));
    Buf deep = {.arena = &arena};
    buf_add_char(&deep, '$');
    buf_add_repeat(&deep, '{', 100000);
    buf_add_char(&deep, '$');
    assert_non_null(strstr(refused(buf_text(&deep)).message, "too many braces"));
}

static const char *in_tex(const char *text, const char *title, bool mono, bool *unicode)
{
    FormulaText read;
    Error error = {.arena = &arena};
    assert_true(formula_read(title, "--title", FORMULA_ANY, &read, &arena, &error));
    Buf unset = {.arena = &arena};
    TexText tex = {.formulas = &read, .formula_count = 1, .arena = &arena, .unset = &unset};
    Buf out = {.arena = &arena};
    tex_add(&tex, text ? text : read.text, mono, &out);
    if (unicode) *unicode = unset.n > 0;
    return buf_text(&out);
}

static void formulas_come_back_as_they_were_typed(void **state)
{
    (void)state;
    const char *title = "50% of $\\mathrm{softmax}(QK^\\top)$ & $\\mathfrak{g}_1$";
    assert_string_equal(in_tex(NULL, title, false, NULL),
                        "50\\% of $\\mathrm{softmax}(QK^\\top)$ \\& $\\mathfrak{g}_1$");
    // A line of it.
    assert_string_equal(in_tex("softmax(QKᵀ) &", title, false, NULL),
                        "$\\mathrm{softmax}(QK^\\top)$ \\&");
    // Letters of a word are no formula.
    assert_string_equal(in_tex(NULL, "ax $x$ x", false, NULL), "ax $x$ x");
    assert_string_equal(in_tex("query", "$q$", false, NULL), "query");
}

static void text_is_escaped(void **state)
{
    (void)state;
    bool unicode;
    assert_string_equal(in_tex("a_b {#1} $5 50% ~^\\", "", false, NULL),
                        "a\\_b \\{\\#1\\} \\$5 50\\% \\textasciitilde{}\\textasciicircum{}"
                        "\\textbackslash{}");
    assert_string_equal(in_tex("−0.5 × 3 → ∞ dₖ²", "", false, &unicode),
                        "$-$0.5 $\\times$ 3 $\\rightarrow$ $\\infty$ d$_{k}$$^{2}$");
    assert_false(unicode);
    assert_string_equal(in_tex("  x  -1", "", true, NULL), "\\ \\ x \\ -{}1");
    in_tex("東京", "", false, &unicode);
    assert_true(unicode);
    in_tex("naïve", "", false, &unicode);
    assert_false(unicode);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_become_unicode),
        cmocka_unit_test(dollars_that_are_money_stay),
        cmocka_unit_test(what_is_not_known_is_named),
        cmocka_unit_test(formulas_come_back_as_they_were_typed),
        cmocka_unit_test(text_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, free_arena);
}
