"""time: no clock runs here, so that a program prints the same each time."""


def time():
    return 0.0


def perf_counter():
    return 0.0


def monotonic():
    return 0.0


def process_time():
    return 0.0


def time_ns():
    return 0


def perf_counter_ns():
    return 0


def sleep(secs):
    if secs < 0:
        raise ValueError("sleep length must be non-negative")
