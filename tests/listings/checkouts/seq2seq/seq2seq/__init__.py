from .models.decoder import Decoder
from .models.encoder import Encoder
