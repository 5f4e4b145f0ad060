// A stack, marks in it and a memo, as pickletools describes them. Everything that is made is held
// by the run until the statement ends.
#include "modules/pickle.h"

#include "base/utf8.h"
#include "lang/containers/dict.h"
#include "lang/containers/sequence.h"
#include "lang/interp.h"

#include <string.h>

typedef struct Pickle {
    Run *run;
    Str rest;
    const PickleTalk *talk;
    Arena arena; // of the stack and the marks
    Value *stack, memo;
    int *mark, count, marks;
    size_t capacity, mark_capacity;
} Pickle;

static bool wrong(Pickle *p, const char *what)
{
    Value text = value_from_text(p->run, what);
    if (text.type) call_with(p->run, p->talk->wrong, &text, 1);
    return false;
}

static bool push(Pickle *p, Value value)
{
    if (!value.type || !run_take_step(p->run)) return false;
    p->stack = arena_grow(&p->arena, p->stack, (size_t)p->count, &p->capacity, sizeof *p->stack);
    p->stack[p->count++] = value;
    return true;
}

static bool pop(Pickle *p, Value *value)
{
    if (p->count <= (p->marks ? p->mark[p->marks - 1] : 0))
        return wrong(p, "takes what is not there");
    *value = p->stack[--p->count];
    return true;
}

static bool pop_mark(Pickle *p, int *from)
{
    if (!p->marks) return wrong(p, "takes what is not there");
    *from = p->mark[--p->marks];
    return true;
}

static bool push_mark(Pickle *p)
{
    p->mark = arena_grow(&p->arena, p->mark, (size_t)p->marks, &p->mark_capacity, sizeof *p->mark);
    p->mark[p->marks++] = p->count;
    return true;
}

// ---- bytes --------------------------------------------------------------------------------------

static bool take(Pickle *p, uint64_t count, Str *bytes)
{
    if (count > (uint64_t)p->rest.n) return wrong(p, "ends before its end");
    *bytes = str_slice(p->rest, 0, (int)count);
    p->rest = str_slice(p->rest, (int)count, p->rest.n);
    return true;
}

static bool take_number(Pickle *p, int count, uint64_t *number)
{
    Str bytes;
    if (!take(p, (uint64_t)count, &bytes)) return false;
    *number = 0;
    for (int i = count - 1; i >= 0; i--) *number = *number << 8 | (unsigned char)bytes.p[i];
    return true;
}

static bool take_line(Pickle *p, Value *line)
{
    Str bytes;
    int end = str_find(p->rest, "\n");
    if (end < 0) return wrong(p, "ends before its end");
    take(p, (uint64_t)end + 1, &bytes);
    *line = value_from_str(p->run, str_slice(bytes, 0, end));
    return line->type != NULL;
}

static bool push_unsigned(Pickle *p, int bytes)
{
    uint64_t number;
    return take_number(p, bytes, &number) && push(p, from_int((int64_t)number));
}

static bool push_signed(Pickle *p, int bytes)
{
    uint64_t number;
    if (bytes > 8) return wrong(p, "has an integer of more than 64 bits");
    if (!take_number(p, bytes, &number)) return false;
    bool negative = bytes && bytes < 8 && number >> (8 * bytes - 1) & 1;
    if (negative) number |= UINT64_MAX << 8 * bytes;
    return push(p, from_int((int64_t)number));
}

static bool push_long(Pickle *p)
{
    uint64_t bytes;
    return take_number(p, 1, &bytes) && push_signed(p, (int)bytes);
}

static bool push_double(Pickle *p)
{
    Str bytes;
    uint64_t bits = 0;
    double number;
    if (!take(p, 8, &bytes)) return false;
    for (int i = 0; i < 8; i++) bits = bits << 8 | (unsigned char)bytes.p[i];
    memcpy(&number, &bits, sizeof number);
    return push(p, from_double(number));
}

static bool push_text(Pickle *p, int bytes_of_length)
{
    uint64_t length;
    Str text;
    if (!take_number(p, bytes_of_length, &length) || !take(p, length, &text)) return false;
    int flaw = utf8_flaw(text);
    if (flaw >= 0 && text.p[flaw])
        return raise_error(p->run, "UnicodeDecodeError",
                           "'utf-8' codec can't decode byte 0x%02x in position %d: invalid start "
                           "byte",
                           (unsigned char)text.p[flaw], flaw)
                   .type != NULL;
    return push(p, value_from_str(p->run, text));
}

// ---- the memo -----------------------------------------------------------------------------------

static bool remember(Pickle *p, int bytes)
{
    uint64_t key;
    Value value;
    return take_number(p, bytes, &key) && pop(p, &value) && push(p, value) &&
           dict_set_subscript(p->run, p->memo, from_int((int64_t)key), value);
}

static bool recall(Pickle *p, int bytes)
{
    uint64_t key;
    if (!take_number(p, bytes, &key)) return false;
    Value value = dict_get(p->run, dict_of(p->memo), from_int((int64_t)key));
    return value.type ? push(p, value) : wrong(p, "recalls what it never kept");
}

// ---- containers ---------------------------------------------------------------------------------

