import csv
from os import path as osp

import torch
import zoo

HERE = osp.dirname(osp.realpath(__file__))
torch.manual_seed(0)
q, k, v = torch.randn(3, 4, 2)
with open(osp.join(HERE, "configs", "base.csv"), newline="") as f:
    for row in csv.DictReader(f):
        fn = zoo.create(row["name"], **{row["option"]: int(row["value"])})
        print(row, fn(q, k, v).sum().item().__format__(".4f"))
print(sorted(zoo.VARIANTS), osp.relpath(HERE, osp.dirname(HERE)))
