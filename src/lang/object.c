// Objects are made here and nowhere else. Each is a malloc of its own, in the list of the run that
// the collector sweeps; what an object owns besides carries its size before it.
#include "lang/class.h"

#include "base/bug.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECT_STEPS = 4 }; // to ask for memory, to give it back
enum { OF_MALLOC = 16 };   // that it takes besides, about

typedef struct Owned {
    size_t bytes;
    max_align_t data[];
} Owned;

// Zeroed memory that counts towards the limit. Who asks for much can be informed that there is
// none; without a few bytes not even that can be said.
static void *reserve(Run *run, size_t bytes)
{
    enum { MUCH = 1 << 16 };
    run->work.steps += OBJECT_STEPS;
    if (!run_take_bytes(run, (int64_t)(bytes < run->heap.limit ? bytes : 0))) return NULL;
    bool fits = bytes <= run->heap.limit - run->heap.bytes;
    bool may = fits && memory_take(bytes + OF_MALLOC);
    void *memory = may ? malloc(bytes) : NULL; // and memset: calloc is slower for what is small
    if (may && !memory && bytes < MUCH) bug_no_memory();
    if (!memory) {
        raise_error(run, "MemoryError",
                    "the lists and strings of one run may take %zu MiB together%s",
                    run->heap.limit >> 20,
                    may    ? ", and the machine has not so much left"
                    : fits ? ", and with its tensors they take all that --memory allows"
                           : "");
        if (may) memory_give(bytes + OF_MALLOC);
        error_final(run->error);
        return NULL;
    }
    run->heap.bytes += bytes;
    return memset(memory, 0, bytes);
}

void *run_alloc(Run *run, size_t count, size_t size)
{
    size_t bytes;
    bool fits = !__builtin_mul_overflow(count, size, &bytes) &&
                !__builtin_add_overflow(bytes, sizeof(Owned), &bytes);
    Owned *owned = reserve(run, fits ? bytes : SIZE_MAX);
    if (!owned) return NULL;
    owned->bytes = bytes;
    return owned->data;
}

void run_dealloc(Run *run, const void *bytes)
{
    if (!bytes) return;
    const void *block = (const char *)bytes - offsetof(Owned, data);
    run->heap.bytes -= ((const Owned *)block)->bytes;
    memory_give(((const Owned *)block)->bytes + OF_MALLOC);
    free((void *)(uintptr_t)block);
}

void *object_make(Run *run, const Type *type, size_t bytes)
{
    Object *object = reserve(run, bytes);
    if (!object) return NULL;
    object->type = type;
    object->bytes = (uint32_t)bytes;
    object->next = run->heap.objects;
    run->heap.objects = object;
    hold(run, (Value){.type = &type_object, .object = object});
    return object;
}

void object_free(Run *run, Object *object)
{
    run->heap.bytes -= object->bytes;
    memory_give(object->bytes + OF_MALLOC);
    free(object);
}

const Type *type_builtin_part(const Type *type)
{
    return type->class ? type->class->layout : type;
}

Value value_from_object(void *object)
{
    if (!object) return NOTHING;
    return (Value){.type = ((Object *)object)->type, .object = object};
}

Value value_new_text(Run *run, int n, char **text)
{
    String *string = object_make(run, &type_str, sizeof *string + (size_t)n + 1);
    if (!string) return NOTHING;
    *text = (char *)(string + 1);
    string->text = (Str){*text, n};
    return value_from_object(string);
}

Value value_from_str(Run *run, Str text)
{
    char *copy;
    Value string = value_new_text(run, text.n, &copy);
    if (string.type && text.n) memcpy(copy, text.p, (size_t)text.n);
    return string;
}

Value value_from_text(Run *run, const char *text)
{
    return value_from_str(run, str_from(text));
}

Value sequence_new(Run *run, const Type *type, const Value *item, int count)
{
    Sequence *sequence = object_make(run, type_builtin_part(type), sizeof *sequence);
    if (!sequence) return NOTHING;
    if (count) {
        sequence->item = run_alloc(run, (size_t)count, sizeof *item);
        if (!sequence->item) return NOTHING;
        memcpy(sequence->item, item, (size_t)count * sizeof *item);
    }
    sequence->count = count;
    sequence->capacity = (size_t)count;
    return value_from_object(sequence);
}

void sequence_free_items(Run *run, const Sequence *sequence)
{
    if (sequence->item) run_dealloc(run, sequence->item - sequence->front);
}

static bool grow(Run *run, Sequence *sequence)
{
    size_t count = (size_t)sequence->count, capacity = count ? count * 2 : 4;
    size_t front = (size_t)sequence->front, places = front + capacity;
    Value *grown = run_alloc(run, places > INT_MAX ? SIZE_MAX : places, sizeof *grown);
    if (!grown) return false;
    grown += front;
    if (count) memcpy(grown, sequence->item, count * sizeof *grown);
    sequence_free_items(run, sequence);
    sequence->item = grown;
    sequence->capacity = capacity;
    return true;
}

