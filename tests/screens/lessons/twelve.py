"""Twelve heads of twenty-four tokens, and two of eight."""
import torch

torch.manual_seed(0)
words = ("the animal did not cross the street because it was too tired and the road was far too wide "
         "for it to go back").split()
#| axes: many = head, words, words; few = head, query, key
many = torch.softmax(2 * torch.randn(12, 24, 24), dim=-1)
few = torch.softmax(2 * torch.randn(2, 8, 8), dim=-1)
