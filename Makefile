# vhostsim - see README.md. "make help" lists the targets.
CC ?= gcc
OPT ?= -O2
B ?= build
CFLAGS ?= $(OPT) -g
CPPFLAGS += -D_GNU_SOURCE
WARN := -std=c11 -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes
LDLIBS := -lgsl -lgslcblas -ljansson -lm

LIB := $(wildcard sim/engine/*.c models/*.c)
CLI := $(wildcard sim/cli/*.c)
obj = $(patsubst %.c,$(B)/%.o,$(1))

all: $(B)/vhostsim

$(B)/vhostsim: $(call obj,$(LIB) $(CLI))
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(B) -name '*.d' 2>/dev/null)

.PHONY: all
