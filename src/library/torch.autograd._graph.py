"""The nodes that one operation is in PyTorch, which calls matmul of three dimensions ViewBackward0 of
BmmBackward0 of … The name of such an operation is the whole graph: "AddmmBackward0(2,0,TBackward0(1))"
has a node within, and says by their numbers where the operation's inputs go; "-" is one without a
gradient."""
import math


def _name(graph, begin):
    end = begin
    while end < len(graph) and graph[end] not in '(,) ':
        end += 1
    return graph[begin:end]


def _children(graph, begin):
    """Where those begin that stand between the parentheses of the name that begins there."""
    found, depth = [], 0
    for at in range(begin, len(graph)):
        letter = graph[at]
        depth += (letter == '(') - (letter == ')')
        if depth <= 0 and letter in ',)':
            break
        if depth == 1 and letter in '(,' and graph[at + 1] != ')':
            found.append(at + 1)
    return found


def _wants_gradient(node, graph, at):
    if graph[at].isdigit():
        return node._input(int(graph[at]))[0] is not None
    return any([_wants_gradient(node, graph, child) for child in _children(graph, at)])


def _next(node, graph, at):
    if graph[at].isdigit():
        return node._input(int(graph[at]))
    exists = graph[at] != '-' and (not _children(graph, at) or _wants_gradient(node, graph, at))
    return node._within(at) if exists else None, 0


def next_functions(node):
    """What the node leads to: pairs of a node, or None, and which of its outputs that is."""
    children = _children(node._graph, 0)
    return tuple([_next(node, node._graph, at) for at in children]) if children else node._inputs()


# ---- what PyTorch's nodes keep of the inputs -----------------------------------------------------


def _way(graph, begin, which):
    """The names that lead to an input, each with how many it leads to; None: it is not there."""
    children = _children(graph, begin)
    for child in children:
        on = [] if graph[child] == str(which) else _way(graph, child, which)
        if on is not None:
            return [(_name(graph, begin), len(children)), *on]


def seen(graph, which, shape):
    """The shape, as messages have it, in which a node reads an input if that is another view of it: a
    matrix of several dimensions as rows, a weight transposed. None: it reads the input itself."""
    way = _way(graph, 0, which) or []
    readers = [at for at, (_, count) in enumerate(way) if count > 1]
    if not readers or readers[-1] + 1 == len(way):
        return None
    (reader, _), (view, _) = way[readers[-1]], way[readers[-1] + 1]
    if not view.startswith(('TBackward', 'View', 'Unsqueeze', 'Permute', 'Transpose')):
        return None
    kept = {'UnsqueezeBackward0': len(shape), 'ViewBackward0': 2 if reader.startswith('Bmm') else 1}
    if view == 'TBackward0':
        shape = shape[::-1]
    elif view in kept:
        lead = len(shape) - kept[view]
        shape = (math.prod(shape[:lead]), *shape[lead:])
    return str(list(shape))
