// id(), and the addresses in texts like "<__main__.Encoder object at 0x7f3a5c0b1d30>". Real
// addresses differ from run to run; these are given out in the order in which they are asked for.
#include "lang/class.h"

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
