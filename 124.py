x = 3abc
