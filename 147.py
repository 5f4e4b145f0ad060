#| axes: w_key = i, d; w_query = i, d; w_value = i, e
#| role: w_key = key; w_query = query; w_value = value
w_key = torch.tensor([[0, 0, 1],
                      [1, 1, 0],
                      [0, 1, 0],
                      [1, 1, 0]], dtype=torch.float32)

w_query = torch.tensor([[1, 0, 1],
                        [1, 0, 0],
                        [0, 0, 1],
                        [0, 1, 1]], dtype=torch.float32)

w_value = torch.tensor([[0, 2, 0],
                        [0, 3, 0],
                        [1, 0, 3],
                        [1, 1, 0]], dtype=torch.float32)
