!pip install torch
