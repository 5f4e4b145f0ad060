# make site: pages to meet the program by, build/site/, made of README.md, the manual, the lessons
# and what the program draws. PAGE= leaves out the page that runs it, and with it Emscripten. SITE=https://…/,
# where they will be, lets a link to them be shown with its picture. What `make dist` and `make deb`
# have made is offered for download.
PAGE      ?= $(W)/qkv.html
SITE_FROM  = PAGE='$(PAGE)' TOOLS='$(B)/site' SITE='$(SITE)' PACKAGES=build/packages SOURCE='build/qkv-$(VERSION).tar.gz'
SITE_PROGRAMS := $(B)/site/film $(B)/site/markdown

.PHONY: site site-test site-programs
site-programs: $(SITE_PROGRAMS) ;
site: build/qkv $(PAGE) build/help/llms.txt
	@tests/support/deps.sh build site
	@$(MAKE) --no-print-directory site-programs
	@$(SITE_FROM) assets/site/site.sh build/site

site-test: site
	@tests/support/deps.sh test
	@$(SITE_FROM) tests/run.sh tests/site.sh

$(B)/site/film: assets/site/film.c $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(ALL_CFLAGS) $(LIB_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LDLIBS)

$(B)/site/markdown: assets/site/markdown.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc     $<) $(CC) $(ALL_CFLAGS) $(call lib_cflags,md4c-html) $(LDFLAGS) -o $@ $< $(call lib_ldlibs,md4c-html)
