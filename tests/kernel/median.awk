# SPDX-License-Identifier: GPL-3.0-or-later
# median.awk - rows that differ in their values only become one: the median of each value,
# then least and most of the first.
#
#   -v keys=N   columns that tell points apart; rows of a point follow each other
function median(column,  i, j, x) {
	for (i = 1; i <= rows; i++)
		x[i] = cell[i, column] + 0
	for (i = 2; i <= rows; i++)
		for (j = i; j > 1 && x[j] < x[j - 1]; j--) {
			t = x[j]
			x[j] = x[j - 1]
			x[j - 1] = t
		}
	least = x[1]
	most = x[rows]
	# an even number of rows: the lower of the two in the middle, a value that was seen
	return x[int((rows + 1) / 2)]
}

function flush(  c, text, low, high) {
	if (!rows)
		return
	text = key
	for (c = keys + 1; c <= width; c++) {
		text = text "," sprintf(cell[1, c] ~ /\./ ? "%.3f" : "%.0f", median(c))
		if (c == keys + 1) {
			low = least
			high = most
		}
	}
	print text "," sprintf("%.3f,%.3f", low, high)
	rows = 0
}

BEGIN { FS = "," }
{
	k = $1
	for (i = 2; i <= keys; i++)
		k = k "," $i
	if (k != key)
		flush()
	key = k
	width = NF
	rows++
	for (i = keys + 1; i <= NF; i++)
		cell[rows, i] = $i
}
END { flush() }
