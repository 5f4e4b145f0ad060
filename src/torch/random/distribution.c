// Which numbers can be drawn: the parameters of distributions, and the dtypes that hold what they
// give.
#include "torch/random/random.h"

#include "tensor/call.h"
#include "torch/options.h"

// ---- arguments -----------------------------------------------------------------------------

bool random_number_option(Run *run, const char *function, const char *name, Value given,
                          double otherwise, double *number)
{
    *number = otherwise;
    if (!given.type) return true;
    if (!options_number(&given)) {
        raise_error(run, "TypeError", "%s(): argument '%s' must be float, not %s", function, name,
                    given.type->name);
        return false;
    }
    *number = value_number(given);
    return true;
}

bool random_integer_option(Run *run, const char *function, const char *name, int position,
                           Value given, int64_t *number)
{
    if (options_int(run, given, number)) return true;
    raise_error(run, "TypeError", "%s(): argument '%s' (position %d) must be int, not %s", function,
                name, position, given.type->name);
    return false;
}

// ---- distributions -------------------------------------------------------------------------

bool random_unfit_dtype(Run *run, const char *kernel, DType dtype)
{
    return error_not_implemented(run->error, kernel, dtype);
}

static bool check_uniform(Run *run, const Random *random, DType dtype)
{
    if (!dtype_is_float(dtype)) return random_unfit_dtype(run, "check_uniform_bounds", dtype);
    if (random->a <= random->b) return true;
    raise_error(run, "RuntimeError",
                "uniform_ expects to return a [from, to) range, but found from=%g > to=%g",
                random->a, random->b);
    return false;
}

bool random_check_normal(Run *run, const Random *random, DType dtype)
{
    if (!(random->b >= 0)) {
        raise_error(run, "RuntimeError", "normal expects std >= 0.0, but found std %g", random->b);
        return false;
    }
    return dtype_is_float(dtype) || random_unfit_dtype(run, "normal_kernel_cpu", dtype);
}

static bool check_exponential(Run *run, const Random *random, DType dtype)
{
    if (!(random->a >= 0)) {
        raise_error(run, "RuntimeError", "exponential_ expects lambda >= 0.0, but found lambda=%g",
                    random->a);
        return false;
    }
    return dtype_is_float(dtype) || random_unfit_dtype(run, "exponential_cpu", dtype);
}

bool random_check_bernoulli(Run *run, const Random *random, DType dtype)
{
    (void)dtype;
    if (random->a >= 0 && random->a <= 1) return true;
    raise_error(run, "RuntimeError", "bernoulli_ expects p to be in [0, 1], but got p=%g",
                random->a);
    return false;
}

static bool (*const checks[])(Run *run, const Random *random, DType dtype) = {
    [RANDOM_UNIFORM] = check_uniform,
    [RANDOM_NORMAL] = random_check_normal,
    [RANDOM_EXPONENTIAL] = check_exponential,
    [RANDOM_BERNOULLI] = random_check_bernoulli,
    [RANDOM_ANY] = NULL,
};

bool random_check_distribution(Run *run, const Random *random, DType dtype)
{
    return !checks[random->kind] || checks[random->kind](run, random, dtype);
}

static bool range_fits(Run *run, int64_t low, int64_t high, DType dtype)
{
    static const struct {
        const char *name; // as PyTorch's message has it
        int64_t low, high;
    } range[DTYPE_COUNT] = {
        [DTYPE_BOOL] = {"bool", 0, 1},
        [DTYPE_INT32] = {"int", INT32_MIN, INT32_MAX},
        [DTYPE_INT16] = {"short int", INT16_MIN, INT16_MAX},
        [DTYPE_INT8] = {"signed char", INT8_MIN, INT8_MAX},
        [DTYPE_UINT8] = {"unsigned char", 0, UINT8_MAX},
    };
    if (!range[dtype].name) return true;
    bool from_fits = low >= range[dtype].low && low <= range[dtype].high;
    if (from_fits && high - 1 <= range[dtype].high) return true;
    raise_error(run, "RuntimeError", "%s is out of bounds for %s", from_fits ? "to - 1" : "from",
                range[dtype].name);
    return false;
}

// The whole numbers from `low` to before `high`, for a tensor of `dtype`.
bool random_integers(Run *run, int64_t low, int64_t high, DType dtype, Random *random)
{
    if (low >= high) {
        raise_error(run, "RuntimeError",
                    "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                    (long long)low, (long long)high);
        return false;
    }
    if (!range_fits(run, low, high, dtype)) return false;
    *random = (Random){.kind = RANDOM_INTEGER, .low = low, .range = (uint64_t)high - (uint64_t)low};
    return true;
}
