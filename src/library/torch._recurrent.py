"""torch.lstm, torch.gru and their like: the functions that nn.LSTM and its like are made of in PyTorch."""
import torch
from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.rnn import GRU, LSTM, RNN, _gru_step, _lstm_step, _rnn_step


def _network(kind, mode, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """The module that has these weights."""
    network = kind.__new__(kind)
    Module.__init__(network)
    network.mode, network.num_layers, network.bias = mode, num_layers, has_biases
    network.bidirectional, network.batch_first = bidirectional, batch_first
    network.dropout, network.training = dropout, train
    names = ['weight_ih', 'weight_hh'] + (['bias_ih', 'bias_hh'] if has_biases else [])
    suffixes = [f'{name}_l{layer}{suffix}' for layer in range(num_layers)
                for suffix in (['', '_reverse'] if bidirectional else ['']) for name in names]
    for name, weight in zip(suffixes, params):
        setattr(network, name, weight)
    network.input_size, network.hidden_size = params[0].shape[1], params[1].shape[1]
    return network


def _refuse_packed(states):
    if not isinstance(states, (list, tuple)) and states.dim() == 1:
        raise NotImplementedError('sequences of different lengths are not there in qkv as arguments of '
                                  'torch.lstm; in those of nn.LSTM they are')


def lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    _refuse_packed(hx)
    network = _network(LSTM, 'LSTM', params, has_biases, num_layers, dropout, train, bidirectional,
                       batch_first)
    output, states = network._run(input, list(hx))
    return output, states[0], states[1]


def gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    _refuse_packed(hx)
    network = _network(GRU, 'GRU', params, has_biases, num_layers, dropout, train, bidirectional,
                       batch_first)
    output, states = network._run(input, [hx])
    return output, states[0]


def _rnn(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    _refuse_packed(hx)
    network = _network(RNN, mode, params, has_biases, num_layers, dropout, train, bidirectional,
                       batch_first)
    output, states = network._run(input, [hx])
    return output, states[0]


def rnn_tanh(*args):
    return _rnn('RNN_TANH', *args)


def rnn_relu(*args):
    return _rnn('RNN_RELU', *args)


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _lstm_step((F.linear(input, w_ih, b_ih), F.linear(hx[0], w_hh, b_hh)), hx)


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _gru_step((F.linear(input, w_ih, b_ih), F.linear(hx, w_hh, b_hh)), hx)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _rnn_step((F.linear(input, w_ih, b_ih), F.linear(hx, w_hh, b_hh)), hx, torch.tanh)


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _rnn_step((F.linear(input, w_ih, b_ih), F.linear(hx, w_hh, b_hh)), hx, torch.relu)
