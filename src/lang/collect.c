// Mark and sweep. Marked is what the tables of names, the active calls and the held values lead
// to; the list of objects and the list of tensors are swept. The trace's own tensors stay.
#include "lang/class.h"

#include "base/memory.h"
#include "tensor/autograd.h"
#include "tensor/op.h"

enum {
    LEAST_BYTES = 1 << 20, // that come between two collections
    LEAST_TENSOR_BYTES = 8 << 20,
    LEAST_TENSORS = 4096,
    TENSOR_BYTES_IN_A_STEP = 48,
    OBJECT_BYTES_IN_A_STEP = 256, // that a collection goes over
    MARK_STEPS = 4,               // for each object besides
    // A collection takes about as long as making so many tensors or bytes of them for each byte of
    // objects: with many objects there are fewer.
    TENSOR_BYTES_FOR_OBJECTS = 4,
    OBJECT_BYTES_FOR_A_TENSOR = 512,
};

// ---- held values -----------------------------------------------------------------------------

void object_hold(Run *run, Value value)
{
    if (!value.object) return;
    Held *held = &run->held;
    if (held->count && held->item[held->count - 1].object == value.object) return;
    if (held->count == held->capacity) {
        held->capacity = held->capacity ? held->capacity * 2 : 256;
        held->item = memory_resize(held->item, held->capacity * sizeof value);
    }
    held->item[held->count++] = value;
}

void run_mark_held(Run *run, Held *held)
{
    value_mark_all(run, held->item, held->count);
}

// ---- mark ------------------------------------------------------------------------------------

void object_mark(Run *run, void *reached)
{
    Object *object = reached;
    if (!object || object->is_marked) return;
    object->is_marked = true;
    if (!object->type->visit) return;
    Collector *collector = &run->collector;
    if (collector->count == collector->capacity) {
        collector->capacity = collector->capacity ? collector->capacity * 2 : 256;
        collector->found =
            memory_resize(collector->found, collector->capacity * sizeof *collector->found);
    }
    collector->found[collector->count++] = object;
}

static void mark_tensor(Run *run, Tensor *tensor)
{
    if (tensor->is_marked) return;
    tensor->is_marked = true;
    object_mark(run, tensor->attributes);
    AutogradMeta *autograd = tensor->autograd;
    if (autograd) object_mark(run, autograd->node);
    if (!autograd || (!autograd->grad && !autograd->base)) return;
    autograd->next_marked = run->collector.tensors_found;
    run->collector.tensors_found = tensor;
}

void value_mark(Run *run, Value value)
{
    if (!value.type || value.type->is_plain) return;
    if (holds_tensor(value)) {
        mark_tensor(run, value.tensor);
    } else if (value_is_class(value)) {
        object_mark(run, value.of->class);
    } else {
        object_mark(run, value.object);
    }
}

static bool is_instance(Value value)
{
    return value.type && value.type->class && !value.type->class->is_meta && !value.type->holds;
}

void value_mark_all(Run *run, Value *value, size_t count)
{
    const Object *changed = run->collector.changed;
    for (size_t i = 0; i < count; i++) {
        if (changed && value[i].object == changed && is_instance(value[i]))
            value[i].type = changed->type;
        value_mark(run, value[i]);
    }
}

void table_mark(Run *run, const Table *table)
{
    for (size_t i = 0; i < table->count; i++) value_mark_all(run, &table->entry[i].value, 1);
}

static void keep_roots(Run *run)
{
    table_mark(run, &run->program);
    table_mark(run, &run->builtins);
    table_mark(run, &run->modules);
    table_mark(run, &run->tensor_methods);
    object_mark(run, run->frame.scope); // those of the callers are held
    run_mark_held(run, &run->held);
    value_mark(run, run->random.generator);
    value_mark(run, run->former_classes);
    value_mark(run, run->variables);
    object_mark(run, run->routines.running);
    value_mark_all(run, &run->raised.exception, 1);
    value_mark_all(run, &run->raised.args, 1);
}

void collect_mark_reached(Run *run)
{
    Collector *collector = &run->collector;
    while (collector->count || collector->tensors_found) {
        Tensor *tensor = collector->tensors_found;
        if (tensor) {
            const AutogradMeta *autograd = tensor->autograd;
            collector->tensors_found = autograd->next_marked;
            if (autograd->grad) mark_tensor(run, autograd->grad);
            if (autograd->base) mark_tensor(run, autograd->base);
            continue;
        }
        Object *object = collector->found[--collector->count];
        collector->marked++;
        object->type->visit(run, object);
    }
}

