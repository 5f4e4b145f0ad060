// Each row of the table is differentiated, with each case of tests/golden/ops.txt in float64: what
// its rule gives is compared with how the result changes when the input moves a little. A row
// without a rule must refuse by name.
#include "support/op_case.h"

#include "modules/modules.h"
#include "tensor/call.h"
#include "tensor/convert.h"
#include "torch/autograd/engine.h"
#include "torch/autograd/tape.h"
#include "torch/operations/op_binding.h"

#include <math.h>
#include <string.h>

enum { ROWS = 1000 };

typedef enum Found { UNTRIED, COMPARED, REFUSED } Found;

static Run *run;
static Found found[ROWS];
static int complaints;
static uint64_t drawn;

// Between -1 and 1, the same in every run of the test.
static double draw(void)
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(drawn >> 11) / 0x1p52 - 1;
}

static bool can_move(const Tensor *tensor)
{
    return dtype_is_float(tensor->dtype) && !tensor->is_number;
}

static Tensor *drawn_like(const Tensor *tensor)
{
    Tensor *made = tensor_new(&run->trace.heap, DTYPE_FLOAT64, tensor->shape, run->error);
    Index at = {0};
    if (!tensor_count(made)) return made;
    do tensor_set(made, at, draw());
    while (index_next(&made->shape, &at));
    return made;
}

static double product(const Tensor *a, const Tensor *b)
{
    double sum = 0;
    Index at = {0};
    if (!tensor_count(a)) return 0;
    do sum += tensor_get(a, at) * tensor_get(b, at);
    while (index_next(&a->shape, &at));
    return sum;
}

// ---- one case ----------------------------------------------------------------------------------

// What the case leaves open is as the signature says.
static void add_fallbacks(OpCall *call)
{
    const Op *op = call->by ? call->by : call->op;
    const Signature *signature = op_signature_of(run, op);
    ArgBinding binding = {
        .name = op->name, .parameter = signature->parameter, .count = signature->count};
    int which = 0;
    for (int i = 0; i < binding.count; i++) {
        const SignatureParameter *parameter = &binding.parameter[i];
        if (op_parameter_is_input(parameter)) continue;
        Arg *arg = &call->arg[which++];
        if (arg->kind == ARG_NONE && parameter->has_fallback)
            assert_true(binding_add_arg(run, &binding, i, arg));
    }
}

static OpCall call_of(const Case *c)
{
    OpCall call = {.op = c->op, .by = c->by, .input_count = c->input_count, .arena = &arena};
    call.absent = c->absent;
    memcpy(call.arg, c->arg, sizeof call.arg);
    call.input = NEW_ARRAY(&arena, Tensor *, MAX_INPUTS);
    for (int k = 0; k < c->input_count; k++) {
        const Tensor *given = c->input[k];
        DType dtype = can_move(given) ? DTYPE_FLOAT64 : given->dtype;
        call.input[k] = tensor_new(&run->trace.heap, dtype, given->shape, run->error);
        tensor_assign(call.input[k], given);
        call.input[k]->is_number = given->is_number;
    }
    add_fallbacks(&call);
    return call;
}

// The result's product with `weights`, where an input is moved so far.
static double moved(const OpCall *call, int input, const Tensor *way, double far,
                    const Tensor *weights)
{
    OpCall other = *call;
    other.input = NEW_ARRAY(&arena, Tensor *, MAX_INPUTS);
    memcpy(other.input, call->input, (size_t)call->input_count * sizeof *call->input);
    Tensor *there = drawn_like(call->input[input]);
    Index at = {0};
    if (tensor_count(there)) {
        do tensor_set(there, at, tensor_get(call->input[input], at) + far * tensor_get(way, at));
        while (index_next(&there->shape, &at));
    }
    other.input[input] = there;
    const Tensor *output = op_apply(&other, &run->trace.heap, run->error);
    return output && shape_equal(&output->shape, &weights->shape) ? product(output, weights)
                                                                  : (double)NAN;
}

// The slope along a way, if there is one: the same to both sides.
static bool find_slope(const OpCall *call, int input, const Tensor *way, const Tensor *weights,
                       double *slope)
{
    const double step = 1e-6;
    double here = moved(call, input, way, 0, weights);
    double before = moved(call, input, way, -step, weights);
    double after = moved(call, input, way, step, weights);
    double left = (here - before) / step, right = (after - here) / step;
    *slope = (after - before) / (2 * step);
    return fabs(after - before) < 0.01 && fabs(left - right) <= 1e-6 + 1e-4 * fabs(*slope);
}

// So much of a sum of these numbers is lost to rounding.
static double noise(const Tensor *tensor)
{
    double most = 0;
    Index at = {0};
    if (!tensor_count(tensor)) return 0;
    do most = fmax(most, fabs(tensor_get(tensor, at)));
    while (index_next(&tensor->shape, &at));
    return most * 1e-15 * (double)tensor_count(tensor);
}

// PyTorch does not differentiate the least size of cosine_similarity.
static bool has_least_size(const OpCall *call)
{
    return strcmp(call->op->name, "cosine_similarity") == 0 && call_float(call, 1, 0) > 0.1;
}

