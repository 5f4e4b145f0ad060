// Sorts and selects in the very steps of GCC's libstdc++ (bits/stl_algo.h, bits/stl_heap.h) and of
// PyTorch's quick_select_template (aten/src/ATen/native/Sorting.cpp). Its introsort is a quicksort
// with the median of three, which turns to heapsort where it goes too deep and leaves the last 16
// items to insertion sort.
#include "tensor/reductions/order.h"

#include "base/arena.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { SHORT = 16 }; // as many items are left to insertion sort

// ---- comparing ---------------------------------------------------------------------------------

static inline bool before(const Item *a, const Item *b)
{
    return a->key < b->key;
}

int64_t order_key(double number)
{
    int64_t bits;
    if (isnan(number)) return NAN_KEY;
    number += 0.0; // -0 becomes 0
    memcpy(&bits, &number, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

void order_reverse(Item *items, int64_t n)
{
    for (int64_t i = 0; i < n; i++) items[i].key = ~items[i].key;
}

static void swap(Item *a, Item *b)
{
    Item kept = *a;
    *a = *b;
    *b = kept;
}

// ---- a stable sort -----------------------------------------------------------------------------

static void merge(const Item *from, int64_t middle, int64_t n, Item *to)
{
    int64_t a = 0, b = middle;
    for (int64_t i = 0; i < n; i++) {
        bool second = a == middle || (b < n && before(&from[b], &from[a]));
        to[i] = from[second ? b++ : a++];
    }
}

static void insert_all(Item *items, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        Item item = items[i];
        int64_t at = i;
        for (; at > 0 && before(&item, &items[at - 1]); at--) items[at] = items[at - 1];
        items[at] = item;
    }
}

void order_stable_sort(Item *items, int64_t n)
{
    SCRATCH(scratch);
    Item *from = items, *to = NEW_ARRAY(&scratch, Item, n ? n : 1);
    for (int64_t i = 0; i < n; i += SHORT) insert_all(items + i, n - i < SHORT ? n - i : SHORT);
    for (int64_t width = SHORT; width < n; width *= 2) {
        for (int64_t i = 0; i < n; i += 2 * width) {
            int64_t left = n - i, length = left < 2 * width ? left : 2 * width;
            merge(from + i, width < length ? width : length, length, to + i);
        }
        Item *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items) memcpy(items, from, (size_t)n * sizeof *items);
}

// ---- heaps -------------------------------------------------------------------------------------

static void push_up(Item *heap, int64_t hole, int64_t top, Item item)
{
    int64_t parent = (hole - 1) / 2;
    while (hole > top && before(&heap[parent], &item)) {
        heap[hole] = heap[parent];
        hole = parent;
        parent = (hole - 1) / 2;
    }
    heap[hole] = item;
}

static void sift(Item *heap, int64_t hole, int64_t n, Item item)
{
    int64_t top = hole, child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        if (before(&heap[child], &heap[child - 1])) child--;
        heap[hole] = heap[child];
        hole = child;
    }
    if (n % 2 == 0 && child == (n - 2) / 2) {
        child = 2 * (child + 1);
        heap[hole] = heap[child - 1];
        hole = child - 1;
    }
    push_up(heap, hole, top, item);
}

// The top goes to `to`, what stood there into the heap.
static void pop(Item *heap, int64_t n, Item *to)
{
    Item item = *to;
    *to = heap[0];
    sift(heap, 0, n, item);
}

static void make_heap(Item *heap, int64_t n)
{
    for (int64_t parent = (n - 2) / 2; n >= 2 && parent >= 0; parent--) {
        sift(heap, parent, n, heap[parent]);
    }
}

// The first k items in order become a heap in front.
static void select_heap(Item *items, int64_t k, int64_t n)
{
    make_heap(items, k);
    for (int64_t i = k; i < n; i++) {
        if (before(&items[i], &items[0])) pop(items, k, &items[i]);
    }
}

void order_partial(Item *items, int64_t k, int64_t n)
{
    select_heap(items, k, n);
    for (int64_t left = k; left > 1; left--) pop(items, left - 1, &items[left - 1]);
}

// ---- quicksort ---------------------------------------------------------------------------------

static void median_to(Item *result, Item *a, Item *b, Item *c)
{
    if (before(a, b)) {
        if (before(b, c))
            swap(result, b);
        else
            swap(result, before(a, c) ? c : a);
    } else if (before(a, c)) {
        swap(result, a);
    } else {
        swap(result, before(b, c) ? c : b);
    }
}

// Around the median of three, which is in front; where the second part begins.
static Item *partition(Item *first, Item *last)
{
    median_to(first, first + 1, first + (last - first) / 2, last - 1);
    const Item *pivot = first++;
    for (;;) {
        while (before(first, pivot)) first++;
        last--;
        while (before(pivot, last)) last--;
        if (first >= last) return first;
        swap(first, last);
        first++;
    }
}

static int depth_limit(int64_t n)
{
    int depth = 0;
    for (; n > 1; n /= 2) depth += 2;
    return depth;
}

static void introsort(Item *first, Item *last, int depth)
{
    while (last - first > SHORT) {
        if (depth == 0) {
            order_partial(first, last - first, last - first);
            return;
        }
        depth--;
        Item *cut = partition(first, last);
        introsort(cut, last, depth);
        last = cut;
    }
}

// Insertion that goes straight to the front for a new first item, as libstdc++ does: the order of
// equal items is that of insert_all().
void order_sort(Item *items, int64_t n)
{
    introsort(items, items + n, depth_limit(n));
    insert_all(items, n);
}

void order_nth(Item *items, int64_t nth, int64_t n)
{
    Item *first = items, *last = items + n;
    int depth = depth_limit(n);
    if (nth >= n) return;
    while (last - first > 3) {
        if (depth-- == 0) {
            select_heap(first, items + nth + 1 - first, last - first);
            swap(first, items + nth);
            return;
        }
        Item *cut = partition(first, last);
        if (cut <= items + nth)
            first = cut;
        else
            last = cut;
    }
    insert_all(first, last - first);
}

// ---- quickselect -------------------------------------------------------------------------------

static void three_in_order(Item *items, int64_t left, int64_t right)
{
    swap(&items[(left + right) / 2], &items[left + 1]);
    if (before(&items[right], &items[left + 1])) swap(&items[left + 1], &items[right]);
    if (before(&items[right], &items[left])) swap(&items[left], &items[right]);
    if (before(&items[left], &items[left + 1])) swap(&items[left + 1], &items[left]);
}

// Around the item on the left, whose place is then returned; `*second`: where the larger part
// begins.
static int64_t split(Item *items, int64_t left, int64_t right, int64_t *second)
{
    int64_t i = left + 1, j = right;
    Item pivot = items[left];
    for (;;) {
        do i++;
        while (before(&items[i], &pivot));
        do j--;
        while (before(&pivot, &items[j]));
        if (j < i) break;
        swap(&items[i], &items[j]);
    }
    swap(&items[left], &items[j]);
    *second = i;
    return j;
}

void order_quickselect(Item *items, int64_t k, int64_t n)
{
    int64_t left = 0, right = n - 1;
    while (right > left + 1) {
        three_in_order(items, left, right);
        int64_t second, cut = split(items, left, right, &second);
        if (cut <= k) left = second;
        if (cut >= k) right = cut - 1;
    }
    if (right == left + 1 && before(&items[right], &items[left])) swap(&items[left], &items[right]);
}
