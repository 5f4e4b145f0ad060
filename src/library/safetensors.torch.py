"""safetensors.torch: load_file. Nothing is written."""

from safetensors import safe_open


def load_file(filename, device='cpu'):
    with safe_open(filename, framework='pt', device=device) as file:
        return {name: file.get_tensor(name) for name in file.keys()}


def __getattr__(name):
    if name in ('save', 'save_file', 'save_model'):
        raise NotImplementedError(f'safetensors.torch.{name}: qkv writes no files')
    if name in ('load', 'load_model'):
        raise NotImplementedError(f'safetensors.torch.{name} is not there in qkv; '
                                  'model.load_state_dict(load_file(filename)) is')
    raise AttributeError(f"module 'safetensors.torch' has no attribute '{name}'")
