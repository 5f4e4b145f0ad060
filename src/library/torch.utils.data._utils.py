"""torch.utils.data._utils: what torch.utils.data is made of."""
