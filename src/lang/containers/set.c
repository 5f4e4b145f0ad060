// The table of a set: CPython's Objects/setobject.c, whose probing and growing decide the order.
#include "lang/containers/set.h"

#include "lang/interp.h"

enum { SMALLEST = 8, LINEAR_PROBES = 9, PERTURB_SHIFT = 5 };

Set *set_of(Value value)
{
    return (Set *)value.object;
}

bool value_is_set(Value value)
{
    return value.type == &type_set || value.type == &type_frozenset;
}

Value set_new(Run *run, const Type *type)
{
    Set *set = object_make(run, type_builtin_part(type), sizeof *set);
    if (set) set->by_slot = true;
    return value_from_object(set);
}

// ---- probing -------------------------------------------------------------------------------

// The slots where an item with `hash` may be, one after another.
typedef struct Probe {
    uint64_t mask, base, offset, perturb; // of 64 bits everywhere, so that the order is the same
} Probe;

static Probe probe_begin(size_t slots, uint64_t hash)
{
    uint64_t mask = slots - 1;
    return (Probe){.mask = mask, .base = hash & mask, .perturb = hash};
}

static size_t probe_slot(const Probe *probe)
{
    return (size_t)(probe->base + probe->offset);
}

static void probe_next(Probe *probe)
{
    bool linear = probe->base + LINEAR_PROBES <= probe->mask;
    if (linear && probe->offset < LINEAR_PROBES) {
        probe->offset++;
        return;
    }
    probe->perturb >>= PERTURB_SHIFT;
    probe->base = (probe->base * 5 + 1 + probe->perturb) & probe->mask;
    probe->offset = 0;
}

// The slot that holds `key`, or one where it could be put: of slots that were passed and whose item
// was deleted the last, else the free one where the search ends. There must be slots.
static bool find_slot(Run *run, const Set *set, Value key, uint64_t hash, size_t *slot)
{
    size_t deleted = SIZE_MAX;
    for (Probe probe = probe_begin(set->slots, hash);; probe_next(&probe)) {
        *slot = probe_slot(&probe);
        int index = set->slot[*slot];
        if (index < 0) deleted = *slot;
        if (index == 0) {
            if (deleted != SIZE_MAX) *slot = deleted;
            return true;
        }
        if (index < 0 || set->entry[index - 1].hash != hash) continue;
        bool equal;
        if (!values_equal(run, set->entry[index - 1].key, key, &equal)) return false;
        if (equal) return true;
    }
}

static void put_clean(int *slot, size_t slots, uint64_t hash, int index)
{
    Probe probe = probe_begin(slots, hash);
    while (slot[probe_slot(&probe)]) probe_next(&probe);
    slot[probe_slot(&probe)] = index;
}

// ---- growing -------------------------------------------------------------------------------

// Entries without the deleted ones; where each of them went (+ 1) goes to `moved`.
static void copy_entries(const Set *set, SetEntry *entry, int *moved)
{
    int count = 0;
    for (size_t i = 0; i < set->filled; i++) {
        if (!set->entry[i].key.type) continue;
        entry[count] = set->entry[i];
        moved[i] = ++count;
    }
}

// Room for more than `least` items; they are put anew in the order of the old slots.
static bool resize(Run *run, Set *set, size_t least)
{
    size_t slots = SMALLEST;
    while (slots <= least) slots *= 2;
    int *slot = run_alloc(run, slots, sizeof *slot);
    SetEntry *entry = slot ? run_alloc(run, slots, sizeof *entry) : NULL;
    if (!entry) {
        run_dealloc(run, slot);
        return false;
    }
    SCRATCH(work);
    int *moved = NEW_ARRAY(&work, int, set->filled + 1);
    copy_entries(set, entry, moved);
    for (size_t i = 0; i < set->slots; i++) {
        if (set->slot[i] <= 0) continue;
        int index = moved[set->slot[i] - 1];
        put_clean(slot, slots, entry[index - 1].hash, index);
    }
    run_dealloc(run, set->entry);
    run_dealloc(run, set->slot);
    set->entry = entry;
    set->slot = slot;
    set->slots = slots;
    set->filled = set->count;
    return true;
}

