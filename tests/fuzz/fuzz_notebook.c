// Any bytes as a notebook: it is taken or refused with one message.
#include "fuzz/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parse_any("fuzz.ipynb", data, size);
    return 0;
}
