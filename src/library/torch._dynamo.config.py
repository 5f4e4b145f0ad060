"""torch._dynamo.config: settings of the compiler that is not here. They change nothing."""

suppress_errors = verbose = dynamic_shapes = capture_scalar_outputs = False
capture_dynamic_output_shape_ops = error_on_recompile = allow_rnn = False
automatic_dynamic_shapes = assume_static_by_default = optimize_ddp = True
specialize_int = disable = False
cache_size_limit = 8
accumulated_cache_size_limit = 256


def __getattr__(name):
    raise AttributeError(f'torch._dynamo.config.{name} does not exist')
