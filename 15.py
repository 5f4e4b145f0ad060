for i in 3: pass
