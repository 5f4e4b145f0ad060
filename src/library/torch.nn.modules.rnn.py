"""Recurrent networks: RNN, LSTM and GRU, and their cells for a single step."""
import math

import torch
from torch._C import _as_one
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils import rnn


def _rnn_step(projected, hidden, activation):
    """New state from what the input and the state give."""
    return activation(projected[0] + projected[1])


def _lstm_step(projected, state):
    i, f, g, o = (projected[0] + projected[1]).chunk(4, -1)
    cell = torch.sigmoid(f) * state[1] + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(cell), cell


def _gru_step(projected, hidden):
    r, z, n = projected[0].chunk(3, -1)
    hidden_r, hidden_z, hidden_n = projected[1].chunk(3, -1)
    r = torch.sigmoid(r + hidden_r)
    z = torch.sigmoid(z + hidden_z)
    n = torch.tanh(n + r * hidden_n)
    return n + z * (hidden - n)


class RNNBase(Module):
    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        if proj_size:
            raise NotImplementedError(f"{mode}(proj_size=…) is not there in qkv")
        if not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the "
                             "probability of an element being zeroed")
        self.mode, self.num_layers, self.bidirectional = mode, num_layers, bidirectional
        self.input_size, self.hidden_size, self.proj_size = input_size, hidden_size, proj_size
        self.bias, self.dropout, self.batch_first = bias, float(dropout), batch_first
        gates = {'LSTM': 4, 'GRU': 3}.get(mode, 1) * hidden_size
        directions = self._directions()
        for layer in range(num_layers):
            width = input_size if layer == 0 else hidden_size * len(directions)
            for suffix in directions:
                shapes = {'weight_ih': (gates, width), 'weight_hh': (gates, hidden_size)}
                if bias:
                    shapes['bias_ih'] = shapes['bias_hh'] = (gates,)
                for name, shape in shapes.items():
                    weight = Parameter(torch.empty(shape, device=device, dtype=dtype))
                    setattr(self, f'{name}_l{layer}{suffix}', weight)
        self.reset_parameters()

    def _directions(self):
        return ['', '_reverse'] if self.bidirectional else ['']

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _weights_of_last(self):
        return [weight for name, weight in self.named_parameters() if name.endswith(f'l{self.num_layers - 1}')]

    def flatten_parameters(self):
        pass

    def _step(self, projected, state):
        if self.mode == 'LSTM':
            return _lstm_step(projected, state)
        if self.mode == 'GRU':
            return (_gru_step(projected, state[0]),)
        activation = torch.relu if self.mode == 'RNN_RELU' else torch.tanh
        return (_rnn_step(projected, state[0], activation),)

    def _run_layer(self, input, state, layer, suffix):
        """All steps of one layer in one direction; what it gives at each, and its last state."""
        weight_ih = getattr(self, f'weight_ih_l{layer}{suffix}')
        weight_hh = getattr(self, f'weight_hh_l{layer}{suffix}')
        bias_ih = getattr(self, f'bias_ih_l{layer}{suffix}') if self.bias else None
        bias_hh = getattr(self, f'bias_hh_l{layer}{suffix}') if self.bias else None
        projected = F.linear(input, weight_ih, bias_ih)
        steps = range(input.size(0))
        outputs = []
        for t in reversed(steps) if suffix else steps:
            state = self._step((projected[t], F.linear(state[0], weight_hh, bias_hh)), state)
            outputs.append(state[0])
        return torch.stack(outputs[::-1] if suffix else outputs), state

    def _run_packed(self, packed, states):
        """Sequences of different lengths: each alone, as if nothing stood behind its end."""
        padded, lengths = rnn.pad_packed_sequence(packed)
        outputs, lasts = [], []
        for i, length in enumerate(lengths.tolist()):
            own = states and [state[:, i:i + 1] for state in states]
            output, last = self._run(padded[:length, i:i + 1], own, batch_first=False)
            outputs.append(output.squeeze(1))
            lasts.append(last)
        order = packed.sorted_indices
        if order is not None:
            outputs = [outputs[i] for i in order.tolist()]
        data = rnn.pack_sequence(outputs).data
        return packed._replace(data=data), [torch.cat(parts, 1) for parts in zip(*lasts)]

    def _check(self, input, states, batch_first):
        if input.dim() not in (2, 3):
            raise AssertionError(f"{self._get_name()}: Expected input to be 2-D or 3-D but received "
                                 f"{input.dim()}-D tensor")
        if input.size(-1) != self.input_size:
            raise RuntimeError("input.size(-1) must be equal to input_size. Expected "
                               f"{self.input_size}, got {input.size(-1)}")
        if input.size(1 if batch_first and input.dim() == 3 else 0) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        batch = input.size(0 if batch_first else 1)
        expected = (self.num_layers * len(self._directions()), batch, self.hidden_size)
        for state in states or [] if input.dim() == 3 else []:
            if state.shape != expected:
                raise RuntimeError(f"Expected hidden size {expected}, got {list(state.shape)}")

    def _run(self, input, states, batch_first=None):
        """`states`: one tensor for each part of the state, layers and directions in front."""
        if isinstance(input, rnn.PackedSequence):
            return self._run_packed(input, states)
        batch_first = self.batch_first if batch_first is None else batch_first
        self._check(input, states, batch_first)
        batched = input.dim() == 3
        if not batched:
            input = input.unsqueeze(1)
            states = states and [state.unsqueeze(1) for state in states]
        elif batch_first:
            input = input.transpose(0, 1)
        given, directions = input, self._directions()
        if states is None:
            parts = 2 if self.mode == 'LSTM' else 1
            shape = (self.num_layers * len(directions), input.size(1), self.hidden_size)
            states = [torch.zeros(shape, dtype=input.dtype)] * parts
        last = []
        for layer in range(self.num_layers):
            outputs = []
            for suffix in directions:
                number = len(last)
                output, state = self._run_layer(input, [part[number] for part in states], layer,
                                                suffix)
                outputs.append(output)
                last.append(state)
            input = torch.cat(outputs, -1) if self.bidirectional else outputs[0]
            if self.dropout and self.training and layer < self.num_layers - 1:
                input = F.dropout(input, self.dropout, True)
        states = [torch.stack(parts) for parts in zip(*last)]
        if not batched:
            return input.squeeze(1), [state.squeeze(1) for state in states]
        if not batch_first:
            if self.mode == 'LSTM' and not self.bidirectional and input.dtype == torch.float32:
                input = _as_one(input, 'MkldnnRnnLayerBackward0', given, *self._weights_of_last())
            return input, states
        # PyTorch turns the result of all but LSTM round in place.
        return _as_one(input.transpose(0, 1), 'TransposeBackward' + str(int(self.mode != 'LSTM')),
                       input), states

    def extra_repr(self):
        text = f'{self.input_size}, {self.hidden_size}'
        if self.num_layers != 1:
            text += f', num_layers={self.num_layers}'
        if self.bias is not True:
            text += f', bias={self.bias}'
        if self.batch_first is not False:
            text += f', batch_first={self.batch_first}'
        if self.dropout != 0:
            text += f', dropout={self.dropout}'
        if self.bidirectional is not False:
            text += f', bidirectional={self.bidirectional}'
        return text


