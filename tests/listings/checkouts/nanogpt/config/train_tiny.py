# a run that ends within a second
eval_interval = 2
n_layer = 1
n_head = 2
n_embd = 16
dropout = 0.0
