# SPDX-License-Identifier: GPL-3.0-or-later
# compare.awk GOLDEN NEW - are the values of NEW within the tolerances that GOLDEN states?
# "# tolerance: column=R%+A ..." allows R percent and A more; columns without one are keys.
# Prints what differs, at most ten lines of it, and ends with 1 if anything does.
function differs(text) {
	if (++differences <= 10)
		print name ": " text
}

function read_tolerances(text,  i, n, word, part) {
	n = split(text, word, " ")
	for (i = 1; i <= n; i++) {
		split(word[i], part, /=|%\+?/)
		relative[part[1]] = part[2] / 100
		absolute[part[1]] = part[3] + 0
		tolerated[part[1]] = 1
	}
}

# the columns that are keys, as a name for the row
function key_of(  i, text) {
	for (i = 1; i <= NF; i++)
		if (!(column[i] in tolerated))
			text = text (text == "" ? "" : " ") column[i] "=" $i
	return text
}

function read_names(  i) {
	split("", column)
	for (i = 1; i <= NF; i++)
		column[i] = $i
	if (FILENAME == ARGV[1])
		names = $0
	else if ($0 != names)
		differs("other columns: " $0)
}

function check(key, c, old, new,  off, room) {
	off = new - old
	room = relative[c] * (old < 0 ? -old : old) + absolute[c]
	if (off > room || -off > room)
		differs(key ": " c " is " new ", was " old)
}

function read_row(  i, key) {
	key = key_of()
	if (FILENAME == ARGV[1]) {
		rows[key] = 1
	} else if (!(key in rows)) {
		# what is small enough to be nothing may come and go
		for (i = 1; i <= NF; i++)
			if (column[i] in tolerated)
				check(key " (new)", column[i], 0, $i)
		return
	}
	for (i = 1; i <= NF; i++) {
		if (!(column[i] in tolerated))
			continue
		if (FILENAME == ARGV[1])
			old[key, column[i]] = $i
		else
			check(key, column[i], old[key, column[i]], $i)
	}
	if (FILENAME != ARGV[1])
		delete rows[key]
}

BEGIN { FS = "," }
FNR == 1 { have_names = 0 }
FILENAME == ARGV[1] && /^# tolerance: / { read_tolerances(substr($0, 14)) }
/^#/ { next }
!have_names {
	have_names = 1
	read_names()
	next
}
{ read_row() }
END {
	for (key in rows)
		for (c in tolerated)
			check(key " (gone)", c, old[key, c], 0)
	if (differences > 10)
		print name ": and " differences - 10 " more"
	exit differences > 0
}
