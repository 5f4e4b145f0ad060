# make wheel: what pip installs, build/wheel/qkv-VERSION-py3-none-any.whl, with the page that `make web`
# makes and without the program.
WHEEL := build/wheel/qkv-$(VERSION)-py3-none-any.whl

.PHONY: wheel notebook-test
wheel: $(WHEEL)

$(WHEEL): $(W)/qkv.html LICENSE src/library/qkv.circuits.py src/python/wheel.py src/python/README.md $(wildcard src/python/qkv/*.py src/python/qkv/*/*.py src/python/qkv/*/*.txt)
	@mkdir -p $(@D)
	$(call say,wheel  $@) python3 src/python/wheel.py $(VERSION) $(W)/qkv.html $@

# The wheel in the Jupyter of another Debian (SUITE=bookworm, trixie), and what that writes in Chromium.
notebook-test: $(WHEEL) build/qkv
	@tests/python/notebook/on.sh $(or $(SUITE),trixie) $(WHEEL)
