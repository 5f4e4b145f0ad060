// Work that threads share out: every item is done once, and the numbers are the same, to the last
// bit, however many threads there are.
#include "base/machine/share.h"
#include "support/program.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ITEMS = 1001, MOST = 5 };

typedef struct Counted {
    atomic_int times[ITEMS];
    int64_t part;
    atomic_int odd; // parts that are neither whole nor the last
} Counted;

static void count_items(void *context, int64_t from, int64_t to)
{
    Counted *counted = context;
    if (to - from != counted->part && to != ITEMS) counted->odd++;
    for (int64_t i = from; i < to; i++) counted->times[i]++;
}

static void test_every_item_is_done_once(void **state)
{
    (void)state;
    static const int64_t parts[] = {1, 7, 500, 1000, 1001, 5000};
    for (int turn = 0; turn < 300; turn++) {
        share_set_threads(1 + turn % MOST);
        Counted counted = {.part = parts[turn % 6]};
        share_out(ITEMS, counted.part, count_items, &counted);
        for (int i = 0; i < ITEMS; i++) assert_int_equal(counted.times[i], 1);
        assert_int_equal(counted.odd, 0);
    }
    Counted none = {.part = 1};
    share_out(0, 1, count_items, &none);
    assert_int_equal(none.times[0], 0);
}

// ---- work within work ---------------------------------------------------------------------------

typedef struct Nested {
    Counted counted[MOST];
    atomic_int threads; // that a task was told of
} Nested;

static void share_again(void *context, int64_t from, int64_t to)
{
    Nested *nested = context;
    for (int64_t i = from; i < to; i++) {
        nested->counted[i].part = 10;
        nested->threads += share_threads();
        share_out(ITEMS, 10, count_items, &nested->counted[i]);
    }
}

static void test_work_within_work_stays_in_its_thread(void **state)
{
    (void)state;
    static Nested nested;
    share_set_threads(3);
    share_out(MOST, 1, share_again, &nested);
    assert_int_equal(nested.threads, MOST);
    assert_int_equal(share_threads(), 3);
    for (int k = 0; k < MOST; k++) {
        for (int i = 0; i < ITEMS; i++) assert_int_equal(nested.counted[k].times[i], 1);
    }
}

// ---- who does it --------------------------------------------------------------------------------

typedef struct Meeting {
    pthread_t opener;
    atomic_bool came; // another thread
    atomic_bool deaf; // to Ctrl-C
} Meeting;

// The first to come waits until the other one does: of two items each has one.
static void meet(void *context, int64_t from, int64_t to)
{
    Meeting *meeting = context;
    (void)from, (void)to;
    if (!pthread_equal(pthread_self(), meeting->opener)) {
        sigset_t blocked;
        pthread_sigmask(SIG_BLOCK, NULL, &blocked);
        meeting->deaf = sigismember(&blocked, SIGINT);
        meeting->came = true;
    }
    while (!meeting->came) {
    }
}

static void test_another_thread_helps_and_takes_no_signals(void **state)
{
    (void)state;
    share_set_threads(2);
    Meeting meeting = {.opener = pthread_self()};
    share_out(2, 1, meet, &meeting);
    assert_true(meeting.came);
    assert_true(meeting.deaf);
}

// ---- the same bits ------------------------------------------------------------------------------

static const char PREPARED[] =
    "import torch, torch.nn.functional as F\n"
    "torch.manual_seed(1)\n"
    "x = torch.randn(130, 770); w = torch.randn(771, 770); b = torch.randn(771)\n"
    "tall = torch.randn(1000, 77); wide = torch.randn(1, 770); big = torch.randn(4000, 770)\n"
    "q = torch.randn(2, 129, 6, 65).transpose(1, 2); small = torch.randn(40, 7, 9, 11)\n"
    "m = torch.rand(129, 129) < 0.5; d = x.double()\n";

static const char *const expressions[] = {
    "F.linear(x, w, b)",
    "F.linear(big, w, b)",
    "F.linear(wide, w)",
    "F.linear(tall.T @ tall, torch.randn(3, 77, generator=torch.Generator().manual_seed(2)))",
    "tall @ x[:77]",
    "x.T @ x",
    "w[::2, ::2] @ w[:386, ::2].T",
    "torch.addmm(b, x, w.T, alpha=2, beta=3)",
    "d @ d.T",
    "q @ q.transpose(-2, -1)",
    "(q @ q.transpose(-2, -1)) @ q",
    "small @ small.transpose(-2, -1)",
    "small[:, :1] @ small.transpose(-2, -1)[:1]",
    "torch.einsum('bhid,bhjd->bhij', q, q)",
    "q / 8 + 1",
    "x + x[:, :1] * x[0]",
    "d * x",
    "x.T + x.T",
    "big[::3, ::2] - 1",
    "(q @ q.transpose(-2, -1)).masked_fill(m, float('-inf'))",
    "F.softmax(q @ q.transpose(-2, -1), dim=-1)",
    "F.log_softmax(big, dim=-1)",
    "F.layer_norm(big, (770,), b[1:], b[:770])",
    "F.gelu(big)",
};

static void assert_same_by(int threads, const char *expression)
{
    share_set_threads(threads);
    buf_cut(&printed, 0);
    const char *text = arena_printf(&arena, "print(torch.equal(one, %s))", expression);
    assert_string_equal(running(text), "");
    if (strcmp(buf_text(&printed), "True\n") != 0)
        fail_msg("%s: other numbers by %d threads than by one", expression, threads);
}

static void test_results_are_the_same_by_any_number_of_threads(void **state)
{
    (void)state;
    program_open((RunOptions){.is_unrecorded = true});
    assert_string_equal(running(PREPARED), "");
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        share_set_threads(1);
        assert_string_equal(running(arena_printf(&arena, "one = %s", expressions[i])), "");
        assert_same_by(2, expressions[i]);
        assert_same_by(3, expressions[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_item_is_done_once),
        cmocka_unit_test(test_work_within_work_stays_in_its_thread),
        cmocka_unit_test(test_another_thread_helps_and_takes_no_signals),
        cmocka_unit_test_teardown(test_results_are_the_same_by_any_number_of_threads,
                                  program_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
