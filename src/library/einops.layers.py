"""einops.layers: for torch."""
