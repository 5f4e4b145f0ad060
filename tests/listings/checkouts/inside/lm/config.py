class Config:
    d, heads = 8, 2
