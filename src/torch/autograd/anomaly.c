// Looks for a gradient that is not a number, and says where the node was made that gave it.
#include "torch/autograd/node.h"

#include "tensor/layout.h"

#include <math.h>

static bool has_nan(const Tensor *tensor)
{
    Index at = {0};
    if (!tensor_count(tensor)) return false;
    do
        if (isnan(tensor_get(tensor, at))) return true;
    while (index_next(&tensor->shape, &at));
    return false;
}

// As PyTorch warns before the error: where the node was made.
static bool warn_of_node(Run *run, Node *node)
{
    Span source = node->asked;
    Buf text = {.arena = &run->scratch};
    if (source.source) {
        Place place = source_place(source.source, source.start);
        buf_printf(&text,
                   "Error detected in %s. Traceback of forward call that caused the error:\n",
                   node_name(run, node));
        buf_printf(&text, "  File \"%s\", line %d\n    %.*s", source.source->name, place.line,
                   STR_ARG(str_trim(place.text)));
    } else {
        buf_printf(&text,
                   "Error detected in %s. No forward pass information available. Enable detect "
                   "anomaly during forward pass for more information.",
                   node_name(run, node));
    }
    Value said = value_from_text(run, buf_text(&text));
    Value warn = said.type ? library_function(run, "warnings", "warn") : NOTHING;
    return warn.type && call_with(run, warn, &said, 1).type;
}

bool anomaly_check(Run *run, Node *node, int at, const Tensor *grad)
{
    if (!run->gradients.finds_nan || !has_nan(grad)) return true;
    if (!warn_of_node(run, node)) return false;
    raise_error(run, "RuntimeError", "Function '%s' returned nan values in its %dth output.",
                node_name(run, node), at);
    Span source = node->asked;
    if (source.source)
        error_hint(run->error, "it belongs to line %d: %.*s", span_line(source),
                   STR_ARG(span_text(source)));
    return false;
}
