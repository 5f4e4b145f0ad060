x = torch.tensor([[1, 2],
                  [3, 4]
y = 5
print(y)
