from llama import Llama

print(Llama.build("params.json").generate([1, 5, 7], 4))
