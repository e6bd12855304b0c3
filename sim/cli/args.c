/* SPDX-License-Identifier: GPL-3.0-or-later */
/* args.c - what the command lines of the verbs have in common. */
#include "args.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"

int settings_add(struct settings *s, const char *text, struct diag *d)
{
	struct setting *grown = realloc(s->v, (s->n + 1) * sizeof(*grown));
	const char *eq = strchr(text, '=');
	char *copy;

	if (grown)
		s->v = grown;
	if (!eq || eq == text)
		return diag_set(d, "--set", 0, 0, NULL,
				"\"%.64s\" is no setting; PATH=VALUE would be right",
				text);
	copy = strdup(text);
	if (!grown || !copy) {
		free(copy);
		return diag_set(d, "--set", 0, 0, NULL, "%s", strerror(ENOMEM));
	}
	copy[eq - text] = '\0';
	s->v[s->n++] = (struct setting){ .path = copy, .value = copy + (eq - text) + 1 };
	return 0;
}

void settings_free(struct settings *s)
{
	for (size_t i = 0; i < s->n; i++)
		free((char *)s->v[i].path); /* the value lies behind it */
	free(s->v);
	*s = (struct settings){ NULL, 0 };
}

int args_u64(const char *option, const char *text, uint64_t min, uint64_t max,
	     uint64_t *value, struct diag *d)
{
	errno = 0;
	*value = strtoull(text, NULL, 10);
	if (!*text || strspn(text, "0123456789") != strlen(text) || errno ||
	    *value < min || *value > max)
		return diag_set(d, option, 0, 0, NULL,
				"\"%.40s\" is not a whole number from %" PRIu64
				" to %" PRIu64,
				text, min, max);
	return 0;
}

int args_choice(const char *option, const char *text, const char *const *names,
		struct diag *d)
{
	char what[64], why[512];
	size_t n = 0;

	for (; names[n]; n++)
		if (!strcmp(names[n], text))
			return (int)n;
	snprintf(what, sizeof(what), "%s", option + strspn(option, "-"));
	unknown_name(why, sizeof(why), what, text, names, n);
	return diag_set(d, option, 0, 0, NULL, "%s", why);
}

void args_parse(const struct argp *argp, int argc, char **argv, const char *verb,
		void *input)
{
	char name[64];
	char *own = argv[0];
	error_t err;

	/* argp keeps the name it shows in argv[0], and its exit code in a global */
	argp_err_exit_status = EXIT_USAGE;
	snprintf(name, sizeof(name), "vhostsim %s", verb);
	argv[0] = name;
	err = argp_parse(argp, argc, argv, 0, NULL, input);
	argv[0] = own;
	if (err) {
		fprintf(stderr, "vhostsim: error: %s: %s\n", verb, strerror(err));
		exit(EXIT_USAGE);
	}
}
