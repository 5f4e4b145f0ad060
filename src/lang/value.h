// Values of the running program, and what a type of values can do.
//
// A Value is passed by value: its type, and either the thing itself (numbers, tensors) or a
// pointer to an object of the run. Everything that depends on the type is behind the functions of
// its Type; a function that is NULL is something that the type cannot do.
//
// Functions that return a Value return NOTHING when they failed; the run's error is then set.
//
// Objects and tensors that nothing refers to any more are given back by mark and sweep
// (collect.c), between two statements and at no other time. What is made (object_make, an
// operation) and what eval() or a call returns is held until the statement that asked for it ends,
// in the functions it calls too. So code in C needs no care, with one exception: a Value that it
// took out of a container, and that it uses after it ran code of the program, must be hold()ed.
#pragma once

#include "base/buf.h"
#include "syntax/ast.h"
#include "tensor/op.h"

typedef struct Run Run;
typedef struct Type Type;
typedef struct Object Object;
typedef struct Native Native;
typedef struct Args Args;
typedef struct Scope Scope;
typedef struct Routine Routine;
typedef struct Handled Handled;
typedef struct Class Class;

typedef struct Value {
    const Type *type; // NULL: nothing
    union {
        bool truth;
        _Alignas(8) int64_t integer; // so that a Value takes as much memory everywhere
        double number;
        DType dtype;
        Tensor *tensor;
        Object *object;
        const Type *of;       // a type as a value
        const Native *native; // a function written in C
        const Op *op;         // a function of the table of operations
    };
} Value;

#define NOTHING ((Value){0})

// What tensor a value holds, if any. Whatever holds one is traced.
typedef enum Holding {
    HOLDS_NO_TENSOR,
    HOLDS_TENSOR,
    HOLDS_ARRAY,        // the same under another module's name
    HOLDS_ARRAY_NUMBER, // an array without dimensions
} Holding;

// Which member of the union the Values of a type have. Only this one may be read: of the others
// some bytes may never have been written.
typedef enum Stored {
    STORED_POINTER, // any of the pointers
    STORED_NONE,
    STORED_TRUTH,
    STORED_INTEGER,
    STORED_NUMBER,
    STORED_DTYPE,
} Stored;

struct Type {
    const char *name;        // as in messages: "int", "NoneType"
    const char *module;      // where it is found; NULL: builtins
    const Type *base;        // bool is an int
    const Type *also;        // another class that it is derived from
    Holding holds;           // then the Value has `tensor`
    DType dtype;             // of an array's number
    Stored stored;           // which one of the union its Values have
    bool names_dtype;        // its values represent a dtype
    size_t size;             // of its objects, where classes of the program may derive from it
    const Native *methods;   // ends with a row without name
    Class *class;            // of a class of the program (class.h), else NULL
    const Type *meta;        // what the class is an instance of; NULL: type
    const Native *functions; // of the type itself: dict.fromkeys

