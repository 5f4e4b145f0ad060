#include "support/test.h"

#include "tui/core/layout.h"

static bool inside(Rect r, int columns, int rows)
{
    return r.column >= 0 && r.row >= 0 && r.columns >= 0 && r.rows >= 0 &&
           r.column + r.columns <= columns && r.row + r.rows <= rows;
}

static bool is_empty(Rect r)
{
    return r.columns == 0 || r.rows == 0;
}

static bool overlap(Rect a, Rect b)
{
    if (is_empty(a) || is_empty(b)) return false;
    return a.column < b.column + b.columns && b.column < a.column + a.columns &&
           a.row < b.row + b.rows && b.row < a.row + a.rows;
}

static int area(const Layout *made)
{
    int cells = 0;
    for (int i = 0; i < PART_COUNT; i++) cells += made->part[i].columns * made->part[i].rows;
    return cells;
}

static void check(int columns, int rows, LayoutWish wish)
{
    Layout made = layout(columns, rows, wish);
    for (int i = 0; i < PART_COUNT; i++) {
        if (!inside(made.part[i], columns, rows))
            fail_msg("%dx%d: part %d is outside", columns, rows, i);
        for (int k = 0; k < i; k++) {
            if (overlap(made.part[i], made.part[k]))
                fail_msg("%dx%d: parts %d and %d overlap", columns, rows, i, k);
        }
    }
    int air = layout_is_roomy(columns, rows) ? 2 : 0; // rows below the map and above the progress
    if (made.tier != TIER_NONE && area(&made) != columns * (rows - air))
        fail_msg("%dx%d: parts cover %d cells of %d", columns, rows, area(&made), columns * rows);
}

static const LayoutWish WISHES[] = {
    {0, 0, 0, LESSON_BESIDE, 0, false, 0},  {6, 4, 0, LESSON_BESIDE, 0, false, 0},
    {7, 12, 0, LESSON_BESIDE, 0, false, 0}, {200, 4, 0, LESSON_BESIDE, 0, false, 0},
    {6, 0, 0, LESSON_BESIDE, 0, false, 0},  {6, 4, 0, LESSON_WHOLE, 0, false, 0},
    {6, 12, 0, LESSON_BESIDE, 8, false, 0}, {6, 12, 0, LESSON_BESIDE, 90, false, 0},
    {6, 4, 0, LESSON_HIDDEN, 0, false, 0},  {200, 12, 0, LESSON_HIDDEN, 0, false, 0},
    {0, 0, 0, LESSON_HIDDEN, 0, false, 0},
};
enum { WISH_COUNT = sizeof WISHES / sizeof *WISHES };

// What may never be missing, whatever the contents ask for.
static void check_there(int columns, int rows, LayoutWish wish)
{
    Layout made = layout(columns, rows, wish);
    static const Part ALWAYS[] = {PART_TITLE, PART_STATUS, PART_KEYS};
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++) {
        if (made.part[ALWAYS[i]].rows != 1 || made.part[ALWAYS[i]].columns != columns)
            fail_msg("%dx%d: part %d is not a row", columns, rows, ALWAYS[i]);
    }
    if (made.part[PART_KEYS].row != rows - 1)
        fail_msg("%dx%d: the keys are not last", columns, rows);
    bool whole = wish.lesson == LESSON_WHOLE, any = wish.equation_rows > 0 && !whole;
    if (any && is_empty(made.part[PART_EQUATION])) fail_msg("%dx%d: no equation", columns, rows);
    if (any && wish.inspector_rows && made.part[PART_INSPECTOR].rows < 3)
        fail_msg("%dx%d: no arithmetic", columns, rows);
    bool must = whole || !any || (made.tier > TIER_S && wish.lesson == LESSON_BESIDE);
    if (must && made.part[PART_LESSON].rows < 4) fail_msg("%dx%d: no lesson", columns, rows);
    if (wish.inspector_least && made.part[PART_INSPECTOR].rows <= wish.inspector_least)
        fail_msg("%dx%d: the question is cut", columns, rows);
}

static void what_must_be_there_is_at_every_size(void **state)
{
    (void)state;
    for (int columns = 60; columns <= 250; columns++) {
        for (int rows = 16; rows <= 80; rows++) {
            for (int i = 0; i < WISH_COUNT; i++) check_there(columns, rows, WISHES[i]);
            int half = rows / 2 - 2; // of the screen, for a question with its choices
            check_there(columns, rows, (LayoutWish){0, half, half, LESSON_BESIDE, 0, false, 0});
            if (layout_tier(columns, rows) == TIER_S) continue;
            check_there(columns, rows, (LayoutWish){6, half, half, LESSON_BESIDE, 0, false, 0});
        }
    }
}

static void parts_tile_the_screen_at_every_size(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 250; columns++) {
        for (int rows = 1; rows <= 80; rows++) {
            for (int i = 0; i < WISH_COUNT; i++) check(columns, rows, WISHES[i]);
        }
    }
}

