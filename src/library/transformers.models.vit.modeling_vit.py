"""The vision transformer: a picture is cut into patches, and each patch is a token. One more token
before them, which is the same for all pictures, collects what is to be said of the whole."""

import sys

import torch
from torch import nn
from transformers.modeling_outputs import BaseModelOutputWithPooling, ClassifierOutput
from transformers.modeling_utils import PreTrainedModel
from transformers.models.bert.modeling_bert import BertIntermediate, BertPooler, BertSelfAttention
from transformers.models.vit.configuration_vit import ViTConfig


class ViTPatchEmbeddings(nn.Module):
    """Each patch times the same weights: a convolution whose steps are as wide as a patch."""

    def __init__(self, config):
        super().__init__()
        self.image_size = config.image_size
        self.num_channels = config.num_channels
        self.num_patches = (config.image_size // config.patch_size) ** 2
        self.projection = nn.Conv2d(config.num_channels, config.hidden_size,
                                    kernel_size=config.patch_size, stride=config.patch_size)

    def forward(self, pixel_values):
        _, channels, height, width = pixel_values.shape
        if channels != self.num_channels:
            raise ValueError('Make sure that the channel dimension of the pixel values match with the one '
                             f'set in the configuration. Expected {self.num_channels} but got {channels}.')
        if height != self.image_size or width != self.image_size:
            raise ValueError(f"Input image size ({height}*{width}) doesn't match model "
                             f'({self.image_size}*{self.image_size}).')
        return self.projection(pixel_values).flatten(2).transpose(1, 2)


class ViTEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.cls_token = nn.Parameter(torch.zeros(1, 1, config.hidden_size))
        self.patch_embeddings = ViTPatchEmbeddings(config)
        tokens = self.patch_embeddings.num_patches + 1
        self.position_embeddings = nn.Parameter(torch.zeros(1, tokens, config.hidden_size))
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, pixel_values):
        patches = self.patch_embeddings(pixel_values)
        cls_tokens = self.cls_token.expand(patches.size(0), -1, -1)
        embeddings = torch.cat((cls_tokens, patches), dim=1)
        return self.dropout(embeddings + self.position_embeddings)


class ViTSelfAttention(BertSelfAttention):
    def __init__(self, config):
        super().__init__(config)
        if not config.qkv_bias:
            self.query.bias = self.key.bias = self.value.bias = None


class ViTSelfOutput(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states):
        return self.dropout(self.dense(hidden_states))


class ViTAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = ViTSelfAttention(config)
        self.output = ViTSelfOutput(config)

    def forward(self, hidden_states):
        context, weights = self.attention(hidden_states)
        return self.output(context), weights


class ViTOutput(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, input_tensor):
        return self.dropout(self.dense(hidden_states)) + input_tensor


class ViTLayer(nn.Module):
    """Unlike BERT's, it takes the norm before each part and not after it."""

    def __init__(self, config):
        super().__init__()
        self.attention = ViTAttention(config)
        self.intermediate = BertIntermediate(config)
        self.output = ViTOutput(config)
        self.layernorm_before = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.layernorm_after = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states, output_attentions=True):
        attention_output, weights = self.attention(self.layernorm_before(hidden_states))
        hidden_states = attention_output + hidden_states
        middle = self.intermediate(self.layernorm_after(hidden_states))
        return self.output(middle, hidden_states), weights


class ViTEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([ViTLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, hidden_states):
        all_hidden_states, attentions = (hidden_states,), ()
        for layer in self.layer:
            hidden_states, weights = layer(hidden_states)
            all_hidden_states += (hidden_states,)
            attentions += (weights,)
        return all_hidden_states, attentions


class ViTPreTrainedModel(PreTrainedModel):
    config_class = ViTConfig
    base_model_prefix = 'vit'
    layers_at = 'vit.encoder.layer'
    _heads = ('classifier.', 'vit.pooler.', 'pooler.', 'vit.embeddings.mask_token', 'decoder.')

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Conv2d)):
            nn.init.normal_(module.weight, std=self.config.initializer_range)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        if isinstance(module, ViTEmbeddings):
            nn.init.normal_(module.cls_token, std=self.config.initializer_range)
            nn.init.normal_(module.position_embeddings, std=self.config.initializer_range)


class ViTModel(ViTPreTrainedModel):
    def __init__(self, config, add_pooling_layer=True):
        super().__init__(config)
        self.embeddings = ViTEmbeddings(config)
        self.encoder = ViTEncoder(config)
        self.layernorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.pooler = BertPooler(config) if add_pooling_layer else None
        self.post_init()

    def _take(self, tensors, folder, dtype):
        """The file of a classifier has no pooler."""
        if self.pooler is not None and not any('pooler.dense' in key for key in tensors):
            print(f'{folder} has no pooler: pooler_output is None', file=sys.stderr)
            self.pooler = None
        super()._take(tensors, folder, dtype)

    def forward(self, pixel_values=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        config = self.config
        if pixel_values is None:
            raise ValueError('You have to specify pixel_values')
        if output_attentions is None:
            output_attentions = config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = config.output_hidden_states
        return_dict = config.return_dict if return_dict is None else return_dict
        all_hidden_states, attentions = self.encoder(self.embeddings(pixel_values))
        last = self.layernorm(all_hidden_states[-1])
        outputs = BaseModelOutputWithPooling(
            last_hidden_state=last, pooler_output=self.pooler(last) if self.pooler is not None else None,
            hidden_states=all_hidden_states if output_hidden_states else None,
            attentions=attentions if output_attentions else None)
        return outputs if return_dict else outputs.to_tuple()


class ViTForImageClassification(ViTPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.vit = ViTModel(config, add_pooling_layer=False)
        self.classifier = nn.Linear(config.hidden_size, config.num_labels)
        self.post_init()

    def forward(self, pixel_values=None, labels=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        outputs = self.vit(pixel_values, output_attentions, output_hidden_states, return_dict=True)
        logits = self.classifier(outputs.last_hidden_state[:, 0])
        loss = None if labels is None else nn.functional.cross_entropy(logits, labels.view(-1))
        result = ClassifierOutput(loss=loss, logits=logits, hidden_states=outputs.hidden_states,
                                  attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
