"""torch._inductor.config: settings of a compiler that is not here. They change nothing."""
import types

coordinate_descent_tuning = max_autotune = epilogue_fusion_first = debug = False
freezing = shape_padding = False
fx_graph_cache = True
triton = types.SimpleNamespace(unique_kernel_names=True, cudagraphs=False)