static size_t grown(const Set *set)
{
    const size_t large = 50000;
    return set->count > large ? set->count * 2 : set->count * 4;
}

static bool is_crowded(const Set *set, size_t filled)
{
    return filled * 5 >= (set->slots - 1) * 3;
}

static bool make_room(Run *run, Set *set, size_t more)
{
    if (!set->slots && !resize(run, set, 0)) return false;
    if (!is_crowded(set, set->filled + more)) return true;
    return resize(run, set, (set->count + more) * 2);
}

// ---- adding and taking out -------------------------------------------------------------------

static bool has_python_order(Value key)
{
    if (value_has_type(key, &type_tuple)) {
        const Sequence *tuple = value_sequence(key);
        for (int i = 0; i < tuple->count; i++) {
            if (!has_python_order(tuple->item[i])) return false;
        }
        return true;
    }
    return value_is_number(key);
}

static bool add_hashed(Run *run, Set *set, Value key, uint64_t hash)
{
    size_t slot;
    if (!set->slots && !resize(run, set, 0)) return false;
    if (!find_slot(run, set, key, hash, &slot)) return false;
    if (set->slot[slot] > 0) return true;
    set->count++;
    set->by_slot = set->by_slot && has_python_order(key);
    if (set->slot[slot] < 0) { // an entry that was deleted
        set->slot[slot] = -set->slot[slot];
        set->entry[set->slot[slot] - 1] = (SetEntry){key, hash};
        return true;
    }
    set->entry[set->filled] = (SetEntry){key, hash};
    set->slot[slot] = (int)++set->filled;
    return !is_crowded(set, set->filled) || resize(run, set, grown(set));
}

bool set_add(Run *run, Set *set, Value key)
{
    uint64_t hash;
    return value_hash(run, key, &hash) && add_hashed(run, set, key, hash);
}

static void take_out(Set *set, size_t slot)
{
    set->entry[set->slot[slot] - 1].key = NOTHING;
    set->slot[slot] = -set->slot[slot];
    set->count--;
}

static bool look_up(Run *run, const Set *set, Value key, size_t *slot, bool *found)
{
    uint64_t hash;
    *found = false;
    if (!value_hash(run, key, &hash)) return false;
    if (!set->slots) return true;
    if (!find_slot(run, set, key, hash, slot)) return false;
    *found = set->slot[*slot] > 0;
    return true;
}

bool set_find(Run *run, const Set *set, Value key, bool *found)
{
    size_t slot;
    return look_up(run, set, key, &slot, found);
}

bool set_discard(Run *run, Set *set, Value key, bool *found)
{
    size_t slot;
    if (!look_up(run, set, key, &slot, found)) return false;
    if (*found) take_out(set, slot);
    return true;
}

void set_clear(Set *set)
{
    for (size_t i = 0; i < set->slots; i++) set->slot[i] = 0;
    set->filled = set->count = set->finger = 0;
    set->by_slot = true;
}

// ---- running through -------------------------------------------------------------------------

const SetEntry *set_next(const Set *set, int64_t *at)
{
    if (!set->by_slot) {
        while ((size_t)*at < set->filled) {
            const SetEntry *entry = &set->entry[(*at)++];
            if (entry->key.type) return entry;
        }
        return NULL;
    }
    while ((size_t)*at < set->slots) {
        int index = set->slot[(*at)++];
        if (index > 0) return &set->entry[index - 1];
    }
    return NULL;
}

const SetEntry *set_any(Set *set)
{
    if (!set->count) return NULL;
    if (!set->by_slot) {
        int64_t at = 0;
        return set_next(set, &at);
    }
    size_t slot = set->finger & (set->slots - 1);
    while (set->slot[slot] <= 0) slot = (slot + 1) & (set->slots - 1);
    set->finger = slot + 1;
    return &set->entry[set->slot[slot] - 1];
}

// ---- many at once ----------------------------------------------------------------------------

