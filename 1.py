x = torch.ones(2)
