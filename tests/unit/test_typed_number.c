// Numbers as people type them: what they are, and what may have been rounded to them.
#include "support/test.h"

#include "base/buf.h"
#include "base/text/typed_number.h"

#include <math.h>

static TypedNumber read_number(const char *text)
{
    TypedNumber number;
    if (!typed_number_read(str_from(text), &number)) fail_msg("'%s' is read as no number", text);
    return number;
}

static void test_arithmetic_is_computed(void **state)
{
    (void)state;
    static const struct {
        const char *typed;
        double value;
    } wanted[] = {
        {"4", 4},
        {" -0,5 ", -0.5},
        {"1/2", 0.5},
        {"-3/4", -0.75},
        {"40%", 0.4},
        {"1*4 + 0*4 + 2*0", 4},
        {"1\xC3\x97"
         "4 \xE2\x88\x92 2\xC2\xB7"
         "3",
         -2},
        {"2 x 3", 6},
        {"2^3^2", 512},
        {"-2**2", -4},
        {"2*-3", -6},
        {"(1 + 2)*(3 - 5)/4", -1.5},
        {"exp(2)/(exp(2) + exp 4)", 0.11920292202211755},
        {"e^0", 1},
        {"sqrt(16) + \xE2\x88\x9A"
         "9",
         7},
        {"ln(e)", 1},
        {"1e3", 1000},
        {"1_000", 1000},
        {"--1", 1},
        {"-\xE2\x88\x9E", -(double)INFINITY},
        {"-inf", -(double)INFINITY},
        {"1/0", (double)INFINITY},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        double value = read_number(wanted[i].typed).value;
        if (value != wanted[i].value && !(fabs(value - wanted[i].value) < 1e-12))
            fail_msg("'%s' is %g, not %g", wanted[i].typed, value, wanted[i].value);
    }
    assert_true(isnan(read_number("nan").value));
    assert_true(isnan(read_number("0/0").value));
}

static void test_decimals_stand_for_what_rounds_to_them(void **state)
{
    (void)state;
    TypedNumber plain = read_number("4");
    assert_true(plain.low == 3.5 && plain.high == 4.5 && !plain.is_computed);
    TypedNumber percent = read_number("47%");
    assert_true(fabs(percent.low - 0.465) < 1e-12 && fabs(percent.high - 0.475) < 1e-12);
    TypedNumber product = read_number("-2*0.47");
    assert_true(fabs(product.low + 0.95) < 1e-12 && fabs(product.high + 0.93) < 1e-12);
    TypedNumber exact = read_number("1/3");
    assert_true(exact.low == exact.high && exact.is_computed);
    TypedNumber quotient = read_number("1/0.5");
    assert_true(quotient.low < 1.82 && quotient.high > 2.22 && quotient.value == 2);
}

static void test_what_is_no_number_is_told(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",     " ", "four", "4 5", "1+",  "(1", "1)",   "*3", "1//2",
        "1..2", ".", "%",    "4;",  "exp", "x",  "True", "1e", "scores[0]",
    };
    TypedNumber number;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (typed_number_read(str_from(wrong[i]), &number))
            fail_msg("'%s' is read as %g", wrong[i], number.value);
    }
}

// Whoever leans on the key gets an answer too.
static void test_nesting_is_limited(void **state)
{
    (void)state;
    Arena arena = {0};
    Buf deep = {.arena = &arena};
    TypedNumber number;
    buf_add_repeat(&deep, '(', 100000);
    assert_false(typed_number_read(buf_str(&deep), &number));
    Buf functions = {.arena = &arena};
    for (int i = 0; i < 50000; i++) buf_add(&functions, STR("exp "));
    assert_false(typed_number_read(buf_str(&functions), &number));
    Buf powers = {.arena = &arena};
    for (int i = 0; i < 50000; i++) buf_add(&powers, STR("2^"));
    assert_false(typed_number_read(buf_str(&powers), &number));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic_is_computed),
        cmocka_unit_test(test_decimals_stand_for_what_rounds_to_them),
        cmocka_unit_test(test_what_is_no_number_is_told),
        cmocka_unit_test(test_nesting_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