static void mark(Run *run)
{
    keep_roots(run);
    collect_mark_reached(run);
    if (run->routines.cleanups) generator_mark_dropped(run);
}

// ---- another class ---------------------------------------------------------------------------

// What C has in hand while the statement runs may still say the former class, which stays for it.
static bool remember_class(Run *run, Value former)
{
    if (!run->former_classes.type) run->former_classes = sequence_new(run, &type_list, NULL, 0);
    if (!run->former_classes.type) return false;
    Sequence *known = value_sequence(run->former_classes);
    for (int i = 0; i < known->count; i++) {
        if (known->item[i].of == former.of) return true;
    }
    return sequence_add(run, known, former);
}

void value_renew_classes(const Run *run, Value *value, int count)
{
    if (!run->former_classes.type) return;
    for (int i = 0; i < count; i++) {
        if (is_instance(value[i])) value[i].type = value[i].object->type;
    }
}

bool instance_change_class(Run *run, Value self, const Class *class)
{
    if (self.object->type == &class->type) return true;
    if (!run_take_bytes(run, (int64_t)run->heap.bytes)) return false;
    if (!remember_class(run, from_type(self.object->type))) return false;
    self.object->type = &class->type;
    run->collector.changed = self.object;
    mark(run);
    run->collector.changed = NULL;
    for (Object *object = run->heap.objects; object; object = object->next)
        object->is_marked = false;
    for (Tensor *t = run->trace.heap.tensors; t; t = t->next) t->is_marked = false;
    return true;
}

// ---- sweep -----------------------------------------------------------------------------------

// A class of the program is an object, too: none goes before all have dropped what they own.
static void free_all(Run *run, Object *first)
{
    for (Object *object = first; object; object = object->next) {
        if (object->type->drop) object->type->drop(run, object);
    }
    for (Object *object = first, *next; object; object = next) {
        next = object->next;
        object_free(run, object);
    }
}

static void sweep_objects(Run *run)
{
    Object **link = &run->heap.objects, *garbage = NULL;
    while (*link) {
        Object *object = *link;
        if (object->is_marked) {
            object->is_marked = false;
            link = &object->next;
        } else {
            *link = object->next;
            object->next = garbage;
            garbage = object;
        }
    }
    free_all(run, garbage);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// As much again as there is now, but not so much that the limit comes near.
static size_t next_time(size_t live, size_t least, size_t limit)
{
    size_t more = larger(live, least), most = limit / 8;
    if (limit && more > most) more = most ? most : 1;
    return live + more;
}

static void set_next_time(Run *run)
{
    const TensorHeap *heap = &run->trace.heap;
    Collector *collector = &run->collector;
    size_t objects = run->heap.bytes;
    size_t bytes = larger(LEAST_TENSOR_BYTES, objects * TENSOR_BYTES_FOR_OBJECTS);
    size_t tensors = larger(LEAST_TENSORS, objects / OBJECT_BYTES_FOR_A_TENSOR);
    collector->objects = next_time(objects, LEAST_BYTES, run->heap.limit);
    collector->tensor_bytes = next_time(heap->used, bytes, heap->limit);
    collector->tensors = next_time(heap->count, tensors, 0);
}

static void shrink_held(Run *run)
{
    Held *held = &run->held;
    if (held->capacity < 4096 || held->count * 4 > held->capacity) return;
    held->capacity /= 2;
    held->item = memory_resize(held->item, held->capacity * sizeof *held->item);
}

void collect_garbage(Run *run)
{
    mark(run);
    sweep_objects(run);
    trace_sweep(&run->trace);
    shrink_held(run);
    set_next_time(run);
}

void collect_at_safe_point(Run *run)
{
    Collector *collector = &run->collector;
    const TensorHeap *heap = &run->trace.heap;
    if (collector->is_paused) return;
    bool due = run->heap.bytes >= collector->objects || heap->used >= collector->tensor_bytes ||
               heap->count >= collector->tensors;
    if (due) {
        collector->marked = 0;
        run->work.steps += (int64_t)(run->heap.bytes / OBJECT_BYTES_IN_A_STEP);
        collect_garbage(run);
        run->work.steps += MARK_STEPS * collector->marked;
    } else if (collector->more > 0) {
        collector->more--;
        collect_garbage(run);
    }
    run->work.steps += (int64_t)((heap->made - collector->made) / TENSOR_BYTES_IN_A_STEP);
    collector->made = heap->made;
}

void object_free_all(Run *run)
{
    free_all(run, run->heap.objects);
    run->heap.objects = NULL;
    memory_free(run->held.item);
    memory_free(run->collector.found);
}
