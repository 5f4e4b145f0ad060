import time
from collections import defaultdict

import torch
from torch.utils.data.dataloader import DataLoader

from minigpt.utils import Config as C


class Trainer:

    @staticmethod
    def get_default_config():
        return C(device='auto', num_workers=0, max_iters=6, batch_size=4, learning_rate=3e-3,
                 betas=(0.9, 0.95), weight_decay=0.1, grad_norm_clip=1.0)

    def __init__(self, config, model, train_dataset):
        self.config, self.model, self.train_dataset = config, model, train_dataset
        self.callbacks = defaultdict(list)
        self.device = 'cuda' if torch.cuda.is_available() else 'cpu'
        self.model = self.model.to(self.device)
        print("running on device", self.device)
        self.iter_num = 0

    def add_callback(self, onevent, callback):
        self.callbacks[onevent].append(callback)

    def trigger_callbacks(self, onevent):
        for callback in self.callbacks.get(onevent, []):
            callback(self)

    def run(self):
        self.optimizer = self.model.configure_optimizers(self.config)
        loader = DataLoader(self.train_dataset, shuffle=True, pin_memory=False,
                            batch_size=self.config.batch_size, num_workers=self.config.num_workers)
        self.model.train()
        data_iter = iter(loader)
        while self.iter_num < self.config.max_iters:
            try:
                batch = next(data_iter)
            except StopIteration:
                data_iter = iter(loader)
                batch = next(data_iter)
            x, y = [t.to(self.device) for t in batch]
            logits, self.loss = self.model(x, y)
            self.model.zero_grad(set_to_none=True)
            self.loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.grad_norm_clip)
            self.optimizer.step()
            self.trigger_callbacks('on_batch_end')
            self.iter_num += 1
