z = y @ x.T
