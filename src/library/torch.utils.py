"""torch.utils: torch.utils.data, torch.utils.hooks and torch.utils.checkpoint are there."""
