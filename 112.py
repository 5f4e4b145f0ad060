lambda = 3
