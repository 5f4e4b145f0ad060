// What can be done with any value: each function asks the type, and says in Python's words what
// the type cannot do.
#include "base/machine/stack.h"
#include "lang/class.h"
#include "trace/record/loops.h"

#include <string.h>

static void set_error(Run *run, const char *kind, const char *format, va_list args)
    PRINTF_LIKE(3, 0);

static void set_error(Run *run, const char *kind, const char *format, va_list args)
{
    Buf message = {.arena = run->error->arena};
    buf_vprintf(&message, format, args);
    error_set(run->error, kind, "%s", buf_text(&message));
}

Value raise_error(Run *run, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_error(run, kind, format, args);
    va_end(args);
    return NOTHING;
}

bool raise_false(Run *run, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_error(run, kind, format, args);
    va_end(args);
    return false;
}

Value raise_outside_subset(Run *run, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Buf what = {.arena = run->error->arena};
    buf_vprintf(&what, format, args);
    va_end(args);
    raise_error(run, "NotImplementedError", "%s is outside the part of Python that qkv runs",
                buf_text(&what));
    error_final(run->error);
    error_hint(run->error, "%s", hint);
    return NOTHING;
}

bool run_has_failed(const Run *run)
{
    return run->error->set;
}

static bool out_of_steps(Run *run)
{
    raise_error(run, "RuntimeError", "stopped after %lld steps", (long long)run->work.limit);
    error_final(run->error);
    error_hint(run->error, "a loop that ends sooner");
    return false;
}

void run_say_once(Run *run, const char *line)
{
    if (str_find(buf_str(run->messages), line) < 0) buf_add(run->messages, str_from(line));
}

// Do only loops end, when their iterations do? Who asks a second time means the program.
static bool only_ends_loops(Run *run)
{
    if (!run->stopping.stop_ends_loop || !run->trace.loop || run->stopping.loops_end_since)
        return false;
    atomic_store(&run->stopping.pulse->ends_loop, true);
    atomic_store(&run->stopping.pulse->stop, false);
    run->stopping.loops_end_since = run->work.steps + 1;
    run->trace.loop->stopped_inside = run->trace.loop->inner;
    return true;
}

bool run_is_interrupted(Run *run)
{
    if (!atomic_load_explicit(&run->stopping.pulse->stop, memory_order_relaxed)) return false;
    if (only_ends_loops(run)) return false;
    raise_error(run, "KeyboardInterrupt", "stopped");
    if (run->stopping.stop_is_raised)
        atomic_store(&run->stopping.pulse->stop, false);
    else
        error_final(run->error);
    return true;
}

// Whatever takes long hears who wants it to stop.
static bool spend(Run *run, int64_t steps)
{
    run->work.steps += steps;
    return !run_is_interrupted(run) && (run->work.steps <= run->work.limit || out_of_steps(run));
}

bool run_take_step(Run *run)
{
    if (stack_is_low())
        return raise_false(run, "RecursionError", "maximum recursion depth exceeded");
    return spend(run, 1);
}

bool run_take_work(Run *run, const OpCall *done)
{
    run->work.operations++;
    // What the language does for a call that makes a tensor.
    enum { MAKING_STEPS = 30, INPUT_STEPS = 4 };
    int64_t making = done->is_view ? 0 : MAKING_STEPS + INPUT_STEPS * done->input_count;
    return spend(run, op_work(done) + making);
}

bool run_take_made(Run *run, const Op *op, const Tensor *tensor)
{
    return spend(run, op_work_of_made(op, tensor));
}

enum { BYTES_IN_A_STEP = 80, CHARACTERS_IN_A_STEP = 2 };

bool run_take_bytes(Run *run, int64_t bytes)
{
    return spend(run, bytes / BYTES_IN_A_STEP);
}

bool run_take_characters(Run *run, int64_t characters)
{
    return spend(run, characters / CHARACTERS_IN_A_STEP);
}

