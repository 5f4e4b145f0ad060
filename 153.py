#| role: simple_weights = score; simple_output = output
#| role: rounded_weights = score; rounded_output = output
simple_weights = torch.tensor([0.0, 0.5, 0.5])
simple_output = simple_weights @ values
print(simple_output)
assert torch.allclose(simple_output, torch.tensor([2.0, 7.0, 1.5]))

rounded_weights = torch.round(weights_0, decimals=1)
rounded_output = rounded_weights @ values
print(rounded_weights)
print(rounded_output)
assert torch.allclose(rounded_output, torch.tensor([2.1, 7.2, 1.8]))
