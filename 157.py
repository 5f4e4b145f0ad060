w = z
