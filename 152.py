#| role: output_0 = output
output_0 = weighted_0.sum(dim=0)
print(output_0)

by_hand = torch.tensor([1.9366, 6.6831, 1.5951])
assert torch.allclose(output_0, by_hand, atol=1e-4)
