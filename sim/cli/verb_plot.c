/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_plot.c - vhostsim plot: draw a sweep with gnuplot. */
#include "verbs.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "args.h"
#include "data.h"
#include "plot_data.h"

#define LOG_FROM 50 /* times the smallest value: then the y axis is logarithmic */

enum option_key { KEY_MEASURED = 256, KEY_COLUMN, KEY_METRIC, KEY_X, KEY_TITLE };

struct plot_args {
	const char *sweep, *measured, *out, *title;
	struct plot_options o;
	struct diag d;
};

static const struct argp_option options[] = {
	{ "measured", KEY_MEASURED, "FILE", 0, "Draw this measured table beside it", 0 },
	{ "column", KEY_COLUMN, "NAME", 0, "Only this curve (default: all)", 0 },
	{ "metric", KEY_METRIC, "NAME", 0,
	  "What to draw (default: what the measured table holds, or tx_pps)", 0 },
	{ "x", KEY_X, "PARAMETER", 0, "Varied parameter on the x axis", 0 },
	{ "title", KEY_TITLE, "TEXT", 0, "Title (default: the sweep's scenario)", 0 },
	{ "output", 'o', "FILE", 0, "Picture: its name ends in .svg or .png", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct plot_args *a = state->input;

	switch (key) {
	case KEY_MEASURED:
		a->measured = arg;
		return 0;
	case KEY_COLUMN:
		a->o.column = strcmp(arg, "all") ? arg : NULL;
		return 0;
	case KEY_METRIC:
		a->o.metric = arg;
		return 0;
	case KEY_X:
		a->o.x = arg;
		return 0;
	case KEY_TITLE:
		a->title = arg;
		return 0;
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (a->sweep)
			argp_error(state, "one sweep at a time; \"%s\" is too much", arg);
		a->sweep = arg;
		return 0;
	case ARGP_KEY_END:
		if (!a->sweep)
			argp_error(state, "name a sweep's table");
		if (!a->out)
			argp_error(state, "name the picture with -o FILE.svg");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && !strcmp(name + len - n, end);
}

/* gnuplot's terminal for the picture, or NULL. */
static const char *terminal_for(const char *out)
{
	if (ends_in(out, ".svg"))
		return "svg size 1000,640 dynamic font 'sans-serif,19' background "
		       "'white' name 'vhostsim'";
	if (ends_in(out, ".png"))
		return "pngcairo size 1000,640 font 'sans-serif,15'";
	return NULL;
}

/* @text as a gnuplot string: in single quotes, those within doubled. */
static void put_string(FILE *f, const char *name, const char *text)
{
	fprintf(f, "%s = '", name);
	for (; *text; text++) {
		if (*text == '\'')
			putc('\'', f);
		putc(*text == '\n' ? ' ' : *text, f);
	}
	fputs("'\n", f);
}

/* "tx_pps" in millions is "tx_pps (Mpps)". */
static double scale_of(const struct plot_data *p, char *label, size_t len)
{
	bool rate = ends_in(p->metric, "pps");
	double scale = p->high_y >= 1e6 ? 1e6 : p->high_y >= 1e4 ? 1e3 : 1;

	if (!rate)
		scale = 1;
	if (scale == 1)
		snprintf(label, len, "%s", p->metric);
	else
		snprintf(label, len, "%.*s (%spps)", (int)strlen(p->metric), p->metric,
			 scale == 1e6 ? "M" : "k");
	return scale;
}

/* From zero, unless the curves would lie flat in the upper part then. */
static void put_range(FILE *f, const struct plot_data *p, double scale)
{
	bool logy = !p->series && p->low_y > 0 && p->high_y >= LOG_FROM * p->low_y;
	double span = p->high_y - p->low_y;
	double from = p->low_y > 0.5 * p->high_y ? p->low_y - 0.3 * span : 0;

	if (!(span > 0.002 * fabs(p->high_y)))
		from = p->high_y > 0 ? 0 : 1;
	fprintf(f, "logy = %d\n", logy);
	if (logy)
		fprintf(f, "from = %.10g\nto = %.10g\n", p->low_y / 2 / scale,
			p->high_y * 2 / scale);
	else
		fprintf(f, "from = %.10g\nto = %.10g\n", from / scale,
			(p->high_y + 0.08 * (p->high_y - from)) / scale);
}

static void put_ticks(FILE *f, const struct plot_data *p)
{
	fputs("ticks = \"", f);
	for (size_t i = 0; i < p->ticks; i++)
		fprintf(f, "%s'%s' %.10g", i ? ", " : "(", p->tick[i].text, p->tick[i].x);
	fprintf(f, "%s\"\n", p->ticks ? ")" : "");
}

/* The numbers of the curves that have measured points. */
static void put_measured(FILE *f, const struct plot_data *p)
{
	fputs("measured = '", f);
	for (size_t i = 0; i < p->curves; i++)
		if (p->curve[i].nmeasured)
			fprintf(f, "%zu ", i + 1);
	fputs("'\n", f);
}

static void put_settings(FILE *f, const struct plot_args *a, const struct plot_data *p,
			 const char *data, const char *out, const char *title)
{
	char label[128], name[32];
	double scale = scale_of(p, label, sizeof(label));

	fprintf(f, "terminal = \"%s\"\n", terminal_for(a->out));
	put_string(f, "data", data);
	put_string(f, "out", out);
	put_string(f, "title", title);
	put_string(f, "ylabel", label);
	put_string(f, "xlabel", p->x);
	put_ticks(f, p);
	fprintf(f, "curves = %zu\nseries = %d\nscale = %g\nlogx = %d\n", p->curves,
		p->series, scale,
		!p->series && p->low_x > 0 && p->high_x >= 16 * p->low_x);
	put_range(f, p, scale);
	for (size_t i = 0; i < p->curves; i++) {
		snprintf(name, sizeof(name), "name%zu", i + 1);
		put_string(f, name, p->curve[i].name);
		snprintf(name, sizeof(name), "mname%zu", i + 1);
		put_string(f, name, p->curve[i].measured_name);
	}
	put_measured(f, p);
}

/* Run gnuplot on @script. Returns 0, or -1 with @d filled. */
static int gnuplot(const char *script, struct diag *d)
{
	pid_t child = fork();
	int status;

	if (child < 0)
		return diag_set(d, "gnuplot", 0, 0, NULL, "%s", strerror(errno));
	if (child == 0) {
		execlp("gnuplot", "gnuplot", script, (char *)NULL);
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return diag_set(d, "gnuplot", 0, 0, NULL, "%s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return diag_set(
			d, NULL, 0, 0, NULL,
			"gnuplot is not installed; \"apt-get install gnuplot-nox\" "
			"would be right");
	if (status)
		return diag_set(d, "gnuplot", 0, 0, NULL, "failed, see above");
	return 0;
}

/* Files beside each other in a folder of their own: data, script, picture. */
struct studio {
	char folder[64], data[96], script[96];
	char *part; /* beside the picture, so that it can be renamed */
};

static int studio_open(struct studio *s, const char *out, struct diag *d)
{
	snprintf(s->folder, sizeof(s->folder), "/tmp/vhostsim-plot-XXXXXX");
	if (asprintf(&s->part, "%s.part", out) < 0)
		return diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	if (!mkdtemp(s->folder)) {
		free(s->part);
		return diag_set(d, s->folder, 0, 0, NULL, "cannot make it: %s",
				strerror(errno));
	}
	snprintf(s->data, sizeof(s->data), "%s/data", s->folder);
	snprintf(s->script, sizeof(s->script), "%s/script", s->folder);
	return 0;
}

static void studio_close(struct studio *s)
{
	unlink(s->data);
	unlink(s->script);
	unlink(s->part);
	rmdir(s->folder);
	free(s->part);
}

static int write_data(const struct studio *s, const struct plot_data *p, struct diag *d)
{
	FILE *f = fopen(s->data, "we");

	if (f)
		plot_data_print(p, f);
	if (!f || fclose(f))
		return diag_set(d, s->data, 0, 0, NULL, "cannot write: %s",
				strerror(errno));
	return 0;
}

static int write_script(const struct studio *s, const struct plot_args *a,
			const struct plot_data *p, const char *title, struct diag *d)
{
	char *gp = data_path("plots/sweep.gp", d);
	FILE *f = gp ? fopen(s->script, "we") : NULL;

	if (f) {
		put_settings(f, a, p, s->data, s->part, title);
		put_string(f, "script", gp);
		fputs("load script\n", f);
	}
	free(gp);
	if (!gp || !f || fclose(f))
		return diag_set(d, s->script, 0, 0, NULL, "cannot write: %s",
				strerror(errno));
	return 0;
}

/* The picture gets its name when gnuplot has finished it. */
static int publish(const struct studio *s, const char *out, struct diag *d)
{
	struct stat st;

	if (stat(s->part, &st) || !st.st_size)
		return diag_set(d, out, 0, 0, NULL, "gnuplot wrote nothing");
	if (rename(s->part, out))
		return diag_set(d, out, 0, 0, NULL, "cannot write: %s", strerror(errno));
	return 0;
}

/* Is the place of the picture writable? gnuplot would say it less clearly. */
static int check_place(const struct studio *s, const char *out, struct diag *d)
{
	FILE *f = fopen(s->part, "we");

	if (!f)
		return diag_set(d, out, 0, 0, NULL, "cannot write: %s", strerror(errno));
	fclose(f);
	return 0;
}

static int draw(struct plot_args *a, const struct plot_data *p, const char *title)
{
	struct studio s;
	int err;

	if (studio_open(&s, a->out, &a->d))
		return diag_print(&a->d);
	err = check_place(&s, a->out, &a->d) || write_data(&s, p, &a->d) ||
	      write_script(&s, a, p, title, &a->d) || gnuplot(s.script, &a->d) ||
	      publish(&s, a->out, &a->d);
	studio_close(&s);
	return err ? diag_print(&a->d) : EXIT_FINE;
}

/* The title asked for, or that of the scenario that the sweep's head holds. */
static int draw_titled(struct plot_args *a, const struct plot_data *p,
		       const struct csv *sweep)
{
	const char *text = csv_note(sweep, "resolved");
	json_t *resolved = text ? json_loads(text, 0, NULL) : NULL;
	const char *title = json_string_value(json_object_get(resolved, "title"));
	int code;

	code = draw(a, p, a->title ? a->title : title ? title : a->sweep);
	json_decref(resolved);
	return code;
}

static int plot(struct plot_args *a)
{
	struct csv sweep, measured;
	struct plot_data p;
	int code;

	if (!terminal_for(a->out))
		diag_set(&a->d, "-o", 0, 0, NULL,
			 "\"%s\" ends neither in .svg nor in .png", a->out);
	if (a->d.set || csv_read(&sweep, a->sweep, &a->d))
		return diag_print(&a->d);
	if (a->measured && csv_read(&measured, a->measured, &a->d)) {
		csv_destroy(&sweep);
		return diag_print(&a->d);
	}
	if (plot_data_init(&p, &sweep, a->measured ? &measured : NULL, &a->o, &a->d)) {
		code = diag_print(&a->d);
	} else {
		code = draw_titled(a, &p, &sweep);
		plot_data_destroy(&p);
	}
	csv_destroy(&sweep);
	if (a->measured)
		csv_destroy(&measured);
	return code;
}

int verb_plot(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SWEEP.csv|SERIES.csv",
		"Draw the curves of a sweep with their 95 % confidence, and measured points "
		"beside them, or the time series of \"run --series\", as SVG or PNG, with "
		"gnuplot.",
		NULL,
		NULL,
		NULL,
	};
	struct plot_args a = { .sweep = NULL };

	args_parse(&argp, argc, argv, "plot", &a);
	return plot(&a);
}