    void (*repr)(Run *run, Value self, Buf *out);
    void (*str)(Run *run, Value self, Buf *out);      // NULL: as repr
    bool (*truth)(Run *run, Value self, bool *truth); // NULL: length is not 0, else true
    int64_t (*length)(Run *run, Value self);          // -1: failed
    bool (*hash)(Run *run, Value self, uint64_t *hash);
    Value (*unary)(Run *run, Operator op, Value self);
    Value (*absolute)(Run *run, Value self); // abs(self)
    // Arithmetic and comparison. `self` is left or right; NOT_IMPLEMENTED leaves it to the other.
    Value (*binary)(Run *run, Operator op, Value left, Value right);
    // left op= right, which gives what is bound to the name again. NULL: as `binary`.
    Value (*in_place)(Run *run, Operator op, Value left, Value right);
    // self[key] op= value: is `part`, which self[key] gave, a view of self, so that writing it
    // changes self? NULL: never.
    bool (*is_part)(Value self, Value part);
    // After a view was written so: the program has put it to self[key] as well.
    void (*put_part)(Run *run, Value self, Value part);
    // The same where it is no view but a copy: what is put to self[key]. NULL: as `in_place`.
    Value (*on_copy)(Run *run, Operator op, Value copy, Value value);
    bool (*contains)(Run *run, Value self, Value item, bool *found);
    // All attributes, methods too, where they are found in a way of their own: of instances, of
    // classes, of super(). NULL: `methods`, then `attribute`.
    Value (*get_attribute)(Run *run, Value self, const char *name);
    // What is no method. NOTHING without an error: no such attribute.
    Value (*attribute)(Run *run, Value self, const char *name);
    bool (*set_attribute)(Run *run, Value self, const char *name, Value value);
    // What is asked of the class: Tensor.matmul. NOTHING without an error: no such member.
    Value (*member)(Run *run, const char *name);
    bool (*delete_attribute)(Run *run, Value self, const char *name);
    Value (*subscript)(Run *run, Value self, Value key);
    bool (*set_subscript)(Run *run, Value self, Value key, Value value);
    bool (*delete_subscript)(Run *run, Value self, Value key);
    Value (*call)(Run *run, Value self, const Args *args);
    // The item at `*at` (0 at first), which moves on; NOTHING without an error at the end.
    Value (*next)(Run *run, Value self, int64_t *at);
    Value (*iterate)(Run *run, Value self); // what is run through in its place; NULL: itself
    Value (*construct)(Run *run, const Args *args); // the type called as a function
    const Native *make;                             // the same by its parameters

    // type(self), where that is not simply the type of the Value; NULL: it always is.
    const Type *(*kind)(Value self);
    // isinstance(value, self), where self is a class in its own way: torch.FloatTensor.
    bool (*has_instance)(Value self, Value value);

    bool is_plain; // its values are no objects: numbers, types, functions in C

    // For the collector: gives every Value that the object refers to to value_mark(). NULL: none.
    void (*visit)(Run *run, Object *object);
    // Gives back what the object owns besides itself (run_dealloc, table_free). NULL: nothing.
    void (*drop)(Run *run, Object *object);
};

// Each in the file of its name, but these: numbers, None and the like in numbers/type_number.c,
// type_frozenset in type_set.c, the views of a dict in dict_view.c,
// functions and methods in type_function.c, type_iterator in iterators.c.
extern const Type type_none, type_bool, type_int, type_large, type_float, type_ellipsis,
    type_not_implemented, type_str, type_list, type_tuple, type_dict, type_dict_keys,
    type_dict_values, type_dict_items, type_set, type_frozenset, type_range, type_slice,
    type_iterator, type_function, type_builtin, type_native, type_method, type_unbound, type_type,
    type_module, type_stream;

#define NONE            ((Value){.type = &type_none})
#define NOT_IMPLEMENTED ((Value){.type = &type_not_implemented})

static inline Value from_bool(bool truth)
{
    return (Value){.type = &type_bool, .truth = truth};
}

static inline Value from_int(int64_t integer)
{
    return (Value){.type = &type_int, .integer = integer};
}

static inline Value from_double(double number)
{
    return (Value){.type = &type_float, .number = number};
}

static inline Value from_native(const Native *native)
{
    return (Value){.type = &type_native, .native = native};
}

static inline Value from_type(const Type *type)
{
    return (Value){.type = type->meta ? type->meta : &type_type, .of = type};
}

// Does the value hold a tensor, by whatever name?
static inline bool holds_tensor(Value value)
{
    return value.type && value.type->holds;
}

// Is it a tensor of torch's?
static inline bool is_tensor(Value value)
{
    return value.type && value.type->holds == HOLDS_TENSOR;
}

// ---- objects -----------------------------------------------------------------------------------

// What each object begins with. All objects of a run are in one list.
struct Object {
    const Type *type;
    Object *next;
    uint32_t bytes; // of the object itself
    bool is_marked; // the collector has found it
};

