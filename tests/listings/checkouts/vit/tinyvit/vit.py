import torch
from torch import nn

from .layers import Attention, FeedForward
from .utils.helpers import pair


class Transformer(nn.Module):
    def __init__(self, dim, depth, heads, dim_head, mlp_dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.layers = nn.ModuleList([])
        for _ in range(depth):
            self.layers.append(nn.ModuleList([Attention(dim, heads, dim_head), FeedForward(dim, mlp_dim)]))

    def forward(self, x):
        for attn, ff in self.layers:
            x = attn(x) + x
            x = ff(x) + x
        return self.norm(x)


class ViT(nn.Module):
    def __init__(self, *, image_size, patch_size, num_classes, dim, depth, heads, mlp_dim, pool='cls',
                 channels=3, dim_head=8):
        super().__init__()
        image_height, image_width = pair(image_size)
        self.p1, self.p2 = pair(patch_size)
        assert image_height % self.p1 == 0 and image_width % self.p2 == 0
        num_patches = (image_height // self.p1) * (image_width // self.p2)
        patch_dim = channels * self.p1 * self.p2
        assert pool in {'cls', 'mean'}
        self.to_patch_embedding = nn.Sequential(nn.LayerNorm(patch_dim), nn.Linear(patch_dim, dim),
                                                nn.LayerNorm(dim))
        self.pos_embedding = nn.Parameter(torch.randn(1, num_patches + 1, dim))
        self.cls_token = nn.Parameter(torch.randn(1, 1, dim))
        self.transformer = Transformer(dim, depth, heads, dim_head, mlp_dim)
        self.pool, self.mlp_head = pool, nn.Linear(dim, num_classes)

    def patches(self, img):
        b, c, h, w = img.shape
        x = img.reshape(b, c, h // self.p1, self.p1, w // self.p2, self.p2)
        return x.permute(0, 2, 4, 3, 5, 1).reshape(b, -1, self.p1 * self.p2 * c)

    def forward(self, img):
        x = self.to_patch_embedding(self.patches(img))
        x = torch.cat((self.cls_token.expand(x.size(0), -1, -1), x), dim=1) + self.pos_embedding
        x = self.transformer(x)
        x = x.mean(dim=1) if self.pool == 'mean' else x[:, 0]
        return self.mlp_head(x)
