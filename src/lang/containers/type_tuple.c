// tuple; also one with names for its items, as torch.return_types has them.
#include "lang/containers/sequence.h"

#include "lang/interp.h"
#include "lang/numbers/numbers.h"

#include <string.h>

static void repr_fields(Run *run, const Sequence *tuple, Buf *out)
{
    buf_printf(out, "%s(\n", tuple->title);
    for (int i = 0; i < tuple->count; i++) {
        buf_printf(out, "%s%s=", i ? ",\n" : "", tuple->fields[i]);
        value_repr(run, tuple->item[i], out);
    }
    buf_add_char(out, ')');
}

static void tuple_repr(Run *run, Value self, Buf *out)
{
    const Sequence *tuple = value_sequence(self);
    if (tuple->title) {
        repr_fields(run, tuple, out);
        return;
    }
    if (!value_repr_enter(run, self)) {
        buf_add(out, STR("(...)"));
        return;
    }
    buf_add_char(out, '(');
    sequence_repr_items(run, tuple, out);
    buf_printf(out, tuple->count == 1 ? ",)" : ")");
    value_repr_leave(run);
}

// As CPython hashes a tuple (tupleobject.c, after xxHash).
bool tuple_hash(Run *run, Value self, uint64_t *hash)
{
    const Sequence *tuple = value_sequence(self);
    const uint64_t prime1 = 11400714785074694791u, prime2 = 14029467366897019727u,
                   prime5 = 2870177450012600261u;
    uint64_t mixed = prime5;
    for (int i = 0; i < tuple->count; i++) {
        uint64_t item;
        if (!value_hash(run, tuple->item[i], &item)) return false;
        mixed += item * prime2;
        mixed = (mixed << 31 | mixed >> 33) * prime1;
    }
    mixed += (uint64_t)tuple->count ^ (prime5 ^ 3527539u);
    *hash = mixed == UINT64_MAX ? 1546275796u : mixed;
    return true;
}

static Value tuple_attribute(Run *run UNUSED, Value self, const char *name)
{
    const Sequence *tuple = value_sequence(self);
    for (int i = 0; tuple->fields && i < tuple->count; i++) {
        if (strcmp(tuple->fields[i], name) == 0) return tuple->item[i];
    }
    return NOTHING;
}

static Value tuple_construct(Run *run, const Args *args)
{
    return sequence_construct(run, &type_tuple, args);
}

static const Native tuple_methods[] = {
    {"index", "self, value, start=, stop=, /", sequence_index},
    {"count", "self, value, /", sequence_count},
    {0},
};

const Type type_tuple = {
    .name = "tuple",
    .size = sizeof(Sequence),
    .methods = tuple_methods,
    SEQUENCE_ROW,
    .repr = tuple_repr,
    .hash = tuple_hash,
    .attribute = tuple_attribute,
    .construct = tuple_construct,
};
