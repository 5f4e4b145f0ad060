x = 3
x.y = 4
