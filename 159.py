#| axes: wide = rows, columns
#| role: wide = query
wide = torch.arange(600.).reshape(2, 300) * 1e10
tall = wide.T / 3
product = wide @ tall
huge = torch.tensor([float("inf"), float("-inf"), float("nan"), -0.0, 1e-38, 3.4e38])
more = huge * huge
