"""The order in which the classes above a class are searched for a member: C3, as in Python (Barrett et al.
1996, "A monotonic superclass linearization for Dylan")."""


def merged(lists):
    bases, order = [list[0] for list in lists], []
    stacks = [[*classes[::-1]] for classes in (*lists, bases)]
    behind, heads = {}, {}  # by id: in how many stacks a class is below the top, and which it is the top of
    for at, stack in enumerate(stacks):
        heads.setdefault(id(stack[-1]), []).append(at)
        for below in stack[:-1]:
            behind[id(below)] = behind.get(id(below), 0) + 1
    for base in bases:
        if len(heads[id(base)]) > 1 + (base is bases[0]):
            raise TypeError(f"duplicate base class {base.__name__}")
    ready = sorted([tops[0] for key, tops in heads.items() if key not in behind], reverse=True)
    while ready:
        order.append(stacks[ready.pop()][-1])
        for at in heads.pop(id(order[-1])):
            stacks[at].pop()
            if stacks[at]:
                key = id(stacks[at][-1])
                behind[key] -= 1
                heads.setdefault(key, []).append(at)
                if not behind[key]:
                    ready.append(min(heads[key]))
                    ready.sort(reverse=True)
    if any(stacks):
        names = ', '.join([base.__name__ for base in bases])
        raise TypeError(f"Cannot create a consistent method resolution order (MRO) for bases {names}")
    return order
