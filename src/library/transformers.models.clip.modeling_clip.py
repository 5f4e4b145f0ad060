"""CLIP: a tower reads texts, each token those before it; another reads pictures, as a vision transformer
does. What comes out of them has the same number of features, so that they can be compared."""

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.modeling_outputs import BaseModelOutputWithPooling, ModelOutput
from transformers.modeling_utils import PreTrainedModel
from transformers.models.clip.configuration_clip import CLIPConfig, CLIPTextConfig, CLIPVisionConfig


class CLIPOutput(ModelOutput):
    fields = ('loss', 'logits_per_image', 'logits_per_text', 'text_embeds', 'image_embeds',
              'text_model_output', 'vision_model_output')


class CLIPTextEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.most = config.max_position_embeddings
        self.token_embedding = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position_embedding = nn.Embedding(self.most, config.hidden_size)

    def forward(self, input_ids, position_ids=None):
        tokens = input_ids.size(-1)
        if tokens > self.most:
            raise ValueError(f'{tokens} tokens are more than the {self.most} that this model was '
                             'made for')
        if position_ids is None:
            position_ids = torch.arange(tokens).unsqueeze(0)
        return self.token_embedding(input_ids) + self.position_embedding(position_ids)


class CLIPVisionEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.image_size = config.image_size
        self.num_positions = (config.image_size // config.patch_size) ** 2 + 1
        self.class_embedding = nn.Parameter(torch.zeros(config.hidden_size))
        self.patch_embedding = nn.Conv2d(config.num_channels, config.hidden_size, bias=False,
                                         kernel_size=config.patch_size, stride=config.patch_size)
        self.position_embedding = nn.Embedding(self.num_positions, config.hidden_size)

    def forward(self, pixel_values):
        batch, _, height, width = pixel_values.shape
        if height != self.image_size or width != self.image_size:
            raise ValueError(f"Input image size ({height}*{width}) doesn't match model "
                             f'({self.image_size}*{self.image_size}).')
        patches = self.patch_embedding(pixel_values).flatten(2).transpose(1, 2)
        class_embeds = self.class_embedding.expand(batch, 1, -1)
        embeddings = torch.cat((class_embeds, patches), dim=1)
        return embeddings + self.position_embedding(torch.arange(self.num_positions).unsqueeze(0))


class CLIPAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_heads = config.num_attention_heads
        self.head_dim = config.hidden_size // config.num_attention_heads
        self.scale = self.head_dim ** -0.5
        self.k_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.v_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.q_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.out_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.attention_dropout)

    def split_heads(self, tensor):
        """(batch, tokens, features) to (batch, heads, tokens, features of a head)"""
        batch, tokens, _ = tensor.shape
        return tensor.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)

    def forward(self, hidden_states, to_see=None):
        query = self.split_heads(self.q_proj(hidden_states))
        key = self.split_heads(self.k_proj(hidden_states))
        value = self.split_heads(self.v_proj(hidden_states))
        scores = torch.matmul(query, key.transpose(-1, -2)) * self.scale
        if to_see is not None:
            scores = scores.masked_fill(~to_see, float('-inf'))
        weights = scores.softmax(dim=-1)
        context = torch.matmul(self.dropout(weights), value).transpose(1, 2)
        return self.out_proj(context.reshape(hidden_states.shape)), weights


class CLIPMLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.activation_fn = get_activation(config.hidden_act)
        self.fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.fc2 = nn.Linear(config.intermediate_size, config.hidden_size)

    def forward(self, hidden_states):
        return self.fc2(self.activation_fn(self.fc1(hidden_states)))


class CLIPEncoderLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.self_attn = CLIPAttention(config)
        self.layer_norm1 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.mlp = CLIPMLP(config)
        self.layer_norm2 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states, to_see=None, output_attentions=True):
        attention_output, weights = self.self_attn(self.layer_norm1(hidden_states), to_see)
        hidden_states = hidden_states + attention_output
        return hidden_states + self.mlp(self.layer_norm2(hidden_states)), weights


class CLIPEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layers = nn.ModuleList([CLIPEncoderLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, hidden_states, to_see=None):
        all_hidden_states, attentions = (hidden_states,), ()
        for layer in self.layers:
            hidden_states, weights = layer(hidden_states, to_see)
            all_hidden_states += (hidden_states,)
            attentions += (weights,)
        return all_hidden_states, attentions


def _outputs(config, last, pooled, states, attentions, output_attentions, output_hidden_states):
    if output_attentions is None:
        output_attentions = config.output_attentions
    if output_hidden_states is None:
        output_hidden_states = config.output_hidden_states
    return BaseModelOutputWithPooling(
        last_hidden_state=last, pooler_output=pooled,
        hidden_states=states if output_hidden_states else None,
        attentions=attentions if output_attentions else None)


class CLIPTextTransformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = CLIPTextEmbeddings(config)
        self.encoder = CLIPEncoder(config)
        self.final_layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def _ends(self, input_ids):
        """Where each text ends: the token that stands for the whole. Its number is the largest; the
        first files had a 2 in its place."""
        if self.config.eos_token_id == 2:
            return input_ids.argmax(dim=-1)
        return (input_ids == self.config.eos_token_id).int().argmax(dim=-1)

    def forward(self, input_ids, attention_mask=None, position_ids=None, output_attentions=None,
                output_hidden_states=None):
        tokens = input_ids.size(-1)
        # A token sees itself and those before it, and no padding.
        to_see = torch.ones(tokens, tokens, dtype=torch.bool).tril()
        if attention_mask is not None and not bool(attention_mask.bool().all()):
            to_see = to_see & attention_mask.bool()[:, None, None, :]
        states, attentions = self.encoder(self.embeddings(input_ids, position_ids), to_see)
        last = self.final_layer_norm(states[-1])
        pooled = last[torch.arange(last.size(0)), self._ends(input_ids)]
        return _outputs(self.config, last, pooled, states, attentions, output_attentions,
                        output_hidden_states)


class CLIPVisionTransformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = CLIPVisionEmbeddings(config)
        self.pre_layrnorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.encoder = CLIPEncoder(config)
        self.post_layernorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, pixel_values, output_attentions=None, output_hidden_states=None):
        states, attentions = self.encoder(self.pre_layrnorm(self.embeddings(pixel_values)))
        pooled = self.post_layernorm(states[-1][:, 0])
        return _outputs(self.config, states[-1], pooled, states, attentions, output_attentions,
                        output_hidden_states)


class CLIPPreTrainedModel(PreTrainedModel):
    config_class = CLIPConfig
    base_model_prefix = 'clip'
    _keys_to_ignore = ('embeddings.position_ids',)

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding, nn.Conv2d)):
            nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)
        if isinstance(module, CLIPVisionEmbeddings):
            nn.init.normal_(module.class_embedding, std=0.02)


class CLIPTextModel(CLIPPreTrainedModel):
    config_class = CLIPTextConfig
    _heads = ('vision_model.', 'text_projection.', 'visual_projection.', 'logit_scale')

    def __init__(self, config):
        super().__init__(config)
        self.text_model = CLIPTextTransformer(config)
        self.post_init()

    def get_input_embeddings(self):
        return self.text_model.embeddings.token_embedding

    def forward(self, input_ids=None, attention_mask=None, position_ids=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        outputs = self.text_model(input_ids, attention_mask, position_ids, output_attentions,
                                  output_hidden_states)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return outputs if return_dict else outputs.to_tuple()


class CLIPVisionModel(CLIPPreTrainedModel):
    config_class = CLIPVisionConfig
    _heads = ('text_model.', 'text_projection.', 'visual_projection.', 'logit_scale')

    def __init__(self, config):
        super().__init__(config)
        self.vision_model = CLIPVisionTransformer(config)
        self.post_init()

    def forward(self, pixel_values=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        outputs = self.vision_model(pixel_values, output_attentions, output_hidden_states)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return outputs if return_dict else outputs.to_tuple()


class CLIPModel(CLIPPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        text, vision = config.text_config, config.vision_config
        self.text_model = CLIPTextTransformer(text)
        self.vision_model = CLIPVisionTransformer(vision)
        self.visual_projection = nn.Linear(vision.hidden_size, config.projection_dim, bias=False)
        self.text_projection = nn.Linear(text.hidden_size, config.projection_dim, bias=False)
        self.logit_scale = nn.Parameter(torch.tensor(config.logit_scale_init_value))
        self.post_init()

    def get_text_features(self, input_ids=None, attention_mask=None, position_ids=None):
        return self.text_projection(self.text_model(input_ids, attention_mask, position_ids).pooler_output)

    def get_image_features(self, pixel_values=None):
        return self.visual_projection(self.vision_model(pixel_values).pooler_output)

    def forward(self, input_ids=None, pixel_values=None, attention_mask=None, position_ids=None,
                return_loss=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if output_attentions is None:
            output_attentions = self.config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = self.config.output_hidden_states
        vision = self.vision_model(pixel_values, output_attentions, output_hidden_states)
        text = self.text_model(input_ids, attention_mask, position_ids, output_attentions,
                               output_hidden_states)
        image_embeds = self.visual_projection(vision.pooler_output)
        text_embeds = self.text_projection(text.pooler_output)
        # Of length 1, so that their products are cosines.
        image_embeds = image_embeds / image_embeds.norm(p=2, dim=-1, keepdim=True)
        text_embeds = text_embeds / text_embeds.norm(p=2, dim=-1, keepdim=True)
        logits_per_text = torch.matmul(text_embeds, image_embeds.t()) * self.logit_scale.exp()
        logits_per_image = logits_per_text.t()
        loss = None
        if return_loss:
            own = torch.arange(logits_per_text.size(0))
            loss = (nn.functional.cross_entropy(logits_per_text, own) +
                    nn.functional.cross_entropy(logits_per_image, own)) / 2.0
        outputs = CLIPOutput(loss=loss, logits_per_image=logits_per_image,
                             logits_per_text=logits_per_text, text_embeds=text_embeds,
                             image_embeds=image_embeds, text_model_output=text,
                             vision_model_output=vision)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return outputs if return_dict else outputs.to_tuple()