// Where places come twice PyTorch leaves open which of the values is written.
static bool writes_twice(const OpCall *call)
{
    for (int k = 1; k < call->input_count; k++) {
        const Tensor *places = call->input[k];
        if (places->dtype != DTYPE_INT64) continue;
        for (int64_t i = 0; i < tensor_count(places); i++)
            for (int64_t j = 0; j < i; j++)
                if (tensor_get(places, index_unravel(&places->shape, i)) ==
                    tensor_get(places, index_unravel(&places->shape, j)))
                    return true;
    }
    return false;
}

static void compare(const Case *c, const OpCall *call, int input, Value gradient,
                    const Tensor *weights)
{
    const Tensor *way = drawn_like(call->input[input]);
    double slope, said = is_tensor(gradient) ? product(gradient.tensor, way) : 0;
    if (!find_slope(call, input, way, weights, &slope)) return;
    double rounding = (noise(call->output) + noise(call->input[input])) / 1e-6;
    if (fabs(said - slope) <= 1e-5 * (1 + fabs(slope)) + rounding) return;
    if (has_least_size(call) || (input > 0 && writes_twice(call))) return;
    print_error("%s:%d: %s: input %d has the slope %.9g, its rule says %.9g\n", c->file, c->line,
                op_of(c)->name, input, slope, said);
    complaints++;
}

static void check_refusal(const Case *c)
{
    Value raised = run->raised.exception;
    run->raised.exception = NOTHING;
    run->error->set = false;
    Buf text = {.arena = &arena};
    if (raised.type) value_str(run, raised, &text);
    const char *message = raised.type ? buf_text(&text) : run->error->message;
    if (strstr(message, "is not implemented") && !strstr(message, "not implemented for")) return;
    print_error("%s:%d: %s: %s\n", c->file, c->line, op_of(c)->name, message);
    complaints++;
}

static bool note_more(const OpCall *call)
{
    if (!op_besides(call)) return true;
    OpCall other = *call;
    other.by = call->op;
    other.op = op_besides(call);
    Tensor *more = op_apply(&other, &run->trace.heap, run->error);
    return tape_note_more(run, call->output, more);
}

static Found differentiate(const Case *c, OpCall *call, const Tensor *weights)
{
    Value output = from_tensor(call->output), grad = from_tensor((Tensor *)(uintptr_t)weights);
    Value input[MAX_INPUTS];
    int which[MAX_INPUTS], count = 0;
    for (int k = 0; k < call->input_count; k++) {
        if (!call->input[k]->requires_grad) continue;
        which[count] = k;
        input[count++] = from_tensor(call->input[k]);
    }
    Backward backward = {.root = &output,
                         .grad = &grad,
                         .roots = 1,
                         .input = input,
                         .inputs = count,
                         .allows_unused = true};
    Value all = tape_note(run, call) && note_more(call) ? engine_run(run, &backward) : NOTHING;
    if (!all.type) {
        check_refusal(c);
        *run->error = (Error){.arena = &arena};
        return REFUSED;
    }
    for (int i = 0; i < count; i++)
        compare(c, call, which[i], value_sequence(all)->item[i], weights);
    return COMPARED;
}

static void run_case(const Case *c)
{
    if (!c->op) return; // it is differentiated by what it is made of
    if (c->fails || !op_of(c)->infer) return;
    drawn = 42; // whatever cases there are before
    OpCall call = call_of(c);
    for (int k = 0; k < call.input_count; k++)
        call.input[k]->requires_grad = can_move(call.input[k]);
    Tensor *output = op_apply(&call, &run->trace.heap, run->error);
    if (!output || !output->requires_grad || output->dtype != DTYPE_FLOAT64) {
        *run->error = (Error){.arena = &arena};
        return;
    }
    Found now = call.is_same ? UNTRIED : differentiate(c, &call, drawn_like(output));
    for (int i = 0; now && i < op_count; i++)
        if (ops[i] == call.op) found[i] = now;
}

// ---- tests -------------------------------------------------------------------------------------

static int open_run(void **state)
{
    static Arena printed;
    static Error own;
    (void)state;
    run = run_new(&(RunOptions){.out = &(Buf){.arena = &printed}, .is_unrecorded = true});
    own = (Error){.arena = &arena};
    run->error = &own;
    run->collector.is_paused = true;
    return 0;
}

static int close_run(void **state)
{
    (void)state;
    run_free(run);
    return 0;
}

static void test_rules_say_how_results_change(void **state)
{
    (void)state;
    each_case("tests/golden/ops.txt", run_case);
    each_case("tests/golden/picks.txt", run_case);
    each_case("tests/golden/math.txt", run_case);
    assert_int_equal(complaints, 0);
}

// Those that PyTorch does not differentiate either.
static void test_only_these_rows_refuse(void **state)
{
    (void)state;
    Buf refused = {.arena = &arena};
    for (int i = 0; i < op_count; i++)
        if (found[i] == REFUSED) buf_printf(&refused, "%s ", ops[i]->name);
    assert_string_equal(buf_text(&refused), "floor_divide scatter_multiply bincount ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_say_how_results_change),
        cmocka_unit_test(test_only_these_rows_refuse),
    };
    return cmocka_run_group_tests(tests, open_run, close_run);
}
