"""Settings of torch on which no number depends here, but for the default dtype."""
newaxis = None
_interop_threads = _threads = 1
_deterministic, _warn_only, _warn_always = False, False, False


def set_num_threads(count):
    global _threads
    _threads = count


def get_num_threads():
    return _threads


def set_num_interop_threads(count):
    global _interop_threads
    _interop_threads = count


def get_num_interop_threads():
    return _interop_threads


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Accepted: there are no others here."""
    global _deterministic, _warn_only
    _deterministic, _warn_only = mode, mode and warn_only


def are_deterministic_algorithms_enabled():
    return _deterministic


def is_deterministic_algorithms_warn_only_enabled():
    return _warn_only


def set_deterministic_debug_mode(debug_mode):
    mode = {'default': 0, 'warn': 1, 'error': 2}.get(debug_mode, debug_mode)
    use_deterministic_algorithms(mode != 0, warn_only=mode == 1)


def get_deterministic_debug_mode():
    return 0 if not _deterministic else 1 if _warn_only else 2


def set_flush_denormal(mode):
    return True


def is_anomaly_enabled():
    return False


def set_warn_always(b):
    global _warn_always
    _warn_always = b


def is_warn_always_enabled():
    return _warn_always


def set_default_tensor_type(t):
    """By a class of tensors, torch.DoubleTensor, or its name."""
    import torch
    torch.set_default_dtype(getattr(torch, t.split('.')[-1]) if isinstance(t, str) else t)
