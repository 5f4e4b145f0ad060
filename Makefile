# make          builds build/qkv
# make run      installs what is missing, builds, opens the first lesson
# make test     installs what the tests need, builds and runs every test
# make install  PREFIX=/usr/local DESTDIR=: program, lessons, man page, completions
# make test-on  SUITE=trixie: the two above on another Debian, from nothing (root rights, mmdebstrap)
# make test-32  the unit tests with pointers of 32 bits, on a Debian for i386 (the same)
# make test-musl  the engine's unit tests with musl instead of glibc
# make web      the program in one page, build/web/qkv.html (emscripten); make web-test, web-look
# make wheel    what pip installs: the page for notebooks, and the recorder of PyTorch; make notebook-test
# make npm      the npm package, build/npm/qkv-VERSION.tgz (emscripten); make npm-test
# make site     pages to meet the program by, build/site/
# make look     pictures of the program in a real terminal, in many sizes and colours: build/look/
# make help     all help in Markdown, and llms.txt: build/help/
# make formats  files for other programs, read by those: npm, Chromium, Inkscape, LaTeX are installed
# make dist     the source as a tarball; make deb: a Debian package, build/packages/
#               PAGE= leaves out of site, deb and deb-test what `make web` makes
# make brew     RELEASE=https://…, the folder it is published in: a Homebrew formula for the tarball
# make deb-test the package installed in a bare Debian, used and removed (root rights, mmdebstrap)
# More: uninstall, deps, unit, site-test, fuzz, fuzz-long, bench, pictures, parity, recordings, lint, tidy, format, clean.
#
# CC=clang, DEV=1 (warnings are errors), SAN=address,undefined (sanitizers), V=1 (show commands);
# each combination of the first three keeps its objects in a folder of its own.

PREFIX  ?= /usr/local
VERSION := 1.1.0
OPT     ?= -O2 -g
V       ?=
FUZZING := $(findstring fuzzer,$(SAN))
B       := build/$(notdir $(CC))$(if $(FUZZING),-fuzz,$(if $(SAN),-san))$(if $(DEV),-dev)

LIBS       := ncursesw cairo pangocairo libdeflate md4c jansson openblas libpcre2-8 libutf8proc sleef libsixel gmp
TEST_LIBS  := cmocka vterm
PKG_CONFIG ?= pkg-config
ifeq ($(shell uname),Darwin) # brew keeps these two out of the way of the system's own
BREW       := $(shell brew --prefix)/opt
PKG_CONFIG := env PKG_CONFIG_PATH=$(BREW)/ncurses/lib/pkgconfig:$(BREW)/openblas/lib/pkgconfig pkg-config
endif

# OpenBLAS is opened at run time (src/tensor/matrices/blas.c says why), from where it was found.
BLAS       := $(if $(BREW),$(BREW)/openblas/lib/libopenblas.dylib,libopenblas.so.0)

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes \
            -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wcast-qual
# One object per allocation, so that the address sanitizer sees each of them end. Instrumented
# loops need not become vectors. At a fixed place, or half a million addresses would have to be
# mended at each start, a third of it.
SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer -fno-pie \
            -Wno-pass-failed -DARENA_BLOCK_BYTES=0)
override LDFLAGS += $(if $(SAN),-no-pie)
# -ffp-contract=off: a*b + c is rounded twice, as the arithmetic on the screen says.
# -fno-math-errno: errno is not read, and without it sqrt in a loop need not be a call.
# 32-bit x86 computes in SSE registers, as 64-bit x86 does: those of the x87 round twice.
SSE := $(if $(filter i386-% i486-% i586-% i686-%,$(shell $(CC) -dumpmachine 2>/dev/null)),-msse2 -mfpmath=sse -Wno-psabi)
ALL_CFLAGS := -std=c11 -D_DEFAULT_SOURCE -Isrc $(OPT) -ffp-contract=off -fno-math-errno $(SSE) $(WARNINGS) \
            $(if $(DEV),-Werror) $(SANITIZE) -DQKV_VERSION='"$(VERSION)"' -DQKV_BLAS='"$(BLAS)"' \
            $(CPPFLAGS) $(CFLAGS)

# Libraries' headers are -isystem: their warnings are not ours. Feature macros are ours to choose.
lib_cflags = $(patsubst -I%,-isystem %,$(filter-out -D_%,$(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)))
lib_ldlibs = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)
LIB_CFLAGS := $(call lib_cflags,$(LIBS))
# giflib itself has no pkg-config file.
LIB_LDLIBS := $(call lib_ldlibs,$(filter-out openblas,$(LIBS))) -lgif -lm -ldl -pthread
# Where the C library has no contexts (musl), libucontext has them.
LIB_LDLIBS += $(call lib_ldlibs,libucontext)

