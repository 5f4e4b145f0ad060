# make        builds build/qkv (what is missing: `make deps` says it and installs it)
# make run    installs what is missing, builds, opens the first lesson
# make test   installs what the tests need, builds and runs every test
#
# DEV=1 turns warnings into errors; SAN=address,undefined builds with sanitizers in a folder of
# its own; CC=clang works throughout.

PREFIX  ?= /usr/local
ifeq ($(origin CC),default)
CC      := gcc
endif
OPT     ?= -O2 -g
VARIANT := $(CC)$(if $(SAN),-san)$(if $(DEV),-dev)
B       := build/$(VARIANT)

LIBS      := ncursesw cairo pangocairo libdeflate md4c jansson openblas
TEST_LIBS := cmocka vterm
VERSION   := 0.1.0

WARN := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes \
        -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wcast-qual
# -ffp-contract=off: a*b + c is rounded twice, as the arithmetic on the screen says.
CFLAGS_ALL = -std=c11 -D_DEFAULT_SOURCE -Isrc $(OPT) -ffp-contract=off $(WARN) \
        $(if $(DEV),-Werror) $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -DARENA_BLOCK_BYTES=0) \
        -DQKV_VERSION='"$(VERSION)"' $(CFLAGS)
LIB_CFLAGS  = $(shell pkg-config --cflags $(LIBS) | sed 's/-I\([^ ]*\)/-isystem \1/g; s/-D_[A-Z_]*=\?[0-9]*//g')
LIB_LDFLAGS = $(shell pkg-config --libs $(LIBS)) -lm

SOURCES := $(wildcard src/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(B)/%.o)
TESTS   := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/test_*.c))

.PHONY: all unit clean
all: build/qkv

build/qkv: $(B)/qkv
	@cp $< $@

$(B)/qkv: $(B)/main.o $(B)/libqkv.a
	$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LIB_LDFLAGS)

$(B)/libqkv.a: $(OBJECTS)
	@rm -f $@
	ar rcs $@ $^

$(B)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(LIB_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/tests/%: tests/unit/%.c $(B)/libqkv.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -Itests $(LIB_CFLAGS) $(shell pkg-config --cflags $(TEST_LIBS)) -MMD -MP -o $@ $< \
	    $(B)/libqkv.a $(LIB_LDFLAGS) $(shell pkg-config --libs $(TEST_LIBS))

unit: $(TESTS)
	@for test in $(TESTS); do $$test || exit 1; done

clean:
	rm -rf build

-include $(OBJECTS:.o=.d) $(B)/main.d $(TESTS:=.d)
