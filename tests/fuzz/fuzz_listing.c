// Any bytes as a listing: it is taken or refused with one message.
#include "fuzz/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parse_any("fuzz.py", data, size);
    return 0;
}
