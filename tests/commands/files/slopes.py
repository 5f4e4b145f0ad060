import torch

scores = torch.tensor([[1.0, 2.0, 0.0], [0.5, 1.0, 1.0]], requires_grad=True)
weights = torch.softmax(scores, -1)
loss = (weights * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
print(scores.grad)
part = scores[0] * 1
part += part
part.sum().backward()
print(scores.grad)