// There is much room in front: half of it goes to the end.
static void move_forward(Sequence *sequence)
{
    int places = (sequence->front + 1) / 2;
    Value *first = sequence->item - places;
    memmove(first, sequence->item, (size_t)sequence->count * sizeof *first);
    sequence->item = first;
    sequence->capacity += (size_t)places;
    sequence->front -= places;
}

bool sequence_add(Run *run, Sequence *sequence, Value item)
{
    if ((size_t)sequence->count == sequence->capacity) {
        if (sequence->front > sequence->count / 2)
            move_forward(sequence);
        else if (!grow(run, sequence))
            return false;
    }
    sequence->item[sequence->count++] = item;
    return true;
}

Value method_new(Run *run, const Type *type, Value self, Value function)
{
    Method *method = object_make(run, type, sizeof *method);
    if (!method) return NOTHING;
    method->self = self;
    method->function = function;
    return value_from_object(method);
}

Str value_text(Value string)
{
    return ((String *)string.object)->text;
}

Sequence *value_sequence(Value value)
{
    return (Sequence *)value.object;
}

bool value_has_type(Value value, const Type *type)
{
    for (const Type *t = value.type; t; t = t->base) {
        if (t == type) return true;
    }
    return false;
}

bool value_is_sequence(Value value)
{
    return value_has_type(value, &type_list) || value_has_type(value, &type_tuple);
}

// bool derives from int, and so may a class of the program.
static bool is_of(Value value, const Type *type)
{
    return value.type == type || (value.type && value.type->base == type);
}

// A number of NumPy's, whose class says its dtype.
static bool is_array_number(Value value)
{
    return value.type && value.type->holds == HOLDS_ARRAY_NUMBER;
}

bool value_is_integer(Value value)
{
    return is_of(value, &type_int) ||
           (is_array_number(value) && !dtype_is_float(value.type->dtype));
}

bool value_is_bool(Value value)
{
    return value.type == &type_bool || (is_array_number(value) && value.type->dtype == DTYPE_BOOL);
}

bool value_is_int(Value value)
{
    return value_is_integer(value) && !value_is_bool(value);
}

bool value_is_float(Value value)
{
    return is_of(value, &type_float) ||
           (is_array_number(value) && dtype_is_float(value.type->dtype));
}

bool value_is_number(Value value)
{
    return value_is_own_number(value) || is_array_number(value);
}

bool value_is_own_number(Value value)
{
    return is_of(value, &type_int) || is_of(value, &type_float);
}

Value value_plain_number(Value value)
{
    if (is_array_number(value)) return value_from_cell(value.tensor, (Index){0});
    bool instance = value.type && value.type->class && value_is_own_number(value);
    return instance ? ((const Number *)value.object)->value : value;
}

bool value_is_large(Value value)
{
    return value_plain_number(value).type == &type_large;
}

int64_t value_integer(Value value)
{
    Value plain = value_plain_number(value);
    if (plain.type == &type_large) return large_sign(plain) < 0 ? INT64_MIN : INT64_MAX;
    return plain.type == &type_bool ? plain.truth : plain.integer;
}

double value_number(Value value)
{
    Value plain = value_plain_number(value);
    if (plain.type == &type_float) return plain.number;
    return plain.type == &type_large ? large_number(plain) : (double)value_integer(plain);
}

Value value_from_cell(const Tensor *tensor, Index at)
{
    if (dtype_is_float(tensor->dtype)) return from_double(tensor_get(tensor, at));
    if (tensor->dtype == DTYPE_BOOL) return from_bool(tensor_get(tensor, at) != 0);
    return from_int(tensor_get_int(tensor, at));
}

// ---- id(), and the addresses in texts like "<__main__.Encoder object at 0x7f3a5c0b1d30>". Real
// addresses differ from run to run; these are given out in the order in which they are asked for.

enum { ADDRESS_STEP = 48 };
static const int64_t first_address = 0x7f3a5c0b1d30;

int64_t identity_of_pointer(Run *run, const void *pointer)
{
    const Value *known = table_find(&run->identities, pointer);
    if (known) return known->integer;
    int64_t address = first_address + (int64_t)run->identities.count * ADDRESS_STEP;
    table_set(&run->identities, pointer, from_int(address));
    return address;
}

int64_t identity(Run *run, Value value)
{
    bool is_own = value_is_own_number(value) && !value_is_large(value);
    if (is_own && value_is_integer(value) && !value.type->class) {
        int64_t n = value_integer(value);
        bool is_bool = value.type == &type_bool;
        return first_address / 2 + (is_bool ? 0x100000 : 0) +
               (int64_t)((uint64_t)n % (1u << 30)) * 32;
    }
    switch (value.type->stored) {
    case STORED_NUMBER: // its bits
        return first_address / 2 + 0x200000 + (int64_t)((uint64_t)value.integer >> 20) * 16;
    case STORED_POINTER: return identity_of_pointer(run, value.object);
    case STORED_DTYPE: return identity_of_pointer(run, dtype_name(value.dtype));
    default:
        return identity_of_pointer(run,
                                   value.type); // there is one of these, or two that look alike
    }
}