class RNN(RNNBase):
    def __init__(self, *args, **kwargs):
        self.nonlinearity = kwargs.pop('nonlinearity', 'tanh')
        modes = {'tanh': 'RNN_TANH', 'relu': 'RNN_RELU'}
        if self.nonlinearity not in modes:
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'")
        super().__init__(modes[self.nonlinearity], *args, **kwargs)

    def forward(self, input, hx=None):
        output, states = self._run(input, None if hx is None else [hx])
        return output, states[0]


class GRU(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__('GRU', *args, **kwargs)

    def forward(self, input, hx=None):
        output, states = self._run(input, None if hx is None else [hx])
        return output, states[0]


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__('LSTM', *args, **kwargs)

    def forward(self, input, hx=None):
        if torch.is_autocast_enabled('cpu'):
            raise NotImplementedError("nn.LSTM in torch.autocast('cpu') is not there in qkv; with "
                                      "enabled=False around it, it is")
        output, states = self._run(input, None if hx is None else list(hx))
        return output, tuple(states)


class RNNCellBase(Module):
    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        gates = num_chunks * hidden_size
        place = {'device': device, 'dtype': dtype}
        self.weight_ih = Parameter(torch.empty((gates, input_size), **place))
        self.weight_hh = Parameter(torch.empty((gates, hidden_size), **place))
        if bias:
            self.bias_ih = Parameter(torch.empty(gates, **place))
            self.bias_hh = Parameter(torch.empty(gates, **place))
        else:
            self.register_parameter('bias_ih', None)
            self.register_parameter('bias_hh', None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _projected(self, input, hidden):
        return (F.linear(input, self.weight_ih, self.bias_ih),
                F.linear(hidden, self.weight_hh, self.bias_hh))

    def _zeros(self, input):
        return torch.zeros(input.shape[:-1] + (self.hidden_size,), dtype=input.dtype)

    def extra_repr(self):
        text = f'{self.input_size}, {self.hidden_size}'
        return text if self.bias is True else text + f', bias={self.bias}'


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity='tanh', device=None,
                 dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        hx = self._zeros(input) if hx is None else hx
        if self.nonlinearity not in ('tanh', 'relu'):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        activation = torch.tanh if self.nonlinearity == 'tanh' else torch.relu
        return _rnn_step(self._projected(input, hx), hx, activation)

    def extra_repr(self):
        text = super().extra_repr()
        if self.nonlinearity != 'tanh':
            text += f', nonlinearity={self.nonlinearity}'
        return text


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        hx = self._zeros(input) if hx is None else hx
        return _gru_step(self._projected(input, hx), hx)


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        if hx is None:
            zeros = self._zeros(input)
            hx = (zeros, zeros)
        return _lstm_step(self._projected(input, hx[0]), hx)
