"""torch.nn.utils.rnn: sequences of different lengths in one tensor."""
from collections import namedtuple

import torch

PackedSequence = namedtuple("PackedSequence",
                            ["data", "batch_sizes", "sorted_indices", "unsorted_indices"],
                            defaults=(None, None, None))


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side='right'):
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(sequence.size(0) for sequence in sequences)
    trailing = sequences[0].shape[1:]
    rows = sequences[0].new_full((len(sequences), longest, *trailing), padding_value)
    for i, sequence in enumerate(sequences):
        start = longest - sequence.size(0) if padding_side == 'left' else 0
        rows[i, start:start + sequence.size(0)] = sequence
    return rows if batch_first else rows.transpose(0, 1).contiguous()


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [row[:int(length)] for row, length in zip(padded_sequences, lengths)]


def _inverse(order):
    inverse = torch.empty_like(order)
    inverse[order] = torch.arange(order.numel())
    return inverse


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    order = None
    if not enforce_sorted:
        lengths, order = torch.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, order)
    if batch_first:
        input = input.transpose(0, 1)
    counts = lengths.tolist()
    if len(counts) != input.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got "
                           f"{len(counts)} (batch_size={input.size(1)})")
    if min(counts) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element "
                           "in 'lengths' that is <= 0")
    if counts != sorted(counts, reverse=True):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when "
                           "`enforce_sorted` is True. You can pass `enforce_sorted=False` to "
                           "pack_padded_sequence and/or pack_sequence to sidestep this "
                           "requirement if you do not need ONNX exportability.")
    sizes = [sum(1 for count in counts if count > t) for t in range(counts[0])]
    data = torch.cat([input[t, :size] for t, size in enumerate(sizes)])
    return PackedSequence(data, torch.tensor(sizes), order,
                          None if order is None else _inverse(order))


def pack_sequence(sequences, enforce_sorted=True):
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    sizes = sequence.batch_sizes.tolist()
    steps = len(sizes) if total_length is None else total_length
    if steps < len(sizes):
        raise ValueError("Expected total_length to be at least the length of the longest sequence "
                         f"in input, but got total_length={steps} and max sequence length being "
                         f"{len(sizes)}")
    padded = sequence.data.new_full((steps, sizes[0], *sequence.data.shape[1:]), padding_value)
    start = 0
    for t, size in enumerate(sizes):
        padded[t, :size] = sequence.data[start:start + size]
        start += size
    lengths = torch.tensor([sum(1 for size in sizes if size > i) for i in range(sizes[0])])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices]
    return (padded.transpose(0, 1) if batch_first else padded), lengths
