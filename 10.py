x = [1]
x.apend(2)
