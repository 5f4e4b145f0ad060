from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace


@dataclass(frozen=True)
class ModelConfig:
    name: str = "bigram"
    vocab_size: int = 8
    dim: int = 8
    heads: int = 2


@dataclass
class TrainConfig:
    model: ModelConfig = field(default_factory=ModelConfig)
    lr: float = 0.05
    steps: int = 5
    seed: int = 0

    def override(self, **kwargs) -> TrainConfig:
        return replace(self, **kwargs)

    def as_dict(self) -> dict:
        return asdict(self)
