"""torch.nn: the parts that networks are made of.

As in PyTorch each kind has a file of its own; it is read when the first of its names is asked for.
"""
import importlib

_FILES = {
    "torch.nn.parameter": ["Parameter", "UninitializedParameter", "UninitializedBuffer"],
    "torch.nn._buffer": ["Buffer"],
    "torch.nn.modules.module": ["Module"],
    "torch.nn.modules.linear": ["Identity", "Linear", "LazyLinear", "Bilinear"],
    "torch.nn.modules.sparse": ["Embedding", "EmbeddingBag"],
    "torch.nn.modules.normalization": ["LayerNorm", "RMSNorm", "GroupNorm", "InstanceNorm1d",
                                       "InstanceNorm2d", "InstanceNorm3d", "LocalResponseNorm"],
    "torch.nn.modules.batchnorm": ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d",
                                   "LazyBatchNorm2d"],
    "torch.nn.modules.padding": [f"{kind}Pad{n}d" for kind in ("Circular", "Constant", "Reflection",
                                                               "Replication", "Zero")
                                 for n in (1, 2, 3)],
    "torch.nn.modules.pooling": ["AvgPool1d", "AvgPool2d", "AvgPool3d", "MaxPool1d", "MaxPool2d",
                                 "MaxPool3d",
                                 "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveMaxPool1d",
                                 "AdaptiveMaxPool2d"],
    "torch.nn.modules.fold": ["Unfold", "Fold", "PixelShuffle", "PixelUnshuffle", "Upsample",
                              "UpsamplingNearest2d", "UpsamplingBilinear2d", "ChannelShuffle"],
    "torch.nn.modules.dropout": ["Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout",
                                 "FeatureAlphaDropout"],
    "torch.nn.modules.flatten": ["Flatten", "Unflatten"],
    "torch.nn.modules.container": ["Sequential", "ModuleList", "ModuleDict", "ParameterList",
                                   "ParameterDict"],
    "torch.nn.modules.activation": ["MultiheadAttention", "Softmax", "LogSoftmax", "Softmin", "ReLU",
                                    "ReLU6", "LeakyReLU", "PReLU", "ELU", "CELU", "SELU", "GELU",
                                    "SiLU", "Mish", "Tanh", "Sigmoid", "LogSigmoid", "Hardtanh",
                                    "Hardsigmoid", "Hardswish", "Softplus", "Softsign",
                                    "Tanhshrink", "GLU", "Threshold", "Softmax2d", "Hardshrink",
                                    "Softshrink", "RReLU"],
    "torch.nn.modules.conv": ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d",
                              "ConvTranspose2d", "LazyConv1d", "LazyConv2d"],
    "torch.nn.modules.transformer": ["Transformer", "TransformerEncoder", "TransformerDecoder",
                                     "TransformerEncoderLayer", "TransformerDecoderLayer"],
    "torch.nn.modules.loss": ["CrossEntropyLoss", "NLLLoss", "NLLLoss2d", "MSELoss", "L1Loss",
                              "SmoothL1Loss", "CTCLoss", "BCELoss", "BCEWithLogitsLoss",
                              "KLDivLoss", "CosineEmbeddingLoss", "HuberLoss", "TripletMarginLoss", "MarginRankingLoss",
                              "TripletMarginWithDistanceLoss", "HingeEmbeddingLoss",
                              "SoftMarginLoss", "MultiMarginLoss", "MultiLabelMarginLoss",
                              "MultiLabelSoftMarginLoss", "PoissonNLLLoss", "GaussianNLLLoss"],
    "torch.nn.modules.distance": ["CosineSimilarity", "PairwiseDistance"],
    "torch.nn.parallel": ["DataParallel"],
    "torch.nn.modules.rnn": ["RNN", "LSTM", "GRU", "RNNCell", "LSTMCell", "GRUCell"],
}

_WHERE = {name: module for module, names in _FILES.items() for name in names}

# Parts of PyTorch that attention code uses seldom, and what does the same here.
_REFUSED = {
    "ConvTranspose3d": "nn.ConvTranspose2d",
}

__all__ = list(_WHERE)


def __getattr__(name):
    if name in _WHERE:
        return getattr(importlib.import_module(_WHERE[name]), name)
    if name in ('attention', 'parallel'):
        return importlib.import_module('torch.nn.' + name)
    if name in _REFUSED:
        raise NotImplementedError(f"torch.nn.{name} is not there in qkv; {_REFUSED[name]} is")
    raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
