# make help: all help in Markdown, for people's assistants, build/help/.
# make documents-test: what the filter makes, in pages, PDF and other documents; installs what reads them.
HELP := build/help/llms.txt

.PHONY: help documents-test
help: $(HELP)

$(HELP): assets/help/help.sh build/qkv $(MANUAL)
	$(call say,help   build/help) $< build/qkv build/help

# The filter is where `quarto add PREFIX/share/qkv` finds it.
define install-documents
mkdir -p $(SHARE)/qkv/_extensions/qkv && cp src/documents/qkv.lua src/documents/_extension.yml $(SHARE)/qkv/_extensions/qkv/ && \
    cp -R build/help $(SHARE)/qkv/ && chmod -R u=rwX,go=rX $(SHARE)/qkv/_extensions $(SHARE)/qkv/help
endef

documents-test: build/qkv
	@tests/support/deps.sh build documents
	@tests/documents/run.sh
