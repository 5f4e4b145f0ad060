# %%
import sys
from pathlib import Path
sys.path.append("..")
if str(Path.cwd().parent) not in sys.path:
    sys.path.append(str(Path.cwd().parent))
# %%
import torch
from heads import entropy
# %%
torch.manual_seed(0)
weights = torch.randn(2, 3, 3).softmax(-1)
print(entropy(weights))
