import torch
x = torch.arange(6.)
print(x.view(2, 3), x.reshape((3, 2)), x.view(2, 3).t(), x.view(2, 3).transpose(0, 1), x.view(1, 2, 3).permute(2, 0, 1).shape)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, x[None].squeeze().shape, x.view(1, 6).squeeze(0).shape, x.view(2, 3).flatten())
print(torch.cat([x, x]), torch.cat((x.view(2, 3), x.view(2, 3)), dim=1), torch.stack([x, x]), torch.stack([x, x], dim=-1).shape)
print(x.expand(2, 6), x.view(2, 3).expand(2, 2, 3).shape, x.view(2, 3).T.contiguous().view(-1), x.view(2, 3).mT.shape)
print(torch.tril(torch.ones(3, 3)), torch.triu(torch.ones(2, 3), diagonal=1), x.view(2, 3).masked_fill(x.view(2, 3) > 2, float("-inf")))
print(torch.where(x > 2, x, 0.), torch.where(x > 2, x, -x), x.shape[:-1] + (2, 3), x.view(*x.shape[:-1], 2, 3).shape, x.view(2, 3).numel())
