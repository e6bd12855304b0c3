# SPDX-License-Identifier: GPL-3.0-or-later
# rows.awk - rows of one table out of what a machine said.
#
#   -v table=NAME    as in "@NAME ..." lines: names, then values, in pairs
#   -v columns=A,B   what to print of them, by name; besides
#                    instr_per_packet, vhost_instr_per_packet: of all, of the vhost thread
#                    run: the number of the counter's file
#   -v where=A=1,B=2 only rows with these values
#   -v counts=FILE   the counter's files are FILE.001 and so on, one a row of any table; none
#                    if the machine had no counter
function count(file, line, field, total, vhost) {
	total = vhost = 0
	getline line <file # names
	while ((getline line <file) > 0) {
		split(line, field, ",")
		total += field[4]
		vhost += field[5]
	}
	if (!total) {
		print "rows.awk: nothing was counted in " file >"/dev/stderr"
		exit failed = 2
	}
	close(file)
	value["instr_per_packet"] = sprintf("%.3f", total / value["packets"])
	value["vhost_instr_per_packet"] = sprintf("%.3f", vhost / value["packets"])
}

function wanted(  i, n, condition, pair) {
	n = split(where, condition, ",")
	for (i = 1; i <= n; i++) {
		split(condition[i], pair, "=")
		if (value[pair[1]] != pair[2])
			return 0
	}
	return 1
}

function row(  i, text) {
	for (i = 1; i <= width; i++) {
		if (!(want[i] in value)) {
			print "rows.awk: " table " has no column " want[i] >"/dev/stderr"
			exit failed = 2
		}
		text = text (i > 1 ? "," : "") value[want[i]]
	}
	print text
}

BEGIN { width = split(columns, want, ",") }
/^@[a-z-]+ / {
	sub(/\r$/, "")
	n = split(substr($0, length($1) + 2), field, ",")
	if (lines++ % 2 == 0) {
		names = n
		for (i = 1; i <= n; i++)
			name[i] = field[i]
		next
	}
	run++
	if ($1 != "@" table)
		next
	split("", value)
	for (i = 1; i <= names; i++)
		value[name[i]] = field[i]
	value["run"] = sprintf("%03d", run)
	if (!wanted())
		next
	if (counts != "")
		count(counts "." value["run"])
	row()
}
END { if (failed) exit failed }
