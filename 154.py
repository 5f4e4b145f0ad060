#| axes: outputs = y, e
#| role: scores = score; weights = score; outputs = output
scores = querys @ keys.T
weights = softmax(scores, dim=-1)
outputs = weights @ values

print(scores)
print(weights)
print(outputs)

assert torch.allclose(outputs[0], output_0)
assert torch.allclose(weights.sum(dim=-1), torch.ones(3))
