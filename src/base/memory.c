// Linux has the limits of control groups in files: /proc/self/cgroup names the group, and each
// group's limit holds for those inside it. Elsewhere there are no such files, and no such limits.
#include "base/memory.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/bug.h"
#include "base/files/file.h"
#include "base/text/number.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// ---- the budget -------------------------------------------------------------------------------

static atomic_size_t taken; // threads take, too
static size_t bound = SIZE_MAX;

void memory_bound(size_t bytes)
{
    const size_t least = (size_t)32 << 20; // the library of modules is in it
    const size_t most = SIZE_MAX / 8 < (size_t)6 << 28 ? SIZE_MAX / 8 : (size_t)6 << 28;
    size_t half = memory_allowed() / 2, usual = half / 4 < most ? half : 4 * most;
    bound = bytes ? bytes : usual;
    if (bound < least) bound = least;
}

size_t memory_budget(void)
{
    return bound;
}

static bool take(size_t bytes, size_t most)
{
    size_t before = atomic_fetch_add_explicit(&taken, bytes, memory_order_relaxed);
    if (before <= most && bytes <= most - before) return true;
    memory_give(bytes);
    return false;
}

bool memory_take(size_t bytes)
{
    return take(bytes, bound);
}

// As memory_take(), for what cannot be refused. It may go a quarter beyond the budget, so that
// there is room for the message of a refusal; then the process ends (bug.h).
static void memory_need(size_t bytes)
{
    size_t more = bound / 4, most = bound < SIZE_MAX - more ? bound + more : SIZE_MAX;
    if (!take(bytes, most)) bug_over_budget(bound);
}

void memory_give(size_t bytes)
{
    atomic_fetch_sub_explicit(&taken, bytes, memory_order_relaxed);
}

size_t memory_taken(void)
{
    return atomic_load_explicit(&taken, memory_order_relaxed);
}

// ---- blocks -----------------------------------------------------------------------------------

typedef struct Counted {
    size_t bytes; // with this
    max_align_t data[];
} Counted;

static Counted *block_of(void *data)
{
    return (Counted *)(void *)((char *)data - offsetof(Counted, data));
}

static void *made(Counted *block, size_t bytes)
{
    if (!block) bug_no_memory();
    block->bytes = bytes;
    return block->data;
}

void *memory_new(size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(Counted)) bug_no_memory();
    bytes += sizeof(Counted);
    memory_need(bytes);
    return made(calloc(1, bytes), bytes);
}

void *memory_resize(void *data, size_t bytes)
{
    if (!data) return memory_new(bytes);
    if (bytes > SIZE_MAX - sizeof(Counted)) bug_no_memory();
    Counted *block = block_of(data);
    bytes += sizeof(Counted);
    memory_need(bytes);
    memory_give(block->bytes);
    return made(realloc(block, bytes), bytes);
}

void memory_free(void *data)
{
    if (!data) return;
    memory_give(block_of(data)->bytes);
    free(block_of(data));
}

// ---- limits -----------------------------------------------------------------------------------

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || bytes <= 0) return SIZE_MAX;
    return (size_t)pages > SIZE_MAX / (size_t)bytes ? SIZE_MAX : (size_t)pages * (size_t)bytes;
}

static size_t of_process(int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
    return limit.rlim_cur > SIZE_MAX ? SIZE_MAX : (size_t)limit.rlim_cur;
}

static Str contents(const char *path, Arena *arena)
{
    Error error = {.arena = arena};
    Str text = {0};
    const size_t most = 1 << 16;
    return file_read(path, most, arena, &text, &error) ? text : (Str){0};
}

// The number in a file; "max", or no such file, is no limit.
static size_t number_in(const char *path, Arena *arena)
{
    int64_t number;
    bool is_limit = number_parse_int(str_trim(contents(path, arena)), &number) && number > 0;
    return is_limit ? (size_t)number : SIZE_MAX;
}

// Of the group and of all around it.
static size_t of_group(const char *root, Str group, const char *file, Arena *arena)
{
    size_t most = number_in(arena_printf(arena, "%s/%s", root, file), arena);
    for (int end = group.n; end > 1;) {
        const char *path = arena_printf(arena, "%s%.*s/%s", root, end, group.p, file);
        most = least(most, number_in(path, arena));
        while (end > 0 && group.p[--end] != '/') continue;
    }
    return most;
}

// Lines "0::/user.slice" (version 2) and "4:memory:/group" (version 1).
static size_t of_groups(void)
{
    SCRATCH(arena);
    size_t most = SIZE_MAX;
    Str lines = contents("/proc/self/cgroup", &arena), line;
    while (str_next_line(&lines, &line)) {
        int first = str_find(line, ":"), second = first + 1;
        while (second < line.n && line.p[second] != ':') second++;
        if (first < 0 || second >= line.n) continue;
        Str kind = str_slice(line, first + 1, second), group = str_slice(line, second + 1, line.n);
        if (kind.n == 0)
            most = least(most, of_group("/sys/fs/cgroup", group, "memory.max", &arena));
        else if (str_is(kind, "memory"))
            most = least(most,
                         of_group("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes", &arena));
    }
    return most;
}

bool memory_has_room(size_t bytes)
{
    if (of_process(RLIMIT_AS) == SIZE_MAX) return true;
    void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room != MAP_FAILED && munmap(room, bytes) == 0;
}

size_t memory_allowed(void)
{
    size_t own = least(of_process(RLIMIT_AS), of_process(RLIMIT_DATA));
    return least(least(own, of_machine()), of_groups());
}
