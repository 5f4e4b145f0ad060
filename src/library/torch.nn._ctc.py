"""The loss of a sequence whose labels have no places: over all ways to spread them, with blanks between
(connectionist temporal classification)."""
import math

import torch
from torch._autocast import full
from torch._halves import without_halves
from torch._one_node import ruled

_CHECKED = 'ctc_loss_allocate_outputs'


def _spread(labels, blank):
    """The labels with blanks around, and where the one before the last differs: there a blank may be
    left out."""
    places = [blank]
    for label in labels:
        places += [label, blank]
    skips = [False, False] + [places[i] != places[i - 2] for i in range(2, len(places))]
    return torch.tensor(places), torch.tensor(skips[:len(places)])


def _ways(scores, skips):
    """For each step and place the logarithm of all ways that lead there; `scores` are the logarithms of
    the places' probabilities."""
    start = torch.full_like(scores[0], float('-inf'))
    start[:2] = scores[0][:2]
    rows, none = [start], torch.full((2,), float('-inf'), dtype=scores.dtype)
    for score in scores[1:]:
        before = torch.cat([none, rows[-1]])
        two = before[:-2].masked_fill(skips.logical_not(), float('-inf'))
        rows.append(torch.stack([before[2:], before[1:-1], two]).logsumexp(0) + score)
    return torch.stack(rows)


def _one_loss(log_probs, labels, blank):
    """Of one sequence; and its scores, places and ways."""
    places, skips = _spread(labels, blank)
    scores = log_probs[:, places]
    ways = _ways(scores, skips)
    return -ways[-1, -2:].logsumexp(0), places, ways, scores


def _one_gradient(log_probs, labels, blank):
    """As if the probabilities were normalized anew: what log_softmax makes of it is right."""
    loss, places, ways, scores = _one_loss(log_probs, labels, blank)
    back, skips = _spread(labels[::-1], blank)
    both = ways + _ways(scores.flip(0, 1), skips).flip(0, 1)
    most = both.amax(1, keepdim=True)
    sums = torch.zeros_like(log_probs).index_add(1, places, (both - most).exp())
    return log_probs.exp() - (sums.log() + most + loss - log_probs).exp()


def _ctc_rule(grad, log_probs, targets, steps, blank, zero_infinity):
    found = torch.zeros_like(log_probs)
    for i, (labels, count) in enumerate(zip(targets, steps)):
        part = log_probs[:count, i]
        if not (zero_infinity and torch.isinf(_one_loss(part, labels, blank)[0])):
            found[:count, i] = _one_gradient(part, labels, blank) * grad[i]
    return (found,)


@ruled('CtcLossBackward0', _ctc_rule)
def _ctc_losses(log_probs, targets, steps, blank, zero_infinity):
    losses = [_one_loss(log_probs[:count, i], labels, blank)[0]
              for i, (labels, count) in enumerate(zip(targets, steps))]
    return torch.stack(losses)


def _lengths(name, given, log_probs, most=None):
    found = given.reshape(-1).tolist() if isinstance(given, torch.Tensor) else list(given)
    if len(found) != log_probs.size(1):
        raise RuntimeError(f"{name} must be of size batch_size")
    for at, length in enumerate(found):
        if length < 0:
            raise RuntimeError(f"Expected {name} to have value at least 0, but got value {length} "
                               f"(while checking arguments for {_CHECKED})")
        if most is not None and length > most:
            raise RuntimeError(f"Expected {name} to have value at most {most}, but got value {length} "
                               f"(while checking arguments for {_CHECKED})")
    return found


def _labels(targets, lengths):
    """A list of each sequence's labels: the targets are rows, or all in a row."""
    if targets.dim() == 2:
        if max(lengths) > targets.size(1):
            raise RuntimeError("Expected tensor to have size at least "
                               f"{max(lengths)} at dimension 1, but got size {targets.size(1)} for "
                               f"argument #2 'targets' (while checking arguments for {_CHECKED})")
        return [row[:length] for row, length in zip(targets.tolist(), lengths)]
    found, start, flat = [], 0, targets.tolist()
    for length in lengths:
        found.append(flat[start:start + length])
        start += length
    return found


@full
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction='mean',
             zero_infinity=False):
    without_halves('ctc_loss_cpu', log_probs)
    single = log_probs.dim() == 2
    if single:
        log_probs = log_probs.unsqueeze(1)
    if not 0 <= blank < log_probs.size(2):
        raise RuntimeError("blank must be in label range")
    steps = _lengths('input_lengths', input_lengths, log_probs, log_probs.size(0))
    lengths = _lengths('target_lengths', target_lengths, log_probs)
    losses = _ctc_losses(log_probs, _labels(targets, lengths), steps, blank, zero_infinity)
    if zero_infinity:
        losses = torch.where(losses == math.inf, torch.zeros(()), losses)
    if single:
        losses = losses.squeeze(0)
    if reduction == 'mean':
        counts = torch.tensor(lengths, dtype=losses.dtype).clamp_min(1)
        return (losses / (counts.squeeze(0) if single else counts)).mean()
    if reduction not in ('sum', 'none'):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return losses.sum() if reduction == 'sum' else losses
