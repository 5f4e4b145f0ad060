with torch.no_grad():
    pass
