"""
Trains a GPT to add numbers of one digit.
"""
import os
import sys

import torch
from torch.utils.data import Dataset

from minigpt.model import GPT
from minigpt.trainer import Trainer
from minigpt.utils import Config as C, set_seed


def get_config():
    config = C(system=C(seed=1337, work_dir=os.path.join('out', 'adder')), data=C(ndigit=1),
               model=GPT.get_default_config(), trainer=Trainer.get_default_config())
    config.trainer.max_iters = 8
    return config


class AdditionDataset(Dataset):
    """Problems a + b = c as digits, the sum reversed."""

    def __init__(self, config, split):
        self.ndigit, self.split = config.ndigit, split
        num = (10 ** config.ndigit) ** 2
        perm = torch.randperm(num, generator=torch.Generator().manual_seed(1337))
        self.ixes = perm[:20] if split == 'test' else perm[20:]

    def get_vocab_size(self):
        return 10

    def get_block_size(self):
        return 3 * self.ndigit + 1 - 1

    def __len__(self):
        return self.ixes.nelement()

    def __getitem__(self, idx):
        nd = 10 ** self.ndigit
        a, b = self.ixes[idx].item() // nd, self.ixes[idx].item() % nd
        text = f'{a:0{self.ndigit}d}{b:0{self.ndigit}d}' + f'{a + b:0{self.ndigit + 1}d}'[::-1]
        dix = torch.tensor([int(s) for s in text], dtype=torch.long)
        x, y = dix[:-1], dix[1:].clone()
        y[:2 * self.ndigit - 1] = -1
        return x, y


if __name__ == '__main__':
    config = get_config()
    config.merge_from_args(sys.argv[1:] or ['--trainer.learning_rate=0.01'])
    print(config)
    set_seed(config.system.seed)
    train, test = (AdditionDataset(config.data, split) for split in ('train', 'test'))
    config.model.vocab_size, config.model.block_size = train.get_vocab_size(), train.get_block_size()
    model = GPT(config.model)
    trainer = Trainer(config.trainer, model, train)

    def batch_end_callback(trainer):
        if trainer.iter_num % 2 == 0:
            print(f"iter {trainer.iter_num}: train loss {trainer.loss.item():.5f}")

    trainer.add_callback('on_batch_end', batch_end_callback)
    trainer.run()
    model.eval()
    print(model.generate(torch.tensor([[3, 4], [9, 1]]), 2))
    print(os.path.relpath(__file__, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))
