# make npm: the npm package, build/npm/qkv-VERSION.tgz. Its wasm has the command line as well as what a
# page calls; its glue runs in node, pages and workers.
N        := build/npm
comma    := ,
NPM_LINK := $(subst -sENVIRONMENT=web$(comma)node,-sENVIRONMENT=web$(comma)worker,$(WEB_LINK))
NPM_OWN  := $(addprefix $(W)/objects/,web/web.o web/hero.o web/text.o web/command.o main.o)

$(W)/objects/main.o: WEB_FLAGS += -Dmain=command_line

$(N)/program.js: $(W)/program.js $(NPM_OWN)
	@mkdir -p $(@D)
	$(call say,link   $(N)/program.wasm) emcc $(NPM_LINK) -o $@ $(NPM_OWN) $(W)/libqkv.a \
	    $(W)/libraries/libraries.a 2>&1 | { grep -v 'removelist contained' || true; }

.PHONY: npm npm-test
npm: $(N)/qkv-$(VERSION).tgz

$(N)/qkv-$(VERSION).tgz: $(N)/program.js $(W)/qkv.html $(wildcard src/npm/* src/npm/bin/*) $(wildcard src/web/page/*)
	@tests/support/deps.sh web-test
	$(call say,pack   $@) src/npm/pack.sh $(N) $(VERSION)

# The package in an empty project: node, a bundler, Chromium, Firefox where it is.
npm-test: npm build/qkv
	@tests/support/deps.sh web-test
	@tests/npm/test.sh $(N)