# What replaces a library that is absent: the functions of floats by the C library. What only a page
# needs.
ABSENT     := $(if $(filter sleef,$(LIBS)),src/tensor/float/libm.c,src/tensor/float/sleef.c) \
              $(wildcard src/web/*.c) src/base/machine/fiber_wasm.c src/tensor/matrices/blas_none.c

LIBRARY := $(B)/libqkv.a
OBJECTS := $(patsubst src/%.c,$(B)/%.o,$(filter-out $(ABSENT),$(wildcard src/*/*.c src/*/*/*.c))) $(B)/library.o $(B)/manual.o
MODULES := $(wildcard src/library/*.py src/library/*.txt)
MANUAL  := $(wildcard assets/manual/*.*)
SUPPORT := $(patsubst tests/%.c,$(B)/tests/%.o,$(wildcard tests/support/*.c))
# STORMS= leaves the storms out: keys without end, which take a third of the time.
STORMS  ?= yes
TESTS   := $(patsubst tests/unit/%.c,$(B)/tests/%,$(filter-out $(if $(STORMS),,tests/unit/test_storm%),$(wildcard tests/unit/test_*.c)))
FUZZERS := $(patsubst tests/fuzz/%.c,$(B)/tests/%,$(wildcard tests/fuzz/fuzz_*.c))

say  = $(if $(V),,@echo "  $(1)";)
jobs = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))

.PHONY: all run test formats test-on test-32 test-musl tests unit fuzzers fuzz fuzz-long install uninstall deps bench look contact-sheet dist deb deb-test brew pictures parity recordings translator digits translator-check induction alice lint tidy format clean FORCE
all: build/qkv

# build/qkv is always the combination built last.
build/qkv: $(B)/qkv FORCE
	@cmp -s $< $@ || { cp -f $< $@.new && mv -f $@.new $@; }

$(B)/qkv: $(B)/main.o $(LIBRARY) $(B)/link-flags
	$(call say,link   build/qkv) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LIB_LDLIBS)

$(LIBRARY): $(OBJECTS)
	@rm -f $@ && ar rcs $@ $^

$(B)/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(ALL_CFLAGS) $(LIB_CFLAGS) -MMD -MP -c -o $@ $<

# src/library and assets/manual as text in the program.
$(B)/library.c: $(MODULES)
$(B)/manual.c: $(MANUAL)
$(B)/library.c $(B)/manual.c: src/library/embed.sh $(B)/files
	@mkdir -p $(@D)
	@src/library/embed.sh $(basename $(@F)) $(filter-out %.sh $(B)/files,$^) > $@.new && mv -f $@.new $@

$(B)/library.o $(B)/manual.o: %.o: %.c $(B)/flags
	$(call say,cc     $(<F)) $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# A file that changes when its text does.
quoted = '$(subst ','\'',$(1))'
hold = @mkdir -p $(@D) && { echo $(call quoted,$(1)) | cmp -s - $@ || echo $(call quoted,$(1)) > $@; }

# When a file comes or goes; when the compiler or a flag changes, and with it everything is built anew;
# when only the program is linked anew.
$(B)/files: FORCE
	$(call hold,$(MODULES) $(MANUAL))

$(B)/flags: FORCE
	@tests/support/deps.sh --check $(or $(NEEDS),build)
	$(call hold,$(CC) $(ALL_CFLAGS) $(LIB_CFLAGS))

$(B)/link-flags: FORCE
	$(call hold,$(LDFLAGS) $(LIB_LDLIBS))

# Tests: one program for each tests/unit/test_*.c; tests/run.sh runs and counts.
TEST_CFLAGS = $(ALL_CFLAGS) -Itests $(LIB_CFLAGS) $(call lib_cflags,$(TEST_LIBS))

$(B)/tests/%.o: tests/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(TEST_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/tests/%: tests/unit/%.c $(SUPPORT) $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(TEST_CFLAGS) -MMD -MP -MF $@.d $(LDFLAGS) -o $@ $< $(SUPPORT) \
	    $(LIBRARY) $(LIB_LDLIBS) $(call lib_ldlibs,$(TEST_LIBS)) -lutil

# Preloaded, they take memory away, or make another OpenBLAS of the one that is there.
$(B)/tests/%.so: tests/memory/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(filter-out -fsanitize%,$(ALL_CFLAGS)) -shared -fPIC -o $@ $< -ldl

$(B)/tests/test_memory: $(B)/tests/no_memory.so
$(B)/tests/test_blas: $(B)/tests/odd_blas.so

# Without libFuzzer a target only replays what it once found.
$(B)/tests/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(if $(FUZZING),,$(B)/tests/fuzz/replay.o) $(LIBRARY)
	$(call say,link   $@) $(CC) $(ALL_CFLAGS) $(if $(FUZZING),-fsanitize=fuzzer) $(LDFLAGS) -o $@ $^ \
	    $(LIB_LDLIBS)

fuzzers: $(FUZZERS) ;
# What the programs of tests are linked from is kept, or they would all be made anew each time.
.SECONDARY: $(SUPPORT) $(FUZZERS:$(B)/tests/%=$(B)/tests/fuzz/%.o) $(B)/tests/fuzz/replay.o
tests: $(TESTS) $(FUZZERS) $(B)/bench ;
unit: $(TESTS)
	@tests/run.sh $(TESTS)

test:
	@tests/support/deps.sh build test
	@$(MAKE) --no-print-directory $(jobs) all tests
	@tests/run.sh $(TESTS) $(FUZZERS) tests/*/run.sh tests/floors.sh tests/lessons.sh tests/lessons_altered.sh tests/coverage.sh tests/readme.sh

# A part of `make test` as well, with what is there.
formats:
	@tests/support/deps.sh build test formats
	@$(MAKE) --no-print-directory $(jobs) all
	@tests/formats/run.sh

test-on:
	@tests/support/test_on.sh $(SUITE) $(ARCH)

test-32:
	@tests/support/test_on.sh bookworm i386

test-musl:
	@tests/support/test_musl.sh $(WEB_LACKS)

# Only the walk goes to stdout, so that `make run > walk.txt` is the walk.
run:
	@tests/support/deps.sh build
	@$(MAKE) --no-print-directory $(jobs) all >&2
	@if [ -t 0 ] && [ -t 1 ] && [ "$${TERM:-dumb}" != dumb ]; then build/qkv learn eight-steps; \
	else build/qkv show eight-steps; fi

deps:
	@tests/support/deps.sh build test

BENCH := $(wildcard tests/bench/*.c)
$(B)/bench: $(BENCH) $(wildcard tests/bench/*.h) $(LIBRARY)
	$(call say,cc     tests/bench) $(CC) $(ALL_CFLAGS) $(LIB_CFLAGS) $(LDFLAGS) -o $@ $(BENCH) $(LIBRARY) \
	    $(LIB_LDLIBS)

# fuzz: the same inputs every time. fuzz-long: others every time, for so many seconds each target.
FUZZ_SECONDS ?= 600
fuzz-long: seconds = $(FUZZ_SECONDS)
fuzz fuzz-long:
	@tests/support/deps.sh build fuzz
	@$(MAKE) --no-print-directory $(jobs) CC=clang SAN=address,undefined,fuzzer-no-link fuzzers
	@FUZZ_SECONDS=$(seconds) tests/fuzz/fuzz.sh \
	    build/clang-fuzz$(if $(DEV),-dev)/tests $(FUZZ_TARGETS)

bench: build/qkv $(B)/bench
	@$(B)/bench build/qkv

# ONLY='heads what*' SIZES=80x24 LOOKS='*-dark' are what tests/look.sh says.
look: build/qkv
	@tests/support/deps.sh look
	@tests/look.sh

# Figures of every kind, theme and place, and of listings, on one page.
contact-sheet: build/qkv
	@tests/contact_sheet.sh

# Those of README.md.
pictures: build/qkv
	@tests/support/deps.sh look
	@tests/look.sh readme

# PYTHON=COMMAND runs a Python with torch 2.6; without it the system's must have one.
parity: build/qkv
	@$(if $(PYTHON),,tests/support/deps.sh parity || \
	    { echo "qkv: any Python with PyTorch 2.6 will do: make parity PYTHON=COMMAND" >&2; exit 1; })
	@LIMIT=1800 PYTHON='$(PYTHON)' tests/run.sh $(wildcard tests/parity/*.py) tests/random/run.py $(RECORDINGS)

# Programs of PyTorch are recorded, and what was recorded computed again.
RECORDINGS := $(addprefix tests/python/recorder/,known.py compare.py uses.py)
recordings: build/qkv
	@$(if $(PYTHON),,tests/support/deps.sh parity &&) LIMIT=1800 PYTHON='$(PYTHON)' tests/run.sh $(RECORDINGS)

# Trains it anew, with three seeds, in about ten minutes.
translator:
	@$(if $(PYTHON),,echo "qkv: any Python with PyTorch 2.6 will do: make translator PYTHON=COMMAND" >&2; exit 1;) \
	    cd lessons/translator && $(PYTHON) train.py translator.pt 1 2 3

# Trains the small GPT that writes in the lessons, with three seeds, and keeps the best.
alice:
	@$(if $(PYTHON),,echo "qkv: any Python with PyTorch 2.6 will do: make alice PYTHON=COMMAND" >&2; exit 1;) \
	    cd lessons/alice && $(PYTHON) train.py alice.pt 1 2 3

# Trains the model of the lesson on induction, and keeps it at eight steps.
induction:
	@$(if $(PYTHON),,echo "qkv: any Python with PyTorch 2.6 will do: make induction PYTHON=COMMAND" >&2; exit 1;) \
	    cd lessons/induction && $(PYTHON) train.py snapshots.pt 1

# Trains the model that reads digits, with three seeds, in about two minutes.
digits:
	@$(if $(PYTHON),,echo "qkv: any Python with PyTorch 2.6 will do: make digits PYTHON=COMMAND" >&2; exit 1;) \
	    cd lessons/digits && $(PYTHON) train.py digits.pt 1 2 3

# qkv translates 1,000 sentences that it was not trained with; with PYTHON=COMMAND PyTorch does, too.
translator-check: build/qkv
	@PYTHON='$(PYTHON)' tests/support/translator.sh build/qkv

include src/web/web.mk
include src/npm/npm.mk
include assets/site/site.mk
include src/documents/documents.mk
include src/python/python.mk

lint:
	@tests/lint.sh

TIDY := $(filter-out $(ABSENT),$(wildcard src/*.c src/*/*.c src/*/*/*.c))
# Clang's analyzer follows paths through functions even where none of its checks needs them, and that
# took nine tenths of the time.
NO_PATHS := -Xclang -analyzer-config -Xclang max-nodes=1
tidy:
	@tests/support/deps.sh build lint
	@mkdir -p build
	@printf '%s\n' $(TIDY) | xargs -I FILE -P "$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" \
	    clang-tidy --quiet FILE -- $(ALL_CFLAGS) $(LIB_CFLAGS) $(NO_PATHS) >build/tidy 2>&1 || \
	    { grep -E '(error|warning|note):' build/tidy || tail -n 5 build/tidy; exit 1; }

