import torch
torch.softmax(torch.ones(2), dmi=0)
