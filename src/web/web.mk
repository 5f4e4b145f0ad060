# make web: the program in one page, build/web/qkv.html. Emscripten compiles it; libraries.sh gets the
# libraries. Nothing else needs either.
W         := build/web
# What a page has not: a terminal, files of its own, a BLAS, cairo and pango.
WEB_LACKS := src/main.c src/base/machine/fiber.c src/tensor/matrices/blas.c src/tensor/float/libm.c \
             $(addprefix src/terminal/,capabilities.c sixel.c rescue.c screen.c term.c) \
             $(addprefix src/export/,apng.c drawing.c gif.c photo.c text.c)
WEB_C     := $(filter-out $(WEB_LACKS),$(wildcard src/*/*.c src/*/*/*.c))
WEB_O     := $(patsubst src/%.c,$(W)/objects/%.o,$(WEB_C)) $(W)/objects/library.o $(W)/objects/manual.o
# Numbers are for speed, the rest is for size: it has to travel.
web_speed  = $(if $(filter src/tensor/matrices/% src/tensor/float/%,$(1)),-O3 -msimd128,$(if $(filter src/lang/% src/torch/%,$(1)),-O2,-Os))
WEB_FLAGS := -std=c11 -D_DEFAULT_SOURCE -Isrc -ffp-contract=off -fno-math-errno -Wall -Wextra \
             $(if $(DEV),-Werror) -isystem $(W)/libraries/include -DQKV_VERSION='"$(VERSION)"'
# Fibers are Asyncify's, which makes a function that can be left half as large again. Floors that
# never run a program are never left in the middle: calm.json names their functions, those apart that
# have the name of one elsewhere.
WEB_CALM  := base tensor syntax study trace figure export terminal lesson state
WEB_LINK  := -Os -sASYNCIFY -sASYNCIFY_REMOVE=@$(W)/calm.json -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=524288 -sMODULARIZE=1 \
             -sEXPORT_NAME=startQkv -sENVIRONMENT=web,node \
             -sEXPORTED_RUNTIME_METHODS=ccall,UTF8ToString,FS,ENV
export NODE_PATH := $(or $(NODE_PATH),/usr/share/nodejs)

.PHONY: web
web: $(W)/qkv.html

$(W)/libraries/libraries.a: src/web/libraries.sh
	@tests/support/deps.sh web
	@src/web/libraries.sh $(W)/libraries

$(W)/objects/%.o: src/%.c $(W)/libraries/libraries.a
	@mkdir -p $(@D)
	$(call say,emcc   $<) emcc $(WEB_FLAGS) $(call web_speed,$<) -MMD -MP -c -o $@ $<

$(W)/objects/library.o $(W)/objects/manual.o: $(W)/objects/%.o: $(B)/%.c $(W)/libraries/libraries.a
	@mkdir -p $(@D)
	$(call say,emcc   $(<F)) emcc $(WEB_FLAGS) -Os -c -o $@ $<

# Asked when it is wanted: on a fresh machine the rules above have just installed it.
WEB_NM    := $$(ls /usr/bin/llvm-nm /usr/bin/llvm-nm-* 2>/dev/null | head -n 1)
web_functions = "$(WEB_NM)" --defined-only $(1) 2>$@.said | awk '$$2 ~ /^[tT]$$/ { print $$3 }' | sort -u
web_calm   = $(filter $(WEB_CALM:%=$(W)/objects/%/$(1)),$(WEB_O))
$(W)/calm.json: $(WEB_O)
	@$(call web_functions,$(call web_calm,%.o) $(W)/libraries/libraries.a) > $@.calm
	@$(call web_functions,$(filter-out $(call web_calm,%.o),$(WEB_O))) > $@.other
	@test -s $@.calm || { cat $@.said >&2; echo "qkv: llvm-nm names no functions" >&2; exit 1; }
	@comm -23 $@.calm $@.other | grep -v '^fiber_' | sed 's/.*/"&"/' | paste -s -d , - | sed 's/.*/[&]/' > $@

$(W)/program.js: $(WEB_O) $(W)/calm.json
	$(call say,link   $(W)/program.wasm) rm -f $(W)/libqkv.a && emar rcs $(W)/libqkv.a $(WEB_O) && \
	    emcc $(WEB_LINK) -o $@ $(W)/objects/web/web.o $(W)/objects/web/hero.o $(W)/objects/web/text.o $(W)/libqkv.a \
	    $(W)/libraries/libraries.a 2>&1 | { grep -v 'removelist contained' || true; }

$(W)/qkv.html: $(W)/program.js build/qkv src/web/pack.sh $(wildcard src/web/page/*) $(wildcard lessons/*.md lessons/*/*)
	$(call say,pack   $@) src/web/pack.sh $(W)/program > $@.new && mv $@.new $@

# The types of the page's modules.
.PHONY: page-check
page-check:
	@tests/support/deps.sh web
	$(call say,tsc    src/web/page) tsc -p src/web/page

# The page in Chromium, and programs by its wasm under node; web-quick: what .ci/run has time for;
# web-look: pictures of the page, build/web/pictures.
.PHONY: web-test web-quick web-look
web-quick: export QUICK = 1
web-test web-quick web-look: build/qkv $(W)/qkv.html
	@tests/support/deps.sh web-test
	@$(if $(filter web-look,$@),tests/web/look.sh,tests/web/test.sh) $(W)

-include $(WEB_O:.o=.d)
