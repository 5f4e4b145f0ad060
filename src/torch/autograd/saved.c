// What a node has kept of its operation, when it is read: freed by now, or written to since, is an
// error that says where.
#include "tensor/autograd.h"
#include "tensor/call.h"
#include "torch/autograd/node.h"

static Value was_freed(Run *run)
{
    return raise_error(
        run, "RuntimeError",
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward.");
}

static void say_lines(Run *run, const Node *reader, const Tensor *tensor)
{
    Span written = storage_written_at(tensor), read = reader->asked;
    if (!written.source || !read.source) return;
    error_hint(run->error,
               "line %d wrote to what line %d still needs: an operation that makes a new tensor "
               "(y = y + 1) instead of one in place",
               span_line(written), span_line(read));
}

// The shape in which the reader sees what it has kept, where that is another view; or NULL.
static const char *seen_by(Run *run, Node *reader, const Saved *saved)
{
    const char *shape = NULL;
    for (int i = 0; i < reader->input_count && !shape; i++)
        if (&reader->input[i].saved == saved) shape = node_sees(run, reader, i);
    return shape;
}

// ", which is output 0 of MulBackward0,": what the reader was given. A view has another node since
// it was written to.
static const char *origin_of(Run *run, Node *reader, const Saved *saved, bool is_view)
{
    const Tensor *tensor = saved->tensor;
    bool is_output = saved == &reader->saved_output;
    is_view = is_view || (autograd_of(tensor)->base && !is_output);
    Node *maker = is_output ? reader : autograd_maker(tensor);
    const char *name = is_view ? "AsStridedBackward0" : maker ? node_name(run, maker) : NULL;
    if (!name) return "";
    return arena_printf(&run->scratch, ", which is output %d of %s,",
                        is_view ? 0 : autograd_of(tensor)->output, name);
}

static Value was_written(Run *run, Node *reader, const Saved *saved)
{
    const Tensor *tensor = saved->tensor;
    const char *shape = seen_by(run, reader, saved);
    const char *origin = origin_of(run, reader, saved, shape != NULL);
    if (run_has_failed(run)) return NOTHING;
    raise_error(run, "RuntimeError",
                "one of the variables needed for gradient computation has been modified by an "
                "inplace operation: [torch.%sTensor %s]%s is at version %lld; expected version "
                "%lld instead. Hint: enable anomaly detection to find the operation that failed "
                "to compute its gradient, with torch.autograd.set_detect_anomaly(True).",
                dtype_title(tensor->dtype),
                shape ? shape : shape_list(&run->scratch, &tensor->shape), origin,
                (long long)storage_writes(tensor), (long long)saved->writes);
    say_lines(run, reader, tensor);
    return NOTHING;
}

Value node_saved(Run *run, const Node *node, const Saved *saved)
{
    if (!saved->tensor) return was_freed(run);
    if (storage_writes(saved->tensor) != saved->writes)
        return was_written(run, (Node *)(uintptr_t)node, saved);
    return from_tensor(saved->tensor);
}

bool node_keeps_intact(Run *run, const Node *node)
{
    for (int i = 0; i < node->kept_count; i++)
        if (node->kept[i].was_saved && !node_saved(run, node, &node->kept[i]).type) return false;
    bool keeps_output = node->kept_count && node->saved_output.was_saved;
    return !keeps_output || node_saved(run, node, &node->saved_output).type;
}
