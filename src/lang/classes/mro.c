// The order in which the classes above a class are searched for a member: C3, as in Python
// (Barrett et al. 1996, "A monotonic superclass linearization for Dylan").
#include "lang/class.h"
#include "lang/classes/classes.h"

// The types of a builtin one: itself, what it derives from, object.
static const Type *builtin_in_order(const Type *type, int at)
{
    const Type *also = type->also;
    for (; type && at; at--) {
        if (type == &type_object) return NULL;
        type = type->base ? type->base : also ? also : &type_object;
        if (type == also) also = NULL;
    }
    return type;
}

const Type *type_in_order(const Type *type, int at)
{
    if (!type->class) return builtin_in_order(type, at);
    return at < type->class->mro_count ? type->class->mro[at] : NULL;
}

bool type_is_subtype(const Type *type, const Type *of)
{
    const Type *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        if (now == of) return true;
    }
    return false;
}

// Lists still to be merged: the order of each base, and last the bases themselves.
typedef struct Merge {
    Run *run;
    Class *class;
    int *at; // the head of each list
} Merge;

static const Type *item_of(const Merge *merge, int list, int at)
{
    const Class *class = merge->class;
    if (list < class->base_count) return type_in_order(class->bases[list], at);
    return at < class->base_count ? class->bases[at] : NULL;
}

static bool in_a_tail(const Merge *merge, const Type *type)
{
    for (int list = 0; list <= merge->class->base_count; list++) {
        const Type *item;
        for (int at = merge->at[list] + 1; (item = item_of(merge, list, at)); at++) {
            if (item == type) return true;
        }
    }
    return false;
}

// A head that no list has behind its head; NULL: none, and `*left` says whether any are left. One
// base alone has nothing behind it that is not in its own order.
static const Type *next_head(const Merge *merge, bool *left)
{
    const Type *refused = NULL; // object comes first in many lists
    *left = false;
    for (int list = 0; list <= merge->class->base_count; list++) {
        const Type *head = item_of(merge, list, merge->at[list]);
        if (!head) continue;
        *left = true;
        if (head == refused) continue;
        if (merge->class->base_count == 1 || !in_a_tail(merge, head)) return head;
        refused = head;
    }
    return NULL;
}

static bool inconsistent(Run *run, const Class *class)
{
    Buf names = {.arena = &run->scratch};
    for (int i = 0; i < class->base_count; i++) {
        buf_printf(&names, "%s%s", i ? ", " : "", class->bases[i]->name);
    }
    return raise_false(run, "TypeError",
                       "Cannot create a consistent method resolution order (MRO) for bases %s",
                       buf_text(&names));
}

static bool no_duplicates(Run *run, const Class *class)
{
    for (int i = 0; i < class->base_count; i++) {
        for (int j = 0; j < i; j++) {
            if (class->bases[i] != class->bases[j]) continue;
            return raise_false(run, "TypeError", "duplicate base class %s", class->bases[i]->name);
        }
    }
    return true;
}

static int longest_order(const Class *class)
{
    int count = 1;
    for (int i = 0; i < class->base_count; i++) {
        for (int at = 0; type_in_order(class->bases[i], at); at++) count++;
    }
    return count;
}

bool class_linearize(Run *run, Class *class)
{
    if (!no_duplicates(run, class)) return false;
    Merge merge = {.run = run, .class = class};
    merge.at = NEW_ARRAY(&run->scratch, int, class->base_count + 1);
    const Type **order = run_alloc(run, (size_t)longest_order(class), sizeof *order);
    if (!order) return false;
    class->mro = order;
    int count = 0;
    order[count++] = &class->type;
    bool left;
    const Type *head;
    while ((head = next_head(&merge, &left))) {
        if (!run_take_step(run)) return false;
        order[count++] = head;
        for (int list = 0; list <= class->base_count; list++) {
            if (item_of(&merge, list, merge.at[list]) == head) merge.at[list]++;
        }
    }
    class->mro_count = count;
    return !left || inconsistent(run, class);
}
