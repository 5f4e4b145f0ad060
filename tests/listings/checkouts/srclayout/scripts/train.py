import argparse

import torch
import torch.nn.functional as F

from tinylm import ModelConfig, TrainConfig, build_model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--lr", type=float, default=0.05)
    args = parser.parse_args()
    for name in ("bigram", "attention"):
        config = TrainConfig(model=ModelConfig(name=name)).override(steps=args.steps, lr=args.lr)
        print(config)
        torch.manual_seed(config.seed)
        model = build_model(config.model)
        data = torch.randint(config.model.vocab_size, (4, 7))
        optimizer = torch.optim.AdamW(model.parameters(), lr=config.lr)
        for step in range(config.steps):
            loss = F.cross_entropy(model(data[:, :-1]).flatten(0, 1), data[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{name} {step}: {loss.item():.4f}")
    try:
        build_model(ModelConfig(name="mamba"))
    except KeyError as error:
        print(error)


if __name__ == "__main__":
    main()