bool run_text_fits(Run *run, const Buf *text)
{
    if (text->n <= MAX_TEXT_BYTES) return true;
    raise_error(run, "MemoryError", "a text of more than %d MiB", MAX_TEXT_BYTES >> 20);
    return error_final(run->error);
}

void value_repr(Run *run, Value value, Buf *out)
{
    enum { CHARACTERS = 6 }; // that are looked at in the time that it takes to ask a type
    if (!run_take_step(run) || !run_take_characters(run, CHARACTERS) || !run_text_fits(run, out))
        return;
    if (value.type->repr)
        value.type->repr(run, value, out);
    else
        buf_printf(out, "<%s object>", value.type->name);
}

void value_str(Run *run, Value value, Buf *out)
{
    if (!run_text_fits(run, out)) return;
    if (value.type->str)
        value.type->str(run, value, out);
    else
        value_repr(run, value, out);
}

bool value_repr_enter(Run *run, Value value)
{
    for (size_t i = 0; i < run->printing.count; i++) {
        if (value_is_same(run->printing.value[i], value)) return false;
    }
    run->printing.value = arena_grow(&run->arena, run->printing.value, (size_t)run->printing.count,
                                     &run->printing.capacity, sizeof *run->printing.value);
    run->printing.value[run->printing.count++] = value;
    return true;
}

void value_repr_leave(Run *run)
{
    run->printing.count--;
}

// The size + 1 is in the upper half of `at`, the place in the lower one.
bool table_same_size(Run *run, const char *what, size_t count, int64_t *at)
{
    int64_t size = (int64_t)count + 1;
    if (*at == 0) *at = size << 32;
    if (*at >> 32 == size) return true;
    raise_error(run, "RuntimeError", "%s changed size during iteration", what);
    return error_hint(run->error, "list(...) around what is run through");
}

int64_t table_place_of(int64_t at)
{
    return at & 0xFFFFFFFF;
}

int64_t table_with_place(int64_t at, int64_t place)
{
    return (at & ~(int64_t)0xFFFFFFFF) | place;
}

bool value_truth(Run *run, Value value, bool *truth)
{
    if (value.type->truth) return value.type->truth(run, value, truth);
    int64_t length = value.type->length ? value.type->length(run, value) : 1;
    *truth = length != 0;
    return length >= 0;
}

bool value_hash(Run *run, Value value, uint64_t *hash)
{
    if (!run_take_step(run)) return false;
    if (value.type->hash) return value.type->hash(run, value, hash);
    return raise_false(run, "TypeError", "unhashable type: '%s'", value.type->name);
}

int64_t value_length(Run *run, Value value)
{
    if (value.type->length) return value.type->length(run, value);
    raise_error(run, "TypeError", "object of type '%s' has no len()", value.type->name);
    return -1;
}

// ---- attributes ----------------------------------------------------------------------------

const Native *native_named(const Native *natives, const char *name)
{
    for (; natives && natives->name; natives++) {
        if (strcmp(natives->name, name) == 0) return natives;
    }
    return NULL;
}

const Native *type_find_own_method(const Type *type, const char *name)
{
    const Native *method = native_named(type->methods, name);
    return method ? method : type_find_slot_method(type, name);
}

static const Native *find_method(const Type *type, const char *name)
{
    const Native *method = NULL;
    for (; type && !method; type = type->base) method = type_find_own_method(type, name);
    return method;
}

void guess_methods(Guess *guess, const Type *type)
{
    for (; type; type = type->base) {
        for (const Native *method = type->methods; method && method->name; method++)
            guess_try(guess, str_from(method->name));
    }
}

void guess_names(Guess *guess, const Table *table, const char *hidden)
{
    for (size_t i = 0; i < table->count; i++) {
        Str name = str_from(table->entry[i].name);
        bool is_open = !*hidden || !str_starts(name, hidden);
        if (table->entry[i].value.type && is_open) guess_try(guess, name);
    }
}

