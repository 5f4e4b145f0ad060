// A pool of threads. A thread with work opens it, and the threads that are awake join in: each
// takes the next part until there is none. Then the work is closed, and who opened it waits only
// for those that have joined: a thread that sleeps longer delays none.
#include "base/machine/share.h"

#include "base/machine/clock.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_THREADS = 64, STACK_BYTES = 512 * 1024, AWAKE_NS = 200 * 1000 };

typedef struct SharedWork {
    ShareTask *task;
    void *context;
    int64_t count, part;
    atomic_int_fast64_t next; // the first item that is not taken
} SharedWork;

static struct {
    pthread_mutex_t lock; // of what follows
    pthread_cond_t opened, left;
    SharedWork *work;   // NULL: none is open
    atomic_int works;   // that were ever opened; wraps around
    atomic_int joined;  // threads that are at the present one
    int wanted, others; // threads in all, 0: not known yet; those that run besides
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .opened = PTHREAD_COND_INITIALIZER,
          .left = PTHREAD_COND_INITIALIZER};

static _Thread_local bool is_within; // a task

static struct {
    bool (*goes_on)(void *context);
    void *context;
    atomic_bool is_over;
} asked;
static _Thread_local bool is_asker; // the thread whose work it is

void share_ask(bool (*goes_on)(void *context), void *context)
{
    asked.goes_on = goes_on;
    asked.context = context;
    asked.is_over = false;
    is_asker = goes_on != NULL;
}

bool share_goes_on(void)
{
    if (is_asker && !asked.is_over) asked.is_over = !asked.goes_on(asked.context);
    return !asked.is_over;
}

static void do_parts(SharedWork *work)
{
    bool within = is_within;
    is_within = true;
    for (;;) {
        if (!share_goes_on()) atomic_store(&work->next, work->count);
        int64_t from = atomic_fetch_add_explicit(&work->next, work->part, memory_order_relaxed);
        if (from >= work->count) break;
        int64_t left = work->count - from;
        work->task(work->context, from, from + (left < work->part ? left : work->part));
    }
    is_within = within;
}

// Until the number is another one, or for as long as a thread stays awake.
static void wait_awake(const atomic_int *number, int seen)
{
    int64_t end = clock_ns() + AWAKE_NS;
    while (atomic_load(number) == seen && clock_ns() < end) sched_yield();
}

static void *help(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        int seen = atomic_load(&pool.works);
        SharedWork *work = pool.joined < pool.wanted - 1 ? pool.work : NULL;
        if (work) {
            atomic_fetch_add(&pool.joined, 1);
            pthread_mutex_unlock(&pool.lock);
            do_parts(work);
            pthread_mutex_lock(&pool.lock);
            if (atomic_fetch_sub(&pool.joined, 1) == 1) pthread_cond_signal(&pool.left);
        }
        pthread_mutex_unlock(&pool.lock);
        wait_awake(&pool.works, seen);
        pthread_mutex_lock(&pool.lock);
        while (atomic_load(&pool.works) == seen) pthread_cond_wait(&pool.opened, &pool.lock);
    }
    return NULL;
}

// Signals are for the thread that began, but for that of a page that is missing
// (base/files/mapping.h), which comes to the thread that touches it. Where the system has no more
// threads, fewer have to do.
static void start_others(void)
{
    if (pool.others >= pool.wanted - 1) return;
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    static const int OWN[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL};
    for (int i = 0; i < 4; i++) sigdelset(&all, OWN[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    while (pool.others < pool.wanted - 1 && pthread_create(&thread, &attributes, help, NULL) == 0)
        pool.others++;
    pool.wanted = pool.others + 1;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static void open_work(SharedWork *work)
{
    pthread_mutex_lock(&pool.lock);
    start_others();
    pool.work = work;
    atomic_fetch_add(&pool.works, 1);
    pthread_cond_broadcast(&pool.opened);
    pthread_mutex_unlock(&pool.lock);
}

static void close_work(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.work = NULL;
    for (int joined = atomic_load(&pool.joined); joined; joined = atomic_load(&pool.joined)) {
        pthread_mutex_unlock(&pool.lock);
        wait_awake(&pool.joined, joined);
        pthread_mutex_lock(&pool.lock);
        if (atomic_load(&pool.joined) == joined) pthread_cond_wait(&pool.left, &pool.lock);
    }
    pthread_mutex_unlock(&pool.lock);
}

static int threads_by_environment(void)
{
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"};
    long threads = 0;
    for (int i = 0; i < 2 && threads < 1; i++) {
        const char *text = getenv(names[i]);
        if (text) threads = strtol(text, NULL, 10);
    }
    if (threads < 1) threads = sysconf(_SC_NPROCESSORS_ONLN);
    return threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : (int)threads;
}

int share_threads(void)
{
    if (pool.wanted == 0) pool.wanted = threads_by_environment();
    return is_within ? 1 : pool.wanted;
}

void share_set_threads(int threads)
{
    pthread_mutex_lock(&pool.lock);
    pool.wanted = threads;
    pthread_mutex_unlock(&pool.lock);
}

void share_out(int64_t count, int64_t part, ShareTask *task, void *context)
{
    if (count <= 0) return;
    SharedWork work = {.task = task, .context = context, .count = count, .part = part};
    bool alone = count <= part || share_threads() == 1;
    if (!alone) open_work(&work);
    do_parts(&work);
    if (!alone) close_work();
}
