"""matplotlib_inline: how Jupyter draws; qkv draws by itself."""
