#include "lang/interp.h"
const Type type_ndarray = {.name = "numpy.ndarray"};
const Type type_np_scalar = {.name = "numpy.float64"};
const Type type_np_dtype = {.name = "dtype", .is_plain = true};
