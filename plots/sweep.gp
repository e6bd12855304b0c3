# SPDX-License-Identifier: GPL-3.0-or-later
# sweep.gp - curves of a sweep with error bars, measured points beside them.
#
# vhostsim plot sets: data (file: one indexed block a curve, simulated then measured by
# turns, columns x y ci), curves, out, terminal, title, xlabel, ylabel, scale (y in units
# of), from, to, logx, logy, ticks; name1, name2, ... of the curves, mname1, mname2, ...
# of what was measured, and measured: the numbers of the curves that have such points.
set terminal @terminal
set output out
set title title noenhanced
set xlabel xlabel noenhanced
set ylabel ylabel noenhanced
set key outside bottom center horizontal noenhanced
set grid lt 1 lw 0.7 lc rgb "#dddddd"
set border 3
set tics nomirror out
set xtics noenhanced
if (strlen(ticks)) set xtics @ticks
set bars 1.5
set datafile missing "?"
if (logx) set logscale x 2
if (logy) set logscale y 10
if (from < to) set yrange [from:to]
# colours that also the colour-blind tell apart (Okabe and Ito)
array colour[7] = [ "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000" ]
pick(i) = colour[(i - 1) % 7 + 1]
name(i) = value(sprintf("name%d", i))
mname(i) = value(sprintf("mname%d", i))
if (series) {
	plot for [i=1:curves] data index 2*i-2 using 1:($2/scale) with steps lw 2 \
		lc rgb pick(i) title name(i)
} else { if (words(measured)) {
	plot for [i=1:curves] data index 2*i-2 using 1:($2/scale):($3/scale) \
		with yerrorlines lw 2.5 pt 7 ps 0.7 lc rgb pick(i) title name(i)." simulated", \
	     for [w in measured] i=int(w) data index 2*i-1 using 1:($2/scale) \
		with linespoints dt 2 lw 1.5 pt 4 ps 1.6 lc rgb pick(i) \
		title mname(i)." measured"
} else {
	plot for [i=1:curves] data index 2*i-2 using 1:($2/scale):($3/scale) \
		with yerrorlines lw 2.5 pt 7 ps 0.7 lc rgb pick(i) title name(i)
} }