// What stands below `at`.
static bool target_below(Pickle *p, int at, bool is_list, Value *target)
{
    if (at <= (p->marks ? p->mark[p->marks - 1] : 0)) return wrong(p, "takes what is not there");
    *target = p->stack[at - 1];
    bool fits = is_list ? value_has_type(*target, &type_list) : value_is_dict(*target);
    return fits || wrong(p, "adds to what is no list or dict");
}

static bool is_key(Value key)
{
    return value_has_type(key, &type_str) || key.type->is_plain || key.type == &type_tuple;
}

// What stands from `from` on goes into the list or the dict below it.
static bool add_items(Pickle *p, int from, bool is_list)
{
    Value target;
    int end = p->count;
    p->count = from;
    if (!target_below(p, from, is_list, &target)) return false;
    if (!is_list && (end - from) % 2) return wrong(p, "has a key without a value");
    for (int i = from; is_list && i < end; i++) {
        if (!sequence_add(p->run, value_sequence(target), p->stack[i])) return false;
    }
    for (int i = from; !is_list && i < end; i += 2) {
        if (!is_key(p->stack[i])) return wrong(p, "has a key that is none");
        if (!dict_set_subscript(p->run, target, p->stack[i], p->stack[i + 1])) return false;
    }
    return true;
}

static bool add_since_mark(Pickle *p, bool is_list)
{
    int from;
    return pop_mark(p, &from) && add_items(p, from, is_list);
}

// Are there so many above the last mark?
static bool has_last(Pickle *p, int count)
{
    return p->count - (p->marks ? p->mark[p->marks - 1] : 0) >= count ||
           wrong(p, "takes what is not there");
}

static bool add_last(Pickle *p, int count, bool is_list)
{
    return has_last(p, count) && add_items(p, p->count - count, is_list);
}

static bool push_tuple(Pickle *p, int from)
{
    Value tuple = sequence_new(p->run, &type_tuple, p->stack + from, p->count - from);
    p->count = from;
    return push(p, tuple);
}

static bool tuple_since_mark(Pickle *p)
{
    int from;
    return pop_mark(p, &from) && push_tuple(p, from);
}

static bool tuple_of_last(Pickle *p, int count)
{
    return has_last(p, count) && push_tuple(p, p->count - count);
}

// ---- names and calls ----------------------------------------------------------------------------

static bool push_answer(Pickle *p, Value function, const Value *given)
{
    Value made = call_with(p->run, function, given, 2);
    hold(p->run, made);
    return push(p, made);
}

static bool find(Pickle *p)
{
    Value name[2];
    return take_line(p, &name[0]) && take_line(p, &name[1]) && push_answer(p, p->talk->find, name);
}

static bool call(Pickle *p)
{
    Value given[2];
    return pop(p, &given[1]) && pop(p, &given[0]) && push_answer(p, p->talk->call, given);
}

static bool set_state(Pickle *p)
{
    Value unused;
    return pop(p, &unused) && target_below(p, p->count, false, &unused);
}

static bool is_known_protocol(Pickle *p)
{
    uint64_t version;
    return take_number(p, 1, &version) && (version <= 5 || wrong(p, "has a newer protocol"));
}

// ---- opcodes ------------------------------------------------------------------------------------

static bool do_opcode(Pickle *p, unsigned char code)
{
    Value unused;
    switch (code) {
    case 0x80: return is_known_protocol(p);
    case '(': return push_mark(p);
    case 'q': return remember(p, 1);
    case 'r': return remember(p, 4);
    case 'h': return recall(p, 1);
    case 'j': return recall(p, 4);
    case 'N': return push(p, NONE);
    case 0x88: return push(p, from_bool(true));
    case 0x89: return push(p, from_bool(false));
    case 'J': return push_signed(p, 4);
    case 'K': return push_unsigned(p, 1);
    case 'M': return push_unsigned(p, 2);
    case 0x8a: return push_long(p);
    case 'G': return push_double(p);
    case 'X': return push_text(p, 4);
    case 0x8c: return push_text(p, 1);
    case ']': return push(p, sequence_new(p->run, &type_list, NULL, 0));
    case '}': return push(p, dict_new(p->run));
    case ')': return push_tuple(p, p->count);
    case 't': return tuple_since_mark(p);
    case 0x85:
    case 0x86:
    case 0x87: return tuple_of_last(p, code - 0x84);
    case 'a': return add_last(p, 1, true);
    case 'e': return add_since_mark(p, true);
    case 's': return add_last(p, 2, false);
    case 'u': return add_since_mark(p, false);
    case 'c': return find(p);
    case 'Q': return pop(p, &unused) && push(p, unused);
    case 'R': return call(p);
    case 'b': return set_state(p);
    default: return wrong(p, arena_printf(&p->arena, "has the opcode %d", code));
    }
}

Value pickle_read(Run *run, Str bytes, const PickleTalk *talk)
{
    Pickle p = {.run = run, .rest = bytes, .talk = talk, .memo = dict_new(run)};
    Value result = NOTHING;
    Str code;
    bool ok = p.memo.type != NULL;
    while (ok && (ok = take(&p, 1, &code)) && code.p[0] != '.')
        ok = do_opcode(&p, (unsigned char)code.p[0]);
    if (ok && !pop(&p, &result)) result = NOTHING;
    arena_free(&p.arena);
    return result;
}
