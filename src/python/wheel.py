"""The wheel, from what any Python has: wheel.py VERSION PAGE FILE.whl. The same source gives the same bytes."""
import hashlib
import sys
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

HERE = Path(__file__).parent
METADATA = """Metadata-Version: 2.1
Name: qkv
Version: {version}
Summary: Self-attention, one number at a time: any PyTorch program in a notebook's cell
License: MIT
License-File: LICENSE
Requires-Python: >=3.9
Classifier: Framework :: IPython
Classifier: Framework :: Jupyter
Classifier: Intended Audience :: Education
Classifier: Operating System :: OS Independent
Classifier: Programming Language :: Python :: 3
Description-Content-Type: text/markdown

{readme}"""
WHEEL = "Wheel-Version: 1.0\nGenerator: qkv\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def main(version: str, page: str, path: str) -> None:
    info = f"qkv-{version}.dist-info/"
    files = {one.relative_to(HERE).as_posix(): one.read_bytes() for one in sorted((HERE / "qkv").rglob("*")) if one.suffix in (".py", ".txt")}
    files["qkv/circuits.py"] = (HERE / "../library/qkv.circuits.py").read_bytes()
    files["qkv/qkv.html"] = Path(page).read_bytes()
    files[info + "LICENSE"] = (HERE / "../../LICENSE").read_bytes()
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    files[info + "METADATA"] = METADATA.format(version=version, readme=readme).encode()
    files[info + "WHEEL"] = WHEEL.encode()
    record = [f"{name},sha256={urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('=')},{len(content)}"
              for name, content in files.items()]
    files[info + "RECORD"] = "\n".join([*record, info + "RECORD,,", ""]).encode()
    new = Path(path + ".new")
    with zipfile.ZipFile(new, "w") as wheel:
        for name, content in files.items():
            one = zipfile.ZipInfo(name)  # of 1980, the beginning of ZIP's time
            one.external_attr, one.create_system = 0o100644 << 16, 3
            wheel.writestr(one, content, zipfile.ZIP_DEFLATED, 9)
    new.replace(path)


main(*sys.argv[1:])
