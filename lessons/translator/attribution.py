"""What each head of the last cross-attention adds to the difference of two scores, and by how much that
difference falls without it. Such a head writes on a board that is normalised twice on its way to the
scores; both times the mean is taken away from each part, and each is divided by the spread of all."""
import torch


def parts_written(translator, source, target):
    """What is there before the heads of the last cross-attention write, and what each of them writes."""
    first, last = translator.decoder
    cross = last.cross_attention
    memory, hidden = translator.encode(source)
    later = torch.ones(target.shape[1], target.shape[1]).triu(diagonal=1).bool()
    x = first(translator.embed(translator.english, target), later, memory, hidden)
    x = last.norm(x + last.attention(x, x, later))
    cross(x, memory, hidden)
    mixed = (cross.weights @ cross.split(cross.value(memory)))[0, :, -1]
    columns = cross.out.weight.view(-1, cross.heads, mixed.shape[-1])
    heads = [columns[:, head] @ mixed[head] for head in range(cross.heads)]
    return torch.stack([x[0, -1] + cross.out.bias] + heads)


def normalised(parts, norm, board):
    centred = parts - parts.mean(dim=-1, keepdim=True)
    return centred / (board.var(unbiased=False) + norm.eps).sqrt() * norm.weight


def split(translator, parts, wanted):
    """What each part adds to the product with `wanted`, and that product as a whole."""
    last = translator.decoder[-1]
    before = parts.sum(dim=0)
    board = last.cross_norm(before)
    end = board + last.down(torch.relu(last.up(board)))
    once = normalised(parts, last.cross_norm, before)
    return normalised(once, last.last_norm, end) @ wanted, last.last_norm(end) @ wanted


def adds_and_falls(translator, source, target, wanted):
    """A row of what each head adds, one of by how much the whole falls without it; and the whole."""
    parts = parts_written(translator, source, target)
    added, whole = split(translator, parts, wanted)
    falls = []
    for head in range(1, len(parts)):
        left = parts.clone()
        left[head] = 0
        falls.append(whole - split(translator, left, wanted)[1])
    return torch.stack([added[1:], torch.stack(falls)]), whole
