"""torch.utils: torch.utils.data is there."""
