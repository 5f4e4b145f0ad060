"""A vision Transformer tells bars from crosses and rings; the images are made here."""
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader

IMAGE, PATCH, CLASSES = 12, 4, 3


class Shapes(Dataset):
    """Bars, crosses, rings on noise; class by class."""

    def __init__(self, count, seed):
        self.generator = torch.Generator().manual_seed(seed)
        self.images, self.labels = zip(*(self.draw(i % CLASSES) for i in range(count)))

    def draw(self, label):
        image = 0.3 * torch.randn(1, IMAGE, IMAGE, generator=self.generator)
        row, column = torch.randint(2, IMAGE - 2, (2,), generator=self.generator).tolist()
        if label == 0:
            image[:, row, :] += 1
        elif label == 1:
            image[:, row, :] += 1
            image[:, :, column] += 1
        else:
            image[:, row - 2:row + 3, column - 2:column + 3] += 1
            image[:, row - 1:row + 2, column - 1:column + 2] -= 1
        return image, label

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return self.images[i], self.labels[i]


class PatchEmbedding(nn.Module):
    def __init__(self, in_chans=1, embed_dim=32):
        super().__init__()
        self.n_patches = (IMAGE // PATCH) ** 2
        self.proj = nn.Conv2d(in_chans, embed_dim, kernel_size=PATCH, stride=PATCH)

    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2)


class Attention(nn.Module):
    def __init__(self, dim, n_heads=4, qkv_bias=True):
        super().__init__()
        self.n_heads = n_heads
        self.scale = (dim // n_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.n_heads, C // self.n_heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attn = ((q @ k.transpose(-2, -1)) * self.scale).softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, dim, n_heads, mlp_ratio=2.0):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim, eps=1e-6)
        self.attn = Attention(dim, n_heads)
        self.norm2 = nn.LayerNorm(dim, eps=1e-6)
        hidden = int(dim * mlp_ratio)
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class VisionTransformer(nn.Module):
    def __init__(self, embed_dim=32, depth=2, n_heads=4):
        super().__init__()
        self.patch_embed = PatchEmbedding(embed_dim=embed_dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, 1 + self.patch_embed.n_patches, embed_dim))
        self.blocks = nn.ModuleList([Block(embed_dim, n_heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(embed_dim, eps=1e-6)
        self.head = nn.Linear(embed_dim, CLASSES)
        nn.init.trunc_normal_(self.pos_embed, std=0.02)
        nn.init.trunc_normal_(self.cls_token, std=0.02)

    def forward(self, x):
        x = self.patch_embed(x)
        cls_token = self.cls_token.expand(x.shape[0], -1, -1)
        x = torch.cat((cls_token, x), dim=1) + self.pos_embed
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


def train_one_epoch(model, loader, criterion, optimizer, scheduler, epoch):
    model.train()
    running_loss = 0.0
    for i, (images, labels) in enumerate(loader):
        optimizer.zero_grad()
        outputs = model(images)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        scheduler.step()
        running_loss += loss.item()
        if epoch < 5:
            print(f'[{epoch + 1}, {i + 1}] loss: {loss.item():.4f} lr: {scheduler.get_last_lr()[0]:.2e}')
    return running_loss / len(loader)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    correct = total = 0
    for images, labels in loader:
        predicted = torch.argmax(model(images), 1)
        total += labels.size(0)
        correct += (predicted == labels).sum().item()
    return 100 * correct / total


if __name__ == '__main__':
    torch.manual_seed(42)
    train_loader = DataLoader(Shapes(120, seed=1), batch_size=30, shuffle=True)
    test_loader = DataLoader(Shapes(60, seed=2), batch_size=60)
    images, labels = next(iter(test_loader))
    print(images.shape, labels[:9], images.mean())

    model = VisionTransformer()
    n_params = sum(p.numel() for p in model.parameters() if p.requires_grad)
    print(f'{n_params:,} parameters')
    epochs = 15
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-3, epochs=epochs,
                                                    steps_per_epoch=len(train_loader))
    for epoch in range(epochs):
        loss = train_one_epoch(model, train_loader, criterion, optimizer, scheduler, epoch)
        if epoch >= 5:
            print(f'epoch {epoch + 1}: {loss:.3f}')
    print(f'Accuracy on the test images: {evaluate(model, test_loader):.1f} %')
