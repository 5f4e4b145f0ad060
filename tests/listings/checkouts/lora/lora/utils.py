import torch

from . import layers as _layers


def mark_only_lora(model):
    for name, p in model.named_parameters():
        p.requires_grad = "lora_" in name
    return [n for n, p in model.named_parameters() if p.requires_grad]


@torch.no_grad()
def merge_all(model):
    for m in model.modules():
        if isinstance(m, _layers.LoRALinear) and not m.merged:
            m.weight += m.lora_B @ m.lora_A * m.scaling
            m.merged = True
