#| axes: weighted_0 = v, e
#| role: weighted_0 = weighted
weighted_0 = weights_0[:, None] * values
print(weighted_0)