// Texts that were made by adding to one another share the memory of the longest, which has room for
// more to be added: so `s += "abc"` in a loop copies each byte a few times only.
typedef struct TextRoom {
    int users, used, capacity;
    char text[];
} TextRoom;

typedef struct String {
    Object object;
    Str text;       // UTF-8, in what follows the object
    TextRoom *room; // or in this, from run_alloc()
    bool is_copy;   // it is not there, but from run_alloc()
    int characters; // of the text, once they were counted; 0: not yet
    int *place;     // of every PLACE_STEP-th character, once one was looked for
    uint64_t hash;  // 0: not asked for yet
} String;

// Of an instance of a class that derives from int or float. Other numbers are no objects.
typedef struct Number {
    Object object;
    Value value;
} Number;

// Of list, tuple and what derives from them.
typedef struct Sequence {
    Object object;
    Value *item;
    int count, front;          // items; free places before the first one, of a list
    size_t capacity;           // from the first item on
    const char *title;         // of a tuple whose items have names: "torch.return_types.max"
    const char *const *fields; // its names, one for each item
} Sequence;

typedef struct DictEntry {
    Value key, value; // key NOTHING: deleted
    uint64_t hash;
} DictEntry;

typedef struct Dict {
    Object object;
    DictEntry *entry;        // in order of insertion
    size_t first, end, used; // where those begin and end that are not deleted; all of them
    size_t count;            // without the deleted ones
    int *slot;               // open addressing: index of an entry and 1, or 0
    size_t slots, filled;    // slots that were taken, also those of deleted entries
} Dict;

// Of range and slice. A slice's parts are Values, any of them None.
typedef struct Range {
    Object object;
    int64_t start, stop, step;
} Range;

typedef struct Slice {
    Object object;
    Value start, stop, step;
} Slice;

// enumerate, zip and generators: something that is run through once.
typedef struct Iterator {
    Object object;
    const char *name;
    Value (*next)(Run *run, struct Iterator *iterator);
    Value *source;
    int64_t *at; // in each source
    int count;
    int64_t index;
} Iterator;

// The items of a table are in order of insertion; names are interned.
typedef struct TableEntry {
    const char *name;
    Value value; // NOTHING: deleted
} TableEntry;

typedef struct Table {
    Arena *arena; // where its memory is from; NULL: it is among the objects of `run`
    Run *run;
    TableEntry *entry;
    size_t count;
    int *slot;
    size_t slots;
} Table;

typedef struct Function {
    Object object;
    const FunctionCode *code;
    const char *name, *qualname; // those of the code, unless the program gave others
    Value *defaults;             // one for each parameter, NOTHING where there is none
    Scope *scope;                // where it was defined
    Table *globals;              // of the module where it was defined
    Table attributes;
} Function;

// A function with the object that is its first argument.
typedef struct Method {
    Object object;
    Value self;
    Value function; // native, op, or of the program
} Method;

typedef struct Module {
    Object object;
    const char *name;
    Table table;
    // What is there behind the table; NOTHING: no such thing. NULL: nothing at all.
    Value (*find)(Run *run, const struct Module *module, const char *name);
    unsigned found;     // IN_…: the operations that are found there, or 0
    bool loaded;        // its library file has been run
    const char *beside; // of a module of the program's own: its path without ".py"; else NULL
} Module;

// ---- functions written in C --------------------------------------------------------------------

// `parameters` are names separated by ", ": `name` must be given, `name=` may be, `*name` takes
// the remaining positional arguments as a tuple, `**name` those with keywords as a dict; before "/"
// no keywords, behind "*" only keywords. They are a literal: they are read once.
struct Native {
    const char *name;
    const char *parameters;
    // NOTHING where not given; a method's arg[0] is self. NULL: src/library/_methods.py has it.
    Value (*run)(Run *run, Value *arg);
};

