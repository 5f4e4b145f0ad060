"""A vision transformer that looks through convolutions first, and pools at the end."""
import torch
import torch.nn.functional as F
from torch.nn import *

torch.manual_seed(2)
torch.set_grad_enabled(False)


class Patches(Module):
    def __init__(self, channels, width, size):
        super().__init__()
        self.stem = Sequential(Conv2d(channels, 6, 3, padding=1), BatchNorm2d(6), ReLU(), MaxPool2d(2))
        self.cut = Unfold(size, stride=size)
        self.project = Linear(6 * size * size, width)
        self.norm = GroupNorm(2, width)

    def forward(self, image):
        columns = self.cut(self.stem(image))
        return self.norm(self.project(columns.transpose(1, 2)).transpose(1, 2)).transpose(1, 2)


class Looking(Module):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.patches = Patches(3, width, 2)
        self.place = Parameter(torch.randn(1, 9, width) * 0.02)
        self.block = TransformerEncoderLayer(width, 2, 16, batch_first=True, norm_first=True)
        self.pool = AdaptiveAvgPool1d(1)
        self.head = Linear(width, classes)

    def grow(self, places, count):
        side = int(places.shape[1] ** 0.5)
        grid = places.transpose(1, 2).unflatten(2, (side, side))
        return F.interpolate(grid, size=count, mode="bilinear", align_corners=False).flatten(2).mT

    def forward(self, image):
        x = self.patches(image)
        side = int(x.shape[1] ** 0.5)
        x = self.block(x + (self.place if side == 3 else self.grow(self.place, side)))
        return self.head(self.pool(x.transpose(1, 2)).squeeze(-1))


model = Looking()
print(model)
images = torch.rand(2, 3, 12, 12)
print(model(images))
model.eval()
print(model(images), model(torch.rand(1, 3, 16, 16)).shape)
print(model.patches.stem[1].running_mean, model.patches.stem[1].num_batches_tracked)
print(F.avg_pool2d(images, 6)[0], F.max_pool2d(images, 6)[0, 0], F.fold(F.unfold(images, 4, stride=4), 12, 4, stride=4).equal(images))
