// What the trace is told of a pass: whose gradient a tensor is, and when a node's rule runs.
#include "torch/autograd/node.h"
#include "torch/autograd/pass.h"

int entry_now(const Tensor *tensor)
{
    return tensor->version == storage_version(tensor) ? tensor->origin : -1;
}

// The trace may have dropped what the node was made for, and have something else in its place.
static int entry_of(const Pass *pass, const Node *node, int output)
{
    const Trace *trace = &pass->run->trace;
    int entry = node->leaf ? entry_now(node->leaf) : node->output[output].entry;
    if (entry >= trace->entry_count) return -1;
    bool is_other =
        entry >= 0 && node->rule && !span_equal(trace->entries[entry].source, node->source);
    return is_other ? -1 : entry;
}

static Gradient about(const Pass *pass, GradientKind kind, const Node *node, int output,
                      const Node *from)
{
    return (Gradient){.kind = kind,
                      .of = entry_of(pass, node, output),
                      .through = from ? entry_of(pass, from, 0) : -1,
                      .root = pass->root,
                      .pass = pass->run->gradients.passes};
}

Tensor *pass_note(Pass *pass, Tensor *grad, GradientKind kind, const Node *node, int output,
                  const Node *from)
{
    return trace_gradient(&pass->run->trace, grad, about(pass, kind, node, output, from),
                          pass->run->error);
}

Value pass_note_whole(Pass *pass, Tensor *grad, const Node *node, int output)
{
    return from_tensor(trace_gradient_whole(&pass->run->trace, grad,
                                            about(pass, GRADIENT_WHOLE, node, output, NULL),
                                            pass->run->error));
}

// Where the rule stands that gives the first of the gradients that are needed.
static Span rule_of(const Node *node)
{
    Value function = node->function;
    for (int k = 0; node->rule && k < node->rule->count && !function.type; k++) {
        int at = node_input_of(node, node->rule->of[k].input);
        if (at >= 0 && node_input_is_wanted(&node->input[at], false))
            function = node->rule->of[k].formula.function;
    }
    if (function.type != &type_function) return node->source;
    return ((const Function *)function.object)->code->span;
}

Call *pass_enter(const Pass *pass, const Node *node, const char *name, const Value *grad)
{
    Run *run = pass->run;
    if (!trace_follows_calls(&run->trace)) return NULL;
    Call *call = trace_enter(&run->trace, &(Call){.function = name,
                                                  .source = node->source,
                                                  .definition = rule_of(node),
                                                  .is_library = true,
                                                  .is_backward = true,
                                                  .of = entry_of(pass, node, 0)});
    for (int i = 0; i < node->output_count; i++)
        if (is_tensor(grad[i])) trace_argument(&run->trace, call, grad[i].tensor);
    return call;
}

void pass_leave(Run *run, Call *call, const Value *result, int count)
{
    const Tensor *first = NULL;
    for (int i = 0; i < count; i++) {
        if (!is_tensor(result[i])) continue;
        if (!first) first = result[i].tensor;
        if (call) call->result_count++;
    }
    trace_leave(&run->trace, call, first);
}
