"""A vision transformer in timm's style: a class token before the patches."""
import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim, num_heads=3):
        super().__init__()
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3)
        self.attn_drop = nn.Dropout(0.0)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, C // self.num_heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q * self.scale) @ k.transpose(-2, -1)
        attn = scores.softmax(dim=-1)
        dropped = self.attn_drop(attn)
        x = (dropped @ v).transpose(1, 2).reshape(B, N, C)
        return self.proj(x), attn


class ViT(nn.Module):
    def __init__(self, dim=12, depth=2, classes=5):
        super().__init__()
        self.patch_embed = nn.Conv2d(3, dim, kernel_size=4, stride=4)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.randn(1, 5, dim) * 0.02)
        self.blocks = nn.ModuleList([Attention(dim) for _ in range(depth)])
        self.head = nn.Linear(dim, classes)

    def forward(self, img):
        patches = self.patch_embed(img).flatten(2).transpose(1, 2)
        cls = self.cls_token.expand(img.shape[0], -1, -1)
        x = torch.cat((cls, patches), dim=1) + self.pos_embed
        maps = []
        for block in self.blocks:
            out, attn = block(x)
            x = x + out
            maps.append(attn)
        return self.head(x[:, 0]), torch.stack(maps)


torch.manual_seed(5)
img = torch.randn(5, 3, 8, 8)
logits, maps = ViT()(img)
print(logits.shape, maps.shape)

# What the class token looks at, and attention rollout.
cls_attention = maps[-1][:, :, 0, 1:]
rollout = torch.eye(5)
for layer in maps:
    mean = layer.mean(dim=1)
    rollout = (0.5 * mean + 0.5 * torch.eye(5)) @ rollout
probabilities = logits.softmax(dim=-1)
print(cls_attention.shape, rollout.shape, probabilities.shape)
