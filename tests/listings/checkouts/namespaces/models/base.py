from torch import nn


class Base(nn.Module):
    def count(self):
        return sum(p.numel() for p in self.parameters() if p.requires_grad)
