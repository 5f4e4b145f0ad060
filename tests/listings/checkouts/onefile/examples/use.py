import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent.resolve()))
import attention
from attention import demo as run

print(attention.__name__, __name__, run(1), attention.demo is run, pathlib.Path(attention.__file__).name)
