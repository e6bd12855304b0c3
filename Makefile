# vhostsim - see README.md. "make help" lists the targets.
ifeq ($(origin CC),default)
CC := gcc
endif
OPT ?= -O3
B ?= build
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
CFLAGS ?= $(OPT) -g
WARN := -std=c11 -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes
LDLIBS := -lgsl -lgslcblas -ljansson -lm
Q := $(if $(V),,@)# V=1 shows the commands
COMPILE = $(CC) -D_GNU_SOURCE $(CPPFLAGS) $(WARN) $(CFLAGS)
DATA = $(PREFIX)/share/vhostsim

LIB := $(wildcard sim/engine/*.c models/*.c)
CLI := $(filter-out sim/cli/main.c,$(wildcard sim/cli/*.c sim/cli/*/*.c))
UNIT := $(wildcard tests/unit/*.c)
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
SOURCES := $(wildcard sim/*/*.[ch] sim/cli/*/*.[ch] models/*.[ch] tests/*/*.[ch] \
	tests/kernel/*/*.[ch])
obj = $(patsubst %.c,$(B)/%.o,$(1))

all: $(B)/vhostsim ## build the program (default)

$(B)/vhostsim: $(call obj,sim/cli/main.c) $(B)/cli.a $(B)/models.a
	@echo "  LD      $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The simulator without the program: it must not need anything of sim/cli.
$(B)/models.a: $(call obj,$(LIB))
$(B)/cli.a: $(call obj,$(CLI))
$(B)/%.a:
	@echo "  AR      $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $^

VDRV := tests/kernel/vdrv/ring.c tests/kernel/vdrv/guest.c
$(B)/unit-tests: $(call obj,$(UNIT) $(VDRV)) $(B)/cli.a $(B)/models.a
	@echo "  LD      $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcriterion $(LDLIBS)

$(B)/%.o: %.c $(B)/.flags | $(B)/.have-build
	@mkdir -p $(@D); echo "  CC      $<"
	$(Q)$(COMPILE) $(DEFINE) -MMD -MP -c -o $@ $<

$(call obj,$(UNIT)): | $(B)/.have-test
$(B)/sim/cli/data.o: DEFINE := -DDATADIR='"$(DATA)"'
$(B)/sim/cli/data.o: $(B)/.prefix

# What was built with other flags is built again.
$(B)/.flags: TEXT = $(COMPILE)
$(B)/.prefix: TEXT = $(PREFIX)
$(B)/.flags $(B)/.prefix: FORCE
	@mkdir -p $(@D); echo '$(TEXT)' | cmp -s - $@ || echo '$(TEXT)' >$@

# Packages: installed when missing if we are root, named if not. In a row, because two
# package managers do not run at once.
$(B)/.have-plot: | $(B)/.have-build
$(B)/.have-test: | $(B)/.have-plot
$(B)/.have-%:
	@mkdir -p $(@D)
	@CC='$(CC)' CXX='$(CXX)' sh tests/packages.sh $*
	@touch $@

reproduce: all | $(B)/.have-plot ## replay every thread: results/, plots/, summary
	sh scenarios/reproduce.sh $(B)/vhostsim

test: all $(B)/unit-tests | $(B)/.have-test ## all tests, a line of sums at the end
	@B=$(B) CC='$(CC)' MAKE='$(MAKE)' sh tests/run.sh

unit: $(B)/unit-tests ## the unit tests alone
	VHOSTSIM_DATA=$(CURDIR) $(B)/unit-tests

SANITIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
sanitize: ## unit tests and cases under ASan and UBSan
	$(MAKE) B=$(B)/sanitize OPT='$(SANITIZE) -fno-omit-frame-pointer' sanitize-run
sanitize-run: all $(B)/unit-tests
	@B=$(B) CC='$(CC)' MAKE='$(MAKE)' sh tests/run.sh unit cases schema

hostile: ## the program with a clock that wraps in every run
	$(MAKE) B=$(B)/hostile CPPFLAGS=-DVHOSTSIM_HOSTILE all

golden: all ## accept the present fingerprints as right
	@B=$(B) CC='$(CC)' MAKE='$(MAKE)' sh tests/determinism.sh --update

bench: all $(B)/bench | $(B)/.have-bench ## speed and memory, as ratios of one run
	@VHOSTSIM_DATA=$(CURDIR) sh tests/bench/bench.sh $(B)

bench-peers: $(B)/bench $(B)/peer_ns3 ## the same beside ns-3
	@VHOSTSIM_DATA=$(CURDIR) sh tests/bench/peers.sh $(B)

$(B)/.have-bench $(B)/.have-peers $(B)/.have-fuzz $(B)/.have-tidy: | $(B)/.have-build

$(B)/bench: $(call obj,$(wildcard tests/bench/*.c)) $(B)/cli.a $(B)/models.a
	@echo "  LD      $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

NS3 := ns3-core ns3-network ns3-internet ns3-applications ns3-point-to-point
$(B)/peer_ns3: tests/bench/peer_ns3.cc | $(B)/.have-peers
	$(CXX) -std=c++17 -O2 $$(pkg-config --cflags $(NS3)) -o $@ $< \
		$$(pkg-config --libs $(NS3))

# The guest driver and what else runs in the machine: static, because nothing else is
# there, and the same bytes wherever the tree lies.
STATIC := -O2 -static -pthread -Wl,--build-id=none -s
PLUGIN := -O2 -g -fPIC -shared -fvisibility=hidden
vdrv: $(B)/vdrv ## the guest driver over /dev/vhost-net
$(B)/vdrv: $(wildcard tests/kernel/vdrv/*.[ch]) | $(B)/.have-build
$(B)/vmtool: tests/kernel/guest/vmtool.c tests/kernel/vdrv/mark.h | $(B)/.have-build
$(B)/vdrv $(B)/vmtool:
	@echo "  LD      $@"
	$(Q)$(CC) -D_GNU_SOURCE $(WARN) $(STATIC) -o $@ $(filter %.c,$^)
$(B)/insn_count.so: $(wildcard tests/kernel/plugin/*.[ch]) | $(B)/.have-build
	@echo "  LD      $@"
	$(Q)$(CC) -D_GNU_SOURCE $(WARN) $(PLUGIN) -o $@ $(filter %.c,$^)

MACHINE := $(B)/vdrv $(B)/vmtool $(B)/insn_count.so
kernel: $(MACHINE) | $(B)/.have-kernel ## the real vhost_net in a machine: tables
	@B=$(abspath $(B)) CC='$(CC)' sh tests/kernel/run.sh
kernel-golden: $(MACHINE) | $(B)/.have-kernel ## the same, and accept its tables as right
	@B=$(abspath $(B)) CC='$(CC)' sh tests/kernel/run.sh --update
kernel-probe: $(MACHINE) | $(B)/.have-kernel ## does vhostsim_probe count right there?
	@B=$(abspath $(B)) CC='$(CC)' sh tests/kernel/probe-check.sh
module: | $(B)/.have-kernel ## vhostsim_probe.ko for the running kernel, or KDIR=headers
	@B=$(abspath $(B)) KDIR='$(KDIR)' sh tests/kernel/probe.sh
$(B)/.have-kernel: | $(B)/.have-build

FUZZ := -O1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
fuzz: ## libFuzzer on the readers, FUZZ_SECONDS each
	$(MAKE) B=$(B)/fuzz CC=clang OPT='$(FUZZ)' fuzz-run
fuzz-run: $(addprefix $(B)/,$(FUZZERS))
	@for f in $^; do sh tests/fuzz/run.sh $$f $(FUZZ_SECONDS) || exit 1; done

$(B)/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/cli.a $(B)/models.a
	@echo "  LD      $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)
$(B)/tests/fuzz/%.o: | $(B)/.have-fuzz

tidy: | $(B)/.have-tidy ## clang-tidy over everything
	clang-tidy --quiet --warnings-as-errors='*' $(filter %.c,$(LIB) $(CLI)) \
		-- -std=c11 -D_GNU_SOURCE $(CPPFLAGS)

format: | $(B)/.have-tidy ## clang-format over everything
	clang-format -i $(SOURCES)

SHARE := models scenarios plots results/measured
install: all ## program and data into PREFIX (DESTDIR is heeded)
	install -D $(B)/vhostsim $(DESTDIR)$(PREFIX)/bin/vhostsim
	find $(SHARE) -type f ! -name '*.[ch]' \
		-exec install -D -m 644 '{}' '$(DESTDIR)$(DATA)/{}' ';'

uninstall: ## take back what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/vhostsim
	rm -rf $(DESTDIR)$(DATA)

clean: ## remove everything that was built
	rm -rf $(B)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

-include $(patsubst %.c,$(B)/%.d,$(LIB) $(CLI) sim/cli/main.c $(UNIT) $(VDRV) \
	$(wildcard tests/bench/*.c tests/fuzz/*.c))

FORCE:
.PHONY: all reproduce test unit sanitize sanitize-run hostile golden bench bench-peers \
	vdrv kernel kernel-golden kernel-probe module fuzz fuzz-run tidy format install \
	uninstall clean help FORCE
.SECONDARY:
