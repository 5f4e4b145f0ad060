"""torch.accelerator: there is none here."""


def is_available():
    return False


def device_count():
    return 0


def _refuse(*args, **kwargs):
    raise RuntimeError('Cannot access accelerator device when none is available.')


current_accelerator = current_device_index = current_device_idx = current_stream = _refuse
set_device_index = set_device_idx = set_stream = synchronize = _refuse
