// What to try instead of a module that qkv does not have.
#include "lang/imports/module.h"
#include "lang/interp.h"

typedef struct ModuleHint {
    const char *module; // and those inside it
    const char *hint;
} ModuleHint;

static const ModuleHint hints[] = {
    {"transformers", "from transformers import AutoModel, AutoTokenizer: GPT-2 and BERT are there"},
    {"tokenizers", "transformers.AutoTokenizer.from_pretrained('./folder'), or a dict of words"},
    {"sentencepiece", "a dict of words: qkv has no trained tokenizers"},
    {"nltk", "text.split(): qkv has no trained tokenizers"},
    {"spacy", "text.split(): qkv has no trained tokenizers"},
    {"datasets", "a few sentences in the program itself, or open() of a text beside it"},
    {"torchtext", "a few sentences in the program itself, and a dict of words"},
    {"torchvision", "a small tensor in place of the images"},
    {"torchaudio", "a small tensor in place of the sound"},
    {"torchinfo", "to drop it: print(model) shows the layers"},
    {"torchsummary", "to drop it: print(model) shows the layers"},
    {"torchmetrics", "the formula in plain torch"},
    {"pytorch_lightning", "a plain torch.nn.Module and a loop"},
    {"lightning", "a plain torch.nn.Module and a loop"},
    {"accelerate", "to drop it: qkv runs on one processor"},
    {"flash_attn", "torch.nn.functional.scaled_dot_product_attention"},
    {"xformers", "torch.nn.functional.scaled_dot_product_attention"},
    {"triton", "plain torch operations"},
    {"pandas", "a list of rows, or a dict of columns"},
    {"scipy", "torch or math: scipy.special.softmax is torch.softmax"},
    {"sklearn", "plain torch: cosine similarity is torch.nn.functional.cosine_similarity"},
    {"plotly", "to drop it: qkv draws every matrix of the walk itself"},
    {"bertviz", "to drop it: qkv draws every matrix of the walk itself"},
    {"PIL", "to drop it: qkv reads no images"},
    {"cv2", "to drop it: qkv reads no images"},
    {"jax", "the same with torch"},
    {"tensorflow", "the same with torch"},
    {"keras", "the same with torch.nn"},
    {"requests", "the data in the program itself: qkv reaches no network"},
    {"urllib", "the data in the program itself: qkv reaches no network"},
    {"wandb", "to drop it, or print(...)"},
    {"tensorboard", "to drop it, or print(...)"},
    {"multiprocessing", "a loop: qkv runs one thing at a time"},
    {"asyncio", "a loop: qkv runs one thing at a time"},
};

const char *hint_for_module(const char *module)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        Str name = str_from(module), known = str_from(hints[i].module);
        bool inside =
            str_starts(name, hints[i].module) && (name.n == known.n || name.p[known.n] == '.');
        if (inside) return hints[i].hint;
    }
    return NULL;
}