format:
	@clang-format -i $(wildcard src/*.c src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] assets/*/*.c)

SHARE := $(DESTDIR)$(PREFIX)/share
PAGES := $(SHARE)/man/man1/qkv.1 $(SHARE)/bash-completion/completions/qkv \
         $(SHARE)/zsh/site-functions/_qkv $(SHARE)/fish/vendor_completions.d/qkv.fish

install: build/qkv $(HELP) uninstall
	@mkdir -p $(DESTDIR)$(PREFIX)/bin $(SHARE)/qkv $(dir $(PAGES))
	@cp build/qkv $(DESTDIR)$(PREFIX)/bin/qkv && chmod 755 $(DESTDIR)$(PREFIX)/bin/qkv
	@cp -R lessons assets/qkv.schema.json $(SHARE)/qkv/ && chmod -R u=rwX,go=rX $(SHARE)/qkv
	@build/qkv help --man > $(word 1,$(PAGES))
	@build/qkv completion bash > $(word 2,$(PAGES))
	@build/qkv completion zsh > $(word 3,$(PAGES))
	@build/qkv completion fish > $(word 4,$(PAGES))
	@$(install-documents)
	@echo "  installed $(DESTDIR)$(PREFIX)/bin/qkv"

uninstall:
	@rm -rf $(DESTDIR)$(PREFIX)/bin/qkv $(SHARE)/qkv $(PAGES)

dist:
	@assets/packaging/dist.sh $(VERSION) build/qkv-$(VERSION).tar.gz

brew: dist
	@RELEASE='$(RELEASE)' assets/packaging/brew.sh $(VERSION) build/qkv-$(VERSION).tar.gz build/packages/qkv.rb

deb:
	@tests/support/deps.sh build deb
	+@PAGE='$(PAGE)' assets/packaging/deb.sh $(VERSION) build/packages

deb-test:
	@tests/packages.sh

clean:
	rm -rf build

-include $(OBJECTS:.o=.d) $(SUPPORT:.o=.d) $(wildcard $(B)/tests/fuzz/*.d) $(B)/main.d $(TESTS:=.d)
