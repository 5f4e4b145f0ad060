#| role: weights_0 = score
from torch.nn.functional import softmax

weights_0 = softmax(scores_0, dim=-1)
print(weights_0)

powers = torch.exp(scores_0)
assert torch.allclose(weights_0, powers / powers.sum())