static bool merge(Run *run, Set *set, const Set *other)
{
    if (set == other || !other->count) return true;
    if (!make_room(run, set, other->count)) return false;
    bool fresh = set->filled == 0;
    if (fresh && set->slots == other->slots && other->filled == other->count) {
        for (size_t i = 0; i < other->filled; i++) set->entry[i] = other->entry[i];
        for (size_t i = 0; i < other->slots; i++) set->slot[i] = other->slot[i];
        set->filled = set->count = other->count;
        set->by_slot = other->by_slot;
        return true;
    }
    const SetEntry *entry;
    for (int64_t at = 0; (entry = set_next(other, &at));) {
        if (!add_hashed(run, set, entry->key, entry->hash)) return false;
    }
    return true;
}

bool set_update(Run *run, Set *set, Value source)
{
    if (value_is_set(source)) return merge(run, set, set_of(source));
    if (!value_start_iteration(run, &source)) return false;
    if (source.type == &type_dict && !make_room(run, set, ((Dict *)source.object)->count)) {
        return false;
    }
    Value item;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        if (!set_add(run, set, item)) return false;
    }
    return !run_has_failed(run);
}

Value set_from(Run *run, const Type *type, Value source)
{
    Value set = set_new(run, type);
    return set.type && set_update(run, set_of(set), source) ? set : NOTHING;
}

// Takes out what is in `other`; of what is there alone it adds all if it is to.
static bool take_common(Run *run, Set *set, const Set *other, bool adds)
{
    if (other == set) {
        set_clear(set);
        return true;
    }
    const SetEntry *entry;
    for (int64_t at = 0; (entry = set_next(other, &at));) {
        bool found;
        if (!set_discard(run, set, entry->key, &found)) return false;
        if (adds && !found && !set_add(run, set, entry->key)) return false;
    }
    return true;
}

bool set_subtract(Run *run, Set *set, Value other)
{
    if (!take_common(run, set, set_of(other), false)) return false;
    bool tidy = !set->slots || set->filled - set->count <= (set->slots - 1) / 4;
    return tidy || resize(run, set, grown(set));
}

bool set_toggle(Run *run, Set *set, Value other)
{
    return take_common(run, set, set_of(other), true);
}

void set_take_over(Set *set, Set *from)
{
    Set was = *set;
    Object self = from->object;
    *set = *from;
    set->object = was.object;
    *from = was;
    from->object = self;
    set_clear(from);
}

// The items of `source` that are in the other set, or those that are not.
static Value select_items(Run *run, const Type *type, Value source, Value other, bool wanted)
{
    Value result = set_new(run, type);
    const SetEntry *entry;
    for (int64_t at = 0; result.type && (entry = set_next(set_of(source), &at));) {
        bool found;
        if (!set_find(run, set_of(other), entry->key, &found)) return NOTHING;
        if (found == wanted && !set_add(run, set_of(result), entry->key)) return NOTHING;
    }
    return result;
}

Value set_intersection(Run *run, const Type *type, Value left, Value right)
{
    bool swap = set_of(right)->count > set_of(left)->count;
    return select_items(run, type, swap ? left : right, swap ? right : left, true);
}

Value set_difference(Run *run, const Type *type, Value left, Value right)
{
    if (set_of(left)->count >> 2 <= set_of(right)->count)
        return select_items(run, type, left, right, false);
    Value result = set_from(run, type, left);
    return result.type && set_subtract(run, set_of(result), right) ? result : NOTHING;
}

Value set_symmetric_difference(Run *run, const Type *type, Value left, Value right)
{
    Value result = set_from(run, type, right);
    return result.type && set_toggle(run, set_of(result), left) ? result : NOTHING;
}

bool set_is_subset(Run *run, Value left, Value right, bool *result)
{
    *result = set_of(left)->count <= set_of(right)->count;
    const SetEntry *entry;
    for (int64_t at = 0; *result && (entry = set_next(set_of(left), &at));) {
        if (!set_find(run, set_of(right), entry->key, result)) return false;
    }
    return true;
}