static void below_60x16_nothing_is_laid_out(void **state)
{
    (void)state;
    assert_int_equal(layout_tier(59, 16), TIER_NONE);
    assert_int_equal(layout_tier(60, 15), TIER_NONE);
    assert_int_equal(layout_tier(60, 16), TIER_S);
    assert_int_equal(layout_tier(79, 24), TIER_S);
    assert_int_equal(layout_tier(80, 23), TIER_S);
    assert_int_equal(layout_tier(80, 24), TIER_M);
    assert_int_equal(layout_tier(119, 80), TIER_M);
    assert_int_equal(layout_tier(120, 30), TIER_L);
    assert_int_equal(layout_tier(199, 80), TIER_L);
    assert_int_equal(layout_tier(200, 59), TIER_L);
    assert_int_equal(layout_tier(200, 60), TIER_XL);
    Layout made = layout(50, 12, WISHES[1]);
    assert_int_equal(area(&made), 0);
}

static void at_80x24_operation_arithmetic_and_lesson_all_have_room(void **state)
{
    (void)state;
    Layout made = layout(80, 24, (LayoutWish){6, 4, 0, LESSON_BESIDE, 0, false, 0});
    assert_int_equal(made.part[PART_EQUATION].rows, 7);
    assert_int_equal(made.part[PART_INSPECTOR].rows, 5);
    assert_int_equal(made.part[PART_LESSON].rows, 7);
    assert_int_equal(made.part[PART_KEYS].row, 23);
}

static void the_lesson_gives_way_before_the_arithmetic(void **state)
{
    (void)state;
    Layout made = layout(80, 24, (LayoutWish){8, 4, 0, LESSON_BESIDE, 0, false, 0});
    assert_int_equal(made.part[PART_INSPECTOR].rows, 5);
    assert_int_equal(made.part[PART_LESSON].rows, 5);
    made = layout(80, 24, (LayoutWish){100, 4, 0, LESSON_BESIDE, 0, false, 0});
    assert_int_equal(made.part[PART_LESSON].rows, 4);
    assert_int_equal(made.part[PART_INSPECTOR].rows, 3);
}

static void prose_alone_gets_the_whole_middle(void **state)
{
    (void)state;
    Layout made = layout(80, 24, (LayoutWish){0, 0, 0, LESSON_BESIDE, 0, false, 0});
    assert_int_equal(made.part[PART_LESSON].rows, 19);
    assert_true(is_empty(made.part[PART_EQUATION]));
}

static void the_equation_has_all_columns_and_wide_screens_put_the_lesson_beside_the_arithmetic(
    void **state)
{
    (void)state;
    for (int columns = 80; columns <= 250; columns++) {
        Layout made = layout(columns, 40, WISHES[1]);
        Rect inspector = made.part[PART_INSPECTOR], lesson = made.part[PART_LESSON];
        assert_int_equal(made.part[PART_EQUATION].columns, columns);
        assert_int_equal(inspector.columns, layout_inspector_columns(columns, LESSON_BESIDE));
        assert_int_equal(lesson.row == inspector.row, columns >= 156);
        assert_true(lesson.columns >= 76 && inspector.columns >= 76);
    }
}

static void large_screens_have_pictures_below_the_map(void **state)
{
    (void)state;
    const LayoutWish wish = {.equation_rows = 6, .inspector_rows = 4, .picture_rows = 2};
    assert_int_equal(layout(120, 30, wish).part[PART_MAP].rows, 3);
    assert_int_equal(layout(119, 40, wish).part[PART_MAP].rows, 1);
}

static void the_largest_screens_keep_what_the_reader_left_below_the_arithmetic(void **state)
{
    (void)state;
    Layout made = layout(200, 60, (LayoutWish){6, 12, 0, LESSON_BESIDE, 8, false, 0});
    Rect notes = made.part[PART_NOTES], inspector = made.part[PART_INSPECTOR];
    assert_int_equal(notes.rows, 9);
    assert_int_equal(notes.column, inspector.column);
    assert_int_equal(made.part[PART_LESSON].rows, notes.rows + inspector.rows);
    made = layout(200, 60, (LayoutWish){6, 12, 0, LESSON_BESIDE, 0, false, 0});
    assert_true(is_empty(made.part[PART_NOTES]));
    made = layout(199, 60, (LayoutWish){6, 12, 0, LESSON_BESIDE, 8, false, 0});
    assert_true(is_empty(made.part[PART_NOTES]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_tile_the_screen_at_every_size),
        cmocka_unit_test(what_must_be_there_is_at_every_size),
        cmocka_unit_test(below_60x16_nothing_is_laid_out),
        cmocka_unit_test(at_80x24_operation_arithmetic_and_lesson_all_have_room),
        cmocka_unit_test(the_lesson_gives_way_before_the_arithmetic),
        cmocka_unit_test(prose_alone_gets_the_whole_middle),
        cmocka_unit_test(
            the_equation_has_all_columns_and_wide_screens_put_the_lesson_beside_the_arithmetic),
        cmocka_unit_test(large_screens_have_pictures_below_the_map),
        cmocka_unit_test(the_largest_screens_keep_what_the_reader_left_below_the_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
