project = "A lecture"
extensions = ["qkv.sphinx", "myst_parser"]
numfig = True
qkv_elements = "https://example.org/elements.js"
master_doc = "index"
