# SPDX-License-Identifier: GPL-3.0-or-later
# summary.awk - results/summary.csv as rows of the README's Markdown table.
BEGIN { FS = "," }
NR > 1 {
	printf "| %s | %s | %s | %s | %s | %s | %.2f %% | %+.1f %% | %s | %s of %s |\n", $1, $3, $4,
		$5, $6 == "" ? "-" : sprintf("%.2f %%", $6), $7, $8, $9,
		$11 == "" ? "-" : sprintf("%.2f %%", $11), $12, $13
}
