// Puts a recorded tensor among the program's variables.
#include "torch/lend.h"

#include "lang/interp.h"
#include "torch/torch.h"

bool run_lend_tensor(Run *run, Str name, Tensor *tensor)
{
    return table_set(&run->program, name_of(&run->names, name), from_tensor(tensor));
}
