# SPDX-License-Identifier: GPL-3.0-or-later
# profile.awk - a file of the instruction counter, per packet: functions of which the
# vhost thread executed at least a tenth of an instruction per packet, and the rest as one.
#
#   -v packets=N
BEGIN { FS = OFS = "," }
FNR == 1 { next }
$5 >= packets / 10 {
	printf "%s,%s,%.4f,%.3f\n", $1, $2, $3 / packets, $5 / packets
	next
}
{ rest += $5 }
END { printf "-,rest,0.0000,%.3f\n", rest / packets }