struct Args {
    Value *item;
    int count;
    const char **keyword;
    Value *keyword_value;
    int keyword_count;
};

// ---- object.c: making objects -------------------------------------------------------------------

// A zeroed object; NULL when the run's objects have reached their limit.
void *object_make(Run *run, const Type *type, size_t bytes);
// Zeroed memory that an object owns: its drop() gives it to run_dealloc(). NULL likewise.
void *run_alloc(Run *run, size_t count, size_t size);
void run_dealloc(Run *run, const void *bytes); // from run_alloc(), or NULL

Value value_from_object(void *object); // NULL gives NOTHING
// The builtin type that a class of the program derives from; of a builtin type itself.
const Type *type_builtin_part(const Type *type);
Value value_from_str(Run *run, Str text);
// A str of `n` bytes that are still to be written, at `*text`.
Value value_new_text(Run *run, int n, char **text);
Value value_from_text(Run *run, const char *text);
Value slice_new(Run *run, Value start, Value stop, Value step); // containers/type_slice.c
Value sequence_new(Run *run, const Type *type, const Value *item, int count);
// `item + from`, also where there are no items at all.
static inline const Value *items_from(const Value *item, int from)
{
    return item ? item + from : NULL;
}

bool sequence_add(Run *run, Sequence *sequence, Value item);
void sequence_free_items(Run *run, const Sequence *sequence);
Value method_new(Run *run, const Type *type, Value self, Value function);

Str value_text(Value string);          // of a str
Sequence *value_sequence(Value value); // of list, tuple, Size
bool value_is_sequence(Value value);   // list, tuple or Size
// Numbers: bool, int and float, what derives from them, and NumPy's, which count as these. An
// argument that may be an object with __index__ or __float__ too is read by value_index() and
// value_double() (protocol.h).
bool value_is_number(Value value);
bool value_is_own_number(Value value); // and none of NumPy's
bool value_is_integer(Value value);    // bool or int
bool value_is_bool(Value value);
bool value_is_int(Value value);
bool value_is_float(Value value);
bool value_is_large(Value value);   // an int beyond 64 bits (numbers/large.c)
int64_t value_integer(Value value); // of a bool or int; the nearest there is of a large one
int large_sign(Value value);
double large_number(Value value);
double value_number(Value value); // of a bool, int or float
// The number alone, as Python's bool, int or float; any other value stays.
Value value_plain_number(Value value);
bool value_has_type(Value value, const Type *type); // or of a type derived from it
// A cell as Python has it: a float, an int or a bool.
Value value_from_cell(const Tensor *tensor, Index at);

// ---- collect.c ---------------------------------------------------------------------------------

void object_hold(Run *run, Value value);
// Keeps the value until the statement ends.
static inline void hold(Run *run, Value value)
{
    if (value.type && !value.type->is_plain) object_hold(run, value);
}
// For visit(): the object refers to this (which may be NOTHING, or NULL). Values that it has are
// given where they are, as the class of an instance in them may have become another.
void value_mark(Run *run, Value value);
void value_mark_all(Run *run, Value *value, size_t count);
void object_mark(Run *run, void *object);
void table_mark(Run *run, const Table *table);

// ---- table.c -----------------------------------------------------------------------------------

Value *table_find(const Table *table, const char *name); // NULL: not there
// False, with an error, only where its memory is among the objects.
bool table_set(Table *table, const char *name, Value value);
void table_free(Table *table); // one among the objects
// What was once found out about something that never changes (a row of a table), by its address:
// kept in a table as well. NULL: nothing yet.
void *memo_find(const Table *memo, const void *key);
void memo_set(Table *memo, const void *key, void *found);

// ---- type_dict.c -------------------------------------------------------------------------------

Value dict_new(Run *run);
bool dict_set(Run *run, Dict *dict, Value key, Value value);
bool dict_set_text(Run *run, Value dict, const char *key, Value value);