Value value_common_attribute(Run *run, Value self, const char *name)
{
    if (name == run->dunder[DUNDER_CLASS]) return value_class(self);
    bool none = name == run->dunder[DUNDER_DOC] || name == run->dunder[DUNDER_WEAKREF];
    return none ? NONE : NOTHING;
}

// Of a value that is no instance of a class of the program.
static Value builtin_attribute(Run *run, Value object, const char *name)
{
    const Native *method = find_method(object.type, name);
    if (method) {
        Value function = {.type = &type_native, .native = method};
        return method_new(run, &type_method, object, function);
    }
    const Native *own = native_named(object.type->functions, name);
    if (own) return from_native(own);
    if (object.type->attribute) {
        Value value = object.type->attribute(run, object, name);
        if (value.type || run_has_failed(run)) return value;
    }
    return value_common_attribute(run, object, name);
}

const char *attribute_name(Run *run, Value name)
{
    if (value_has_type(name, &type_str)) return name_of(&run->names, value_text(name));
    raise_error(run, "TypeError", "attribute name must be string, not '%s'", name.type->name);
    return NULL;
}

Value value_get_attribute(Run *run, Value object, const char *name)
{
    if (object.type->get_attribute) return object.type->get_attribute(run, object, name);
    Value value = builtin_attribute(run, object, name);
    if (value.type || run_has_failed(run)) return value;
    raise_error(run, "AttributeError", "'%s' object has no attribute '%s'", value_type_name(object),
                name);
    Guess guess = {.name = str_from(name)};
    guess_methods(&guess, object.type);
    if (guess.best.n) error_hint(run->error, ".%.*s", STR_ARG(guess.best));
    return NOTHING;
}

bool raise_no_dict(Run *run, Value object, const char *name)
{
    return raise_false(
        run, "AttributeError",
        "'%s' object has no attribute '%s' and no __dict__ for setting new attributes",
        value_type_name(object), name);
}

// What there is cannot be changed. Returns false.
static bool refuse_change(Run *run, Value object, const char *name)
{
    return value_get_attribute(run, object, name).type &&
           raise_false(run, "AttributeError", "attribute '%s' of '%s' objects is not writable",
                       name, object.type->name);
}

bool value_set_attribute(Run *run, Value object, const char *name, Value value)
{
    if (object.type->set_attribute) return object.type->set_attribute(run, object, name, value);
    bool plain = !object.type->get_attribute;
    if (plain && !builtin_attribute(run, object, name).type)
        return !run_has_failed(run) && raise_no_dict(run, object, name);
    return refuse_change(run, object, name);
}

bool value_delete_attribute(Run *run, Value object, const char *name)
{
    if (object.type->delete_attribute) return object.type->delete_attribute(run, object, name);
    return refuse_change(run, object, name);
}

Value value_class(Value value)
{
    return from_type(value.type->kind ? value.type->kind(value) : value.type);
}

// ---- items ---------------------------------------------------------------------------------

Value value_get_subscript(Run *run, Value object, Value key)
{
    if (object.type->subscript) return object.type->subscript(run, object, key);
    return raise_error(run, "TypeError", "'%s' object is not subscriptable", object.type->name);
}

bool value_start_iteration(Run *run, Value *source)
{
    if (source->type->iterate) {
        *source = source->type->iterate(run, *source);
        return source->type != NULL;
    }
    if (source->type->next) return true;
    return raise_false(run, "TypeError", "'%s' object is not iterable", source->type->name);
}

Value value_next(Run *run, Value source, int64_t *at)
{
    Value item = run_take_step(run) ? source.type->next(run, source, at) : NOTHING;
    if (!item.type) error_take(run, "StopIteration"); // as of a function that map() calls
    return item;
}

Value value_collect(Run *run, const Type *type, Value source)
{
    if (!value_start_iteration(run, &source)) return NOTHING;
    Value result = sequence_new(run, type, NULL, 0), item;
    if (!result.type) return NOTHING;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        if (!sequence_add(run, value_sequence(result), item)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : result;
}
