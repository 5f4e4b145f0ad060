// Work in parts that threads share out among themselves.
//
// What is computed is to be the same, to the last bit, however many threads there are. Threads
// start with the first work of more than one part. Between two works that follow each other closely
// they stay awake; else they sleep, and take no time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Does the items from `from` up to `to`, in whichever thread: it writes nothing that another part
// reads or writes, and fails in no way.
typedef void ShareTask(void *context, int64_t from, int64_t to);

// Has the task do the items 0 to count - 1, `part` of them at a time (the last time perhaps fewer),
// and returns when all are done. Within a task it does them all itself.
void share_out(int64_t count, int64_t part, ShareTask *task, void *context);

// Who waits for what is computed may want it no more: between parts, and by share_goes_on() where
// work is long without being shared out, `goes_on` is asked, in the thread that shares the work
// out. Where the answer is no, all is left undone until this is called anew. NULL: always yes.
void share_ask(bool (*goes_on)(void *context), void *context);
bool share_goes_on(void);

// As many as OPENBLAS_NUM_THREADS or OMP_NUM_THREADS says, or as there are processors. Within a
// task: 1.
int share_threads(void);
// For tests: sets how many there are from now on.
void share_set_threads(int threads);
