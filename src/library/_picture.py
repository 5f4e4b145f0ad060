"""What `qkv model FOLDER PICTURE` walks through: a listing, and what is said before it runs."""

import json
from os.path import isfile

from PIL import Image
from transformers import AutoImageProcessor

_WHOLE = 300 << 20  # bytes to record; where it would be more, one layer is recorded

_BEGIN = '''\
"""{name} looks at {shown}"""

# %% The picture
from PIL import Image
from transformers import AutoImageProcessor, {model}

picture = Image.open({path}).convert("RGB")
processor = AutoImageProcessor.from_pretrained({folder})
#| axes: pixel_values = batch, channel, row, column
pixel_values = processor(picture, return_tensors="pt")["pixel_values"]

# %% The model
model = {model}.from_pretrained({folder}{options})
patches = ["whole"] + [f"{{row}},{{column}}" for row in range({rows}) for column in range({rows})]
#| axes: positions = {axes}
positions = model.{positions}
'''

_OUTPUTS = '''\
outputs = model(pixel_values=pixel_values)
'''

_LAYER = '''
# %% Layer {layer}: attention
#| axes: attention_{layer} = head, patches, patches
attention_{layer} = outputs.attentions[{layer}][0]
#| axes: over_{layer} = head, row, column
over_{layer} = attention_{layer}[:, 0, 1:].unflatten(-1, ({rows}, {rows}))
'''

_LONG = '''
# %% All layers
#| record: nothing
outputs = model(pixel_values=pixel_values, output_hidden_states=True)

# %% Layer {layer}: attention
#| axes: states = batch, patches
states = outputs.hidden_states[{layer}]
layer_{layer} = model.{layers}[{layer}]
weights = layer_{layer}(states, output_attentions=True)[-1]
#| axes: attention_{layer} = head, patches, patches
attention_{layer} = weights[0]
#| axes: over_{layer} = head, row, column
over_{layer} = attention_{layer}[:, 0, 1:].unflatten(-1, ({rows}, {rows}))
'''

_LIKELIEST = '''
# %% The likeliest classes
probabilities = outputs.logits[0].softmax(dim=-1)
likeliest = probabilities.topk({count})
candidates = [model.config.id2label[number] for number in likeliest.indices.tolist()]
#| axes: shares = candidates
shares = likeliest.values
for share, candidate in zip(shares.tolist(), candidates):
    print(f"{{share:.4f}}", candidate)
'''


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def is_picture(text):
    """Is it the path of one? Whether it can be read turns out when it is."""
    return text.lower().endswith(('.png', '.jpg', '.jpeg')) or text[:2] == './' and isfile(text)


def refuse_picture(name, path):
    raise ValueError(f"{name} reads texts, and {path.rsplit('/', 1)[-1]} is a picture; ViT and CLIP read "
                     'pictures')


def write(folder, name, config, path, layer, say):
    """Prints the listing. `say` says what it will take: of so many tokens so many bytes are recorded."""
    vision = config.vision_config if config.model_type == 'clip' else config
    path = path[2:] if path[:2] == './' else path
    if not isfile(path):
        raise ValueError(f"{name} reads pictures, and '{path}' is not the path of a PNG or JPEG")
    AutoImageProcessor.from_pretrained(folder)  # what is wrong with either is said now
    Image.open(path)
    layers = vision.num_hidden_layers
    if layer >= layers:
        raise ValueError(f'there is no layer {layer}: {name} has layers 0 to {layers - 1}')
    rows = vision.image_size // vision.patch_size
    tokens = rows * rows + 1
    d, heads, inner = vision.hidden_size, vision.num_attention_heads, vision.intermediate_size
    one = 4 * (tokens * (14 * d + 2 * inner) + 4 * heads * tokens * tokens)
    whole = layers * one <= _WHOLE
    say(vision, tokens, layers * one if whole else one)
    is_classifier = config.model_type == 'vit'
    model = 'AutoModelForImageClassification' if is_classifier else 'CLIPVisionModel'
    shown = path.rsplit('/', 1)[-1].replace('\\', '/').replace('"', "'")
    print(_BEGIN.format(name=name, shown=shown, path=_quoted(path), folder=_quoted(folder), model=model,
                        rows=rows, axes='batch, patches' if is_classifier else 'patches',
                        positions='vit.embeddings.position_embeddings' if is_classifier else
                        'vision_model.embeddings.position_embedding.weight', options=', output_attentions=True' if whole else ''), end='')
    if whole:
        print(_OUTPUTS, end='')
        for number in range(layers):
            print(_LAYER.format(layer=number, rows=rows), end='')
    else:
        where = 'vit.encoder.layer' if is_classifier else 'vision_model.encoder.layers'
        print(_LONG.format(layer=layer, layers=where, rows=rows), end='')
    if is_classifier:
        print(_LIKELIEST.format(count=min(5, config.num_labels)), end='')
